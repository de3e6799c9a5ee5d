"""Texts that others wrote: how they are shown, and numbers in them, within bounds."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

#: Longest name of a rule or a setup.
MAX_NAME: Final = 500
#: Characters of a number without its exponent, and digits of the exponent.
_NUMBER_LENGTH: Final = 40
_EXPONENT_LENGTH: Final = 2

_CLASS: Final = (
    "\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069"
    "\ud800-\udfff\ufffe\uffff"
)
#: Characters that have no shape: they direct a terminal, end a line, turn the order of letters
#: around (Unicode's "bidirectional formatting characters"), or are no characters.
SHAPELESS: Final = re.compile(f"[{_CLASS}]")
_IN_LINES: Final = re.compile(f"(?![\n\t])[{_CLASS}]")


#: What pages and word processors make of plain quotes and blanks, marks without a width included.
CURLY_DOUBLE: Final = "“”„‟″«»"
CURLY_SINGLE: Final = "‘’‚‛′"
BLANKS: Final = "\u00a0\u00ad\u1680\u202f\u205f\u2060\u3000\ufeff" + "".join(
    map(chr, range(0x2000, 0x200E))
)
_PLAIN: Final = str.maketrans(
    {
        **dict.fromkeys(BLANKS, " "),
        **dict.fromkeys(CURLY_SINGLE, "'"),
        **dict.fromkeys(CURLY_DOUBLE, '"'),
        **dict.fromkeys("‐‑‒–—−", "-"),
        **dict.fromkeys("×∗", "*"),
        **dict.fromkeys("÷∕", "/"),
    }
)


def plain(text: str) -> str:
    """Return a text with plain blanks, quotes and signs for those that pages put in their place.

    One character stands for one, so that columns stay where they are.

    Examples
    --------
    >>> plain("lead\u00a0> −3")
    'lead > -3'
    """
    return text.translate(_PLAIN)


def visible(text: str) -> str:
    r"""Return a text with a sign in place of every character without a shape; lines stay.

    One character stands for one, so that columns stay where they are.

    Examples
    --------
    >>> visible("a\x1b[31mb\u202ec")
    'a␛[31mb�c'
    """
    return _IN_LINES.sub(_sign, text)


def _sign(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:
        return chr(0x2400 + code)  # the block of pictures for them
    return "\u2421" if code == 0x7F else "\ufffd"


def fault_of_name(name: str) -> str:
    r"""Return what is wrong with a name that is to be shown everywhere, or an empty text.

    Examples
    --------
    >>> fault_of_name("Big\u202e Money")
    'it holds the invisible character U+202E'
    """
    if len(name) > MAX_NAME:
        return f"it is longer than {MAX_NAME} characters"
    match = SHAPELESS.search(name)
    return f"it holds the invisible character U+{ord(match[0]):04X}" if match else ""


def shortened(text: str, limit: int = 60) -> str:
    """Return the text on one line, cut to `limit` characters."""
    line = " ".join(text[: 10 * limit].split())  # what is cut away anyway may be long
    if len(line) <= limit and len(text) <= 10 * limit:
        return line
    return line[: limit - 1] + "…"


def number_of(n: int, thing: str, things: str | None = None) -> str:
    """Return how many of something there are: "1 game", "2,000 games", "0 matches".

    Parameters
    ----------
    n : int
    thing, things : str
        One of them, and several; with an s when not given.
    """
    return f"{n:,} {thing if n == 1 else things or thing + 's'}"


def read_number(text: str) -> Fraction:
    """Return the number written as ``3``, ``0.25``, ``1/3`` or ``1e6``.

    Raises
    ------
    ValueError, ZeroDivisionError
        For anything else, and for numbers so long or large that to work with them would take long.
    """
    text = plain(text).strip()
    if not text.isascii():  # Python reads the digits of every script
        raise ValueError("not in the digits 0 to 9")
    mantissa, _, exponent = text.lower().partition("e")
    if len(mantissa) > _NUMBER_LENGTH or len(exponent.lstrip("+-")) > _EXPONENT_LENGTH:
        raise ValueError("too long a number")
    return Fraction(text)


def read_whole(text: str) -> int:
    """Return the number written as ``3`` or ``-3``; errors as `read_number`."""
    number = read_number(text)
    if number.denominator != 1:
        raise ValueError("not a whole number")
    return int(number)


def is_plain_number(text: str) -> bool:
    """Return whether a text is digits from 0 to 9 and nothing else.

    Examples
    --------
    >>> is_plain_number("7"), is_plain_number("٧"), is_plain_number("-7")
    (True, False, False)
    """
    return text.isascii() and text.isdecimal()
