"""Figures as files and as text, the same bytes for the same figure."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, Final, Literal

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analysis.plots.slim import slim_svg
from fastsim.errors import InvalidInput

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


def save_figure(ax: Axes, stem: Path) -> list[Path]:
    """Write the figure of `ax` as ``stem.png`` and ``stem.svg``.

    Raises
    ------
    InvalidInput
        When a file cannot be written.
    """
    pictures = {".png": png(ax), ".svg": svg(ax)}
    return [write(stem.with_name(stem.name + ending), data) for ending, data in pictures.items()]


def write(path: Path, content: bytes) -> Path:
    """Write a file.

    Raises
    ------
    InvalidInput
        When it cannot be written.
    """
    try:
        path.write_bytes(content)
    except OSError as error:
        raise InvalidInput(f"{path}: cannot be written: {error.strerror or error}") from None
    return path


def check_folder(folder: Path) -> Path:
    """Make the folder if there is none, and make sure that files can be written to it.

    Raises
    ------
    InvalidInput
        When it cannot be made, or written to.
    """
    probe = folder / ".fastsim-probe"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        raise InvalidInput(
            f"{folder}: files cannot be written there: {error.strerror or error}",
            "Name another folder.",
        ) from None
    return folder


def _render(ax: Axes, kind: str, text: str, **options: Any) -> bytes:
    buffer = io.BytesIO()
    with mpl.rc_context({"svg.hashsalt": _SALT, "svg.fonttype": text}):
        figure_of(ax).savefig(buffer, format=kind, bbox_inches=None, **options)
    return buffer.getvalue()
