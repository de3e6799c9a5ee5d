"""Win rate against the number of copies of each card, as small multiples."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from analysis.plots.style import BLUE, GREY, INK, ORANGE, SOFT_INK, WIDTH, dress, styled

_COLUMNS: Final = 6


@styled
def card_curves(frame: pd.DataFrame, *, title: str | None = None) -> NDArray[Any]:
    """Draw one panel a card: win rate in fresh games by number of copies, the best card first.

    Every point is the best variant with that number of copies. The ring is the number that the
    selection games chose; all panels share their axes.

    Parameters
    ----------
    frame : DataFrame
        Of `card_frame`.
    title : str, optional

    Returns
    -------
    ndarray of Axes [n_rows, n_columns]
        Of a new figure; panels beyond the last card are hidden.
    """
    best = frame[frame["best"]].sort_values("win_rate", ascending=False, kind="stable")
    cards = best["card"].tolist()
    columns = min(_COLUMNS, len(cards))
    rows = -(-len(cards) // columns)
    figure = Figure(figsize=(WIDTH, 1.1 + 1.35 * rows), layout="constrained")
    FigureCanvasAgg(figure)
    axes: NDArray[Any] = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
    for place, ax in enumerate(axes.flat):
        if place < len(cards):
            _panel(ax, frame[frame["card"] == cards[place]].sort_values("copies"))
            # the lowest panel of each column has the scale
            ax.tick_params(labelbottom=place + columns >= len(cards))
        else:
            ax.set_visible(False)
    copies = np.sort(frame["copies"].unique())
    axes[0, 0].set_xlim(copies[0] - 0.5, copies[-1] + 0.5)
    axes[0, 0].set_xticks(copies)
    axes[0, 0].margins(y=0.12)
    axes[0, 0].yaxis.set_major_locator(MaxNLocator(nbins=4))
    against = str(frame["against"].iloc[0])
    games = int(frame["games"].iloc[0])
    figure.suptitle(
        title or f"Win rate against {against} by number of copies", x=0.01, ha="left",
        fontsize=10.5, fontweight="bold", color=INK,
    )  # fmt: skip
    figure.supxlabel(
        f"Copies of the card at most. {games:,} fresh games a point, with its interval; ringed: "
        "chosen by the search", fontsize=8.5, color=SOFT_INK,
    )  # fmt: skip
    figure.supylabel("Win rate (%)", fontsize=8.5, color=SOFT_INK)
    return axes


def _panel(ax: Axes, rows: pd.DataFrame) -> None:
    dress(ax, grid="y")
    copies, rates = rows["copies"].to_numpy(), 100 * rows["win_rate"].to_numpy()
    best = rows["best"].to_numpy()
    wins = rates[best][0] > 50
    sure = bool(rows["significant"].to_numpy()[best][0])
    colour = GREY if not sure else BLUE if wins else ORANGE
    ax.axhline(50, color=INK, linewidth=0.8, zorder=1)
    ax.fill_between(copies, 100 * rows["low"], 100 * rows["high"], color=colour, alpha=0.25, lw=0)
    ax.plot(copies, rates, "o-", color=colour, markersize=3.2, linewidth=1.3, zorder=3)
    ax.plot(
        copies[best], rates[best], "o", markersize=8, markerfacecolor="none",
        markeredgecolor=INK, markeredgewidth=1.1, zorder=4,
    )  # fmt: skip
    ax.set_title(str(rows["card"].iloc[0]), loc="left", fontsize=8.5, pad=3, color=INK)
