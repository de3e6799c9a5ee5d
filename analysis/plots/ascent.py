"""How a search from nothing got better: the best rule of its islands, after more and more games."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import EngFormatter

from analysis.plots.style import BLUE, GREY, dress, headline, legend_below, new_axes, styled


@styled
def ascent(frame: pd.DataFrame, ax: Axes | None = None, *, title: str | None = None) -> Axes:
    """Draw the win rates of champions against the given opponents, one line an island.

    Parameters
    ----------
    frame : DataFrame
        Of `analysis.frames.champion_frame`.
    ax : Axes, optional
        Where to draw; a new figure when not given.
    title : str, optional
        In place of the one that says how far it came.

    Returns
    -------
    Axes
    """
    ax = dress(ax or new_axes(height=3.4), grid="y")
    handles, labels = [], []
    for island, rows in frame.groupby("island", sort=True):
        together = island == 0
        lines = ax.plot(
            rows["played"], 100 * rows["win_rate"], "o-", color=BLUE if together else GREY,
            markersize=4, linewidth=1.6 if together else 1.1, zorder=3 if together else 2,
        )  # fmt: skip
        label = "the search that goes on from all" if together else "a search from nothing"
        if label not in labels:
            handles += lines
            labels.append(label)
    last = frame.iloc[-1]
    ax.xaxis.set_major_formatter(EngFormatter(sep=""))
    ax.set_ylim(0, 100)
    ax.set_xlabel("Games played by the search")
    ax.set_ylabel("Win rate against the given opponents (%)")
    headline(
        ax,
        title or f"From nothing to {100 * last['win_rate']:.1f} % of the games",
        f"Best rules so far, each on {last['games']:,} fresh games against all given opponents",
    )
    legend_below(ax, handles, labels)
    return ax
