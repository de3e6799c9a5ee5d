"""A small, safe reader of XML: elements and attributes with their places, and nothing else.

Files of others are read here, so: no document types, hence no entities of their own; bounded
size, depth and number of elements; and one clear error for whatever is wrong.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NoReturn
from xml.parsers import expat

from fastsim.errors import InvalidInput, Location, RuleError
from fastsim.files import read_bounded
from fastsim.text import shortened

# Bounds that no real file comes near: they keep hostile ones from costing time or memory.
_MAX_BYTES: Final = 2_000_000
_MAX_ELEMENTS: Final = 30_000
_MAX_DEPTH: Final = 16

#: Encodings that a file may declare, under Python's names.
_ENCODINGS: Final = {
    "utf-8": "utf-8",
    "utf8": "utf-8",
    "us-ascii": "ascii",
    "ascii": "ascii",
    "iso-8859-1": "latin-1",
    "latin1": "latin-1",
    "windows-1252": "cp1252",
    "cp1252": "cp1252",
}
_DECLARED: Final = re.compile(rb"""\s*<\?xml[^>]{0,80}?encoding\s*=\s*["']([^"'>]{0,40})["']""")
#: All that can stand before the first element or a document type.
_PROLOG: Final = re.compile(r"(?:[ \t\r\n]++|<!--.*?-->|<\?.*?\?>)*+", re.DOTALL)


@dataclass(slots=True)
class Element:
    """One element: its tag, attributes and elements inside, and where it begins."""

    tag: str
    attributes: dict[str, str]
    location: Location
    children: list[Element] = field(default_factory=list)


def read_xml(path: Path) -> Element:
    """Return the outermost element of that file.

    Raises
    ------
    InvalidInput, RuleError
        When the file cannot be read, is too large, or is not XML without a document type.
    """
    return parse_xml(read_bounded(path, _MAX_BYTES, "bot"), source=str(path))


def parse_xml(data: bytes, *, source: str) -> Element:
    """Return the outermost element of an XML text; `source` is what errors call it."""
    if len(data) > _MAX_BYTES:
        raise InvalidInput(f"{source}: too large", f"The limit is {_MAX_BYTES // 1000:,} kB.")
    return _Tree(_decoded(data, source), source).root


def _decoded(data: bytes, source: str) -> str:
    """Return the text of an XML file, whose encoding it says itself."""
    declared = _DECLARED.match(data.removeprefix(b"\xef\xbb\xbf"))
    called = declared[1].decode("ascii", "replace") if declared else "utf-8"
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        encoding = "utf-16"
    elif data.startswith(b"<\0"):
        encoding = "utf-16-le"
    elif data.startswith(b"\0<"):
        encoding = "utf-16-be"
    elif called.lower() in _ENCODINGS:
        encoding = _ENCODINGS[called.lower()]
    else:
        raise InvalidInput(
            f"{source}: unknown encoding {shortened(called)!r}", "Save the file as UTF-8."
        )
    try:
        return data.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise InvalidInput(
            f"{source}: not {encoding} text (byte {error.start})", "Save the file as UTF-8."
        ) from None


class _Tree:
    """Builds the elements of a text; raises for whatever an `Element` does not need."""

    def __init__(self, text: str, source: str) -> None:
        self._source = source
        self._lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self._open: list[Element] = []
        self._count = 0
        self._root: Element | None = None
        # A document type can only stand before the first element. Looking for it there first
        # means that expat never gets to see the entities that one can define.
        start = _prolog_length(text)
        if text.startswith("<!", start):
            before = text[:start].split("\n")
            self._refuse_document_type(self._place(len(before), len(before[-1])))
        self._expat = expat.ParserCreate()
        self._expat.StartElementHandler = self._start
        self._expat.EndElementHandler = self._end
        self._expat.StartDoctypeDeclHandler = self._document_type
        try:
            self._expat.Parse(text, True)
        except expat.ExpatError as error:
            what = expat.errors.messages.get(error.code, str(error))
            place = self._place(error.lineno, error.offset)
            raise RuleError(f"broken XML: {what}", None, place) from None

    @property
    def root(self) -> Element:
        assert self._root is not None  # expat raises for a text without an element
        return self._root

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        place = self._place(self._expat.CurrentLineNumber, self._expat.CurrentColumnNumber)
        self._count += 1
        if self._count > _MAX_ELEMENTS:
            raise RuleError(f"more than {_MAX_ELEMENTS} elements", None, place)
        if len(self._open) == _MAX_DEPTH:
            raise RuleError(f"elements nested more than {_MAX_DEPTH} deep", None, place)
        element = Element(tag, attributes, place)
        if self._open:
            self._open[-1].children.append(element)
        else:
            self._root = element
        self._open.append(element)

    def _end(self, tag: str) -> None:
        self._open.pop()

    def _document_type(self, *_: object) -> None:
        self._refuse_document_type(
            self._place(self._expat.CurrentLineNumber, self._expat.CurrentColumnNumber)
        )

    def _refuse_document_type(self, place: Location) -> NoReturn:
        what = "document types and entities are not read"
        raise RuleError(what, "Remove the <!DOCTYPE ...>.", place)

    def _place(self, line: int, column: int) -> Location:
        text = self._lines[line - 1] if line <= len(self._lines) else ""
        return Location(self._source, line, column + 1, text)


def _prolog_length(text: str) -> int:
    match = _PROLOG.match(text)
    return match.end() if match else 0
