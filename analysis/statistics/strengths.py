"""Bradley–Terry strengths: one number a player that explains every win rate between two."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from scipy import sparse, special

from analysis.statistics.checks import as_finite, as_probabilities, check_level
from analysis.statistics.estimate import Estimate, FloatArray, two_sided_z
from fastsim.text.equality import ByValue
from fastsim.text.errors import InvalidInput
from fastsim.text.shown import brief

#: Newton's steps shrink quadratically: after one this small, what is left is rounding.
_SMALL: Final = 1e-6
_MOST_STEPS: Final = 200


@dataclass(frozen=True, slots=True, eq=False)
class Strengths(ByValue):
    """What the Bradley–Terry model makes of win rates.

    Parameters
    ----------
    estimate : Estimate
        Strengths, float64 [n_players]: a player of strength s wins against one of strength t with
        probability 1 / (1 + exp(t − s)). The mean over the players on the scale is 0.
    on_scale : bool [n_players]
        The players whose strength the games can tell. One that won every game against those has
        strength ∞, one that lost every game −∞, both with the interval (−∞, ∞); without any two
        players that won against each other there is no scale, and every strength is nan.
    """

    estimate: Estimate[FloatArray]
    on_scale: npt.NDArray[np.bool_]

    __repr__ = brief

    def win_rates(self) -> FloatArray:
        """Return the win rate of each player against each other that the strengths imply.

        Returns
        -------
        float64 [n_players, n_players]
            Rows win against columns; nan where the strengths do not tell.
        """
        with np.errstate(invalid="ignore"):  # between two infinite strengths
            gaps = np.subtract.outer(self.estimate.value, self.estimate.value)
        return np.asarray(special.expit(gaps))


def bradley_terry(
    pairs: npt.ArrayLike,
    rates: npt.ArrayLike,
    games: npt.ArrayLike = 1.0,
    *,
    covariance: npt.ArrayLike | None = None,
    level: float = 0.95,
) -> Strengths:
    """Estimate strengths by maximum likelihood.

    Parameters
    ----------
    pairs : int [n_pairs, 2]
        The players, from 0, of each pair that met; no pair twice.
    rates : float64 [n_pairs]
        Win rate of the pair's first player; a shared win counts half.
    games : float64 [n_pairs]
        Games of each pair, above 0; one number when all pairs played as many.
    covariance : float64 [n_pairs, n_pairs], optional
        Of the rates. Without it all games are independent, each won or lost, and the model right.
    level : float
        Of each player's interval, in (0, 1).

    Returns
    -------
    Strengths
        Normal intervals, from the sandwich covariance when `covariance` is given.

    Raises
    ------
    InvalidInput
        When the shapes do not fit, a rate lies outside [0, 1], a pair has no games or is of one
        player with itself, or the level is outside (0, 1).

    Notes
    -----
    The strengths solve: each player's wins are those that the model expects of it. The likelihood
    has one maximum when each player can be reached from each other by a chain of wins; where that
    fails, strengths within the largest set of players for which it holds are those of the games
    within the set, which is the limit of the likelihood's maximum. Newton's method with damped
    steps finds it from anywhere, for the third derivative along a step is bounded by the second.

    The model says that a cycle cannot be. Where it is wrong the strengths are still well defined,
    as those whose expected wins agree with the truth, and with `covariance` the interval is for
    those: the covariance of the rates is carried through the solution's derivative, so it allows
    for shared luck and asks nothing of the model. When all pairs met, and as often, strengths have
    the order of the mean win rates.

    References
    ----------
    Zermelo (1929), Math. Zeitschrift 29, 436-460; Bradley & Terry (1952), Biometrika 39, 324-345.
    Ford (1957), American Math. Monthly 64(8), 28-33, and Hunter (2004), Annals of Statistics 32,
    384-406 (existence, uniqueness, algorithms). White (1982), Econometrica 50, 1-25 (sandwich).
    Sun & Tran-Dinh (2019), Math. Programming 178, 145-213 (the damped step).
    """
    z = two_sided_z(check_level(level))
    ends, won, weights = _checked(pairs, rates, games)
    spread = None if covariance is None else as_finite(covariance, "Covariances")
    if spread is not None and spread.shape != (len(won), len(won)):
        raise InvalidInput(f"{len(won)} rates need as many covariances, not {spread.shape}.")
    players = int(ends.max()) + 1
    on_scale, beyond = _scale(ends, won, players)
    value, error = beyond, np.full(players, np.inf if on_scale.any() else np.nan)
    if on_scale.any():
        inside = on_scale[ends].all(axis=1)
        signs = _signs(ends[inside], players)[:, on_scale]
        found, inverse = _maximise(signs, won[inside], weights[inside])
        pull = inverse @ (signs.T * weights[inside])
        fitted = special.expit(signs @ found)
        between = (
            np.diag(fitted * (1 - fitted) / weights[inside])
            if spread is None
            else spread[np.ix_(inside, inside)]
        )
        variance = np.einsum("ij,jk,ik->i", pull, between, pull)
        value[on_scale], error[on_scale] = found, np.sqrt(np.maximum(variance, 0.0))
    low, high = np.full(players, -np.inf), np.full(players, np.inf)
    low[on_scale] = value[on_scale] - z * error[on_scale]
    high[on_scale] = value[on_scale] + z * error[on_scale]
    return Strengths(Estimate(value, error, low, high, level), on_scale)


def _checked(
    pairs: npt.ArrayLike, rates: npt.ArrayLike, games: npt.ArrayLike
) -> tuple[npt.NDArray[np.int64], FloatArray, FloatArray]:
    ends = np.asarray(pairs, dtype=np.int64)
    won = as_probabilities(rates, "Win rates")
    played = as_finite(games, "Games")
    if won.ndim != 1 or ends.shape != (won.size, 2) or played.shape not in ((), won.shape):
        raise InvalidInput("Strengths need two players, one win rate and one number of games each.")
    if won.size == 0 or ends.min() < 0 or (ends[:, 0] == ends[:, 1]).any():
        raise InvalidInput("Strengths need at least one pair of two different players.")
    if (played <= 0).any():
        raise InvalidInput("The games of a pair must be above 0.")
    return ends, won, np.broadcast_to(played, won.shape)


def _signs(ends: npt.NDArray[np.int64], players: int) -> FloatArray:
    """Return +1 for a pair's first player, −1 for its second: float64 [n_pairs, n_players]."""
    signs = np.zeros((len(ends), players))
    rows = np.arange(len(ends))
    signs[rows, ends[:, 0]], signs[rows, ends[:, 1]] = 1.0, -1.0
    return signs


def _scale(
    ends: npt.NDArray[np.int64], rates: FloatArray, players: int
) -> tuple[npt.NDArray[np.bool_], FloatArray]:
    """Return who is on the scale, and the strengths of those who are not (0 for those who are)."""
    beat = np.zeros((players, players), bool)
    beat[ends[:, 0], ends[:, 1]] = rates > 0
    beat[ends[:, 1], ends[:, 0]] = rates < 1
    _, group = sparse.csgraph.connected_components(beat, connection="strong")
    sizes = np.bincount(group)
    if sizes.max() < 2:
        return np.zeros(players, bool), np.full(players, np.nan)
    on_scale: npt.NDArray[Any] = group == sizes.argmax()
    member = int(on_scale.argmax())
    below, above = _reachable(beat, member), _reachable(beat.T, member)
    beyond = np.select([on_scale, below, above], [0.0, -np.inf, np.inf], np.nan)
    return on_scale, beyond


def _reachable(graph: npt.NDArray[np.bool_], start: int) -> npt.NDArray[np.bool_]:
    reached = np.zeros(len(graph), bool)
    reached[sparse.csgraph.breadth_first_order(graph, start, return_predecessors=False)] = True
    return reached


def _maximise(
    signs: FloatArray, rates: FloatArray, weights: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return the strengths, of mean 0, and the inverse of the information about them."""
    players = signs.shape[1]
    strengths = np.zeros(players)
    for _ in range(_MOST_STEPS):
        fitted = special.expit(signs @ strengths)
        information = (signs.T * (weights * fitted * (1 - fitted))) @ signs
        # A shift of all strengths changes nothing: curvature in that direction keeps the mean 0.
        information += information.trace() / players**2
        step = np.linalg.solve(information, signs.T @ (weights * (rates - fitted)))
        reach = float(np.abs(signs @ step).max())
        strengths += step * (np.log1p(reach) / reach if reach > 0 else 1.0)
        if reach < _SMALL:
            break
    return strengths, np.linalg.inv(information)
