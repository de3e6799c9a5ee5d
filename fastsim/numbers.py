"""Numbers as callers write them: whole ones of any type, and texts such as "1M".

They come from everywhere: literals, numpy, cells of a data frame. What stands for a number exactly
is taken; whether it is in range is said where the range is known.
"""

from __future__ import annotations

import math
import operator
import re
from fractions import Fraction
from numbers import Rational, Real
from typing import Any, Final, SupportsIndex, TypeAlias

from fastsim.errors import InvalidInput
from fastsim.text import plain, read_number, shortened

#: A whole number of any kind: Python's, numpy's, or a cell of a data frame.
WholeLike: TypeAlias = SupportsIndex
#: A number of games: a whole number, or a text such as "200k" or "1M".
CountLike: TypeAlias = SupportsIndex | str

#: The largest number that counts and indices of games hold.
LARGEST: Final = 2**63 - 1
#: No number that means anything here is as large, and Python refuses to print much larger ones.
_TOO_LARGE: Final = 10**40
_SUFFIXES: Final = {"": 1, "k": 10**3, "M": 10**6, "G": 10**9}
_COUNT: Final = re.compile(r"([0-9][0-9_]{0,29}(?:\.[0-9]{1,30})?(?:[eE][0-9]{1,2})?)([kMG]?)")
#: Digits in groups of three, as we print them; and with what may be a decimal point as well.
_GROUPED: Final = re.compile(r"[0-9]{1,3}(?:,[0-9]{3}){1,9}")
_UNCLEAR: Final = re.compile(r"([1-9][0-9]{0,2}\.[0-9]{3})([kMG]?)")
_SPELLINGS: Final = "Write 200000, 200_000, 2e5, 200k or 0.2M."


def as_whole(name: str, value: WholeLike) -> int:
    """Return a whole number as Python's own.

    Parameters
    ----------
    name : str
        Of the argument.
    value : whole number
        Of any type that stands for one exactly; not a bool.

    Raises
    ------
    InvalidInput
        For anything else.
    """
    if not isinstance(value, bool):
        try:
            number = operator.index(value)
        except TypeError:
            pass
        else:
            return _bounded(name, number)
    raise _not_whole(name, value)


def as_count(name: str, value: CountLike) -> int:
    """Return a number of games: a whole number, or a text as `read_count`.

    Raises
    ------
    InvalidInput
        For anything else, and for more than `LARGEST` and less than none.
    """
    if isinstance(value, str):
        try:
            number = read_count(value)
        except InvalidInput as error:
            raise InvalidInput(f"{name}: {error.what}", error.hint) from None
    else:
        number = as_whole(name, value)
    if not 0 <= number <= LARGEST:
        raise InvalidInput(f"{number:,} games", f"At most {LARGEST:,}, and not fewer than none.")
    return number


def as_optional(name: str, value: WholeLike | None) -> int | None:
    """Return a whole number as `as_whole`, or None."""
    return None if value is None else as_whole(name, value)


def as_real(name: str, value: Any) -> float:
    """Return a finite number as a float.

    Parameters
    ----------
    name : str
        Of the argument.
    value : real number
        Of any type; not a bool.

    Raises
    ------
    InvalidInput
        For anything else.
    """
    if isinstance(value, Real) and not isinstance(value, bool):
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if math.isfinite(number):
            return number
    raise InvalidInput(f"{name} = {shown(value)} is not a number", "Write one such as 0.05.")


def as_number(name: str, value: Any) -> int | Fraction:
    """Return the exact number that a rule's parameter takes, as it is written in decimals.

    Raises
    ------
    InvalidInput
        For anything but a finite number.
    """
    if isinstance(value, Rational) and not isinstance(value, bool):
        top, bottom = int(value.numerator), int(value.denominator)
        number = Fraction(_bounded(name, top), _bounded(name, bottom))
    else:
        written = repr(as_real(name, value))
        try:
            number = read_number(written)
        except ValueError:
            raise InvalidInput(f"{name} = {shown(value)} has too many digits") from None
    return int(number) if number.denominator == 1 else number


def read_count(text: str, *, least: int = 1) -> int:
    """Return the whole number written as ``200000``, ``200_000``, ``2e5``, ``200k`` or ``0.2M``.

    Parameters
    ----------
    text : str
    least : int
        What an error calls the lowest number that there can be, when `text` is below 0. Others are
        left to what needs the number.

    Raises
    ------
    InvalidInput
        For anything else; for ``200.000``, too, which is 200 to some and 200,000 to others.
    """
    written = plain(text).strip()
    if written.startswith("-") and _COUNT.fullmatch(written[1:]):
        raise InvalidInput(f"{shortened(text)!r} is below 0", f"At least {least}.")
    unclear = _UNCLEAR.fullmatch(written)
    if unclear:
        digits, suffix = unclear.groups()
        some, others = digits.rstrip("0").rstrip("."), digits.replace(".", "")
        raise InvalidInput(
            f"{shortened(text)!r} is {some}{suffix} to some and {others}{suffix} to others",
            f"Write {others}."
            if "." in some and not suffix
            else f"Write {some}{suffix} or {others}{suffix}.",
        )
    if _GROUPED.fullmatch(written):
        written = written.replace(",", "")
    match = _COUNT.fullmatch(written)
    value = Fraction(match[1].replace("_", "")) * _SUFFIXES[match[2]] if match else Fraction(1, 2)
    if value.denominator != 1:
        raise InvalidInput(f"{shortened(text)!r} is not a whole number", _SPELLINGS)
    return int(value)


def _bounded(name: str, number: int) -> int:
    if abs(number) >= _TOO_LARGE:
        raise InvalidInput(f"{name} is a number of more than 40 digits")
    return number


def _not_whole(name: str, value: object) -> InvalidInput:
    hint = "Write one such as 200000."
    if isinstance(value, Real) and float(value).is_integer():
        hint = f"Write {shown(int(float(value)))}, without a point or an exponent."
    return InvalidInput(f"{name} = {shown(value)} is not a whole number", hint)


def shown(value: object) -> str:
    """Return a value as an error may show it: one line, and not a long one."""
    try:
        return shortened(repr(value))
    except ValueError:  # too many digits, as Python finds
        return "a number of more than 40 digits"
