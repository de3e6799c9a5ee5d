"""Win rate along one parameter of a rule."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator
from pandas.api.types import is_numeric_dtype

from analysis.frames import LINE_COLUMNS, parameter_columns
from analysis.plots.heatmap import best_cell, sweep_subtitle
from analysis.plots.labels import number
from analysis.plots.style import (
    BLUE,
    GREY,
    INK,
    PAPER,
    dress,
    headline,
    legend_below,
    new_axes,
    styled,
)
from fastsim.text.errors import InvalidInput


@styled
def profile(
    frame: pd.DataFrame,
    ax: Axes | None = None,
    *,
    x: str | None = None,
    title: str | None = None,
) -> Axes:
    """Draw the win rate of a sweep over one parameter, with its intervals.

    Points whose interval holds 50 % are hollow; the best one is ringed. Numbers are joined by a
    line, with the intervals as a band; cards and orders stand apart, with bars.

    Parameters
    ----------
    frame : DataFrame
        Of `sweep_frame` or `line_frame`.
    ax : Axes, optional
        Where to draw; a new figure when not given.
    x : str, optional
        The parameter, when the frame has several that are constant but for one.
    title : str, optional
        In place of the one that names the best value.

    Returns
    -------
    Axes

    Raises
    ------
    InvalidInput
        When the frame has no such parameter, or several rows for one of its values.
    """
    names = [name for name in parameter_columns(frame) if name not in LINE_COLUMNS]
    x = x or next((name for name in names if frame[name].nunique() > 1), names[0])
    if x not in names:
        raise InvalidInput(f"the sweep has no parameter {x!r}", f"It has: {', '.join(names)}.")
    if frame[x].duplicated().any():
        others = ", ".join(name for name in names if name != x)
        raise InvalidInput(
            f"the sweep has several rows for one value of {x}",
            f"Choose one value of {others} first, or draw a map." if others else None,
        )
    is_numeric = is_numeric_dtype(frame[x])
    frame = frame.sort_values(x) if is_numeric else frame
    ax = dress(ax or new_axes(height=3.8), grid="y")
    values = frame[x].to_numpy() if is_numeric else np.arange(len(frame))
    rates = 100 * frame["win_rate"].to_numpy()
    ax.axhline(50, color=GREY, linewidth=1.0, zorder=1)
    low, high = 100 * frame["low"], 100 * frame["high"]
    if is_numeric:
        ax.fill_between(values, low, high, color=BLUE, alpha=0.2, linewidth=0)
        ax.plot(values, rates, color=BLUE, linewidth=1.6, zorder=3)
    else:
        ax.vlines(values, low, high, color=BLUE, linewidth=1.6, zorder=3)
        ax.margins(x=0.15)
    marks, labels = [], []
    level = f"{100 * float(frame['level'].iloc[0]):g} %"
    for hollow, text in (
        (False, f"win rate, with {level} interval"),
        (True, f"{level} interval holds 50 %"),
    ):
        chosen = frame["undecided"].to_numpy() == hollow
        if not chosen.any():
            continue
        marks += ax.plot(
            values[chosen], rates[chosen], "o", color=BLUE, markersize=5.5, zorder=4,
            markerfacecolor=PAPER if hollow else BLUE,
        )  # fmt: skip
        labels.append(text)
    best = frame["best"].to_numpy()
    marks += ax.plot(
        values[best], rates[best], "o", markersize=11, markerfacecolor="none",
        markeredgecolor=INK, markeredgewidth=1.4, zorder=5,
    )  # fmt: skip
    labels.append("best")
    if len(values) <= 25:
        texts = [number(value) for value in frame[x]]
        ax.set_xticks(values, texts)
        if sum(map(len, texts)) > 80:
            ax.tick_params(axis="x", labelsize=7)
    else:
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_xlabel(x)
    ax.set_ylabel("Win rate (%)")
    headline(ax, title or best_cell(frame, [x]), sweep_subtitle(frame))
    legend_below(ax, marks, labels)
    return ax
