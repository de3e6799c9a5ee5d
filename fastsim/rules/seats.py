"""One rule out of two: what it does when it moves first, and what when it moves second."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from fastsim.rules.model import BuyRule, Condition, Entry, Quantity, Term
from fastsim.text.errors import InvalidInput


def by_seat(first: BuyRule, second: BuyRule) -> BuyRule:
    """Return the rule that plays `first` in seat 1 and `second` in seat 2.

    Parameters
    ----------
    first, second : BuyRule

    Returns
    -------
    BuyRule
        What both begin and end with stands there once; the entries between hold in their own seat.
        Without a name; the first rule itself when both do the same.

    Raises
    ------
    InvalidInput
        When they differ in ``otherwise``, ``avoid_losing_end`` or ``plays``.
    """
    for name in ("otherwise", "avoid_losing_end", "plays"):
        if getattr(first, name) != getattr(second, name):
            raise InvalidInput(
                f"{first.name!r} and {second.name!r} differ in {name!r}",
                "It holds in either seat: rules of different seats can only share it.",
            )
    a, b = first.entries, second.entries
    if a == b:
        return first
    begin = _common(a, b)
    a, b = a[begin:], b[begin:]
    end = _common(a[::-1], b[::-1])
    entries = (
        *first.entries[:begin],
        *(_in_seat(entry, 1) for entry in a[: len(a) - end]),
        *(_in_seat(entry, 2) for entry in b[: len(b) - end]),
        *a[len(a) - end :],
    )
    return replace(first, entries=entries, name="", source="")


def _common(a: Sequence[Entry], b: Sequence[Entry]) -> int:
    """Return how many entries both begin with."""
    pairs = enumerate(zip(a, b, strict=False))
    return next((n for n, (x, y) in pairs if x != y), min(len(a), len(b)))


def _in_seat(entry: Entry, seat: int) -> Entry:
    term = Term(Quantity("seat"))
    condition = Condition((term,), "==", (Term(None, Fraction(seat)),))
    return replace(entry, conditions=(condition, *entry.conditions))
