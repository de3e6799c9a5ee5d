"""Which cells cannot be told from the best one, and how much any cell may lose to it."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt
from scipy import special

from analysis.statistics.checks import as_counts, as_finite, check_level
from analysis.statistics.estimate import FloatArray, ratio
from fastsim.equality import ByValue
from fastsim.errors import InvalidInput
from fastsim.shown import brief


@dataclass(frozen=True, slots=True, eq=False)
class BestCells(ByValue):
    """The cells that may be the best, and bounds on what the others lose.

    Parameters
    ----------
    best : int
        Index of the highest estimate; the first of equals.
    members : bool [n_cells]
        The cells that cannot be told from the best.
    p_values : float64 [n_cells]
        Adjusted p-value of "this cell is the best"; members are those above 1 − level.
    shortfall : float64 [n_cells]
        Highest estimate minus this cell's, ≥ 0.
    loss_at_most : float64 [n_cells]
        Upper bound on how far the cell's true value lies below that of the true best, ≥ 0.
    level : float
        Probability with which the set holds the true best *and* every bound holds.
    """

    best: int
    members: npt.NDArray[np.bool_]
    p_values: FloatArray
    shortfall: FloatArray
    loss_at_most: FloatArray
    level: float

    __repr__ = brief


def mean_and_covariance(
    totals: npt.ArrayLike, products: npt.ArrayLike, games: int
) -> tuple[FloatArray, FloatArray]:
    """Return the means of all cells over common games, and the covariance of those means.

    Parameters
    ----------
    totals : float64 [n_cells]
        Sum of each cell's per-game score (or other quantity) x.
    products : float64 [n_cells, n_cells]
        Sum over games of x[i] × x[j]: `x.T @ x` for x [n_games, n_cells]; chunks add.
    games : int
        Number of common games, at least 2. When each index was played in both seat orders, a game
        is one index and x the mean over its two games.

    Returns
    -------
    means : float64 [n_cells]
    covariance : float64 [n_cells, n_cells]
        Of the means, not of single games.

    Raises
    ------
    InvalidInput
        When there are fewer than two games, or the shapes do not fit.
    """
    n = as_counts(games, "common games", least=2)
    sums, cross = as_finite(totals, "Totals"), as_finite(products, "Products")
    if sums.ndim != 1 or cross.shape != (sums.size, sums.size):
        raise InvalidInput(
            f"{sums.size} totals need {sums.size} × {sums.size} products, not {cross.shape}."
        )
    means = sums / n
    return means, (cross / n - np.outer(means, means)) / (n - 1)


def indistinguishable_from_best(
    estimates: npt.ArrayLike,
    covariance: npt.ArrayLike,
    *,
    level: float = 0.95,
    method: Literal["bonferroni", "maximum"] = "bonferroni",
    draws: int = 10_000,
    seed: int = 0,
    dependence: Literal["given", "any"] = "given",
) -> BestCells:
    """Find the set of cells that cannot be told from the best, the highest being best.

    Parameters
    ----------
    estimates : float64 [n_cells]
        One estimate a cell.
    covariance : float64 [n_cells, n_cells] or [n_cells]
        Covariance of the estimates (see `mean_and_covariance`); one-dimensional: the squared
        standard errors of cells that played games of their own.
    level : float
        In (0, 1).
    method : {"bonferroni", "maximum"}
        "bonferroni" asks nothing about how the cells depend on each other, and takes n_cells²
        steps. "maximum" finds the distribution of the largest of the correlated comparisons by
        simulation: a smaller set at the same level when neighbours play nearly alike, for
        draws × n_cells² steps; it needs the whole covariance.
    draws, seed : int
        Simulated comparisons of the "maximum" method, and the seed of their generator.
    dependence : {"given", "any"}
        "any" is for cells over common games of which only the squared standard errors are known:
        the error of a difference is taken for the sum of both, the most that it can be.

    Returns
    -------
    BestCells
        Set, p-values and bounds.

    Raises
    ------
    InvalidInput
        When there are no cells, the shapes do not fit, the covariance is not one, the method is
        unknown, or the level is outside (0, 1).

    Notes
    -----
    Guarantee: let t be a cell with the highest true value (any one of them, named beforehand, if
    several tie). With probability at least `level`, t is in the set and, at the same time, each
    cell's true value lies at most `loss_at_most` below t's. It rests on differences of estimates
    being normal with the given covariance, so on some hundreds of games a cell, and for
    "maximum" also on the covariance being known; "bonferroni" is conservative, "maximum" nearly
    exact when all cells are equal, both are conservative otherwise, and "any" dependence much more
    so: a difference's standard error is at most the sum of both cells' (Cauchy-Schwarz). The
    guarantee is not that *all* tied best cells are in the set, nor that the set's other members are
    nearly as good: for that read `loss_at_most`.

    Why: cell i is dropped when some cell j beats it by more than c_i standard errors of their
    difference. For i = t no cell is truly better, so t is dropped only if one of n_cells − 1
    comparisons errs by more than c_t; c_i is set so that this has probability ≤ 1 − level
    (Bonferroni, or the quantile of the maximum). When none errs, j is at least its estimated
    difference minus c_t standard errors below or above t, for every j; t is unknown, so the bound
    is the largest over the set. The critical value is that of a single step: lowering it as cells
    drop out would void the guarantee, since which cells drop out first depends on the same luck.

    References
    ----------
    Gupta (1965), Technometrics 7, 225-245 (subset selection). Hsu (1981), Annals of Statistics 9,
    1026-1034, and (1984), 12, 1136-1144 (multiple comparisons with the best).
    """
    alpha = 1 - check_level(level)
    means = as_finite(estimates, "Estimates")
    n = means.size
    if means.ndim != 1 or n == 0:
        raise InvalidInput(f"Estimates must be a list of one or more, not {means.shape}.")
    spread = _checked_covariance(covariance, n)
    if method not in ("bonferroni", "maximum"):
        raise InvalidInput(f"There is no method {method!r}.", "Choose bonferroni or maximum.")
    if dependence == "any":
        if spread.ndim != 1 or method != "bonferroni":
            raise InvalidInput(
                "Cells that depend on each other in any way have variances only.",
                "Give one a cell, and the method bonferroni.",
            )
        errors_of = functools.partial(_largest_errors, np.sqrt(spread))
    else:
        errors_of = functools.partial(_errors, spread)
    best = int(np.argmax(means))
    comparisons = max(n - 1, 1)
    if dependence == "any":
        worst = _largest_deficits(means, np.sqrt(spread))
    else:
        worst = np.array([_largest_deficit(means, errors_of(i), i) for i in range(n)])
    beaten = worst > 0
    p_values = np.where(beaten, np.minimum(comparisons * special.ndtr(-worst), 1.0), 1.0)
    critical = np.full(n, -special.ndtri(alpha / comparisons))
    if method == "maximum" and n > 1:
        if spread.ndim == 1:
            spread = np.diag(spread)
        # Cells that Bonferroni drops the maximum drops as well; their p-values are bounds.
        kept = np.flatnonzero(p_values > alpha).tolist()
        rank = min(int(np.ceil(level * (draws + 1))), draws) - 1
        noise = _normal_draws(spread, draws, seed)
        for i in kept:
            largest = _largest_noise(noise, spread, i)
            if beaten[i]:
                p_values[i] = (1 + np.count_nonzero(largest >= worst[i])) / (draws + 1)
            critical[i] = np.partition(largest, rank)[rank]
    members = p_values > alpha
    loss = np.zeros(n)
    least = np.flatnonzero(members)
    if dependence == "any":
        # every error is the sum of a cell's own: the same two members bound all cells
        least = least[np.argsort(means[least] + critical[least] * np.sqrt(spread[least]))[-2:]]
    for i in least.tolist():
        bound = means[i] - means + critical[i] * errors_of(i)
        bound[i] = 0.0
        np.maximum(loss, bound, out=loss)
    return BestCells(best, members, p_values, means[best] - means, loss, level)


def _checked_covariance(covariance: npt.ArrayLike, n: int) -> FloatArray:
    spread = as_finite(covariance, "Covariances")
    if spread.shape not in ((n,), (n, n)):
        raise InvalidInput(
            f"{n} estimates need {n} variances or {n} × {n} covariances, not {spread.shape}."
        )
    variances = spread if spread.ndim == 1 else spread.diagonal()
    if (variances < 0).any() or not np.allclose(spread, spread.T, atol=1e-9 * variances.max()):
        raise InvalidInput("This is not a covariance: variances ≥ 0, symmetric.")
    return spread


def _errors(spread: FloatArray, i: int) -> FloatArray:
    """Return the standard errors of the difference of each cell to cell i."""
    if spread.ndim == 1:
        variance = spread + spread[i]
        variance[i] = 0.0
        return np.asarray(np.sqrt(variance))
    scale = spread.diagonal() + spread[i, i]
    variance = scale - 2 * spread[i]
    # Cells that played alike in every game differ by rounding only.
    return np.asarray(np.sqrt(np.where(variance > 1e-12 * scale, variance, 0.0)))


def _largest_errors(errors: FloatArray, i: int) -> FloatArray:
    """Return the most that the standard errors of the difference to cell i can be."""
    sums = errors + errors[i]
    sums[i] = 0.0
    return np.asarray(sums)


def _largest_deficit(means: FloatArray, errors: FloatArray, i: int) -> float:
    """Return by how many standard errors cell i is beaten, where that is clearest."""
    return float(ratio(means - means[i], errors).max())


def _largest_deficits(means: FloatArray, errors: FloatArray) -> FloatArray:
    """Return `_largest_deficit` of every cell where errors of differences are sums of errors.

    That is the steepest line from the point (−error, mean) of a cell to a point (error, mean) of
    another: it touches the upper hull of these, on the side of the small errors.
    """
    worst = np.zeros(len(means))
    for j in _upper_left_hull(errors, means):
        np.maximum(worst, ratio(means[j] - means, errors[j] + errors), out=worst)
    return worst


def _upper_left_hull(x: FloatArray, y: FloatArray) -> list[int]:
    """Return the corners of the concave line above all points, up to the highest of them."""
    order = np.lexsort((-y, x))
    rising = np.maximum.accumulate(y[order])
    corners: list[int] = []
    # of equal points the first, and none that lies lower than one to the left of it
    for k in order[np.flatnonzero(np.diff(rising, prepend=-np.inf) > 0)].tolist():
        while len(corners) > 1:
            i, j = corners[-2:]
            if (y[j] - y[i]) * (x[k] - x[j]) > (y[k] - y[j]) * (x[j] - x[i]):
                break
            corners.pop()
        corners.append(k)
    return corners


def _normal_draws(spread: FloatArray, draws: int, seed: int) -> FloatArray:
    values, vectors = np.linalg.eigh(spread)
    if values[0] < -1e-8 * values[-1]:
        raise InvalidInput("This is not a covariance: it has a negative eigenvalue.")
    root = vectors * np.sqrt(np.maximum(values, 0.0))
    generator = np.random.default_rng(seed)
    return np.asarray(generator.standard_normal((draws, len(values))) @ root.T)


def _largest_noise(noise: FloatArray, spread: FloatArray, i: int) -> FloatArray:
    """Return for each draw how clearly some cell would beat cell i, were all equal."""
    errors = _errors(spread, i)
    others = errors > 0
    if not others.any():
        return np.zeros(len(noise))
    standardised = (noise[:, others] - noise[:, [i]]) / errors[others]
    return np.asarray(standardised.max(axis=1))
