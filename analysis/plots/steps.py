"""Distributions of whole numbers, as outlines of bars one unit wide."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from numpy.typing import NDArray

from fastsim.text.errors import InvalidInput


def chosen(frame: pd.DataFrame, quantity: str) -> pd.DataFrame:
    """Return the rows of a `distribution_frame` for one quantity.

    Raises
    ------
    InvalidInput
        When there are none.
    """
    rows = frame[frame["quantity"] == quantity]
    if rows.empty:
        raise InvalidInput(f"the frame has no distribution of {quantity}")
    return rows


def rules_in_order(frame: pd.DataFrame) -> list[str]:
    """Return the names of rule a and, unless it plays itself, rule b."""
    return list(dict.fromkeys(frame["first"]))


def shares(rows: pd.DataFrame) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return every value between the lowest and the highest, and its share, 0 where unseen."""
    lowest, highest = int(rows["value"].min()), int(rows["value"].max())
    values = np.arange(lowest, highest + 1)
    share = np.zeros(len(values))
    np.add.at(share, rows["value"].to_numpy() - lowest, rows["share"].to_numpy())
    return values, share


def mean_of(rows: pd.DataFrame) -> float:
    """Return the mean value of one distribution."""
    return float((rows["value"] * rows["games"]).sum() / rows["games"].sum())


def draw_steps(
    ax: Axes, rows: pd.DataFrame, colour: str, *, fill: float = 0.0, **line: Any
) -> Artist:
    """Draw one distribution in percent, and return its line."""
    values, share = shares(rows)
    edges = np.concatenate([values - 0.5, [values[-1] + 0.5]])
    if fill:
        ax.stairs(100 * share, edges, fill=True, color=colour, alpha=fill, linewidth=0)
    return ax.stairs(100 * share, edges, color=colour, **{"linewidth": 1.5, **line})


def trim(ax: Axes, *parts: pd.DataFrame, tail: float = 5e-4) -> None:
    """Show the values that hold all but a `tail` of every distribution at either end."""
    lows, highs = [], []
    for rows in parts:
        values, share = shares(rows)
        below = np.cumsum(share)
        first, last = np.searchsorted(below, [tail, 1 - tail])
        lows.append(int(values[first]))
        highs.append(int(values[min(int(last), len(values) - 1)]))
    ax.set_xlim(min(lows) - 1, max(highs) + 1)
