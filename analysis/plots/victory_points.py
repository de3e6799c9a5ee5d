"""What both rules score, by who moves first."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from analysis.plots.labels import shortened
from analysis.plots.steps import chosen, draw_steps, mean_of, rules_in_order, trim
from analysis.plots.style import BLUE, ORANGE, dress, headline, legend_below, new_axes, styled


@styled
def victory_points(
    frame: pd.DataFrame, ax: Axes | None = None, *, title: str | None = None
) -> Axes:
    """Draw the distributions of victory points: colour tells the rule, the line who moved first.

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
    rows = chosen(frame, "vp")
    ax = dress(ax or new_axes(height=3.8), grid="y")
    handles, labels, parts = [], [], []
    for name, colour in zip(rules_in_order(rows), (BLUE, ORANGE), strict=False):
        for seat, dashes, said in ((1, "solid", "first"), (2, (0, (2.5, 1.2)), "second")):
            part = rows[(rows["rule"] == name) & (rows["seat"] == seat)]
            handles.append(
                draw_steps(ax, part, colour, fill=0.12 if seat == 1 else 0, linestyle=dashes)
            )
            labels.append(f"{shortened(name, 34)}, moving {said} (mean {mean_of(part):.1f})")
            parts.append(part)
    trim(ax, *parts)
    ax.set_ylim(bottom=0)
    ax.xaxis.set_major_locator(MaxNLocator(nbins=12, integer=True))
    ax.set_xlabel("Victory points at the end")
    ax.set_ylabel("Games (%)")
    headline(ax, title or "What both rules score")
    legend_below(ax, handles, labels)
    return ax
