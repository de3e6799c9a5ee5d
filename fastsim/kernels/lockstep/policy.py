"""What sixty-four players buy: in each lane, the lowest bit among the entries that can be bought.

Entries are bits, eight to a plane, the most preferred lowest. Tables tell which of them still
stand, by the money, the piles and whatever else conditions look at.
"""

from __future__ import annotations

from typing import NamedTuple

from numba import uint64

from fastsim.kernels import registers as reg
from fastsim.kernels.jit import step
from fastsim.kernels.lanes import (
    add_saturating,
    any_lane,
    load,
    look_up,
    maximum,
    minimum,
    narrow,
    rarely,
    select,
    splat,
    store,
    subtract_saturating,
    widen,
)
from fastsim.kernels.lockstep.program import (
    AVOIDS,
    BUYS,
    BY_MONEY,
    BY_PROVINCES,
    END_OF_TERMS,
    FIRST_NEGATIVE,
    FIRST_TERM,
    IS_WIDE,
    LOOKS_AT_OWN,
    LOOKS_AT_PILES,
    LOOKS_AT_SUPPLY,
    LOOKS_AT_VP,
    OFFSET,
    ONE,
    PLANE_ROWS,
    SPARE_PILES,
    TEST_WIDTH,
    WINDOW_START,
)
from fastsim.kernels.lockstep.state import Cards, load_cards, piles_left, plus, store_cards, vp_of


class View(NamedTuple):
    """What a rule can look at."""

    own: Cards
    opponents: Cards
    supply: Cards
    money: object
    turns: object


@step
def choose(setup, rule, view, live, room):
    """Return what every game's player buys: a 1 for one card, or for none.

    In every plane the lowest bit wins among the entries that can be bought. Later planes matter
    to the games in which nothing could be bought so far.
    """
    if rarely(rule.has_tests):
        write_registers(setup, rule, view, room.registers)
    bought, open_ = choose_in_plane(setup, rule, 0, view, live, room.registers)
    if rarely(rule.planes > 1):
        for plane in range(1, rule.planes):
            if not any_lane(open_ != 0):
                break
            more, open_ = choose_in_plane(setup, rule, plane, view, open_, room.registers)
            bought = plus(bought, more)
    return bought


@step
def choose_in_plane(setup, rule, plane, view, open_, registers):
    """Return what is bought by the entries of a plane, and the games that are still open.

    The number one is taken from memory: if LLVM knew it, it would make of ``minimum(x, 1)`` a
    comparison, which is slower.
    """
    one, row, supply = load(setup.rows, ONE), plane * PLANE_ROWS, view.supply
    may = (
        load(rule.rows, row + BUYS) & -minimum(supply.copper, one)
        | load(rule.rows, row + BUYS + 1) & -minimum(supply.silver, one)
        | load(rule.rows, row + BUYS + 2) & -minimum(supply.gold, one)
        | load(rule.rows, row + BUYS + 3) & -minimum(supply.estate, one)
        | load(rule.rows, row + BUYS + 4) & -minimum(supply.duchy, one)
        | load(rule.rows, row + BUYS + 5)  # Provinces last as long as the game
    )
    may &= look_up(load(rule.rows, row + BY_MONEY), view.money)
    may &= look_up(load(rule.rows, row + BY_PROVINCES), supply.province)
    if rarely(rule.has_tests):
        may &= entries_passing(setup, rule, plane, registers)
    entry = may & -may & open_
    bought = Cards(
        minimum(entry & load(rule.rows, row + BUYS), one),
        minimum(entry & load(rule.rows, row + BUYS + 1), one),
        minimum(entry & load(rule.rows, row + BUYS + 2), one),
        minimum(entry & load(rule.rows, row + BUYS + 3), one),
        minimum(entry & load(rule.rows, row + BUYS + 4), one),
        minimum(entry & load(rule.rows, row + BUYS + 5), one),
    )
    return bought, open_ & minimum(entry, one) - 1


@step
def write_registers(setup, rule, view, registers):
    """Write what the tests of a rule look at, in the order of `fastsim.kernels.registers`."""
    store(registers, reg.MONEY, view.money)
    store(registers, reg.TURN, view.turns + 1)
    if rule.looks_at & LOOKS_AT_OWN:
        store_cards(registers, reg.OWN, view.own)
    if rule.looks_at & LOOKS_AT_SUPPLY:
        store_cards(registers, reg.SUPPLY, view.supply)
    if rule.looks_at & LOOKS_AT_VP:
        store(registers, reg.VP, vp_of(view.own))
        store(registers, reg.OPPONENT_VP, vp_of(view.opponents))
    if rule.looks_at & LOOKS_AT_PILES:
        store(registers, reg.EMPTY_PILES, splat(5) - piles_left(setup, view.supply))
        store(registers, reg.GAINS_TO_END, gains_to_end(setup, view.supply))


@step
def entries_passing(setup, rule, plane, registers):
    """Return the entries of a plane that pass all tests, by what stands in `registers`."""
    passing = splat(255)
    for test in range(rule.first_test[plane], rule.first_test[plane + 1]):
        passing &= look_up(load(rule.windows, test), place_in_window(rule, test, registers))
    if rule.avoids:
        avoided = load(rule.rows, plane * PLANE_ROWS + AVOIDS)
        passing &= ~(losing_entries(setup, rule, plane, registers) & avoided)
    return passing


@step
def place_in_window(rule, test, registers):
    """Return where every game's sum lies in the window of a test."""
    row = uint64(test * TEST_WIDTH)
    first, end = uint64(rule.tests[row + FIRST_TERM]), uint64(rule.tests[row + END_OF_TERMS])
    offset, start = rule.tests[row + OFFSET], rule.tests[row + WINDOW_START]
    if rule.tests[row + IS_WIDE]:
        wide = widen(splat(0)) + offset
        for term in range(first, end):
            wide += widen(load(registers, rule.register[term])) * rule.coefficient[term]
        return narrow(minimum(subtract_saturating(wide, start), 15))
    total = splat(offset)
    negative = uint64(rule.tests[row + FIRST_NEGATIVE])
    for term in range(first, negative):
        total += load(registers, rule.register[term])
    for term in range(negative, end):
        total -= load(registers, rule.register[term])
    return minimum(subtract_saturating(total, splat(start)), 15)


@step
def losing_entries(setup, rule, plane, registers):
    """Return the entries of a plane that would end the game with the player behind.

    Behind is: fewer VP, or as many with more turns taken.
    """
    supply, row = load_cards(registers, reg.SUPPLY), plane * PLANE_ROWS + BUYS
    vp, theirs = load(registers, reg.VP), load(registers, reg.OPPONENT_VP) + rule.loses_ties
    last_pile = piles_left(setup, supply) <= load(setup.rows, SPARE_PILES) + 1
    nothing = splat(0)
    behind = last_pile & (vp < theirs)
    losing = select(behind & (supply.copper == 1), load(rule.rows, row), nothing)
    losing |= select(behind & (supply.silver == 1), load(rule.rows, row + 1), nothing)
    losing |= select(behind & (supply.gold == 1), load(rule.rows, row + 2), nothing)
    behind = last_pile & (vp + 1 < theirs)
    losing |= select(behind & (supply.estate == 1), load(rule.rows, row + 3), nothing)
    behind = last_pile & (vp + 3 < theirs)
    losing |= select(behind & (supply.duchy == 1), load(rule.rows, row + 4), nothing)
    behind = vp + 6 < theirs
    return losing | select(behind & (supply.province == 1), load(rule.rows, row + 5), nothing)


@step
def gains_to_end(setup, supply):
    """Return the fewest gains that end the game: the Provinces, or the smallest of other piles."""
    a, b = in_order(supply.copper, supply.silver)
    c, d = in_order(supply.gold, supply.estate)
    a, c = in_order(a, c)
    b, d = in_order(b, d)
    b, c = in_order(b, c)  # a to d are sorted
    d, e = in_order(d, supply.duchy)
    c, d = in_order(c, d)
    b, c = in_order(b, c)
    a, b = in_order(a, b)
    total = a
    if setup.end_piles > 1:
        total = add_saturating(total, b)
    if setup.end_piles > 2:
        total = add_saturating(total, c)
    if setup.end_piles > 3:
        total = add_saturating(total, d)
    if setup.end_piles > 4:
        total = add_saturating(total, e)
    return minimum(total, supply.province)


@step
def in_order(x, y):
    """Return the smaller number and the larger."""
    return minimum(x, y), maximum(x, y)
