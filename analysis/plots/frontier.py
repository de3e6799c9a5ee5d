"""How much a longer rule can win: the best rule of every length."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

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

#: Percentage points below what the result wins at which the axis ends.
_SHOWN = 10.0


@styled
def frontier(frame: pd.DataFrame, ax: Axes | None = None, *, title: str | None = None) -> Axes:
    """Draw win rate against length, of the panel and of the hardest given opponent.

    Rules far below the best are written at the lower edge.

    Parameters
    ----------
    frame : DataFrame
        Of `analysis.frames.frontier_frame` or `length_frame`.
    ax : Axes, optional
        Where to draw; a new figure when not given.
    title : str, optional
        In place of the one that names the result.

    Returns
    -------
    Axes
    """
    ax = dress(ax or new_axes(height=3.8), grid="y")
    result = frame[frame["result"]]
    floor = 100 * float(min(frame["win_rate"].max(), result["hardest_win_rate"].min())) - _SHOWN
    level = f"{100 * float(frame['level'].iloc[0]):g} %"
    ax.axhline(50, color=GREY, linewidth=1.0, zorder=1)
    hardest = ax.plot(
        frame["length"], 100 * frame["hardest_win_rate"], "s--", color=ORANGE, markersize=4,
        linewidth=1.2, zorder=2, drawstyle="steps-post",
    )  # fmt: skip
    near = frame[100 * frame["win_rate"] >= floor]
    ax.errorbar(
        near["length"], 100 * near["win_rate"],
        100 * (near[["low", "high"]].sub(near["win_rate"], axis=0)).abs().to_numpy().T,
        color=BLUE, linestyle="none", elinewidth=1.2, capsize=2, zorder=3,
    )  # fmt: skip
    panel = ax.plot(
        frame["length"], 100 * frame["win_rate"], "o-", color=BLUE, markersize=5, zorder=4,
        drawstyle="steps-post",
    )  # fmt: skip
    marks, labels = [*panel], [f"mean over the opponents, with {level} interval"]
    if "win_rate_when_chosen" in frame:
        marks += ax.plot(
            frame["length"], 100 * frame["win_rate_when_chosen"], "o", color=BLUE, markersize=8,
            markerfacecolor="none", markeredgewidth=0.8, zorder=4,
        )  # fmt: skip
        labels.append("the same, on the games that chose the rule")
    ring = ax.plot(
        result["length"], 100 * result["win_rate"], "o", markersize=13, markerfacecolor="none",
        markeredgecolor=INK, markeredgewidth=1.4, zorder=5,
    )  # fmt: skip
    top = 100 * float(frame[["win_rate", "hardest_win_rate"]].max().max())
    ax.set_ylim(floor, max(top, 50) + 1.5)
    for row in frame[100 * frame["win_rate"] < floor].to_dict("records"):
        ax.annotate(
            f"{100 * row['win_rate']:.0f} %", (row["length"], floor), (0, 4),
            textcoords="offset points", ha="center", fontsize=8, color=SOFT_INK,
            bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 0.5}, zorder=6,
        )  # fmt: skip
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_xlabel("Length: entries, conditions and other statements")
    ax.set_ylabel("Win rate (%)")
    best = result.iloc[0]
    headline(
        ax,
        title or f"Length {best['length']} is enough: {100 * best['win_rate']:.1f} %",
        f"The best rule of every length, on {best['games']:,} fresh games each",
    )
    legend_below(
        ax, [*marks, *hardest, *ring], [*labels, "against the hardest of them", "the result"]
    )
    return ax
