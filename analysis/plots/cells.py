"""A sweep's cells on a grid: what the maps of win rate and of shortfall have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pandas as pd
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import Colormap, Normalize
from matplotlib.patches import Rectangle
from numpy.typing import NDArray

from analysis.frames import parameter_columns
from analysis.plots.labels import number
from analysis.plots.style import INK, ink_on
from fastsim.text.equality import ByValue
from fastsim.text.errors import InvalidInput

#: Size of a cell in inches, when the figure may choose.
_CELL_WIDTH: Final = 0.6
_CELL_HEIGHT: Final = 0.4
#: Beyond this many columns or rows a map shows its cells as a picture has pixels.
_CROWD: Final = 40
#: Labels along an axis of such a map.
_LABELS: Final = 20


@dataclass(frozen=True, eq=False)
class Grid(ByValue):
    """The rows of a `sweep_frame` as cells: parameter x to the right, parameter y upwards.

    Attributes
    ----------
    x, y : str
        Columns of the frame.
    xs, ys : float64 [n_columns], [n_rows]
        Their values, ascending.
    rows : int64 [n_rows, n_columns]
        Position in the frame of each cell.
    frame : DataFrame
    """

    x: str
    y: str
    xs: NDArray[np.float64]
    ys: NDArray[np.float64]
    rows: NDArray[np.int64]
    frame: pd.DataFrame

    @classmethod
    def of(cls, frame: pd.DataFrame, x: str | None, y: str | None) -> Grid:
        """Return the grid of two of a frame's parameters.

        Raises
        ------
        InvalidInput
            When the frame has no such parameters, or not exactly one row for each pair of values.
        """
        names = parameter_columns(frame)
        if len(names) < 2:
            raise InvalidInput(
                f"a map needs two parameters, and this sweep has {len(names)}",
                "Draw a profile of it.",
            )
        x, y = x or names[-1], y or names[0]
        for name in (x, y):
            if name not in names:
                raise InvalidInput(
                    f"the sweep has no parameter {name!r}", f"It has: {', '.join(names)}."
                )
        xs, columns = np.unique(frame[x].to_numpy(np.float64), return_inverse=True)
        ys, rows = np.unique(frame[y].to_numpy(np.float64), return_inverse=True)
        grid = np.full((len(ys), len(xs)), -1, np.int64)
        grid[rows, columns] = np.arange(len(frame))
        if len(frame) != grid.size or (grid < 0).any():
            others = [name for name in names if name not in (x, y)]
            raise InvalidInput(
                f"the sweep has {len(frame)} rows for {len(xs)} × {len(ys)} values of {x} and {y}",
                f"Choose one value of {', '.join(others)} first." if others else None,
            )
        return cls(x, y, xs, ys, grid, frame)

    def values(self, column: str) -> NDArray[Any]:
        """Return a column of the frame by cell. [n_rows, n_columns]."""
        return np.asarray(self.frame[column].to_numpy()[self.rows])

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in inches that suit the cells alone."""
        columns, rows = min(len(self.xs), _CROWD), min(len(self.ys), _CROWD)
        if self.is_crowded:
            return 0.25 * columns, 0.2 * rows
        return _CELL_WIDTH * columns, _CELL_HEIGHT * rows

    @property
    def is_crowded(self) -> bool:
        """Whether cells are too many for gaps, and for a text in each."""
        return max(len(self.xs), len(self.ys)) > _CROWD


def draw_cells(
    ax: Axes, grid: Grid, values: NDArray[np.float64], colours: Colormap, scale: Normalize
) -> Any:
    """Paint one value a cell, label every row and column, and return what a colourbar needs."""
    right, up = np.arange(len(grid.xs) + 1) - 0.5, np.arange(len(grid.ys) + 1) - 0.5
    # the white edges are gaps between cells
    edges: dict[str, Any] = {"edgecolors": "white", "linewidth": 1.0, "clip_on": False}
    if grid.is_crowded:
        edges = {"rasterized": True}
    image = ax.pcolormesh(right, up, values, cmap=colours, norm=scale, **edges)
    for axis, names in ((ax.xaxis, grid.xs), (ax.yaxis, grid.ys)):
        every = -(-len(names) // _LABELS) if grid.is_crowded else 1
        axis.set_ticks(range(0, len(names), every), [number(value) for value in names[::every]])
    ax.set_xlabel(grid.x)
    ax.set_ylabel(grid.y)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    return image


def write_cells(
    ax: Axes,
    grid: Grid,
    texts: Sequence[str],
    image: Any,
    marked: str = "",
    *,
    size: float | None = None,
) -> None:
    """Write a text in each cell, legible on its colour; none where there is no room.

    Parameters
    ----------
    texts : sequence of str
        In the order of the frame's rows.
    image
        What `draw_cells` returned.
    marked : str
        A boolean column: those cells' text gets a plate, for it stands on hatching.
    size : float, optional
        Of the text, in points; what fits a cell when not given.
    """
    if grid.is_crowded:
        return
    size = size or _text_size(ax, grid, max(map(len, texts)))
    on_hatching = grid.values(marked) if marked else np.zeros(grid.rows.shape, bool)
    for (row, column), position in np.ndenumerate(grid.rows):
        background = image.cmap(image.norm(image.get_array()[row, column]))
        plate = {"facecolor": background, "edgecolor": "none", "pad": 1.2}
        ax.text(
            column, row, texts[int(position)], ha="center", va="center", fontsize=size,
            color=ink_on(background), zorder=4, bbox=plate if on_hatching[row, column] else None,
        )  # fmt: skip


def hatch_cells(ax: Axes, grid: Grid, column: str) -> None:
    """Hatch the cells for which a boolean column holds."""
    if grid.is_crowded:
        inside = np.pad(grid.values(column).astype(float), 1)
        places = (np.arange(n) - 1 for n in inside.shape[::-1])
        with rc_context({"hatch.color": HATCHING}):
            ax.contourf(*places, inside, [0.5, 1.5], colors="none", hatches=["////"], zorder=2)
        return
    for row, col in np.argwhere(grid.values(column)):
        ax.add_patch(
            Rectangle(
                (col - 0.5, row - 0.5),
                1,
                1,
                fill=False,
                hatch="////",
                edgecolor=HATCHING,
                linewidth=0,
                zorder=2,
            )
        )


def outline_cells(ax: Axes, grid: Grid, column: str, **line: Any) -> None:
    """Draw a line around the cells for which a boolean column holds, not between them."""
    inside = np.pad(grid.values(column).astype(bool), 1)
    edges = []
    for row, col in np.argwhere(inside[1:-1, 1:-1]):
        left, right, below, above = col - 0.5, col + 0.5, row - 0.5, row + 0.5
        sides = {
            (row + 1, col): [(left, below), (left, above)],
            (row + 1, col + 2): [(right, below), (right, above)],
            (row, col + 1): [(left, below), (right, below)],
            (row + 2, col + 1): [(left, above), (right, above)],
        }
        edges += [side for neighbour, side in sides.items() if not inside[neighbour]]
    ax.add_collection(
        LineCollection(edges, capstyle="projecting", clip_on=False, **{"color": INK, **line}),
        autolim=False,
    )


#: Colour of hatching.
HATCHING: Final = "#7c8794"
#: How the best cell is outlined, and those that cannot be told from it.
BEST: Final[dict[str, Any]] = {"linewidth": 2.4, "zorder": 6}
MAY_BE_BEST: Final[dict[str, Any]] = {"linewidth": 1.3, "linestyle": (0, (3, 1.6)), "zorder": 5}


def _text_size(ax: Axes, grid: Grid, letters: int) -> float:
    """Return the font size at which so many letters fit a cell."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    box = ax.get_position()
    width = box.width * figure.get_figwidth() / len(grid.xs)
    height = box.height * figure.get_figheight() / len(grid.ys)
    return float(np.clip(72 * min(width / (0.72 * letters), height * 0.5), 3.0, 9.0))
