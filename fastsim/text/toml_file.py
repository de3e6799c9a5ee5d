"""TOML files that others wrote, read within bounds."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, Final

from fastsim.text.errors import InvalidInput
from fastsim.text.files import read_bounded
from fastsim.text.words import BLANKS, CURLY_DOUBLE, CURLY_SINGLE, plain

# Bounds that no real file comes near: they keep hostile ones from costing time or memory.
_MAX_BYTES: Final = 200_000
_MAX_PARTS: Final = 5
#: TOML's own range of whole numbers, which Python's reader does not hold files to.
_WHOLE: Final = range(-(2**63), 2**63)
#: A key of many parts, ``a.b.c. ...``: the time and memory that the reader takes for one grow with
#: the square of their number.
_LONG_KEY: Final = re.compile(
    r"""(?:^|[\[{,])[ \t]*+(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+)"""
    f"{{{_MAX_PARTS}}}",
    re.MULTILINE,
)
_CURLY: Final = re.compile(f"[{CURLY_DOUBLE}{CURLY_SINGLE}]")
#: Strings and comments, which are kept (one that is not closed to its end, so that the time grows
#: with the length); strings in curly quotes; and blanks of other kinds.
_PIECES: Final = re.compile(
    rf"""(?P<kept>\"{{3}}.*?(?:\"{{3}}|\Z)|'{{3}}.*?(?:'{{3}}|\Z)|"(?:[^"\\\n]|\\.)*+"?
         |'[^'\n]*+'?|\#[^\n]*+)
      |[{CURLY_DOUBLE}]{{3}}(?P<long>[^{CURLY_DOUBLE}]*+)[{CURLY_DOUBLE}]{{3}}
      |[{CURLY_DOUBLE}](?P<double>[^\n{CURLY_DOUBLE}]*+)[{CURLY_DOUBLE}]
      |[{CURLY_SINGLE}](?P<single>[^\n{CURLY_SINGLE}]*+)[{CURLY_SINGLE}]
      |[{BLANKS}]++""",
    re.VERBOSE | re.DOTALL,
)


def read_toml(path: Path, kind: str) -> dict[str, Any]:
    """Return the content of a TOML file; `kind` says in an error what the file was to be.

    Raises
    ------
    InvalidInput
        When it cannot be read, is too large, or is not TOML.
    """
    return parse_toml(read_toml_text(path, kind), source=str(path))


def read_toml_text(path: Path, kind: str) -> str:
    r"""Return the text of a TOML file, its lines ended by ``\n``; errors as `read_toml`."""
    data = read_bounded(path, _MAX_BYTES, kind)
    try:
        return _mended(data.decode("utf-8-sig").replace("\r\n", "\n"))
    except UnicodeDecodeError as error:
        raise InvalidInput(
            f"{path}: not UTF-8 text (byte {error.start})", "TOML files are UTF-8."
        ) from None


def _mended(text: str) -> str:
    """Return the text with plain quotes and blanks where a page's own make it no TOML.

    Inside of strings and comments they stay, and so does the whole text where that is no TOML
    either.
    """
    if plain(text) == text or _is_toml(text):
        return text
    mended = _PIECES.sub(_plain_piece, text)
    return mended if _is_toml(mended) else text


def _plain_piece(match: re.Match[str]) -> str:
    for name, quote in (("long", '"""'), ("double", '"'), ("single", "'")):
        inside = match[name]
        if inside is not None:
            clear = quote[0] not in inside and (quote == "'" or "\\" not in inside)
            return f"{quote}{inside}{quote}" if clear else match[0]
    return match["kept"] or plain(match[0])


def _is_toml(text: str) -> bool:
    if _LONG_KEY.search(text):
        return False
    try:
        tomllib.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def parse_toml(text: str, *, source: str) -> dict[str, Any]:
    """Return the content of a TOML text; `source` is what errors call it.

    Raises
    ------
    InvalidInput
        When it is not TOML, or holds a number or a key beyond all use.
    """
    found = _LONG_KEY.search(text)
    if found:
        line = text.count("\n", 0, found.start()) + 1
        raise InvalidInput(f"{source}: a key of more than {_MAX_PARTS} parts (line {line})")
    try:
        document = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        curly = _CURLY.search(text)
        hint = f"Write straight quotes, not {curly[0]}." if curly else None
        raise InvalidInput(f"{source}: not valid TOML: {error}", hint) from None
    except ValueError:  # Python's own bound on the digits of a number
        raise _too_large_a_number(source) from None
    waiting: list[Any] = [document]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
        elif isinstance(value, int) and value not in _WHOLE:
            raise _too_large_a_number(source)
    return document


def _too_large_a_number(source: str) -> InvalidInput:
    return InvalidInput(f"{source}: a whole number of more than 64 bits")
