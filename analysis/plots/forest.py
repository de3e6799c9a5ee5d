"""Win rates of several matchups side by side, each with its interval."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from analysis.plots.labels import SEAT_POLICY, common_decimals, percentages, shortened, wrapped
from analysis.plots.style import (
    BLUE,
    GREY,
    INK,
    ORANGE,
    PAPER,
    dress,
    headline,
    legend_below,
    new_axes,
    styled,
)


@styled
def forest(frame: pd.DataFrame, ax: Axes | None = None, *, title: str | None = None) -> Axes:
    """Draw the win rate of rule a in each matchup against 50 %, the highest on top.

    Blue beats its opponent, orange loses to it, hollow grey is neither after correction for the
    number of matchups.

    Parameters
    ----------
    frame : DataFrame
        Of `comparison_frame`; usually the matchups against one opponent.
    ax : Axes, optional
        Where to draw; a new figure of fitting height when not given.
    title : str, optional

    Returns
    -------
    Axes
    """
    frame = frame.sort_values("win_rate", kind="stable")
    ax = dress(ax or new_axes(height=1.7 + 0.36 * len(frame)), grid="x")
    ax.axvline(50, color=INK, linewidth=1.0, zorder=1)
    texts = percentages(frame["win_rate"], common_decimals(frame))
    for place, (row, text) in enumerate(zip(frame.to_dict("records"), texts, strict=True)):
        colour = GREY if not row["significant"] else BLUE if row["win_rate"] > 0.5 else ORANGE
        low, rate, high = (100 * row[name] for name in ("low", "win_rate", "high"))
        ax.plot([50, rate], [place, place], color=colour, linewidth=1.0, alpha=0.35, zorder=2)
        ax.plot([low, high], [place, place], color=colour, linewidth=2.4, zorder=3)
        ax.plot(
            [rate], [place], "o", color=colour, markersize=6, zorder=4,
            markerfacecolor=colour if row["significant"] else PAPER,
        )  # fmt: skip
        right = rate >= 50
        ax.annotate(
            text, (rate, place), (9 if right else -9, 0), textcoords="offset points",
            ha="left" if right else "right", va="center", fontsize=8.5, color=INK,
        )  # fmt: skip
    one_opponent = frame["b"].nunique() == 1
    names = [
        wrapped(row["a"], 34) if one_opponent else wrapped(f"{row['a']} v {row['b']}", 40)
        for row in frame.to_dict("records")
    ]
    ax.set_yticks(range(len(frame)), names)
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(-0.6, len(frame) - 0.4)
    ax.margins(x=0.13)
    ax.xaxis.set_major_locator(MaxNLocator(nbins=10))
    against = f" against {shortened(str(frame['b'].iloc[0]), 40)}" if one_opponent else ""
    ax.set_xlabel(f"Win rate{against} (%)")
    level = 100 * float(frame["level"].iloc[0])
    games = frame["games"]
    each = (
        f"{games.min():,}" if games.min() == games.max() else f"{games.min():,} to {games.max():,}"
    )
    headline(
        ax,
        title or f"Win rates{against}",
        f"{each} games a matchup, {SEAT_POLICY}; lines are {level:g} % intervals",
    )
    if not frame["significant"].all():
        legend_below(
            ax,
            [Line2D([], [], marker="o", color=GREY, markerfacecolor=PAPER, linewidth=2.4)],
            [f"not significant at {100 - level:g} %, after Holm"],
        )
    return ax
