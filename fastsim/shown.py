"""How results show by themselves: short in a terminal, and small tables in a notebook."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any, Final

from fastsim.text import shortened, visible

#: Items of a sequence that are shown; of a longer one, how many there are.
_ITEMS: Final = 6
#: Items of a longer one that are looked at: some are made when they are.
_LOOKED_AT: Final = 64
#: Characters of a name or a text that are shown.
_LONGEST: Final = 60
#: Characters of one line of several.
_LINE: Final = 240


def brief(self: Any) -> str:
    """Return a dataclass's fields on one line: arrays by shape, long sequences by length.

    It is meant to be the ``__repr__`` of a class whose own would run to pages.
    """
    fields = (field for field in dataclasses.fields(self) if field.repr)
    shown = (f"{field.name}={_short(getattr(self, field.name))}" for field in fields)
    return f"{type(self).__name__}({', '.join(shown)})"


def _short(value: Any) -> str:
    """Return one line for any value of a field."""
    if hasattr(value, "dtype") and getattr(value, "shape", None):
        return f"{value.dtype}[{', '.join(map(str, value.shape))}]"
    if isinstance(value, float):
        return f"{value:.6g}"
    if value is None or isinstance(value, str | int):
        return shortened(visible(repr(value)), _LONGEST)
    if isinstance(getattr(value, "name", None), str):
        return shortened(visible(repr(value.name)), _LONGEST)
    if isinstance(value, Sequence | Mapping | set | frozenset):
        return _several(value)
    return f"<{type(value).__name__}>"


def _several(values: Any) -> str:
    items = values.items() if isinstance(values, Mapping) else values
    if len(items) <= _ITEMS:
        return f"({', '.join(map(_short, items))})"
    kinds = {type(item).__name__ for item in itertools.islice(items, _LOOKED_AT)}
    return f"<{len(items):,} {kinds.pop() if len(kinds) == 1 else 'items'}>"


def lines_of(head: str, lines: Iterable[str]) -> str:
    """Return a ``__repr__`` of several lines; control characters in names are made visible."""
    return visible("\n  ".join([f"<{head}", *map(_one_line, lines)]) + ">")


def _one_line(text: str) -> str:
    return shortened(text, _LINE)


def html_table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a small table; all of it is escaped."""
    head = "".join(f"<th>{escape(one)}</th>" for one in heads)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
