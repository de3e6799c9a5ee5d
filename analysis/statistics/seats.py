"""Two players in both seat orders: the combined win rate, and what the first turn is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

import numpy as np

from analysis.statistics.checks import as_finite, as_reference
from analysis.statistics.combination import combine
from analysis.statistics.estimate import (
    Estimate,
    FloatArray,
    Number,
    as_number,
    ratio,
    two_sided_p,
)
from analysis.statistics.scores import ScoreSums, win_rate
from fastsim.text.equality import ByValue
from fastsim.text.errors import InvalidInput
from fastsim.text.shown import brief


@dataclass(frozen=True, slots=True, eq=False)
class FirstPlayerEffect(ByValue, Generic[Number]):
    """What moving first is worth in one matchup.

    Parameters
    ----------
    effect : Estimate
        A player's win rate when moving first minus the same player's when moving second, in
        [−1, 1]. It is the same for both players of a matchup.
    first_mover : Estimate
        Win rate of whoever moves first, over both orders: (1 + effect) / 2.
    p_value : float or float64 array
        Two-sided, against the hypothesis that the order makes no difference.
    """

    effect: Estimate[Number]
    first_mover: Estimate[Number]
    p_value: Number

    __repr__ = brief


def balanced_win_rate(
    first: ScoreSums[Number],
    second: ScoreSums[Number],
    *,
    products: Number | None = None,
    level: float = 0.95,
) -> Estimate[Number]:
    """Estimate a player's win rate over both seat orders, half the games in each.

    Parameters
    ----------
    first, second : ScoreSums
        The player's scores in the games where it moved first and second: as many of each.
    products : float or float64 array, optional
        Sum over game indices of score when first × score when second, when game i of both orders
        drew from the same random stream. Without it the two orders are taken to be independent.
    level : float
        In (0, 1).

    Returns
    -------
    Estimate
        Mean of the two rates, in [0, 1].

    Raises
    ------
    InvalidInput
        When the orders have different numbers of games, `products` contradicts the sums, or the
        level is outside (0, 1).

    Notes
    -----
    Seats are strata of fixed size, so the standard error comes from the variance *within* each
    order; it is smaller than that of games with seats drawn at random whenever the order matters.
    The interval joins the two `win_rate` intervals by `combine`.

    Games that share their random stream between the orders are not independent: luck that comes
    with a seat helps the player in one order and the opponent in the other. The combined rate is
    then more exact than independence says, and the first-player effect *less*: give `products`.
    """
    correlation = _correlation(first, second, products)
    return combine(
        win_rate(first, level=level),
        win_rate(second, level=level),
        (0.5, 0.5),
        correlation=correlation,
    )


def balanced_win_rate_p_value(
    first: ScoreSums[Number],
    second: ScoreSums[Number],
    *,
    products: Number | None = None,
    reference: float = 0.5,
) -> Number:
    """Return the two-sided p-value of a balanced win rate against a reference.

    Parameters
    ----------
    first, second, products
        As `balanced_win_rate`.
    reference : float
        Win rate under the hypothesis, in (0, 1).

    Returns
    -------
    float or float64 array
        p-values of a score test: the variance is taken at the hypothesis, with both rates moved
        by the same amount, so that winning every game does not make it 0.

    Raises
    ------
    InvalidInput
        As `balanced_win_rate`, or when the reference is outside (0, 1).
    """
    correlation = _correlation(first, second, products)
    excess = (first.mean + second.mean) / 2 - as_reference(reference)
    a = _error_at(first, np.asarray(first.mean - excess))
    b = _error_at(second, np.asarray(second.mean - excess))
    error = np.sqrt(np.maximum(a * a + b * b + 2 * correlation * a * b, 0.0)) / 2
    p: Number = as_number(two_sided_p(ratio(excess, error)))
    return p


def first_player_effect(
    first: ScoreSums[Number],
    second: ScoreSums[Number],
    *,
    products: Number | None = None,
    level: float = 0.95,
) -> FirstPlayerEffect[Number]:
    """Estimate what moving first is worth to the players of a matchup.

    Parameters
    ----------
    first, second, products
        As `balanced_win_rate`: either player's scores when moving first and second. Two players
        only, whose scores sum to 1 in every game.
    level : float
        In (0, 1), for each of the two intervals; they are one statement in two units.

    Returns
    -------
    FirstPlayerEffect
        Difference, first mover's win rate and p-value.

    Raises
    ------
    InvalidInput
        As `balanced_win_rate`.
    """
    correlation = _correlation(first, second, products)
    effect = combine(
        win_rate(first, level=level),
        win_rate(second, level=level),
        (1.0, -1.0),
        correlation=correlation,
    )
    first_mover = Estimate(
        (1 + effect.value) / 2,
        effect.standard_error / 2,
        (1 + effect.low) / 2,
        (1 + effect.high) / 2,
        level,
    )
    common = np.asarray((first.mean + second.mean) / 2)
    a, b = _error_at(first, common), _error_at(second, common)
    error = np.sqrt(np.maximum(a * a + b * b - 2 * correlation * a * b, 0.0))
    return FirstPlayerEffect(
        effect, first_mover, as_number(two_sided_p(ratio(effect.value, error)))
    )


def _error_at(scores: ScoreSums[Number], rate: FloatArray) -> FloatArray:
    """Return the standard error of a win rate, were the true one `rate`."""
    p = np.clip(rate, 0.0, 1.0)
    return np.asarray(np.sqrt(p * (1 - p) * scores.variance_ratio / scores.games))


def _correlation(
    first: ScoreSums[Number], second: ScoreSums[Number], products: Number | None
) -> FloatArray:
    n = np.asarray(first.games)
    if (n != second.games).any():
        raise InvalidInput(
            "A balanced win rate needs as many games in one seat order as in the other.",
            f"Got {first.games} and {second.games}.",
        )
    if products is None:
        return np.zeros(n.shape)
    covariance = as_finite(products, "Products") / n - np.asarray(first.mean) * second.mean
    scale = np.sqrt(np.asarray(first.variance) * second.variance)
    if (np.abs(covariance) > scale + 1e-9).any():
        raise InvalidInput(
            "The sum of products contradicts the scores.",
            "It is the sum over game indices of score when first × score when second.",
        )
    return np.clip(ratio(np.where(scale > 0, covariance, 0.0), scale), -1.0, 1.0)
