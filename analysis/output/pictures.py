"""Figures as files and as text, the same bytes for the same figure."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from analysis.output.files import write_files
from analysis.plots.slim import slim_svg
from analysis.plots.style import house_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Dots an inch of a PNG.
DPI: Final = 200
_SALT: Final = "fastsim"


def figure_of(ax: Axes) -> Figure:
    """Return the figure that holds the axes."""
    figure = ax.get_figure(root=True)
    assert figure is not None  # only axes that were removed have none
    return figure


def png(ax: Axes, *, dpi: int = DPI) -> bytes:
    """Return the figure of `ax` as a PNG."""
    return _render(ax, "png", "path", dpi=dpi, metadata={"Software": None})


def svg(ax: Axes, *, text: Literal["path", "none"] = "path") -> bytes:
    """Return the figure of `ax` as an SVG.

    Parameters
    ----------
    ax : Axes
    text : {"path", "none"}
        "path" draws letters as shapes, alike everywhere; "none" keeps them letters, to be set in
        the reader's own sans-serif font: a smaller file, whose text can be found and copied.
    """
    metadata = {"Date": None, "Creator": None, "Format": None, "Type": None}
    drawn = _render(ax, "svg", text, metadata=metadata)
    return slim_svg(drawn.decode()).encode() if text == "none" else drawn


def pictures(ax: Axes, name: str) -> dict[str, bytes]:
    """Return the figure of `ax` as files: ``name.png`` and ``name.svg``."""
    return {f"{name}.png": png(ax), f"{name}.svg": svg(ax)}


def save_figure(ax: Axes, stem: Path) -> list[Path]:
    """Write the figure of `ax` as ``stem.png`` and ``stem.svg``, both or neither.

    Raises
    ------
    InvalidInput, OutputError
        As `analysis.output.files.write_files`.
    """
    return write_files(stem.parent, pictures(ax, stem.name))


def _render(ax: Axes, kind: str, text: str, **options: Any) -> bytes:
    buffer = io.BytesIO()
    # many settings matter only now: how text and paths are drawn, paper, compression
    with house_style({"svg.hashsalt": _SALT, "svg.fonttype": text}):
        figure_of(ax).savefig(buffer, format=kind, bbox_inches=None, **options)
    return buffer.getvalue()
