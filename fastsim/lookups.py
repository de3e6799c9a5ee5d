"""Conditions by what they look at: each quantity, and the entries that its value leaves."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from math import inf
from typing import Final, NamedTuple

from fastsim import registers as reg
from fastsim.kernels.tables import PAGE
from fastsim.rules.compile import Linear, RuleTable

#: What a condition looks at: coefficients, and the registers that they multiply.
Quantity = tuple[tuple[int, int], ...]

_MAX_ROWS: Final = 256  # of one lookup
_ALL_ENTRIES: Final = 2**PAGE - 1


class Condition(NamedTuple):
    """A condition on a quantity: it holds inside, or outside, the range from `low` to `high`."""

    entry: int  # its bit
    low: float
    high: float
    inside: bool

    def holds(self, value: int) -> bool:
        """Return whether the condition holds at this value of its quantity."""
        return (self.low <= value <= self.high) is self.inside

    @property
    def changes(self) -> list[int]:
        """The values at which the answer is not that of the value before."""
        return [int(value) for value in (self.low, self.high + 1) if abs(value) != inf]


class Lookup(NamedTuple):
    """The conditions on one quantity (see `kernels.tables.LOOKUP`)."""

    terms: Quantity
    lowest: int
    rows: list[int]


def at_seat(seat: int) -> Callable[[int], int]:
    """Return the function that says where a seat finds a register of `fastsim.registers`."""
    return lambda register: register + seat * reg.N_EACH * (register >= reg.OWN)


def conditions_by_quantity(
    table: RuleTable, entries: range, address: Callable[[int], int]
) -> dict[Quantity, list[Condition]]:
    """Return the conditions of these entries, which are bits from 0 on, by what they are on.

    `address` says where each register of the rule is.
    """
    found: dict[Quantity, list[Condition]] = {}
    for bit, entry in enumerate(entries):
        for linear in table.rows[entry].conditions:
            terms, low, high, inside = range_of(linear)
            quantity = tuple((k, address(register)) for k, register in terms)
            found.setdefault(quantity, []).append(Condition(bit, low, high, inside))
    return found


@functools.lru_cache(maxsize=4096)
def range_of(linear: Linear) -> tuple[Quantity, float, float, bool]:
    """Return what a condition is on, and the range inside or outside of which it holds.

    The first coefficient of a quantity is positive, so that "at least" and "at most" are on one.
    """
    sign = 1 if linear.terms[0][1] > 0 else -1
    quantity = tuple((sign * k, register) for register, k in linear.terms)
    low: float = sign * linear.bound
    high = low
    if linear.relation == reg.AT_MOST:
        low, high = (-inf, high) if sign > 0 else (low, inf)
    return quantity, low, high, linear.relation != reg.UNEQUAL


def lookups_of(
    terms: Quantity, conditions: Sequence[Condition], max_rows: int = _MAX_ROWS
) -> Iterator[Lookup]:
    """Yield the lookups of one quantity: one, unless its conditions lie too far apart."""
    placed = sorted(((c.changes, c) for c in conditions), key=lambda pair: pair[0])
    first = 0
    while first < len(placed):
        lowest = placed[first][0][0] - 1
        last = first
        # the changes of one condition are neighbours: behind one that is too far, all are
        while last < len(placed) and placed[last][0][-1] - lowest < max_rows:
            last += 1
        together = placed[first:last]
        highest = max(changes[-1] for changes, _ in together)
        rows = [
            _ALL_ENTRIES & ~sum({1 << c.entry for _, c in together if not c.holds(value)})
            for value in range(lowest, highest + 1)
        ]
        yield Lookup(terms, lowest, rows)
        first = last
