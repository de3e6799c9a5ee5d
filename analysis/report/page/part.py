"""What a part of a report is: what it reads, plays, says and shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar, cast

import pandas as pd

from analysis.report.page.finding import Finding
from analysis.report.page.reader import Reader
from analysis.report.page.results import Played, Results
from analysis.report.page.run import Run
from analysis.report.page.section import Section
from analysis.report.page.spec import PartSpec

S = TypeVar("S", bound=PartSpec)
R = TypeVar("R")

#: The keys of a table, and the kind of value that each takes.
Keys = Mapping[str, type]


def _no_word(played: object) -> dict[str, str]:
    return {}


@dataclass(frozen=True)
class Part(Generic[S, R]):
    """A part of a report: all about it stands in one file, and one line of the registry.

    What it says and shows is made of what all its tables came to, and of the whole report for
    parts that look at others; nothing is asked of a part without tables.

    Attributes
    ----------
    key : str
        Of its table in a spec.
    many : bool
        Whether there may be several such tables: ``[[key]]``.
    keys : mapping of str to type
        What its table may hold beside a title and a text.
    needed : tuple of str
        The keys that it must hold.
    read : callable
        ``read(reader, table, where)`` returns what a table asks for.
    play : callable
        ``play(asked, run)`` plays its games.
    findings, sections : callable
        ``findings(played, results)``: sentences for the summary, and the sections of the page.
    frames : callable
        ``frames(played, results)``: the data by file name.
    method : callable
        ``method(played)``: catchwords and paragraphs on how the numbers came about.
    names_the_best : bool
        Whether it tells the best of many estimates, which the method has a word on.
    tables : mapping of str to mapping
        The keys of tables within its table, by what they are called in a spec.
    kernel : str
        What plays games of it that are in no tally, as the provenance is to say it.
    """

    key: str
    many: bool
    keys: Keys
    needed: tuple[str, ...]
    read: Callable[[Reader, dict[str, Any], str], S]
    play: Callable[[S, Run], Played[S, R]]
    findings: Callable[[tuple[Played[S, R], ...], Results], Iterable[Finding]]
    sections: Callable[[tuple[Played[S, R], ...], Results], Iterable[Section]]
    frames: Callable[[tuple[Played[S, R], ...], Results], Mapping[str, pd.DataFrame]]
    method: Callable[[tuple[Played[S, R], ...]], Mapping[str, str]] = _no_word
    names_the_best: bool = False
    tables: Mapping[str, Keys] = field(default_factory=dict)
    kernel: str = ""

    @property
    def header(self) -> str:
        """The header of its table in a spec."""
        return f"[[{self.key}]]" if self.many else f"[{self.key}]"

    @property
    def all_keys(self) -> Keys:
        """What its table may hold."""
        return {"title": str, "text": str, **self.keys}

    def asked(self, parts: Mapping[str, tuple[PartSpec, ...]]) -> tuple[S, ...]:
        """Return what the tables of a spec ask of this part, given what all of them ask."""
        return cast("tuple[S, ...]", parts.get(self.key, ()))

    def of(self, results: Results) -> tuple[Played[S, R], ...]:
        """Return what this part has come to in a report."""
        return cast("tuple[Played[S, R], ...]", results.parts.get(self.key, ()))


def suffix(index: int, parts: int) -> str:
    """Return what tells the files of a table from those of others of its part, from 0."""
    return "" if parts == 1 else f"-{index + 1}"
