"""The mixtures of an equilibrium, by seat."""

from __future__ import annotations

from typing import Final

import pandas as pd
from matplotlib.axes import Axes

from analysis.plots.labels import wrapped
from analysis.plots.style import BLUE, INK, ORANGE, dress, headline, legend_below, new_axes, styled

#: Rules that no resampled equilibrium plays more often than this are left out.
LEAST_SUPPORT: Final = 0.05


@styled
def mixture(frame: pd.DataFrame, ax: Axes | None = None, *, title: str | None = None) -> Axes:
    """Draw how often each rule is played moving first and second.

    Parameters
    ----------
    frame : DataFrame
        Of `mixture_frame`; rules without weight that hardly any resampled equilibrium plays are
        left out.
    ax : Axes, optional
        Where to draw; a new figure of fitting height when not given.
    title : str, optional

    Returns
    -------
    Axes
    """
    weights = frame[["first", "second"]].max(axis=1)
    support = frame[["first_support", "second_support"]].max(axis=1)
    frame = frame[(weights > 0) | (support >= LEAST_SUPPORT)].iloc[::-1]
    ax = dress(ax or new_axes(height=1.9 + 0.52 * len(frame)), grid="x")
    marks = []
    for name, colour, offset in (("first", BLUE, 0.19), ("second", ORANGE, -0.19)):
        places = [place + offset for place in range(len(frame))]
        bars = ax.barh(places, 100 * frame[name], height=0.32, color=colour, zorder=2)
        ax.hlines(
            places, 100 * frame[f"{name}_low"], 100 * frame[f"{name}_high"], color=INK,
            linewidth=1.2, zorder=3,
        )  # fmt: skip
        for place, (high, share) in zip(
            places, frame[[f"{name}_high", f"{name}_support"]].to_numpy(), strict=True
        ):
            ax.annotate(
                f"{share:.0%}", (100 * high, place), (5, 0), textcoords="offset points",
                va="center", fontsize=7.5, color=INK,
            )  # fmt: skip
        marks.append(bars)
    ax.set_yticks(range(len(frame)), [wrapped(name, 40) for name in frame["values"]])
    ax.tick_params(axis="y", length=0)
    ax.set_xlim(0, 108)
    ax.set_xlabel("Weight (%)")
    headline(
        ax,
        title or "Which rules an equilibrium plays",
        "When the games are drawn again: 95 % range of each weight,\nand how often it is above 0",
    )
    legend_below(ax, marks, ["moving first", "moving second"])
    return ax
