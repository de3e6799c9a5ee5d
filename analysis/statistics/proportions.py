"""Intervals for a proportion: counts of games that did, out of games played."""

from __future__ import annotations

from typing import Any, overload

import numpy as np
import numpy.typing as npt
from scipy import stats

from analysis.statistics.checks import as_counts, check_level
from analysis.statistics.estimate import Estimate, FloatArray, IntArray, as_number, two_sided_z
from fastsim.text.errors import InvalidInput


@overload
def wilson(successes: int, games: int, *, level: float = ...) -> Estimate[float]: ...
@overload
def wilson(
    successes: IntArray, games: int | IntArray, *, level: float = ...
) -> Estimate[FloatArray]: ...
@overload
def wilson(successes: int, games: IntArray, *, level: float = ...) -> Estimate[FloatArray]: ...
def wilson(
    successes: int | IntArray, games: int | IntArray, *, level: float = 0.95
) -> Estimate[Any]:
    """Estimate proportions with Wilson's score interval.

    Parameters
    ----------
    successes, games : int or integer array
        Counts, broadcast against each other.
    level : float
        In (0, 1).

    Returns
    -------
    Estimate
        Proportions in [0, 1]; floats for two ints, else float64 arrays of the broadcast shape.

    Raises
    ------
    InvalidInput
        When there are no games, a count is negative or not an integer, there are more successes
        than games, or the level is outside (0, 1).

    Notes
    -----
    The interval holds every p whose score test is not rejected. Its coverage swings around the
    level, by less than a point from some fifty games on unless p is within a few games of 0 or 1;
    it is not a lower bound on the coverage. `clopper_pearson` is.

    References
    ----------
    Wilson (1927), JASA 22, 209-212. Newcombe (1998), Statistics in Medicine 17, 857-872.
    """
    z = two_sided_z(level)
    k, n = _checked(successes, games)
    rate = k / n
    low, high = score_bounds(rate, n, z)
    return Estimate(
        as_number(rate),
        as_number(np.sqrt(rate * (1 - rate) / n)),
        as_number(low),
        as_number(high),
        level,
    )


@overload
def clopper_pearson(successes: int, games: int, *, level: float = ...) -> Estimate[float]: ...
@overload
def clopper_pearson(
    successes: IntArray, games: int | IntArray, *, level: float = ...
) -> Estimate[FloatArray]: ...
@overload
def clopper_pearson(
    successes: int, games: IntArray, *, level: float = ...
) -> Estimate[FloatArray]: ...
def clopper_pearson(
    successes: int | IntArray, games: int | IntArray, *, level: float = 0.95
) -> Estimate[Any]:
    """Estimate proportions with the exact interval of Clopper and Pearson.

    Parameters
    ----------
    successes, games : int or integer array
        Counts, broadcast against each other.
    level : float
        In (0, 1).

    Returns
    -------
    Estimate
        Proportions in [0, 1]; floats for two ints, else float64 arrays of the broadcast shape.

    Raises
    ------
    InvalidInput
        As `wilson`.

    Notes
    -----
    Coverage is at least `level` for every p and every number of games; it is wider than need be,
    the more so the fewer the games.

    References
    ----------
    Clopper & Pearson (1934), Biometrika 26, 404-413.
    """
    tail = (1 - check_level(level)) / 2
    k, n = _checked(successes, games)
    rate = k / n
    low = np.where(k == 0, 0.0, stats.beta.ppf(tail, np.maximum(k, 1), n - k + 1))
    high = np.where(k == n, 1.0, stats.beta.isf(tail, k + 1, np.maximum(n - k, 1)))
    return Estimate(
        as_number(rate),
        as_number(np.sqrt(rate * (1 - rate) / n)),
        as_number(low),
        as_number(high),
        level,
    )


def score_bounds(
    rate: npt.ArrayLike, games: npt.ArrayLike, z: float
) -> tuple[FloatArray, FloatArray]:
    """Return both ends of Wilson's interval for rates seen in so many games, whole or not."""
    p, n = np.asarray(rate, dtype=np.float64), np.asarray(games, dtype=np.float64)
    centre = p + z * z / (2 * n)
    reach = z * np.sqrt(p * (1 - p) / n + (z / (2 * n)) ** 2)
    scale = 1 + z * z / n
    # Rounding must not push an end past the estimate, nor leave 1e-17 where 0 is meant.
    return np.clip((centre - reach) / scale, 0.0, p), np.clip((centre + reach) / scale, p, 1.0)


def _checked(successes: int | IntArray, games: int | IntArray) -> tuple[FloatArray, FloatArray]:
    n = as_counts(games, "games", least=1)
    k = as_counts(successes, "successes")
    if (k > n).any():
        raise InvalidInput(
            "There are more successes than games.", "Are the two arguments the wrong way round?"
        )
    return k, n
