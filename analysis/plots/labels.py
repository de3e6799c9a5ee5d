"""What figures write beside and on what they draw."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

import numpy as np
import pandas as pd

from analysis.statistics import Estimate, decimals_to_show
from analysis.statistics.estimate import two_sided_z

#: Who moves first, in every comparison of this project.
SEAT_POLICY = "half in each seat order"


def common_decimals(frame: pd.DataFrame) -> int:
    """Return the decimals of a percentage that the least certain row of the frame leaves.

    Rows have ``standard_error, low, high, level``; where a standard error is 0, as when every game
    was won, the interval says how well the rate is known.
    """
    reach = (frame["high"] - frame["low"]) / (2 * two_sided_z(float(frame["level"].iloc[0])))
    worst = 100 * float(np.maximum(frame["standard_error"], reach).max())
    return max(0, decimals_to_show(worst)) if worst > 0 else 2


def percentages(rates: Sequence[float] | pd.Series, decimals: int) -> list[str]:
    """Return rates as percentages without the sign; no "-0.0"."""
    return [f"{round(100 * rate, decimals) + 0.0:.{decimals}f}" for rate in rates]


def estimate_of(row: pd.Series) -> Estimate[float]:
    """Return a row's win rate as an estimate."""
    return Estimate(
        float(row["win_rate"]),
        float(row["standard_error"]),
        float(row["low"]),
        float(row["high"]),
        float(row["level"]),
    )


def number(value: float | str) -> str:
    """Return a parameter's value as its rule would have it: 3, 0.25, Gold."""
    return value if isinstance(value, str) else f"{value:.12g}"


def point(row: pd.Series, parameters: Sequence[str]) -> str:
    """Return the parameters of a row, as ``duchy = 5, estate = 2``."""
    return ", ".join(f"{name} = {number(row[name])}" for name in parameters)


def shortened(name: str, limit: int) -> str:
    """Return the name on one line, cut to `limit` characters; dollar signs are no mathematics."""
    line = " ".join(name.split())
    line = line if len(line) <= limit else line[: limit - 1].rstrip() + "…"
    return line.replace("$", r"\$")


def wrapped(name: str, width: int, lines: int = 2) -> str:
    """Return the name broken into at most `lines` lines of `width` characters."""
    return "\n".join(
        textwrap.wrap(shortened(name, width * lines), width, max_lines=lines, placeholder="…")
    )
