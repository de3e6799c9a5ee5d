"""The rules of a tournament by strength, in the groups that can be told apart."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from analysis.plots.labels import shortened
from analysis.plots.style import (
    BLUE,
    GREY,
    INK,
    SOFT_INK,
    dress,
    headline,
    new_axes,
    styled,
)
from analysis.statistics import decimals_to_show


@styled
def ladder(frame: pd.DataFrame, ax: Axes | None = None, *, title: str | None = None) -> Axes:
    """Draw the Bradley–Terry strength of each rule with its interval, the highest rank on top.

    Bands hold the rules of one group, within which the order is not settled.

    Parameters
    ----------
    frame : DataFrame
        Of `ranking_frame`.
    ax : Axes, optional
        Where to draw; a new figure of fitting height when not given.
    title : str, optional

    Returns
    -------
    Axes
    """
    frame = frame.sort_values("rank")
    ax = dress(ax or new_axes(height=1.5 + 0.3 * len(frame)), grid="x")
    places = np.arange(len(frame))
    ax.axvline(0, color=GREY, linewidth=1.0, zorder=1)
    for number, members in frame.groupby("group", sort=True):
        first, last = int(members["rank"].min()) - 1, int(members["rank"].max()) - 1
        if int(str(number)) % 2:
            ax.axhspan(first - 0.5, last + 0.5, color="#f1f4f7", linewidth=0, zorder=0)
    known = np.isfinite(frame["strength"].to_numpy())
    errors = frame["strength_error"].to_numpy()[known]
    decimals = min(3, max(0, decimals_to_show(float(errors.max())))) if known.any() else 0
    for place, row in zip(places, frame.to_dict("records"), strict=True):
        strength = row["strength"]
        if not np.isfinite(strength):
            continue
        low, high = row["strength_low"], row["strength_high"]
        text = f"{strength:+.{decimals}f}".replace("-", "−")
        ax.plot([low, high], [place, place], color=BLUE, linewidth=2.4, zorder=3)
        ax.plot([strength], [place], "o", color=BLUE, markersize=5.5, zorder=4)
        ax.annotate(
            text, (high, place), (8, 0), textcoords="offset points",
            ha="left", va="center", fontsize=8.5, color=INK,
        )  # fmt: skip
    ax.set_yticks(places, [shortened(name, 38) for name in frame["rule"]])
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(len(frame) - 0.4, -0.6)
    ax.margins(x=0.1)
    ax.xaxis.set_major_locator(MaxNLocator(nbins=8))
    ax.set_xlabel("Bradley–Terry strength", color=SOFT_INK)
    level, groups = 100 * float(frame["level"].iloc[0]), int(frame["group"].max())
    headline(
        ax,
        title or "The rules by strength",
        f"Lines are {level:g} % intervals; the mean strength is 0.\n"
        f"One band is one of {groups} groups, in which the order is not settled.",
    )
    return ax
