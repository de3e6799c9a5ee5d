"""How every figure looks: one palette, one type size, one way to begin.

Colours are told apart by readers with any colour vision (after Okabe and Ito), and mean the same
everywhere: blue is the rule that a figure is about, or a win rate above 50 %; orange its opponent,
or a rate below; grey what decides nothing.
"""

from __future__ import annotations

import functools
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any, Final, Literal, ParamSpec, TypeVar

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import LinearSegmentedColormap, to_rgb
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.transforms import offset_copy

_P = ParamSpec("_P")
_R = TypeVar("_R")

INK: Final = "#1d2733"
SOFT_INK: Final = "#566170"
GRID: Final = "#e3e7eb"
PAPER: Final = "#ffffff"
BLUE: Final = "#0067a5"
ORANGE: Final = "#c8500a"
GREY: Final = "#8a939e"
#: Win rates: orange below 50 %, blue above.
DIVERGING: Final = LinearSegmentedColormap.from_list(
    "win_rate",
    [
        "#8c3503", "#cf6a24", "#efae7c", "#f8ddc6", "#f6f5f3",
        "#cfe2f1", "#8dbde0", "#3f8cc4", "#06508a",
    ],
)  # fmt: skip
#: How much is lost: white for nothing.
SEQUENTIAL: Final = LinearSegmentedColormap.from_list(
    "shortfall", ["#fbfaf7", "#dcd9ea", "#b3add3", "#8678b6", "#5d4594", "#38165f"]
)
#: Width of a figure in a report, in inches.
WIDTH: Final = 7.6

_STYLE: Final[dict[Any, Any]] = {
    "font.family": ["sans-serif"],
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 9.0,
    "axes.titlesize": 10.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.labelsize": 9.0,
    "axes.labelcolor": INK,
    "axes.edgecolor": SOFT_INK,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.facecolor": PAPER,
    "figure.facecolor": PAPER,
    "figure.constrained_layout.use": True,
    "text.color": INK,
    "xtick.color": SOFT_INK,
    "ytick.color": SOFT_INK,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.labelsize": 8.5,
    "ytick.labelsize": 8.5,
    "legend.frameon": False,
    "legend.fontsize": 8.5,
    "hatch.linewidth": 0.7,
    "lines.linewidth": 1.6,
}


@contextmanager
def house_style(settings: Mapping[Any, Any] = MappingProxyType({})) -> Iterator[None]:
    """Have matplotlib draw and write by this project's settings, and by `settings`, alone."""
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update({**_STYLE, **settings})
        yield


def styled(draw: Callable[_P, _R]) -> Callable[_P, _R]:
    """Make a function draw in the style of this project, whatever matplotlib's settings are."""

    @functools.wraps(draw)
    def wrapper(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        with house_style():
            return draw(*args, **kwargs)

    return wrapper


def new_axes(width: float = WIDTH, height: float = 3.4) -> Axes:
    """Return the axes of a new figure of that many inches, which no window system knows of."""
    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure.add_subplot()


def dress(ax: Axes, *, grid: Literal["", "x", "y"] = "") -> Axes:
    """Give axes, whoever made them, this project's spines, ticks and grid; return them."""
    ax.spines[["top", "right"]].set_visible(False)
    ax.spines[["left", "bottom"]].set_color(SOFT_INK)
    ax.tick_params(labelsize=8.5, color=SOFT_INK, labelcolor=INK)
    ax.set_axisbelow(True)
    if grid:
        ax.grid(axis=grid, color=GRID, linewidth=0.7)
    return ax


def headline(ax: Axes, title: str, subtitle: str = "") -> None:
    """Write a title, flush left, and beneath it what the figure shows of what."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    points = 72 * figure.get_figwidth()
    title = _filled(title, max(30, int(points / 6.6)))
    subtitle = _filled(subtitle, max(30, int(points / 5.0)))
    lines = subtitle.count("\n") + 1 if subtitle else 0
    ax.set_title(title, loc="left", pad=7 + 11.5 * lines, color=INK, fontsize=10.5)
    if subtitle:
        note = ax.annotate(
            subtitle, (0, 1), (0, 6), xycoords="axes fraction", textcoords="offset points",
            va="bottom", ha="left", fontsize=8.5, color=SOFT_INK, linespacing=1.25,
        )  # fmt: skip
        note.set_in_layout(False)  # the title reserves its room


def _filled(text: str, width: int) -> str:
    return "\n".join(textwrap.fill(line, width) for line in text.split("\n"))


def legend_below(ax: Axes, handles: Sequence[Any], labels: Sequence[str]) -> Legend:
    """Explain marks beneath the axes' own label: on one line where there is room, else a list."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    letters = sum(map(len, labels)) + 9 * len(labels)
    one_line = letters * 4.0 < 72 * (figure.get_figwidth() - 1.2)
    return ax.legend(
        handles, labels, ncols=len(labels) if one_line else 1, loc="upper left",
        bbox_to_anchor=(0, 0), bbox_transform=offset_copy(ax.transAxes, figure, 0, -0.5),
        borderaxespad=0, borderpad=0, handlelength=2.1, columnspacing=1.5, handletextpad=0.6,
        fontsize=8.5, frameon=False,
    )  # fmt: skip


def ink_on(colour: Any) -> str:
    """Return the text colour that is the more legible on a background (WCAG's contrast)."""
    light = _luminance(colour)
    dark_text, light_text = _luminance(INK), 1.0
    with_dark = (light + 0.05) / (dark_text + 0.05)
    with_light = (light_text + 0.05) / (light + 0.05)
    return INK if with_dark >= with_light else PAPER


def _luminance(colour: Any) -> float:
    channels = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)]
    return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
