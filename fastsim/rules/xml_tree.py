"""A small, safe reader of XML: elements and attributes with their places, and nothing else.

Files of others are read here, so: no document types, hence no entities of their own; bounded
size, depth and number of elements; and one clear error for whatever is wrong. What pages do to XML
that is pasted from them is undone first (`fastsim.rules.pasted`), and there may be several
outermost elements, with any text around them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NoReturn
from xml.parsers import expat

from fastsim.rules.pasted import CURLY, mended
from fastsim.text.errors import InvalidInput, Location, RuleError
from fastsim.text.files import read_bounded
from fastsim.text.words import shortened

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
_DECLARED: Final = re.compile(rb"""<\?xml[^>]{0,80}?encoding\s*=\s*["']([^"'>]{0,40})["']""")
#: What is around all elements for expat, which reads one outermost element only.
_AROUND: Final = "<_>"

_QUOTES: Final = 'Values stand in straight quotes: name="Gold".'
_ENTITIES: Final = "Write '&' as '&amp;', '<' as '&lt;'."
_CUT_OFF: Final = "The end is missing: is the whole text there?"


@dataclass(slots=True)
class Element:
    """One element: its tag, attributes and elements inside, and where it begins.

    Attributes
    ----------
    tag : str
    attributes : dict of str to str
    location : Location
    children : list of Element
    text : str
        The first piece of text between its elements that is not blank.
    """

    tag: str
    attributes: dict[str, str]
    location: Location
    children: list[Element] = field(default_factory=list)
    text: str = ""


def read_xml(path: Path) -> Element:
    """Return a nameless element around the outermost ones of that file.

    Raises
    ------
    InvalidInput, RuleError
        When the file cannot be read, is too large, or is not XML without a document type.
    """
    return parse_xml(read_bounded(path, _MAX_BYTES, "bot"), source=str(path))


def parse_xml(data: bytes, *, source: str) -> Element:
    """Return a nameless element around the outermost ones; `source` is what errors call it."""
    if len(data) > _MAX_BYTES:
        raise InvalidInput(f"{source}: too large", f"The limit is {_MAX_BYTES // 1000:,} kB.")
    return _Tree(_decoded(data, source), source).root


def _decoded(data: bytes, source: str) -> str:
    """Return the text of an XML file, whose encoding it says itself."""
    declared = _DECLARED.search(data)
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
        self.root = Element("", {}, self._place(1, 0))
        self._open = [self.root]
        self._count = 0
        self._expat = expat.ParserCreate()
        self._expat.buffer_text = True
        # a document type is none inside an element: expat never gets to see the entities of one
        self._expat.Parse(_AROUND, False)
        self._expat.StartElementHandler = self._start
        self._expat.EndElementHandler = self._end
        self._expat.CharacterDataHandler = self._text
        try:
            self._expat.Parse(mended(text), False)
            self._expat.Parse("", True)
        except expat.ExpatError as error:
            if error.code != _NO_ELEMENTS or len(self._open) > 1:
                self._refuse(error)  # the outermost one is left open on purpose

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        place = self._here()
        self._count += 1
        if self._count > _MAX_ELEMENTS:
            raise RuleError(f"more than {_MAX_ELEMENTS} elements", None, place)
        if len(self._open) > _MAX_DEPTH:
            raise RuleError(f"elements nested more than {_MAX_DEPTH} deep", None, place)
        element = Element(tag, attributes, place)
        self._open[-1].children.append(element)
        self._open.append(element)

    def _end(self, tag: str) -> None:
        self._open.pop()

    def _text(self, text: str) -> None:
        if not self._open[-1].text:
            self._open[-1].text = text.strip()

    def _refuse(self, error: expat.ExpatError) -> NoReturn:
        """Raise the error that says what expat found wrong."""
        place = self._place(error.lineno, error.offset - self._shift(error.lineno))
        at, inner = place.column - 1, self._open[-1]
        # what cannot be read is noticed a character or two behind its beginning
        before, here = place.text[max(0, at - 2) : at], place.text[at : at + 1]
        what = f"broken XML: {expat.errors.messages.get(error.code, error)}"
        hint = None
        if before == "<!" and here == "D":
            place = self._place(place.line, at - 2)
            what, hint = "document types and entities are not read", "Remove the <!DOCTYPE ...>."
        elif error.code == _TAG_MISMATCH and inner is self.root:
            what = "broken XML: this closes nothing"
        elif error.code == _TAG_MISMATCH:
            hint = f"<{shortened(inner.tag)}> of line {inner.location.line} is not closed yet."
        elif error.code == _NO_ELEMENTS:
            place = inner.location
            what, hint = f"broken XML: <{shortened(inner.tag)}> is not closed", _CUT_OFF
        elif error.code in (_UNCLOSED_TOKEN, _UNCLOSED_CDATA):
            hint = _CUT_OFF
        elif error.code == _UNDEFINED_ENTITY or "&" in before + here or "<" in here:
            hint = _ENTITIES
        elif before.endswith("=") or any(mark in place.text for mark in CURLY):
            hint = _QUOTES
        raise RuleError(what, hint, place) from None

    def _here(self) -> Location:
        line = self._expat.CurrentLineNumber
        return self._place(line, self._expat.CurrentColumnNumber - self._shift(line))

    def _shift(self, line: int) -> int:
        """Return by how much columns of a line are too large, for what stands before the text."""
        return len(_AROUND) if line == 1 else 0

    def _place(self, line: int, column: int) -> Location:
        text = self._lines[line - 1] if line <= len(self._lines) else ""
        return Location(self._source, line, column + 1, text)


_CODES: Final = expat.errors.codes
_NO_ELEMENTS: Final = _CODES[expat.errors.XML_ERROR_NO_ELEMENTS]
_TAG_MISMATCH: Final = _CODES[expat.errors.XML_ERROR_TAG_MISMATCH]
_UNCLOSED_TOKEN: Final = _CODES[expat.errors.XML_ERROR_UNCLOSED_TOKEN]
_UNCLOSED_CDATA: Final = _CODES[expat.errors.XML_ERROR_UNCLOSED_CDATA_SECTION]
_UNDEFINED_ENTITY: Final = _CODES[expat.errors.XML_ERROR_UNDEFINED_ENTITY]
_INVALID_TOKEN: Final = _CODES[expat.errors.XML_ERROR_INVALID_TOKEN]
