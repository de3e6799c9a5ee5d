"""Equilibria of zero-sum matrix games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
from scipy import optimize

from analysis.statistics.checks import as_finite
from analysis.statistics.estimate import FloatArray
from fastsim.text.equality import ByValue
from fastsim.text.errors import InvalidInput
from fastsim.text.shown import brief

#: Smaller weights of a linear program's solution are rounding.
_NOTHING: Final = 1e-9
#: The tightest tolerance that HiGHS takes.
_TOLERANCE: Final = 1e-10


@dataclass(frozen=True, slots=True, eq=False)
class Equilibrium(ByValue):
    """A pair of mixtures of which neither can be answered better.

    Parameters
    ----------
    row, column : float64 [n_rows], [n_columns]
        Weights of the two mixtures, each summing to 1.
    value : float
        What the row player then gets on average.
    gap : float
        How much the best answer to either mixture gets more than the other mixture allows, both
        added up: 0 but for rounding.
    """

    row: FloatArray
    column: FloatArray
    value: float
    gap: float

    __repr__ = brief


def solve_zero_sum(payoff: npt.ArrayLike) -> Equilibrium:
    """Solve a zero-sum matrix game.

    Parameters
    ----------
    payoff : float64 [n_rows, n_columns]
        What the row player gets from the column player.

    Returns
    -------
    Equilibrium
        One of them where there are several; their value is the same.

    Raises
    ------
    InvalidInput
        When the payoff is no matrix of finite numbers.

    Notes
    -----
    One linear program for each player (HiGHS), over the payoff moved and scaled to [0, 1]; then the
    equations of the mixtures' supports are solved as they stand, and that solution is taken when
    it leaves a smaller gap than the program's tolerance did.

    References
    ----------
    von Neumann (1928), Mathematische Annalen 100, 295-320. Dantzig (1951), in Koopmans (ed.),
    Activity Analysis of Production and Allocation, 330-335.
    """
    matrix = as_finite(payoff, "Payoffs")
    if matrix.ndim != 2 or 0 in matrix.shape:
        raise InvalidInput(f"A payoff matrix has rows and columns, not the shape {matrix.shape}.")
    low, scale = float(matrix.min()), float(np.ptp(matrix)) or 1.0
    unit = (matrix - low) / scale
    row, column = _maximin(unit), _maximin(1 - unit.T)
    polished = _on_supports(unit, row, column)
    if polished is not None and _gap(unit, *polished) < _gap(unit, row, column):
        row, column = polished
    value = low + scale * float(row @ unit @ column)
    return Equilibrium(row, column, value, scale * _gap(unit, row, column))


def _maximin(payoff: FloatArray) -> FloatArray:
    """Return the row mixture whose worst column is best."""
    n, m = payoff.shape
    found = optimize.linprog(
        np.append(np.zeros(n), -1.0),
        A_ub=np.hstack([-payoff.T, np.ones((m, 1))]),
        b_ub=np.zeros(m),
        A_eq=np.append(np.ones(n), 0.0)[None, :],
        b_eq=[1.0],
        bounds=[(0, None)] * n + [(None, None)],
        method="highs",
        options={
            "primal_feasibility_tolerance": _TOLERANCE,
            "dual_feasibility_tolerance": _TOLERANCE,
        },
    )
    assert found.status == 0, found.message  # every matrix game has a solution
    return _mixture(found.x[:n])


def _mixture(weights: FloatArray) -> FloatArray:
    kept = np.where(weights > _NOTHING, weights, 0.0)
    return np.asarray(kept / kept.sum())


def _gap(payoff: FloatArray, row: FloatArray, column: FloatArray) -> float:
    return float((payoff @ column).max() - (row @ payoff).min())


def _on_supports(
    payoff: FloatArray, row: FloatArray, column: FloatArray
) -> tuple[FloatArray, FloatArray] | None:
    """Return the mixtures on these supports that leave each other nothing to choose, if any."""
    rows, columns = np.flatnonzero(row), np.flatnonzero(column)
    if len(rows) != len(columns):
        return None  # a degenerate game: the program's own solution stays
    block = payoff[np.ix_(rows, columns)]
    x, y = _indifferent(block.T), _indifferent(block)
    if x is None or y is None or min(x.min(), y.min()) < 0:
        return None
    full = np.zeros_like(row), np.zeros_like(column)
    full[0][rows], full[1][columns] = x, y
    return full


def _indifferent(block: FloatArray) -> FloatArray | None:
    """Return the weights, summing to 1, that make all rows of a square block worth the same."""
    n = len(block)
    equations = np.ones((n + 1, n + 1))
    equations[:n, :n], equations[:n, n], equations[n, n] = block, -1.0, 0.0
    try:
        return np.asarray(np.linalg.solve(equations, np.append(np.zeros(n), 1.0))[:n])
    except np.linalg.LinAlgError:
        return None
