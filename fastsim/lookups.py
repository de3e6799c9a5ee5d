"""Conditions by what they look at: each quantity, and the entries that its value leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import inf
from typing import Final

from fastsim import registers as reg
from fastsim.kernels.tables import PAGE
from fastsim.rules.compile import RuleTable

#: What a condition looks at: coefficients, and the registers that they multiply.
Quantity = tuple[tuple[int, int], ...]

_MAX_ROWS: Final = 256  # of one lookup
_ALL_ENTRIES: Final = 2**PAGE - 1


@dataclass(frozen=True, slots=True)
class Condition:
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


@dataclass(frozen=True, slots=True)
class Lookup:
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
    """Return the conditions of these entries, which are bits from 0 on, by what they are on."""
    found: dict[Quantity, list[Condition]] = {}
    for bit, entry in enumerate(entries):
        for quantity, condition in conditions_of(table, entry, bit, address):
            found.setdefault(quantity, []).append(condition)
    return found


def conditions_of(
    table: RuleTable, entry: int, bit: int, address: Callable[[int], int]
) -> Iterator[tuple[Quantity, Condition]]:
    """Yield the conditions of an entry, each with the quantity that it is on.

    The first coefficient of a quantity is positive, so that "at least" and "at most" are on one.
    `address` says where each register of the rule is.
    """
    for c in range(table.first_condition[entry], table.first_condition[entry + 1]):
        span = slice(table.first_term[c], table.first_term[c + 1])
        registers = [address(register) for register in table.register[span].tolist()]
        coefficients = table.coefficient[span].tolist()
        sign = 1 if coefficients[0] > 0 else -1
        terms = tuple(zip([sign * k for k in coefficients], registers, strict=True))
        bound = sign * int(table.bound[c])
        low: float = bound
        high: float = bound
        if table.relation[c] == reg.AT_MOST:
            low, high = (-inf, bound) if sign > 0 else (bound, inf)
        yield terms, Condition(bit, low, high, bool(table.relation[c] != reg.UNEQUAL))


def lookups_of(
    terms: Quantity, conditions: list[Condition], max_rows: int = _MAX_ROWS
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
