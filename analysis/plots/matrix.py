"""Every rule against every other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import Normalize
from matplotlib.patches import Rectangle

from analysis.plots.heatmap import colourbar
from analysis.plots.labels import SEAT_POLICY, common_decimals, wrapped
from analysis.plots.style import (
    DIVERGING,
    GRID,
    INK,
    SOFT_INK,
    headline,
    ink_on,
    new_axes,
    styled,
)


@styled
def matrix(
    frame: pd.DataFrame,
    ax: Axes | None = None,
    *,
    order: Sequence[str] | None = None,
    title: str | None = None,
) -> Axes:
    """Draw the win rate of each row's rule against each column's.

    Matchups that are not significant, after correction for their number, stand in brackets.

    Parameters
    ----------
    frame : DataFrame
        Of `comparison_frame`.
    ax : Axes, optional
        Where to draw; a new figure of fitting size when not given.
    order : sequence of str, optional
        Names of the rules from the top; by their mean win rate when not given.
    title : str, optional

    Returns
    -------
    Axes
    """
    names = list(order) if order is not None else _by_mean(frame)
    n = len(names)
    rates = np.full((n, n), np.nan)
    sure = np.ones((n, n), bool)
    place = {name: k for k, name in enumerate(names)}
    for row in frame.to_dict("records"):
        a, b = place[row["a"]], place[row["b"]]
        rates[a, b], rates[b, a] = 100 * row["win_rate"], 100 - 100 * row["win_rate"]
        sure[a, b] = sure[b, a] = row["significant"]
    if ax is None:
        ax = new_axes(max(4.6, 0.62 * n + 2.9), max(3.0, 0.44 * n + 1.9))
    reach = max(float(np.nanmax(np.abs(rates - 50))), 0.5)
    edges = np.arange(n + 1) - 0.5
    image = ax.pcolormesh(
        edges, edges, np.ma.masked_invalid(rates), cmap=DIVERGING,
        norm=Normalize(50 - reach, 50 + reach), edgecolors="white", linewidth=1.0,
        clip_on=False,
    )  # fmt: skip
    ax.set_ylim(n - 0.5, -0.5)
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0, labelsize=8.5, labelcolor=INK)
    ax.set_yticks(range(n), [wrapped(name, 24) for name in names])
    ax.set_xticks(range(n), [wrapped(name, 22) for name in names], rotation=40, ha="right",
                  rotation_mode="anchor")  # fmt: skip
    decimals = common_decimals(frame)
    for (i, j), rate in np.ndenumerate(rates):
        if np.isnan(rate):
            ax.add_patch(Rectangle((j - 0.5, i - 0.5), 1, 1, facecolor=GRID if i == j else "none"))
            continue
        text = f"{rate:.{decimals}f}"
        ax.text(
            j, i, text if sure[i, j] else f"({text})", ha="center", va="center",
            fontsize=8.5 if decimals < 2 else 8, color=ink_on(DIVERGING(image.norm(rate))),
        )  # fmt: skip
    ax.set_ylabel("Rule", color=SOFT_INK)
    ax.set_xlabel("Opponent", color=SOFT_INK)
    colourbar(ax, image, "Win rate of the row's rule (%)").ax.axhline(50, color=INK, linewidth=0.8)
    level = 100 * float(frame["level"].iloc[0])
    unsure = int((~frame["significant"]).sum())
    brackets = f"\nIn brackets: not significant at {100 - level:g} % after Holm" if unsure else ""
    games = int(frame["games"].iloc[0])
    headline(
        ax,
        title or "Every rule against every other",
        f"{games:,} games a pair, {SEAT_POLICY}{brackets}",
    )
    return ax


def _by_mean(frame: pd.DataFrame) -> list[str]:
    both = pd.concat(
        [
            frame[["a", "win_rate"]].set_axis(["rule", "rate"], axis=1),
            pd.DataFrame({"rule": frame["b"], "rate": 1 - frame["win_rate"]}),
        ]
    )
    means = both.groupby("rule", sort=False)["rate"].mean()
    return list(means.sort_values(ascending=False, kind="stable").index)
