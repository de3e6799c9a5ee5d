"""How much each cell of a sweep loses to the best one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import PowerNorm
from matplotlib.lines import Line2D
from numpy.typing import NDArray

from analysis.plots.cells import (
    BEST,
    MAY_BE_BEST,
    Grid,
    draw_cells,
    outline_cells,
    write_cells,
)
from analysis.plots.heatmap import colourbar, sweep_subtitle
from analysis.plots.labels import common_decimals, percentages, point
from analysis.plots.style import INK, SEQUENTIAL, headline, legend_below, new_axes, styled
from fastsim.text.words import number_of


@styled
def shortfall(
    frame: pd.DataFrame,
    ax: Axes | None = None,
    *,
    x: str | None = None,
    y: str | None = None,
    title: str | None = None,
) -> Axes:
    """Draw how far each cell's win rate lies below that of the best cell, in percentage points.

    Small losses are spread over more of the colours than large ones. The best cell has a heavy
    outline, the cells that cannot be told from it a dashed one.

    Parameters, returns and errors as in `analysis.plots.heatmap.heatmap`.
    """
    grid = Grid.of(frame, x, y)
    if ax is None:
        width, height = grid.size
        ax = new_axes(max(6.4, width + 1.7), max(3.4, height + 1.9))
    losses = grid.values("shortfall")
    image = draw_cells(ax, grid, 100 * losses, SEQUENTIAL, loss_scale(losses))
    outline_cells(ax, grid, "may_be_best", **MAY_BE_BEST)
    outline_cells(ax, grid, "best", **BEST)
    write_cells(ax, grid, percentages(frame["shortfall"], common_decimals(frame)), image)
    colourbar(ax, image, "Loss to the best cell (percentage points)")
    best = point(frame[frame["best"]].iloc[0], [grid.x, grid.y])
    headline(ax, title or f"What each cell loses to the best ({best})", sweep_subtitle(frame))
    legend_below(ax, *loss_marks(frame))
    return ax


def loss_scale(losses: NDArray[np.float64]) -> PowerNorm:
    """Return the scale of losses in percentage points, finest where they are small."""
    return PowerNorm(0.5, 0, max(100 * float(losses.max()), 0.1))


def loss_marks(frame: pd.DataFrame) -> tuple[list[Any], list[str]]:
    """Return the marks on a map of losses, and what each means."""
    level = 100 * float(frame["level"].iloc[0])
    members = int(frame["may_be_best"].sum())
    return [
        Line2D([], [], color=INK, linewidth=2.4),
        Line2D([], [], color=INK, linewidth=1.3, linestyle=MAY_BE_BEST["linestyle"]),
    ], [
        "best cell",
        f"cannot be told from it at {level:g} % ({number_of(members, 'cell')} with it)",
    ]
