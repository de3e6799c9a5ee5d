"""A part of the page."""

from __future__ import annotations

from dataclasses import dataclass

from analysis.report.page.figures import FigureOnPage
from analysis.report.page.tables import Table


@dataclass(frozen=True)
class Section:
    """A part of the page.

    Attributes
    ----------
    anchor, title : str
    text : tuple of str
        Paragraphs.
    figures : tuple of FigureOnPage
    tables : tuple of Table
    folded : tuple of (str, Table)
        Tables that are long, and so folded up under a label.
    commands : tuple of (str, str)
        What each command makes again, and the command.
    """

    anchor: str
    title: str
    text: tuple[str, ...] = ()
    figures: tuple[FigureOnPage, ...] = ()
    tables: tuple[Table, ...] = ()
    folded: tuple[tuple[str, Table], ...] = ()
    commands: tuple[tuple[str, str], ...] = ()
