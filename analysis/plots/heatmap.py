"""Win rates over two parameters of a rule."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colorbar import Colorbar
from matplotlib.colors import Normalize
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from numpy.typing import NDArray

from analysis.plots.cells import (
    BEST,
    HATCHING,
    MAY_BE_BEST,
    Grid,
    draw_cells,
    hatch_cells,
    outline_cells,
    write_cells,
)
from analysis.plots.labels import (
    SEAT_POLICY,
    common_decimals,
    estimate_of,
    percentages,
    point,
    shortened,
)
from analysis.plots.style import DIVERGING, INK, SOFT_INK, headline, legend_below, new_axes, styled
from analysis.statistics import format_estimate


@styled
def heatmap(
    frame: pd.DataFrame,
    ax: Axes | None = None,
    *,
    x: str | None = None,
    y: str | None = None,
    title: str | None = None,
) -> Axes:
    """Draw the win rate of each cell of a sweep.

    Colours are centred on 50 %, with as much room above as below. Cells whose interval holds 50 %
    are hatched; the best cell has a heavy outline, the cells that cannot be told from it a dashed
    one.

    Parameters
    ----------
    frame : DataFrame
        Of `sweep_frame`.
    ax : Axes, optional
        Where to draw; a new figure of fitting size when not given.
    x, y : str, optional
        Parameters to the right and upwards: the sweep's last and first when not given.
    title : str, optional
        In place of the one that names the best cell.

    Returns
    -------
    Axes

    Raises
    ------
    InvalidInput
        When the frame is not a full grid of two parameters.
    """
    grid = Grid.of(frame, x, y)
    if ax is None:
        width, height = grid.size
        ax = new_axes(max(6.4, width + 1.7), max(3.4, height + 1.9))
    rates = grid.values("win_rate")
    image = draw_cells(ax, grid, 100 * rates, DIVERGING, rate_scale(rates))
    hatch_cells(ax, grid, "undecided")
    outline_cells(ax, grid, "may_be_best", **MAY_BE_BEST)
    outline_cells(ax, grid, "best", **BEST)
    texts = percentages(frame["win_rate"], common_decimals(frame))
    write_cells(ax, grid, texts, image, marked="undecided")
    colourbar(ax, image, "Win rate (%)").ax.axhline(50, color=INK, linewidth=0.8)
    headline(ax, title or best_cell(frame, [grid.x, grid.y]), sweep_subtitle(frame))
    legend_below(ax, *rate_marks(frame))
    return ax


def rate_scale(rates: NDArray[np.float64]) -> Normalize:
    """Return the scale of win rates in percent, with as much room above 50 % as below."""
    reach = max(float(np.abs(rates - 0.5).max()), 0.005)
    return Normalize(50 - 100 * reach, 50 + 100 * reach)


def best_cell(frame: pd.DataFrame, parameters: list[str]) -> str:
    """Return which cell is best, and its win rate with interval."""
    best = frame[frame["best"]].iloc[0]
    mirror = best["win_rate"] == 0.5 and best["standard_error"] == 0
    rate = (
        "50 %, as it plays itself" if mirror else format_estimate(estimate_of(best), percent=True)
    )
    return f"Best: {point(best, parameters)} — wins {rate}"


def sweep_subtitle(frame: pd.DataFrame) -> str:
    """Return opponent, games and seat policy of a sweep."""
    against = shortened(str(frame["against"].iloc[0]), 60)
    least, most = int(frame["games"].min()), int(frame["games"].max())
    games = f"{least:,}" if least == most else f"{least:,} to {most:,}"
    return f"Against {against}; {games} games a cell, {SEAT_POLICY}"


def colourbar(ax: Axes, image: Any, label: str) -> Colorbar:
    """Add a scale of the colours, labelled, to the right of the cells."""
    figure = ax.get_figure()
    assert figure is not None
    bar = figure.colorbar(image, ax=ax, pad=0.02, fraction=0.06, aspect=28)
    bar.set_label(label, color=INK, fontsize=9)
    bar.outline.set_visible(False)
    bar.ax.tick_params(length=2.5, color=SOFT_INK, labelcolor=INK, labelsize=8.5)
    return bar


def rate_marks(frame: pd.DataFrame) -> tuple[list[Any], list[str]]:
    """Return the marks on a map of win rates, and what each means."""
    level = float(frame["level"].iloc[0])
    undecided, members = int(frame["undecided"].sum()), int(frame["may_be_best"].sum())
    return [
        Line2D([], [], color=INK, linewidth=2.4),
        Line2D([], [], color=INK, linewidth=1.3, linestyle=MAY_BE_BEST["linestyle"]),
        Patch(facecolor="#f6f5f3", edgecolor=HATCHING, hatch="////", linewidth=0),
    ], [
        "best cell",
        f"cannot be told from it ({members} with it)",
        f"{100 * level:g} % interval holds 50 % ({undecided})",
    ]
