"""By how much one rule beats another."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from analysis.plots.labels import SEAT_POLICY, shortened
from analysis.plots.steps import chosen, mean_of, rules_in_order, shares, trim
from analysis.plots.style import (
    BLUE,
    GREY,
    INK,
    ORANGE,
    dress,
    headline,
    legend_below,
    new_axes,
    styled,
)


@styled
def margin(frame: pd.DataFrame, ax: Axes | None = None, *, title: str | None = None) -> Axes:
    """Draw the distribution of rule a's victory points less rule b's, both seat orders together.

    Equal points are grey: who wins then is for the tie rule to say.

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
    rows = chosen(frame, "margin")
    names = rules_in_order(rows)
    a, b = names[0], names[-1]
    rows = rows[rows["rule"] == a]
    if a == b:  # both seats of one order: the margin is the first mover's
        rows = rows[rows["seat"] == 1]
    orders = rows["first"].nunique()
    rows = rows.assign(share=rows["share"] / orders)
    values, share = shares(rows)
    ax = dress(ax or new_axes(), grid="y")
    colours = np.where(values > 0, BLUE, np.where(values < 0, ORANGE, GREY))
    ax.bar(values, 100 * share, width=0.86, color=colours.tolist(), linewidth=0)
    ax.axvline(mean_of(rows), color=INK, linewidth=1.1, linestyle=(0, (4, 2)))
    trim(ax, rows)
    ax.set_ylim(bottom=0)
    ax.xaxis.set_major_locator(MaxNLocator(nbins=12, integer=True))
    who = (shortened(a, 30), shortened(b, 30)) if a != b else ("the first player", "the second")
    ax.set_xlabel(f"Victory points of {who[0]} less those of {who[1]}")
    ax.set_ylabel("Games (%)")
    headline(
        ax,
        title or "By how much games are won",
        f"{SEAT_POLICY[0].upper()}{SEAT_POLICY[1:]}; mean {mean_of(rows):+.1f} points"
        if a != b
        else f"Mean {mean_of(rows):+.1f} points",
    )
    ahead, level, behind = (
        100 * share[side].sum() for side in (values > 0, values == 0, values < 0)
    )
    legend_below(
        ax,
        [Patch(color=colour) for colour in (BLUE, GREY, ORANGE)],
        [
            f"{who[0]} ahead {ahead:.1f} %",
            f"equal points {level:.1f} %",
            f"{who[1]} ahead {behind:.1f} %",
        ],
    )
    return ax
