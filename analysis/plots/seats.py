"""Win rates by rule and seat at tables of several players."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from analysis.plots.labels import common_decimals, percentages, wrapped
from analysis.plots.style import (
    BLUE,
    GREY,
    INK,
    ORANGE,
    PAPER,
    SOFT_INK,
    dress,
    headline,
    legend_below,
    new_axes,
    styled,
)

#: Marks of the seats, from the first to move on.
_MARKS = ("o", "s", "D", "^", "v", "P")


@styled
def seats(
    frame: pd.DataFrame,
    ranking: pd.DataFrame,
    ax: Axes | None = None,
    *,
    title: str | None = None,
) -> Axes:
    """Draw each rule's win rate with its interval, and small beneath it that of every seat.

    Blue wins more than an equal share, orange less, hollow grey neither for certain. The line of
    all rules together shows what the seats are worth.

    Parameters
    ----------
    frame : DataFrame
        Of `seat_frame`.
    ranking : DataFrame
        Of `lineup_ranking_frame`, of the same results.
    ax : Axes, optional
        Where to draw; a new figure of fitting height when not given.
    title : str, optional

    Returns
    -------
    Axes
    """
    players = int(frame["seat"].max())
    share = 100 / players
    several = len(ranking) > 1
    ax = dress(ax or new_axes(height=2.1 + 0.5 * (len(ranking) + 1)), grid="x")
    ax.axvline(share, color=INK, linewidth=1.0, zorder=1)
    texts = percentages(ranking["win_rate"], common_decimals(ranking))
    names = []
    for place, (row, text) in enumerate(zip(ranking.to_dict("records"), texts, strict=True)):
        low, rate, high = (100 * row[name] for name in ("low", "win_rate", "high"))
        sure = low > share or high < share
        colour = GREY if not sure else BLUE if rate > share else ORANGE
        ax.plot([low, high], [place, place], color=colour, linewidth=2.6, zorder=4)
        ax.plot(
            [rate], [place], "o", color=colour, markersize=7, zorder=5,
            markerfacecolor=colour if sure else PAPER,
        )  # fmt: skip
        ax.annotate(
            text, (rate, place), (0, 6), textcoords="offset points", ha="center", va="bottom",
            fontsize=8.5, color=INK,
        )  # fmt: skip
        _by_seat(ax, frame[frame["rule"] == row["rule"]], place + 0.3)
        names.append(wrapped(row["rule"], 30))
    if several:
        _by_seat(ax, frame[frame["rule"] == ""], len(ranking))
        names.append("all rules")
    ax.set_yticks(range(len(names)), names)
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(len(names) - 0.45, -0.65)
    ax.margins(x=0.06)
    ax.xaxis.set_major_locator(MaxNLocator(nbins=10))
    ax.set_xlabel("Win rate (%)", color=SOFT_INK)
    level = 100 * float(frame["level"].iloc[0])
    headline(
        ax,
        title or f"Win rates at tables of {players}",
        f"Lines are {level:g} % intervals; small marks are the rule's win rate in each seat.\n"
        f"The upright line is an equal share, {share:.3g} %.",
    )
    marks = [
        Line2D([], [], linestyle="", marker=_MARKS[seat], markersize=5, color=SOFT_INK,
               markerfacecolor=PAPER)
        for seat in range(players)
    ]  # fmt: skip
    legend_below(ax, marks, [f"seat {seat + 1}" for seat in range(players)])
    return ax


def _by_seat(ax: Axes, rows: pd.DataFrame, height: float) -> None:
    """Draw the win rates of one rule in each seat, at a height."""
    rates = 100 * rows["win_rate"].to_numpy()
    ax.plot([rates.min(), rates.max()], [height, height], color=GREY, linewidth=0.8, zorder=2)
    for seat, rate, low, high in zip(
        rows["seat"], rates, 100 * rows["low"], 100 * rows["high"], strict=True
    ):
        ax.plot([low, high], [height, height], color=GREY, linewidth=2.0, alpha=0.45, zorder=2)
        ax.plot(
            [rate], [height], _MARKS[int(np.asarray(seat)) - 1], color=SOFT_INK, markersize=4.6,
            markerfacecolor=PAPER, zorder=3,
        )  # fmt: skip
