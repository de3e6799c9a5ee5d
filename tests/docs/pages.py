"""The pages of `docs`, and the blocks of text that they show.

What a block is for is told by its language and, where it is a file or a change to one, by a comment
on the line before it::

    <!-- file: fastsim/cards/base/pawnbroker.py -->     the whole of a new file
    <!-- change: fastsim/rules/model.py -->             a diff: lines that are there, + and - lines
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
DOCS: Final = ROOT / "docs"
_BLOCK: Final = re.compile(
    r"(?:^<!-- (?P<purpose>\w+): (?P<target>[^>]*?) -->\n)?"
    r"^```(?P<language>\w*)\n(?P<body>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Block:
    """A fenced block of a page.

    Attributes
    ----------
    language : str
    body : str
    purpose, target : str
        What the comment before it says, or empty.
    line : int
        Where it stands, from 1.
    """

    language: str
    body: str
    purpose: str
    target: str
    line: int


def pages() -> list[Path]:
    """Return every page."""
    return sorted(DOCS.rglob("*.md"))


def blocks(text: str) -> list[Block]:
    """Return the fenced blocks of a page, in order."""
    return [
        Block(
            match["language"],
            match["body"],
            match["purpose"] or "",
            match["target"] or "",
            text.count("\n", 0, match.start("language")) + 1,
        )
        for match in _BLOCK.finditer(text)
    ]


def prose(text: str) -> str:
    """Return a page without its fenced blocks."""
    return _BLOCK.sub("", text)
