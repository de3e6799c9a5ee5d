"""The errors of the project: each says what is wrong, where, and what to do about it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass

from fastsim.text.words import visible


class FastsimError(Exception):
    """Base of every error that this project raises on purpose.

    Parameters
    ----------
    what : str
        What is wrong, in one sentence.
    hint : str, optional
        What to do about it.
    """

    def __init__(self, what: str, hint: str | None = None) -> None:
        super().__init__(what)
        self.what = what
        self.hint = hint

    def __str__(self) -> str:
        return visible(f"{self.what}\n  {self.hint}" if self.hint else self.what)


class InvalidInput(FastsimError, ValueError):
    """Something given by the user cannot be used: an argument, a file, a value."""


class SetupError(InvalidInput):
    """A game setup is impossible, or beyond what the engines can hold."""


@dataclass(frozen=True, slots=True)
class Location:
    """A place in a text: where it came from, its line and column (both from 1), and the line."""

    source: str
    line: int
    column: int
    text: str

    def __str__(self) -> str:
        return f"{self.source}, line {self.line}, column {self.column}"


#: Letters of a beginning that is taken for a name.
_SHORTEST = 3
#: Longest piece of a source line that an error shows on either side of the fault.
_SHOWN = 60


class RuleError(InvalidInput):
    """A buy rule cannot be read, or has no meaning in the game it is to play.

    Parameters
    ----------
    what, hint : str
        As in `FastsimError`.
    location : Location, optional
        The place in the rule's text; the message shows that line with a mark under the column.
    """

    def __init__(
        self, what: str, hint: str | None = None, location: Location | None = None
    ) -> None:
        super().__init__(what, hint)
        self.location = location

    def __str__(self) -> str:
        if self.location is None:
            return super().__str__()
        start = max(0, self.location.column - 1 - _SHOWN)
        shown = self.location.text[start : self.location.column - 1 + _SHOWN]
        lines = [
            f"{self.location}: {self.what}",
            f"    {shown}",
            "    " + " " * (self.location.column - 1 - start) + "^",
        ]
        if self.hint:
            lines.append(f"  {self.hint}")
        return visible("\n".join(lines))


class EngineFault(FastsimError):
    """An engine broke a rule of the game: a fault of this project, never of its user."""


class StoreError(FastsimError):
    """A store of finished chunks is damaged, or cannot be written any more."""


class OutputError(FastsimError):
    """The disk, or a permission, does not let a file be written."""


class Stopped(FastsimError):
    """The user stopped a run before there was anything to keep."""


def suggest(name: str, known: Iterable[str]) -> str | None:
    """Return a sentence that names the nearest known name, or None when nothing is near.

    What is short for one known name, and no other, is near: its beginning, or the first letters of
    its words.

    Examples
    --------
    >>> suggest("tr", ["Throne Room", "Village"])
    "Did you mean 'Throne Room'?"
    """
    lower = {k.lower(): k for k in known}
    wanted = name.lower()
    near = difflib.get_close_matches(wanted, lower, n=1, cutoff=0.6) or [
        k for k in lower if _is_short_for(wanted, k)
    ]
    return f"Did you mean {lower[near[0]]!r}?" if len(near) == 1 else None


def _is_short_for(name: str, known: str) -> bool:
    initials = "".join(word[0] for word in known.split() if word[0].isalpha())
    return (len(name) >= _SHORTEST and known.startswith(name)) or (
        len(name) > 1 and name == initials
    )
