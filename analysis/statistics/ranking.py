"""A ranking that says what it does not know: possible ranks, and groups in a settled order."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import special

from analysis.statistics.checks import as_finite, check_level
from analysis.statistics.estimate import FloatArray, IntArray, ratio
from analysis.statistics.multiple import holm
from fastsim.text.equality import ByValue
from fastsim.text.errors import InvalidInput
from fastsim.text.shown import brief


@dataclass(frozen=True, slots=True, eq=False)
class Ranking(ByValue):
    """The order of several estimates, the highest first, as far as it is known.

    Parameters
    ----------
    order : int64 [n]
        Indices by estimate, the highest first; equals in the order given.
    p_values : float64 [n, n]
        Adjusted p-value of "i is not above j"; 1 on the diagonal.
    above : bool [n, n]
        Whether i is shown to be above j.
    best_rank, worst_rank : int64 [n]
        The ranks, from 1, that i may truly have.
    groups : tuple of tuple of int
        Indices from the top: each of a group is shown to be above each of all later groups.
    level : float
        Probability with which *all* that is shown is true.
    """

    order: IntArray
    p_values: FloatArray
    above: npt.NDArray[np.bool_]
    best_rank: IntArray
    worst_rank: IntArray
    groups: tuple[tuple[int, ...], ...]
    level: float

    __repr__ = brief


def rank(estimates: npt.ArrayLike, covariance: npt.ArrayLike, *, level: float = 0.95) -> Ranking:
    """Rank estimates whose errors are correlated.

    Parameters
    ----------
    estimates : float64 [n]
        At least one.
    covariance : float64 [n, n]
        Of the estimates.
    level : float
        In (0, 1).

    Returns
    -------
    Ranking
        Order, comparisons, ranks and groups.

    Raises
    ------
    InvalidInput
        When the shapes do not fit, or the level is outside (0, 1).

    Notes
    -----
    Guarantee: with probability at least `level` every statement "i is above j" is true, hence all
    true ranks are within their bounds (whichever way ties are ranked) and every group is truly
    above the next. It rests on differences being normal with the given covariance. Within
    a group the order is *not* shown to be settled as a whole; single comparisons in it may be, and
    `above` has them. Groups are cut where everything before is shown to be above everything after,
    which is more than neighbours that differ: neighbours in the ranking are picked by the same
    luck that made them neighbours.

    Each ordered pair is a one-sided comparison, and Holm's procedure runs over all n(n − 1) of
    them, so that a wrong direction is an error like any other.

    References
    ----------
    Holm (1979), Scandinavian J. Statistics 6, 65-70. Mohamad, Goeman & van Zwet (2022), Biometrics
    78, 700-711 (ranks from pairwise comparisons).
    """
    alpha = 1 - check_level(level)
    values, spread = as_finite(estimates, "Estimates"), as_finite(covariance, "Covariances")
    n = values.size
    if values.ndim != 1 or n == 0 or spread.shape != (n, n):
        raise InvalidInput(f"A ranking of {n} needs {n} × {n} covariances, not {spread.shape}.")
    p_values = holm_directions(special.ndtr(-_deviations(values, spread)))
    above = p_values <= alpha
    order = np.argsort(-values, kind="stable")
    return Ranking(
        order,
        p_values,
        above,
        1 + above.sum(axis=0),
        n - above.sum(axis=1),
        _groups(order, above),
        level,
    )


def holm_directions(p_values: npt.ArrayLike) -> FloatArray:
    """Adjust one-sided p-values of all ordered pairs, as one family.

    Parameters
    ----------
    p_values : float64 [n, n]
        Of "i is not above j". The diagonal is left out.

    Returns
    -------
    float64 [n, n]
        Adjusted p-values; 1 on the diagonal. Rejecting those ≤ α makes any false statement, one in
        the wrong direction included, with probability ≤ α.

    Raises
    ------
    InvalidInput
        When one lies outside [0, 1].
    """
    p = np.asarray(p_values, dtype=np.float64)
    others = ~np.eye(len(p), dtype=bool)
    adjusted = np.ones_like(p)
    adjusted[others] = holm(p[others])
    return adjusted


def _deviations(values: FloatArray, spread: FloatArray) -> FloatArray:
    """Return by how many standard errors i lies above j."""
    scale = np.add.outer(spread.diagonal(), spread.diagonal())
    variance = scale - spread - spread.T
    # Two that fared alike in every game differ by rounding only.
    alike = variance <= 1e-12 * scale
    gaps = np.subtract.outer(values, values)
    gaps[alike & (np.abs(gaps) < 1e-9)] = 0.0
    return ratio(gaps, np.sqrt(np.where(alike, 0.0, variance)))


def _groups(order: IntArray, above: npt.NDArray[np.bool_]) -> tuple[tuple[int, ...], ...]:
    ranked = above[np.ix_(order, order)]
    cuts = [k for k in range(1, len(order)) if ranked[:k, k:].all()]
    return tuple(tuple(part.tolist()) for part in np.split(order, cuts))
