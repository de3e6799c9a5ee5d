"""Sweeps as frames: one row a cell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pandas as pd

from analysis.frames.matchups import win_rate_row
from analysis.sweep import Sweep

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
    rows = []
    for index, point in enumerate(sweep.points):
        row: dict[str, Any] = {
            parameter_column(name): value if isinstance(value, int) else float(value)
            for name, value in point.items()
        }
        row["against"] = sweep.against.name
        row |= win_rate_row(sweep.cell(index))
        row["undecided"] = row["low"] <= 0.5 <= row["high"]
        row["best"] = index == best.best
        row["may_be_best"] = bool(best.members[index])
        row["shortfall"] = float(best.shortfall[index])
        rows.append(row)
    return pd.DataFrame(rows)


def parameter_column(parameter: str) -> str:
    """Return the name of a parameter's column in `sweep_frame`."""
    return f"{{{parameter}}}" if parameter in SWEEP_COLUMNS else parameter


def parameter_columns(frame: pd.DataFrame) -> list[str]:
    """Return the columns of a `sweep_frame` that hold parameters, in order."""
    return [name for name in frame.columns if name not in SWEEP_COLUMNS]
