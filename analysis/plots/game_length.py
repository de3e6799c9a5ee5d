"""How long games last, by who moves first."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from analysis.plots.labels import shortened
from analysis.plots.steps import chosen, draw_steps, mean_of, rules_in_order, trim
from analysis.plots.style import BLUE, ORANGE, dress, headline, legend_below, new_axes, styled


@styled
def game_length(frame: pd.DataFrame, ax: Axes | None = None, *, title: str | None = None) -> Axes:
    """Draw the distribution of game length, one outline for each rule that moved first.

    Dashed lines stand at the means. The longest and the shortest 1 in 2,000 games may lie outside.

    Parameters
    ----------
    frame : DataFrame
        Of `distribution_frame`.
    ax : Axes, optional
        Where to draw; a new figure when not given.
    title : str, optional

    Returns
    -------
    Axes
    """
    rows = chosen(frame, "turns")
    ax = dress(ax or new_axes(), grid="y")
    handles, labels, parts = [], [], []
    for name, colour in zip(rules_in_order(rows), (BLUE, ORANGE), strict=False):
        part = rows[rows["first"] == name]
        mean = mean_of(part)
        handles.append(draw_steps(ax, part, colour, fill=0.14))
        ax.axvline(mean, color=colour, linewidth=1.1, linestyle=(0, (4, 2)))
        labels.append(f"{shortened(name, 34)} moves first (mean {mean:.1f})")
        parts.append(part)
    trim(ax, *parts)
    ax.set_ylim(bottom=0)
    ax.xaxis.set_major_locator(MaxNLocator(nbins=12, integer=True))
    ax.set_xlabel("Game length (turns of both players together)")
    ax.set_ylabel("Games (%)")
    headline(ax, title or "How long games last")
    legend_below(ax, handles, labels)
    return ax
