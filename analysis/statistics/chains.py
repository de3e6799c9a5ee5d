"""Means along a chain of games, each of which starts from what the last one left."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analysis.statistics.checks import as_counts, as_finite
from analysis.statistics.estimate import FloatArray
from fastsim.text.errors import InvalidInput


def chain_means(
    together: npt.ArrayLike, rewards: npt.ArrayLike, moves: npt.ArrayLike, length: int
) -> tuple[FloatArray, FloatArray]:
    """Estimate mean rewards over the games of a chain, from games played in every state.

    Parameters
    ----------
    together : integer array [n_states, n_outcomes, n_states, n_outcomes]
        Game indices by their outcome in one state and in another: every index was played in all
        states, so their outcomes may depend on each other.
    rewards : float64 [n_states, n_outcomes, n_rewards]
        What a game counts, by its state and outcome.
    moves : float64 [n_states, n_outcomes, n_states]
        Probability of the next game's state; sums to 1 over the last axis.
    length : int
        Games of the chain, at least 1. The first one's state is drawn uniformly.

    Returns
    -------
    means : float64 [n_rewards]
        Expected reward of a game of the chain, averaged over its games.
    influence : float64 [n_states, n_outcomes, n_rewards]
        Their derivatives by the probability of each outcome, for `influence_covariance`.

    Raises
    ------
    InvalidInput
        For a length below 1, or shapes that do not fit.

    Notes
    -----
    Games of a chain depend on each other through the state alone: it is a Markov chain, whose
    outcome probabilities in each state are estimated by their shares. The means follow from those
    exactly, and their errors by the delta method. An outcome's influence is how often its state is
    visited, times the sum of its reward and what the next state is worth for the rest of the chain.

    References
    ----------
    Meyn & Tweedie (2009), Markov Chains and Stochastic Stability, ch. 17 (Poisson's equation).
    """
    counts = as_finite(together, "Counts")
    gains, steps = as_finite(rewards, "Rewards"), as_finite(moves, "Probabilities")
    states, outcomes = counts.shape[:2]
    fits = gains.shape[:2] == (states, outcomes) and steps.shape == (states, outcomes, states)
    if counts.shape != (states, outcomes) * 2 or not fits:
        raise InvalidInput(
            f"counts of shape {counts.shape}, rewards of {gains.shape}, moves of {steps.shape}"
        )
    if length < 1:
        raise InvalidInput(f"a chain of {length} games", "It has at least one.")
    shares = np.einsum("swsw->sw", counts) / counts[0, :, 0].sum()
    expected = np.einsum("sw,swr->sr", shares, gains)
    transition = np.einsum("sw,swt->st", shares, steps)
    # visits[t]: where game t is played; ahead[m]: what m games more are worth, by their first state
    visits, ahead = np.full((length, states), 1 / states), np.zeros((length, *expected.shape))
    for t in range(1, length):
        visits[t] = visits[t - 1] @ transition
        ahead[t] = expected + transition @ ahead[t - 1]
    means = visits.mean(axis=0) @ expected
    worth = np.einsum("ts,tur->sur", visits, ahead[::-1]) / length
    influence = visits.mean(axis=0)[:, None, None] * gains
    influence += np.einsum("swu,sur->swr", steps, worth)
    return means, influence


def influence_covariance(together: npt.ArrayLike, influence: npt.ArrayLike) -> FloatArray:
    """Return the covariance of estimates that depend on shares of outcomes, by the delta method.

    Parameters
    ----------
    together : integer array [n_states, n_outcomes, n_states, n_outcomes]
        As in `chain_means`.
    influence : float64 [n_states, n_outcomes, n]
        Of every outcome on each estimate.

    Returns
    -------
    float64 [n, n]

    Raises
    ------
    InvalidInput
        For fewer than two games.
    """
    counts, effect = as_finite(together, "Counts"), as_finite(influence, "Influences")
    games = float(as_counts(int(counts[0, :, 0].sum()), "games", least=2))
    # every game index has one outcome in each state, so influences may be centred state by state
    shares = np.einsum("swsw->sw", counts) / games
    centred = effect - np.einsum("sw,swn->sn", shares, effect)[:, None]
    spread = np.einsum("swn,swtu,tum->nm", centred, counts / games, centred, optimize=True)
    return np.asarray(spread / (games - 1))
