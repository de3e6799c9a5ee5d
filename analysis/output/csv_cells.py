"""CSV tables whose texts stay texts: in a spreadsheet, and for whoever reads them back.

A spreadsheet runs a cell that begins with ``=``, ``+``, ``-`` or ``@`` as a formula, whoever wrote
it, and takes ``1e5`` for a number; names and rule texts come from files of others. So a *text* that
begins like a formula (also after a tab or a new line, and in wide characters), or reads as a number
or a truth value, is written with an apostrophe before it, and so is one that has such an apostrophe
already. Numbers stay as they are, ``-0.5`` too. `plain` takes the apostrophe away again, from
those texts and no others.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, Protocol

#: What a spreadsheet takes for the beginning of a formula, or skips before one.
_FORMULA: Final = frozenset("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")
_TRUTHS: Final = {"True": True, "False": False}
#: Characters of a cell that are read: more than any table of this project has.
_LONGEST: Final = 2**31 - 1


class _Writable(Protocol):
    def write(self, text: str, /) -> object: ...


def guarded(text: str) -> str:
    """Return a text as a cell that is taken for a text, and for nothing else.

    Examples
    --------
    >>> guarded("=1+1"), guarded("7"), guarded("Gold"), guarded("'tis")
    ("'=1+1", "'7", 'Gold', "'tis")
    """
    return f"'{text}" if _needs_guard(text) else text


def plain(cell: str) -> str:
    """Return the text that `guarded` made a cell of.

    Examples
    --------
    >>> plain("'=1+1"), plain("'tis")
    ('=1+1', "'tis")
    """
    apart = cell == "'" or (cell.startswith("'") and _needs_guard(cell[1:]))
    return cell[1:] if apart else cell


def cells(column: Sequence[Any]) -> list[Any]:
    """Return the values of a column, all of them, as cells for `write_rows`."""
    if column and all(value == "" for value in column):
        return ["'"] * len(column)  # with nothing in it, it would be one of missing numbers
    return [cell(value) for value in column]


def cell(value: Any) -> Any:
    """Return one value as a cell: texts guarded; numbers, truth values and None as they are."""
    return guarded(value) if isinstance(value, str) else value


def write_rows(file: _Writable, columns: Iterable[str], rows: Iterable[Iterable[Any]]) -> int:
    """Write a table, a row at a time; return how many there were.

    Parameters
    ----------
    file : text file
    columns : iterable of str
        Their names, which are texts like any other.
    rows : iterable
        Of what `cell` returns; numbers are written in full precision, None as an empty cell.
    """
    # quotes whatever holds either character of its own line ends, which `_Lines` cuts to one
    table = csv.writer(_Lines(file), lineterminator="\r\n")
    table.writerow([guarded(name) for name in columns])
    count = 0
    for row in rows:
        table.writerow(row)
        count += 1
    return count


class _Lines:
    """Hands on the lines of a table, ended by one character."""

    def __init__(self, file: _Writable) -> None:
        self._file = file

    def write(self, line: str) -> None:
        self._file.write(line.removesuffix("\r\n") + "\n")


def read_rows(lines: Iterable[str]) -> Iterator[list[str]]:
    """Yield the rows of a table, its columns' names first: cells, of which `plain` makes texts.

    Raises
    ------
    ValueError
        For what is no table, or has rows of different lengths.
    """
    # the module's own limit is for files that might be anything; these are in memory already
    before = csv.field_size_limit(_LONGEST)
    try:
        width = None
        for row in csv.reader(lines, strict=True):
            width = len(row) if width is None else width
            if len(row) != width:
                raise ValueError(f"a row of {len(row)} cells under {width} columns")
            yield row
    except csv.Error as error:
        raise ValueError(str(error)) from None
    finally:
        csv.field_size_limit(before)


def values(cells: list[str]) -> list[bool] | list[int] | list[float] | list[str]:
    """Return a column's cells as what all of them are: truths, whole numbers, numbers, or texts.

    An empty cell among numbers is one that is missing (nan).
    """
    if cells and all(cell in _TRUTHS for cell in cells):
        return [_TRUTHS[cell] for cell in cells]
    try:
        return [int(cell) for cell in cells]
    except ValueError:
        pass
    try:
        # Python's conversion is exact; that of pandas depends on its version
        return [float(cell or "nan") for cell in cells]
    except ValueError:
        return [plain(cell) for cell in cells]


def _needs_guard(text: str) -> bool:
    bare = text.lstrip("'")
    if not bare:
        return bool(text)
    return bare[0] in _FORMULA or bare in _TRUTHS or _is_number(bare)


def _is_number(text: str) -> bool:
    try:
        float(text)  # takes all that int() takes
    except ValueError:
        return False
    return True
