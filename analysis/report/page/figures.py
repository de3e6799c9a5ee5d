"""A figure of a page: drawn, described in words, and ready to be put in."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analysis.output.pictures import figure_of, svg

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True)
class FigureOnPage:
    """A picture for a page.

    Attributes
    ----------
    source : str
        A ``data:`` address that holds the whole picture.
    alt : str
        What it shows, for who cannot see it.
    caption : str
        What to look for.
    width, height : int
        Pixels at which its letters have the size of the page's small print.
    """

    source: str
    alt: str
    caption: str
    width: int
    height: int


def on_page(ax: Axes, alt: str, caption: str) -> FigureOnPage:
    """Return the figure of `ax` as a picture for a page."""
    figure = figure_of(ax)
    data = base64.b64encode(svg(ax, text="none")).decode("ascii")
    return FigureOnPage(
        f"data:image/svg+xml;base64,{data}",
        alt,
        caption,
        round(96 * figure.get_figwidth()),
        round(96 * figure.get_figheight()),
    )
