"""The tables of a page: what each cell shows, and what it sorts by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from analysis.statistics import decimals_to_show, wilson
from analysis.statistics.estimate import two_sided_z
from analysis.statistics.words import capital, listed, plain_percent


@dataclass(frozen=True)
class Column:
    """A column: its heading, what that means, and whether it holds numbers."""

    heading: str
    meaning: str = ""
    numeric: bool = True


@dataclass(frozen=True)
class Cell:
    """What a cell shows, what it sorts by, and its style: "", "win", "loss", "unsure", "code"."""

    text: str
    sort: str | float = ""
    style: str = ""

    @property
    def key(self) -> str:
        """What it sorts by, as text; numbers to more digits than any cell shows."""
        return self.sort if isinstance(self.sort, str) else f"{self.sort:.8g}"


@dataclass(frozen=True)
class Table:
    """A table that sorts by its headings."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: str = ""
    wide: bool = False


def without_zeros(table: Table, sayings: Mapping[str, str]) -> Table:
    """Return the table without the named columns that are all zero; its caption says so."""
    dropped = [
        k
        for k, column in enumerate(table.columns)
        if column.heading in sayings and not any(row[k].sort for row in table.rows)
    ]
    if not dropped:
        return table
    kept = [k for k in range(len(table.columns)) if k not in dropped]
    said = capital(listed([sayings[table.columns[k].heading] for k in dropped]))
    return replace(
        table,
        columns=tuple(table.columns[k] for k in kept),
        rows=tuple(tuple(row[k] for k in kept) for row in table.rows),
        caption=f"{table.caption} {said}.",
    )


def share_cell(count: float, games: float) -> Cell:
    """Return a share of games, without interval."""
    share = float(count) / float(games)
    return Cell(plain_percent(share), share)


def rate_cell(rate: float, games: int) -> Cell:
    """Return a win rate to the digits that so many games leave."""
    error = 100 * wilson(round(rate * games), games).half_width / two_sided_z(0.95)
    decimals = max(0, decimals_to_show(error))
    return Cell(f"{100 * rate:.{decimals}f} %", rate)
