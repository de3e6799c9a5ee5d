"""A sweep over three or four parameters: one map beside another, in the same colours."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import Colormap, Normalize, PowerNorm
from matplotlib.figure import Figure
from numpy.typing import NDArray

from analysis.frames import parameter_columns
from analysis.plots.cells import (
    BEST,
    MAY_BE_BEST,
    Grid,
    draw_cells,
    hatch_cells,
    outline_cells,
    write_cells,
)
from analysis.plots.heatmap import best_cell, rate_marks, rate_scale, sweep_subtitle
from analysis.plots.labels import common_decimals, number, percentages, point
from analysis.plots.shortfall import loss_marks, loss_scale
from analysis.plots.style import DIVERGING, INK, SEQUENTIAL, SOFT_INK, styled
from fastsim.text.errors import InvalidInput

#: Panels in a row and in a column, at most.
MAX_PANELS: Final = 12
#: Numbers smaller than this, in points, are left out.
_LEGIBLE: Final = 5.0
# Everything below is in inches.
_NARROWEST, _WIDEST, _LOWEST, _HIGHEST = 6.4, 13.0, 1.5, 15.0
_CELL_WIDTH, _CELL_HEIGHT = 0.46, 0.32
_LEFT, _BOTTOM, _RIGHT = 0.72, 0.48, 1.0
_GAP, _TITLE, _LINE = 0.16, 0.30, 0.17
_LETTER: Final = 0.075


@styled
def multiples(
    frame: pd.DataFrame,
    value: Literal["win_rate", "shortfall"] = "win_rate",
    *,
    x: str | None = None,
    y: str | None = None,
    z: str | None = None,
    w: str | None = None,
    title: str | None = None,
) -> NDArray[Any]:
    """Draw one map of x and y for each value of z and, below each other, of w.

    All maps share one scale of colours, and the marks of `analysis.plots.heatmap.heatmap` or
    `analysis.plots.shortfall.shortfall`: best is the best cell of all. Numbers too small to be read
    are left out, and the caption says so.

    Parameters
    ----------
    frame : DataFrame
        Of `sweep_frame`, a full grid of three or four parameters.
    value : {"win_rate", "shortfall"}
        What to draw: the win rate, or what is lost to the best cell.
    x, y, z, w : str, optional
        Parameters to the right, upwards, from panel to panel to the right, and downwards. Those not
        given are taken from the sweep's, the last first.
    title : str, optional
        In place of the one that names the best cell.

    Returns
    -------
    ndarray of Axes [n_rows, n_columns]
        The panels of a new figure: rows by w, columns by z, both ascending.

    Raises
    ------
    InvalidInput
        When the frame is not a full grid of three or four parameters, or has too many panels.
    """
    x, y, z, w = _roles(frame, x, y, z, w)
    panels = _panels(frame, x, y, z, w)
    look = _rate_look(frame) if value == "win_rate" else _loss_look(frame)
    decimals = common_decimals(frame)
    letters = max(map(len, percentages(frame[value], decimals)))
    handles, labels = look.marks
    names = [name for name in (w, z, y, x) if name]
    best = point(frame[frame["best"]].iloc[0], names)
    if value == "win_rate":
        title = title or best_cell(frame, names)
    else:
        title = title or f"What each cell loses to the best ({best})"
    place = _Layout.of(panels, letters, max(len(_panel_title(p, z, w)) for p in panels.flat))
    subtitle = sweep_subtitle(frame)
    if not place.legible:
        subtitle += "; the cells have no room for their numbers, see the table"
    head, note = place.filled(title, 0.089), place.filled(subtitle, 0.073)
    top = _LINE * (1.15 * len(head) + len(note)) + 0.16
    foot = _LINE * len(labels) + 0.12
    figure = Figure(figsize=(place.width, place.height + top + foot))
    figure.set_layout_engine("none")  # everything has its place
    FigureCanvasAgg(figure)
    height = place.height + top + foot
    _write_head(figure, head, note, place.width, height)

    axes = np.empty(panels.shape, object)
    image: Any = None
    for (row, column), grid in np.ndenumerate(panels):
        ax = figure.add_axes(
            (
                (_LEFT + column * (place.panel_width + _GAP)) / place.width,
                (foot + _BOTTOM + (len(panels) - 1 - row) * (place.panel_height + _TITLE)) / height,
                place.panel_width / place.width,
                place.panel_height / height,
            )
        )
        axes[row, column] = ax
        image = draw_cells(ax, grid, 100 * grid.values(value), look.colours, look.scale)
        if value == "win_rate":
            hatch_cells(ax, grid, "undecided")
        outline_cells(ax, grid, "may_be_best", **MAY_BE_BEST)
        outline_cells(ax, grid, "best", **BEST)
        if place.legible:
            texts = percentages(grid.frame[value], decimals)
            marked = "undecided" if value == "win_rate" else ""
            write_cells(ax, grid, texts, image, marked=marked, size=place.font)
        ax.set_title(_panel_title(grid, z, w), loc="left", fontsize=8.5, pad=4, color=INK)
        _thin_ticks(ax, grid, place, left=column == 0, bottom=row == len(panels) - 1)
    _colourbar(figure, image, look.label, axes)
    if value == "win_rate":
        figure.axes[-1].axhline(50, color=INK, linewidth=0.8)
    figure.legend(
        handles, labels, loc="lower left", bbox_to_anchor=(0.08 / place.width, 0.05 / height),
        borderaxespad=0, borderpad=0, handlelength=2.1, labelspacing=0.35, fontsize=8.5,
    )  # fmt: skip
    return axes


def check_panels(columns: int, rows: int = 1) -> None:
    """Make sure that so many panels can be drawn.

    Raises
    ------
    InvalidInput
        For more than `MAX_PANELS` in a row or in a column.
    """
    if max(columns, rows) > MAX_PANELS:
        raise InvalidInput(
            f"{rows} × {columns} maps beside each other",
            f"At most {MAX_PANELS} values of the third and of the fourth parameter.",
        )


@dataclass(frozen=True)
class _Look:
    """What tells the map of win rates from that of losses."""

    colours: Colormap
    scale: Normalize
    label: str
    marks: tuple[list[Any], list[str]]


def _rate_look(frame: pd.DataFrame) -> _Look:
    return _Look(
        DIVERGING, rate_scale(frame["win_rate"].to_numpy()), "Win rate (%)", rate_marks(frame)
    )


def _loss_look(frame: pd.DataFrame) -> _Look:
    scale: PowerNorm = loss_scale(frame["shortfall"].to_numpy())
    return _Look(SEQUENTIAL, scale, "Loss to the best cell (percentage points)", loss_marks(frame))


@dataclass(frozen=True)
class _Layout:
    """Sizes in inches, of everything between the head and the legend."""

    width: float
    height: float
    panel_width: float
    panel_height: float
    cell_width: float
    cell_height: float
    font: float

    @classmethod
    def of(cls, panels: NDArray[Any], letters: int, title: int) -> _Layout:
        rows, columns = panels.shape
        up, right = panels[0, 0].rows.shape
        beside = _LEFT + _RIGHT + (columns - 1) * _GAP
        cell_width = float(
            np.clip(
                _CELL_WIDTH,
                (_NARROWEST - beside) / (columns * right),
                (_WIDEST - beside) / (columns * right),
            )
        )
        cell_width = max(cell_width, title * _LETTER / right)
        titles = rows * _TITLE
        cell_height = float(
            np.clip(
                _CELL_HEIGHT,
                (_LOWEST - titles) / (rows * up),
                max(_HIGHEST - titles, 0.4 * rows) / (rows * up),
            )
        )
        panel_width, panel_height = cell_width * right, cell_height * up
        width = _LEFT + columns * panel_width + (columns - 1) * _GAP + _RIGHT
        return cls(
            width, _BOTTOM + rows * (panel_height + _TITLE), panel_width, panel_height,
            cell_width, cell_height,
            min(72 * min(cell_width / (0.72 * letters), cell_height * 0.5), 8.5),
        )  # fmt: skip

    @property
    def legible(self) -> bool:
        """Whether numbers in the cells can be read."""
        return self.font >= _LEGIBLE

    def filled(self, text: str, letter: float) -> list[str]:
        """Return the text in lines that fit the figure."""
        return textwrap.wrap(text, max(30, int((self.width - 0.25) / letter)))


def _roles(
    frame: pd.DataFrame, x: str | None, y: str | None, z: str | None, w: str | None
) -> tuple[str, str, str, str | None]:
    """Return which parameter goes where."""
    names = parameter_columns(frame)
    if len(names) not in (3, 4):
        raise InvalidInput(
            f"maps beside each other need three or four parameters, and this sweep has {len(names)}"
        )
    for name in (x, y, z, w):
        if name and name not in names:
            raise InvalidInput(
                f"the sweep has no parameter {name!r}", f"It has: {', '.join(names)}."
            )
    given = [name for name in (x, y, z, w) if name]
    if len(set(given)) < len(given):
        raise InvalidInput("one parameter is given two places", f"Given: {', '.join(given)}.")
    free = [name for name in reversed(names) if name not in given]
    placed = [name or (free.pop(0) if free else None) for name in (x, y, z, w)]
    if placed[2] is None or len(names) != sum(name is not None for name in placed):
        raise InvalidInput("three parameters go to x, y and z")
    return str(placed[0]), str(placed[1]), placed[2], placed[3]


def _panels(frame: pd.DataFrame, x: str, y: str, z: str, w: str | None) -> NDArray[Any]:
    """Return the grid of each panel, rows by w and columns by z."""
    columns = np.unique(frame[z].to_numpy(np.float64))
    rows = np.unique(frame[w].to_numpy(np.float64)) if w else np.zeros(1)
    check_panels(len(columns), len(rows))
    panels = np.empty((len(rows), len(columns)), object)
    for row, column in np.ndindex(panels.shape):
        chosen = frame[z] == columns[column]
        if w:
            chosen &= frame[w] == rows[row]
        panels[row, column] = Grid.of(frame[chosen], x, y)
    first = panels[0, 0]
    for grid in panels.flat:
        if not (np.array_equal(grid.xs, first.xs) and np.array_equal(grid.ys, first.ys)):
            raise InvalidInput(f"the sweep has other values of {x} and {y} for some of {z}")
    return panels


def _panel_title(grid: Grid, z: str, w: str | None) -> str:
    row = grid.frame.iloc[0]
    return point(row, [name for name in (z, w) if name])


def _thin_ticks(ax: Axes, grid: Grid, place: _Layout, *, left: bool, bottom: bool) -> None:
    """Label the outer panels only, and as many of their cells as there is room for."""
    letters = max(len(number(value)) for value in grid.xs)
    step = max(1, int(np.ceil((letters + 0.8) * _LETTER / place.cell_width)))
    ax.set_xticks(range(0, len(grid.xs), step), [number(v) for v in grid.xs[::step]])
    step = max(1, int(np.ceil(0.15 / place.cell_height)))
    ax.set_yticks(range(0, len(grid.ys), step), [number(v) for v in grid.ys[::step]])
    ax.tick_params(labelleft=left, labelbottom=bottom)
    if not left:
        ax.set_ylabel("")
    if not bottom:
        ax.set_xlabel("")


def _write_head(
    figure: Figure, head: list[str], note: list[str], width: float, height: float
) -> None:
    begin = 0.08 / width
    figure.text(
        begin, 1 - 0.08 / height, "\n".join(head), va="top", ha="left", fontsize=10.5,
        fontweight="bold", color=INK, linespacing=1.25,
    )  # fmt: skip
    figure.text(
        begin, 1 - (0.10 + 1.15 * _LINE * len(head)) / height, "\n".join(note), va="top",
        ha="left", fontsize=8.5, color=SOFT_INK, linespacing=1.25,
    )  # fmt: skip


def _colourbar(figure: Figure, image: Any, label: str, axes: NDArray[Any]) -> None:
    """Add one scale of the colours, as high as the panels."""
    top, bottom = axes[0, -1].get_position(), axes[-1, -1].get_position()
    inch = 1 / figure.get_figwidth()
    cax = figure.add_axes((top.x1 + 0.16 * inch, bottom.y0, 0.14 * inch, top.y1 - bottom.y0))
    bar = figure.colorbar(image, cax=cax)
    letters = int((top.y1 - bottom.y0) * figure.get_figheight() / 0.075)
    bar.set_label(textwrap.fill(label, max(letters, 20)), color=INK, fontsize=9)
    bar.outline.set_visible(False)
    cax.tick_params(length=2.5, color=SOFT_INK, labelcolor=INK, labelsize=8.5)
