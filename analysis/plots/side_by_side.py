"""Several sweeps over the same two parameters, as small maps of one colour scale."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import Normalize
from matplotlib.figure import Figure

from analysis.plots.cells import BEST, MAY_BE_BEST, Grid, draw_cells, outline_cells
from analysis.plots.labels import number, wrapped
from analysis.plots.style import DIVERGING, INK, SOFT_INK, WIDTH, styled
from fastsim.text.errors import InvalidInput

#: Share of all cells whose colours are told apart; those beyond are as dark as colours get.
_WITHIN = 0.75


@styled
def side_by_side(frames: Mapping[str, pd.DataFrame], *, columns: int = 3) -> list[Axes]:
    """Draw the win rates of several sweeps beside each other.

    Colours mean the same on every map; the extreme quarter of all cells is as dark as they get. The
    best cell has a heavy outline, the cells that cannot be told from it a dashed one.

    Parameters
    ----------
    frames : mapping of str to DataFrame
        Of `sweep_frame`, each under its title; all over the same two parameters.
    columns : int
        Maps in a row, at most.

    Returns
    -------
    list of Axes
        One a map, all on one new figure.

    Raises
    ------
    InvalidInput
        When there is none, or their parameters differ.
    """
    grids = {title: Grid.of(frame, None, None) for title, frame in frames.items()}
    if len({(grid.x, grid.y) for grid in grids.values()}) != 1:
        raise InvalidInput("maps stand side by side when they are of the same two parameters")
    columns = min(columns, len(grids))
    rows = -(-len(grids) // columns)
    first = next(iter(grids.values()))
    panel = (WIDTH - 0.9) / columns
    height = panel * len(first.ys) / len(first.xs)
    figure = Figure(figsize=(WIDTH, rows * (height + 0.75)), layout="constrained")
    FigureCanvasAgg(figure)
    every = np.concatenate([100 * frame["win_rate"].to_numpy() for frame in frames.values()])
    reach = max(float(np.quantile(np.abs(every - 50), _WITHIN)), 0.5)
    scale = Normalize(50 - reach, 50 + reach)
    drawn: list[Axes] = []
    image: Any = None
    for k, (title, grid) in enumerate(grids.items()):
        ax = figure.add_subplot(rows, columns, k + 1)
        image = draw_cells(ax, grid, 100 * grid.values("win_rate"), DIVERGING, scale)
        outline_cells(ax, grid, "may_be_best", **MAY_BE_BEST)
        outline_cells(ax, grid, "best", **BEST)
        best = grid.frame[grid.frame["best"]].iloc[0]
        ax.set_title(
            f"{wrapped(title, int(panel * 15))}\n",
            loc="left", fontsize=9, color=INK, pad=3, linespacing=1.15,
        )  # fmt: skip
        where = f"{number(best[grid.x])}, {number(best[grid.y])}"
        ax.annotate(
            f"best: {where} · {100 * best['win_rate']:.1f} %",
            (0, 1), (0, 4), xycoords="axes fraction", textcoords="offset points",
            fontsize=8, color=SOFT_INK,
        )  # fmt: skip
        ax.tick_params(labelsize=7.5)
        ax.set_xlabel(grid.x, fontsize=8.5)
        ax.set_ylabel(grid.y if k % columns == 0 else "", fontsize=8.5)
        drawn.append(ax)
    bar = figure.colorbar(image, ax=drawn, fraction=0.04, pad=0.02, aspect=34, extend="both")
    bar.set_label("Win rate (%)", color=INK, fontsize=9)
    bar.outline.set_visible(False)
    bar.ax.tick_params(length=2.5, color=SOFT_INK, labelcolor=INK, labelsize=8.5)
    bar.ax.axhline(50, color=INK, linewidth=0.8)
    return drawn
