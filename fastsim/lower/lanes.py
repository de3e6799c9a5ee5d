"""From setups and rules to the arrays of the lane kernel, where its lanes can hold them.

A lane holds bytes. What does not fit (a pile of 128 cards, 255 VP, a sum beyond 16 bits) is left to
the general kernel: the functions here return None.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastsim.cards import DRAW_ORDER, PROVINCE, SIX_CARDS, column_of
from fastsim.game.setup import HAND_SIZE, GameSetup
from fastsim.kernels import registers as reg
from fastsim.kernels.lanes import LANES, empty_rows
from fastsim.kernels.lockstep import program as lk
from fastsim.kernels.tables import MONEY_STEPS
from fastsim.lower.compile import Row, RuleTable
from fastsim.lower.lookups import Condition, Lookup, Quantity, lookups_of, range_of

_WINDOW: Final = 16  # what one look-up in lanes can tell apart
_PLANE: Final = 8  # entries that a byte has bits for
_NEVER: Final = 255
_OTHER_PILES: Final = len(SIX_CARDS) - 1
_DRAWN: Final = tuple(card for card in DRAW_ORDER if card in SIX_CARDS)
_MOST_STEPS: Final = 12  # an 8-bit sum adds a register once for each unit of its coefficient
_PROVINCES_LEFT: Final = reg.SUPPLY + column_of(PROVINCE)


def lower_setup_to_lanes(setup: GameSetup) -> lk.LaneSetup | None:
    """Return the setup for lanes, or None if they cannot hold its games."""
    deck = [setup.deck.get(card, 0) for card in SIX_CARDS]
    # nobody buys from a pile that is not in the game, so it is never empty and never the smallest
    supply = [setup.supply.get(card, lk.MOST_CARDS) for card in SIX_CARDS]
    if (
        not setup.is_simple
        or setup.players != 2
        or not HAND_SIZE <= sum(deck) <= lk.MOST_CARDS
        or max(supply) > lk.MOST_CARDS
        or setup.vp_range[1] + PROVINCE.vp + 1 > _NEVER
        or setup.end_piles > _OTHER_PILES
    ):
        return None
    borders = np.cumsum([setup.deck.get(card, 0) for card in _DRAWN])[2:]
    cut = [_NEVER, _NEVER]
    if setup.max_turns <= 2 * lk.MOST_TURNS:
        cut[(setup.max_turns - 1) % 2] = (setup.max_turns + 1) // 2
    numbers = [*borders, *deck, *supply, 1, _OTHER_PILES - setup.end_piles, *cut, 0]
    rows = empty_rows(lk.SETUP_ROWS, np.uint8)
    rows[...] = np.array(numbers, np.uint8)[:, None]
    return lk.LaneSetup(rows, setup.end_piles)


def lower_rule_to_lanes(table: RuleTable, setup: GameSetup, seat: int) -> lk.LaneRule | None:
    """Return the rule of a seat for lanes, or None if they cannot hold what it looks at."""
    entries = _reachable(table, setup, seat)
    planes = [entries[first : first + _PLANE] for first in range(0, len(entries), _PLANE)] or [[]]
    rows: list[bytes] = []
    sums: list[_Sum] = []
    first_test = [0]
    for of_plane in planes:
        about = _gather(of_plane)
        by_money = about.pop(((1, reg.MONEY),), [])
        by_provinces = []
        if setup.supply.get(PROVINCE, _WINDOW) < _WINDOW:
            by_provinces = about.pop(((1, _PROVINCES_LEFT),), [])
        buys, avoids = [0] * reg.N_CARDS, 0
        for bit, entry in enumerate(of_plane):
            buys[entry.card] |= 1 << bit
            avoids |= entry.avoids_losing_end << bit
        part = [b""] * lk.PLANE_ROWS
        part[lk.BY_MONEY] = _table(_holding(by_money, _affordable(of_plane)))
        part[lk.BY_PROVINCES] = _table(_holding(by_provinces, [0xFF] * _WINDOW))
        part[lk.BUYS : lk.BUYS + reg.N_CARDS] = [_same(entries) for entries in buys]
        part[lk.AVOIDS] = _same(avoids)
        rows += part
        for quantity, conditions in about.items():
            found = _sums(quantity, tuple(conditions), setup)
            if found is None:
                return None
            sums += found
        first_test.append(len(sums))
    return _lane_rule(rows, first_test, sums, any(e.avoids_losing_end for e in entries), seat)


class _Entry(NamedTuple):
    card: int
    avoids_losing_end: bool
    conditions: list[tuple[Quantity, Condition]]


def _reachable(table: RuleTable, setup: GameSetup, seat: int) -> list[_Entry]:
    """Return the entries that can ever be what a rule buys."""
    entries: list[_Entry] = []
    settled = set()  # cards that an entry buys whenever they can be bought
    for row in table.rows:
        ranges = None if row.card in settled else _ranges_of(row, setup, seat)
        if ranges is None:
            continue
        bit = len(entries) % _PLANE
        conditions = [
            (quantity, Condition(bit, low, high, inside)) for quantity, low, high, inside in ranges
        ]
        entries.append(_Entry(row.card, row.avoids_losing_end, conditions))
        if not conditions and not row.avoids_losing_end:
            settled.add(row.card)
    return entries


@functools.lru_cache(maxsize=4096)
def _ranges_of(
    row: Row, setup: GameSetup, seat: int
) -> tuple[tuple[Quantity, float, float, bool], ...] | None:
    """Return the conditions of an entry as `range_of` does, or None if they can never all hold.

    Registers that never change in this seat and setup are left out, and conditions on nothing else.
    """
    constants = {reg.SUPPLY + column_of(card): 0 for card in SIX_CARDS if card not in setup.supply}
    constants[reg.SEAT] = seat + 1
    found = []
    for quantity, low, high, inside in map(range_of, row.conditions):
        rest = tuple((k, register) for k, register in quantity if register not in constants)
        known = sum(k * constants[register] for k, register in quantity if register in constants)
        low, high = low - known, high - known
        if rest:
            found.append((rest, low, high, inside))
        elif not Condition(0, low, high, inside).holds(0):
            return None
    return tuple(found)


def _gather(entries: Sequence[_Entry]) -> dict[Quantity, list[Condition]]:
    """Return the conditions of a plane by what they are about."""
    about: dict[Quantity, list[Condition]] = {}
    for entry in entries:
        for quantity, condition in entry.conditions:
            about.setdefault(quantity, []).append(condition)
    return about


class _Sum(NamedTuple):
    """A test of a plane: ``min(max(total + offset - start, 0), 15)`` is the place in its window."""

    is_wide: bool
    offset: int
    start: int
    window: list[int]
    terms: list[tuple[int, int]]  # coefficients and registers, those below zero last


@functools.lru_cache(maxsize=4096)
def _sums(
    quantity: Quantity, conditions: tuple[Condition, ...], setup: GameSetup
) -> list[_Sum] | None:
    """Return the tests of the conditions on one quantity, or None if lanes cannot hold it."""
    ranges = _ranges(setup)
    sums = [_sum(lookup, ranges) for lookup in lookups_of(quantity, conditions, _WINDOW)]
    found = [total for total in sums if total is not None]
    return found if len(found) == len(sums) else None


def _sum(lookup: Lookup, ranges: Mapping[int, tuple[int, int]]) -> _Sum | None:
    """Return the test that finds the rows of a look-up, or None if it needs more than 16 bits."""
    terms = sorted(lookup.terms, reverse=True)
    if any(register not in ranges for _, register in terms):
        return None
    # the sum wraps on its way, so all that has to fit is where it can end
    ends = [sorted((k * ranges[register][0], k * ranges[register][1])) for k, register in terms]
    least = min(sum(low for low, _ in ends), lookup.lowest)
    most = max(sum(high for _, high in ends), lookup.lowest)
    if most - least > 0xFFFF:
        return None
    is_wide = most - least > 0xFF or sum(abs(k) for k, _ in terms) > _MOST_STEPS
    if not is_wide:
        terms = [(k // abs(k), register) for k, register in terms for _ in range(abs(k))]
    window = [row & 0xFF for row in lookup.rows]
    window += [window[-1]] * (_WINDOW - len(window))
    return _Sum(is_wide, -least, lookup.lowest - least, window, terms)


def _lane_rule(
    rows: list[bytes], first_test: list[int], sums: list[_Sum], avoids: bool, seat: int
) -> lk.LaneRule:
    tests: list[int] = []
    terms: list[tuple[int, int]] = []
    for total in sums:
        first, positive = len(terms), sum(k > 0 for k, _ in total.terms)
        terms += total.terms
        tests += [first, first + positive, len(terms), total.is_wide, total.offset, total.start]
    looked_at = {register for _, register in terms}
    if avoids:
        looked_at |= {reg.SUPPLY, reg.VP}
    parts = {
        lk.LOOKS_AT_OWN: range(reg.OWN, reg.OWN + reg.N_CARDS),
        lk.LOOKS_AT_SUPPLY: range(reg.SUPPLY, reg.SUPPLY + reg.N_CARDS),
        lk.LOOKS_AT_VP: (reg.VP, reg.OPPONENT_VP),
        lk.LOOKS_AT_PILES: (reg.EMPTY_PILES, reg.GAINS_TO_END),
    }
    return lk.LaneRule(
        rows=_aligned(rows),
        first_test=np.array(first_test, np.int64),
        tests=np.array(tests, np.int64),
        windows=_aligned([_table(total.window) for total in sums]),
        register=np.array([register for _, register in terms], np.int64),
        coefficient=np.array([k for k, _ in terms], np.int64),
        planes=len(first_test) - 1,
        has_tests=bool(sums) or avoids,
        avoids=avoids,
        looks_at=sum(bit for bit, part in parts.items() if not looked_at.isdisjoint(part)),
        loses_ties=int(seat == 0),
    )


def _affordable(entries: Sequence[_Entry]) -> list[int]:
    """Return, for each amount of money, the entries whose card costs no more."""
    sets = [0] * MONEY_STEPS
    for bit, entry in enumerate(entries):
        for money in range(SIX_CARDS[entry.card].cost, MONEY_STEPS):
            sets[money] |= 1 << bit
    return sets


def _holding(conditions: Sequence[Condition], entries: Sequence[int]) -> list[int]:
    """Return, for the values 0 to 15, those of the entries whose conditions hold."""
    sets = list(entries)
    for condition in conditions:
        for value in range(_WINDOW):
            if not condition.holds(value):
                sets[value] &= ~(1 << condition.entry)
    return sets


def _table(entries: Sequence[int]) -> bytes:
    """Return sixteen sets of entries as a table for `lanes.look_up`."""
    return bytes(entries) * (LANES // _WINDOW)


def _same(entries: int) -> bytes:
    """Return one set of entries for all lanes."""
    return bytes((entries,)) * LANES


def _aligned(rows: Sequence[bytes]) -> NDArray[np.uint8]:
    """Return rows of lanes as an array that vectors are loaded from."""
    array = empty_rows(len(rows), np.uint8)
    array[...] = np.frombuffer(b"".join(rows), np.uint8).reshape(-1, LANES)
    return array


@functools.lru_cache(maxsize=64)
def _ranges(setup: GameSetup) -> dict[int, tuple[int, int]]:
    """Return the least and the most of each register that lanes know."""
    ranges = {
        reg.MONEY: (0, MONEY_STEPS - 1),
        reg.TURN: (1, lk.MOST_TURNS + 4),
        reg.VP: setup.vp_range,
        reg.OPPONENT_VP: setup.vp_range,
        reg.EMPTY_PILES: (0, _OTHER_PILES),
    }
    for column, card in enumerate(SIX_CARDS):
        pile, deck = setup.supply.get(card, 0), setup.deck.get(card, 0)
        ranges[reg.SUPPLY + column] = 0, pile
        ranges[reg.OWN + column] = deck, deck + pile
    others = sorted(n for card, n in setup.supply.items() if card is not PROVINCE)
    gains = [sum(others[: setup.end_piles])] if len(others) >= setup.end_piles else []
    gains += [setup.supply[PROVINCE]] if PROVINCE in setup.supply else []
    if gains and min(gains) <= _NEVER:
        ranges[reg.GAINS_TO_END] = 0, min(gains)
    return ranges
