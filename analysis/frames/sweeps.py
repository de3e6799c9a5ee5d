"""Sweeps as frames: one row a cell."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np
import pandas as pd

from analysis.statistics import (
    ScoreSums,
    balanced_win_rate,
    balanced_win_rate_p_value,
    win_rate,
)
from analysis.statistics.estimate import FloatArray, IntArray
from analysis.sweep import Axis, CellCounts, Sweep

#: The columns of `sweep_frame` beside those of the parameters.
SWEEP_COLUMNS: Final[Mapping[str, str]] = {
    "against": "name of the rule, or template of rules, that every cell plays against",
    "games": "games of the cell, half with the cell's rule moving first, half with it second",
    "win_rate": "share of games that the cell's rule won; a shared victory is half a win",
    "standard_error": "standard error of win_rate",
    "low": "lower end of win_rate's interval",
    "high": "upper end of win_rate's interval",
    "level": "level of the interval, and of the set of cells that may be best",
    "p_value": "two-sided p-value of win_rate against 0.5, for this cell alone",
    "win_rate_first": "win rate of the games in which the cell's rule moved first",
    "win_rate_second": "win rate of the games in which it moved second",
    "wins": "games that the cell's rule won alone",
    "losses": "games that its opponent won alone",
    "shared": "games whose victory was shared",
    "undecided": "whether the interval holds 0.5",
    "best": "whether this cell has the highest win rate; when refined, of the cells in play last",
    "may_be_best": "whether this cell cannot be told from the best one at the level",
    "shortfall": "win rate of the best cell less this one, over the games that both played",
}


def sweep_frame(sweep: Sweep) -> pd.DataFrame:
    """Return one row a cell.

    Returns
    -------
    DataFrame
        One column a parameter (int64, float64 when a value is no whole number), then those of
        `SWEEP_COLUMNS`: ``against`` (str); ``games, wins, losses, shared`` (int64); ``undecided,
        best, may_be_best`` (bool); the others float64. A parameter of the same name as one of
        those has a column named with its braces, as in ``{games}``.
    """
    best = sweep.best()
    columns: dict[str, Any] = dict(_parameter_columns(sweep.axes))
    columns["against"] = sweep.against.name
    columns |= _win_rates(sweep.counts, sweep.level, sweep.looks)
    columns["undecided"] = (columns["low"] <= 0.5) & (columns["high"] >= 0.5)
    columns["best"] = np.arange(len(best.members)) == best.best
    columns["may_be_best"] = best.members
    columns["shortfall"] = best.shortfall
    return pd.DataFrame(columns)


def _parameter_columns(axes: Sequence[Axis]) -> Iterator[tuple[str, FloatArray | IntArray]]:
    """Yield the values of each parameter, in row-major order of the cells."""
    inside = math.prod(len(axis.values) for axis in axes)
    outside = 1
    for axis in axes:
        inside //= len(axis.values)
        whole = all(isinstance(value, int) for value in axis.values)
        values = np.array([*map(int if whole else float, axis.values)])
        yield parameter_column(axis.parameter), np.tile(np.repeat(values, inside), outside)
        outside *= len(axis.values)


def _win_rates(counts: CellCounts, level: float, looks: int) -> dict[str, Any]:
    """Return the win rates of all cells and what goes with them, as `win_rate_row` has one's."""
    games = counts.games
    first, second = _scores(counts.a_first, 1), _scores(counts.b_first, 2)
    products = counts.order_products / 4
    at = 1 - (1 - level) / looks
    rate = balanced_win_rate(first, second, products=products, level=at)
    p_value = balanced_win_rate_p_value(first, second, products=products)
    return {
        "games": 2 * games,
        "win_rate": rate.value,
        "standard_error": rate.standard_error,
        "low": rate.low,
        "high": rate.high,
        "level": level,
        "p_value": np.minimum(1.0, looks * p_value),
        "win_rate_first": win_rate(first, level=at).value,
        "win_rate_second": win_rate(second, level=at).value,
        "wins": counts.a_first[:, 1] + counts.b_first[:, 2],
        "losses": counts.a_first[:, 2] + counts.b_first[:, 1],
        "shared": counts.a_first[:, 3] + counts.b_first[:, 3],
    }


def _scores(outcomes: IntArray, alone: int) -> ScoreSums[FloatArray]:
    """Return the scores of who won alone where the winners are `alone`, in games of two."""
    return ScoreSums.from_counts(outcomes[:, alone], outcomes[:, 3], outcomes[:, 3 - alone])


def parameter_column(parameter: str) -> str:
    """Return the name of a parameter's column in `sweep_frame`."""
    return f"{{{parameter}}}" if parameter in SWEEP_COLUMNS else parameter


def parameter_columns(frame: pd.DataFrame) -> list[str]:
    """Return the columns of a `sweep_frame` that hold parameters, in order."""
    return [name for name in frame.columns if name not in SWEEP_COLUMNS]
