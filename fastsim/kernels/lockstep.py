"""The lane kernel: sixty-four games of two players in lockstep, one in each lane of a vector.

State of a table of games, every number a `lanes.Bytes` (64 games wide)
------------------------------------------------------------------------
    Player.deck     what is left to draw, as borders in a sorted row: the first `victory` cards
                    are Victory cards, those up to `copper` Coppers, up to `silver` Silvers,
                    and up to `size` Golds
    Player.own      everything the player owns, by card
    Player.turns    turns taken
    Table.supply    the piles
    Table.live      255 while the lane's game goes on, 0 once it is over

and the state of each game's random stream as two `lanes.Words`. The discard pile is never stored:
it is what is owned and neither in the deck nor in hand. A hand is drawn at the start of its turn.

No lane ever takes a branch of its own. All 64 games draw, buy and check for the end together, and
what does not concern a lane is computed and thrown away. A finished game idles until, every few
rounds, the results of all finished lanes are written out and their lanes begin new games.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import uint16, uint32, uint64
from numba.cpython.unsafe.numbers import trailing_zeros
from numpy.typing import NDArray

from fastsim import registers as reg
from fastsim.kernels.jit import kernel, step
from fastsim.kernels.lanes import (
    LANES,
    WORD_OF_LANE,
    add_saturating,
    align_stack,
    any_is_full,
    any_lane,
    both_halves,
    empty_rows,
    halves,
    halves_of,
    in_every_byte,
    lanes_of,
    load,
    look_up,
    lower_half,
    maximum,
    minimum,
    multiply_high,
    narrow,
    narrow_halves,
    rarely,
    rotate_left,
    select,
    signed_maximum,
    splat,
    store,
    subtract_saturating,
    upper_half,
    widen,
)
from fastsim.kernels.tables import CUT, PILES, PROVINCES

#: Written as the end of a game that outgrew its lane: the general kernel has to play it.
OUTGROWN = 3
#: What a lane can hold: cards in a deck, and turns of a player.
MOST_CARDS = 127
MOST_TURNS = 249

_ROUNDS = 3  # between two looks at which games are over
_SEEDS = 1024  # streams of games to come that are worked out at a time

# rows of LaneSetup
START_DECK = 0  # victory, copper, silver, size
START_OWN = 4  # by card
START_SUPPLY = 10  # by card
ONE = 16
SPARE_PILES = 17
CUT_TURN = 18  # of the first player, and of the second
SETUP_ROWS = 20
# rows of each plane of LaneRule
BY_MONEY = 0
BY_PROVINCES = 1
BUYS = 2  # by card
AVOIDS = 8
PLANE_ROWS = 9
# places in each row of LaneRule.tests
FIRST_TERM = 0
FIRST_NEGATIVE = 1
END_OF_TERMS = 2
IS_WIDE = 3
OFFSET = 4
WINDOW_START = 5
TEST_WIDTH = 6
# bits of LaneRule.looks_at
LOOKS_AT_OWN = 1
LOOKS_AT_SUPPLY = 2
LOOKS_AT_VP = 4
LOOKS_AT_PILES = 8


class Cards(NamedTuple):
    """A number for each card, in the order of `fastsim.cards.CARDS`."""

    copper: object
    silver: object
    gold: object
    estate: object
    duchy: object
    province: object


class Deck(NamedTuple):
    """Cards in a sorted row, by the borders between their kinds."""

    victory: object
    copper: object
    silver: object
    size: object


class Player(NamedTuple):
    deck: Deck
    own: Cards
    turns: object


class Stream(NamedTuple):
    s0: object
    s1: object


class Table(NamedTuple):
    """All that changes in the course of the games."""

    first: Player
    second: Player
    supply: Cards
    live: object
    stream: Stream


class LaneSetup(NamedTuple):
    """A game setup for lanes.

    Attributes
    ----------
    rows : uint8 [SETUP_ROWS, LANES]
        The deck, own cards and supply at the start of a game, the same in every lane; where a
        card has no pile, a pile that nobody buys from. The number 1. How many of the five piles
        other than Provinces may be left when they end the game. The turn of its own at which
        either player's game is cut, or 255.
    end_piles : int
        How many of the five piles must be empty to end the game.
    """

    rows: NDArray[np.uint8]
    end_piles: int


class LaneRule(NamedTuple):
    """A rule for lanes. Up to eight entries make a plane, in which each is one bit of a byte.

    Attributes
    ----------
    rows : uint8 [n_planes * PLANE_ROWS, LANES]
        Of each plane: the entries that can be bought, by money and by Provinces left (tables for
        `lanes.look_up`); the entries that buy each card; the entries that are skipped when they
        would end the game in a loss.
    first_test : int64 [n_planes + 1]
        Plane p has the tests ``first_test[p]`` up to, not including, the next.
    tests : int64 [n_tests * TEST_WIDTH]
        Of each test: its first term, the first with a coefficient of -1, the end of its terms;
        whether it takes 16 bits, an offset, and the start of its window.
    windows : uint8 [n_tests, LANES]
        A test is a sum of terms and its offset. Less the window's start, and held within 0 to 15,
        it is the place at which stand the entries that can be bought.
    register, coefficient : int64 [n_terms]
        Of each term. Tests that take 8 bits have only coefficients of 1, and then of -1.
    planes : int
    has_tests, avoids : bool
        Whether there are tests, or entries that are skipped; whether there are the latter.
    looks_at : int
        What the tests look at, as bits: `LOOKS_AT_OWN` and so on.
    loses_ties : int
        1 when the player loses games with equal VP that the player ends, by turns taken.
    """

    rows: NDArray[np.uint8]
    first_test: NDArray[np.int64]
    tests: NDArray[np.int64]
    windows: NDArray[np.uint8]
    register: NDArray[np.int64]
    coefficient: NDArray[np.int64]
    planes: int
    has_tests: bool
    avoids: bool
    looks_at: int
    loses_ties: int


class LaneRoom(NamedTuple):
    """Memory to work in.

    Attributes
    ----------
    s0, s1 : uint32 [1, LANES]
        Streams of the games that the lanes play next.
    game, next_game : uint64 [LANES]
        The rows of `Columns` that every lane's game, and its next, belong to.
    waiting : uint8 [1, LANES]
        255 where there is a next game.
    registers : uint8 [n_registers, LANES]
        What the rule of the player to move looks at (`fastsim.registers`, with one seat).
    results : uint8 [5, LANES]
        Turns of the first player and of the second, VP of both, and why the game ended.
    seeds0, seeds1 : uint32 [_SEEDS]
        Streams of games to come.
    """

    s0: NDArray[np.uint32]
    s1: NDArray[np.uint32]
    game: NDArray[np.uint64]
    next_game: NDArray[np.uint64]
    waiting: NDArray[np.uint8]
    registers: NDArray[np.uint8]
    results: NDArray[np.uint8]
    seeds0: NDArray[np.uint32]
    seeds1: NDArray[np.uint32]


def lane_room() -> LaneRoom:
    """Return memory for one call of `play_lanes` at a time."""
    return LaneRoom(
        s0=empty_rows(1, np.uint32),
        s1=empty_rows(1, np.uint32),
        game=np.empty(LANES, np.uint64),
        next_game=np.empty(LANES, np.uint64),
        waiting=empty_rows(1, np.uint8),
        registers=empty_rows(reg.OWN + reg.N_EACH, np.uint8),
        results=empty_rows(5, np.uint8),
        seeds0=np.empty(_SEEDS, np.uint32),
        seeds1=np.empty(_SEEDS, np.uint32),
    )


# --- Chance ---------------------------------------------------------------------------------------


@step
def next_word(stream):
    """Return the next word of every game's xoroshiro64*, and the streams behind it."""
    s1 = stream.s1 ^ stream.s0
    s0 = rotate_left(stream.s0, 26) ^ s1 ^ s1 << 9
    return stream.s0 * 0x9E3779BB, Stream(s0, rotate_left(s1, 13))


@step
def hand_positions(n, stream):
    """Return five random positions, among n cards, n - 1, and so on to n - 4; and the streams.

    The leading 16 bits of a position's random number settle it, unless what follows the integer
    part of their product with n is within n of a carry. Only then, in any lane, all 32 are used.
    """
    a, stream = next_word(stream)
    b, stream = next_word(stream)
    c, stream = next_word(stream)
    z01, z23, z4 = halves_of(a), halves_of(b), lower_half(c)
    twice = both_halves(n)
    n01, n23, n4 = twice - halves(0, 1), twice - halves(2, 3), widen(n) - 4
    r0, r1 = narrow_halves(multiply_high(z01, n01))
    r2, r3 = narrow_halves(multiply_high(z23, n23))
    r4 = narrow(multiply_high(z4, n4))
    might_carry = any_is_full(
        add_saturating(maximum(z01 * n01, z23 * n23), twice), add_saturating(z4 * n4, n4)
    )
    if rarely(might_carry):
        y = upper_half(c)
        yy = halves_of(c >> 16 | c & 0xFFFF0000)
        r0, r1 = narrow_halves(product_high(z01, yy, n01))
        r2, r3 = narrow_halves(product_high(z23, yy, n23))
        r4 = narrow(product_high(z4, y, n4))
    return r0, r1, r2, r3, r4, stream


@step
def product_high(leading, rest, n):
    """Return the integer part of n times the 32-bit fraction of two 16-bit numbers."""
    low = leading * n
    carried = low + multiply_high(rest, n)
    return multiply_high(leading, n) + minimum(subtract_saturating(low, carried), 1)


# --- A hand ---------------------------------------------------------------------------------------


@step
def draw(deck, position):
    """Remove the card at a position: every border that lies past it moves down by one.

    A position of 128 or more, which is negative when taken as signed, removes nothing.
    """
    return Deck(
        signed_maximum(minimum(deck.victory, position), deck.victory - 1),
        signed_maximum(minimum(deck.copper, position), deck.copper - 1),
        signed_maximum(minimum(deck.silver, position), deck.silver - 1),
        deck.size,
    )


@step
def deal(deck, own, stream):
    """Deal a hand; return its money, the deck that it leaves, and the streams.

    With five or more cards in the deck all come from it, by chance. With fewer, all of them are
    in the hand, the discard pile becomes the deck, and the rest comes from that by chance.
    """
    victory = own.estate + own.duchy + own.province
    copper = victory + own.copper
    silver = copper + own.silver
    size = silver + own.gold

    short = deck.size < 5
    last = select(short, splat(4) - deck.size, splat(4))  # the last draw that is by chance
    before = select(short, victory + copper + silver, deck.victory + deck.copper + deck.silver)
    among = select(short, size - deck.size, deck.size)
    left = select(short, size, deck.size) - 5
    deck = Deck(
        select(short, victory - deck.victory, deck.victory),
        select(short, copper - deck.copper, deck.copper),
        select(short, silver - deck.silver, deck.silver),
        left,
    )
    r0, r1, r2, r3, r4, stream = hand_positions(among, stream)
    deck = draw(deck, r0)
    deck = draw(deck, r1 | last - 1 & 128)
    deck = draw(deck, r2 | last - 2 & 128)
    deck = draw(deck, r3 | last - 3 & 128)
    deck = draw(deck, r4 | last - 4 & 128)
    # five cards at 3 coins, less one for every border that a card lies before
    money = deck.victory + deck.copper + deck.silver + 15 - before
    return money, deck, stream


# --- What to buy ----------------------------------------------------------------------------------


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
    """Write what the tests of a rule look at, in the order of `fastsim.registers`."""
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


@step
def vp_of(own):
    """Return victory points."""
    threes = own.duchy + own.province + own.province
    return threes + threes + threes + own.estate


@step
def piles_left(setup, supply):
    """Return how many of the five piles other than Provinces have cards."""
    one = load(setup.rows, ONE)
    return (
        minimum(supply.copper, one)
        + minimum(supply.silver, one)
        + minimum(supply.gold, one)
        + minimum(supply.estate, one)
        + minimum(supply.duchy, one)
    )


# --- A turn ---------------------------------------------------------------------------------------


@step
def take_turn(setup, rule, seat, player, opponent, supply, live, stream, room):
    """Return the player, the supply, the games that go on, and the streams after a turn."""
    money, deck, stream = deal(player.deck, player.own, stream)
    view = View(player.own, opponent.own, supply, money, player.turns)
    bought = choose(setup, rule, view, live, room)
    supply = minus(supply, bought)
    turns = player.turns - live  # 255 is -1
    return (
        Player(deck, plus(player.own, bought), turns),
        supply,
        live & going_on(setup, seat, supply, turns),
        stream,
    )


@step
def going_on(setup, seat, supply, turns):
    """Return 255 for every game that is not over: neither by its piles, nor cut."""
    too_many = subtract_saturating(piles_left(setup, supply), load(setup.rows, SPARE_PILES))
    not_cut = turns ^ load(setup.rows, CUT_TURN + seat)
    return -minimum(minimum(minimum(supply.province, too_many), not_cut), load(setup.rows, ONE))


@step
def plus(x, y):
    """Return the sums, card by card."""
    return Cards(
        x.copper + y.copper,
        x.silver + y.silver,
        x.gold + y.gold,
        x.estate + y.estate,
        x.duchy + y.duchy,
        x.province + y.province,
    )


@step
def minus(x, y):
    """Return the differences, card by card."""
    return Cards(
        x.copper - y.copper,
        x.silver - y.silver,
        x.gold - y.gold,
        x.estate - y.estate,
        x.duchy - y.duchy,
        x.province - y.province,
    )


@step
def play_round(setup, rules, table, room):
    """Return the table after a turn of either player."""
    first, second, supply, live, stream = table
    first, supply, live, stream = take_turn(
        setup, rules[0], 0, first, second, supply, live, stream, room
    )
    second, supply, live, stream = take_turn(
        setup, rules[1], 1, second, first, supply, live, stream, room
    )
    return Table(first, second, supply, live, stream)


# --- Games end and begin --------------------------------------------------------------------------
# A lane whose game is over goes on with another one at once: its stream is lined up beforehand.
# Writing out the results and lining up the next games is left for later, so that the processor has
# a round's work to do beside these loops, of which it cannot foresee the number of turns.


@step
def outgrown(table):
    """Return the games that are more than a lane can hold."""
    most = maximum(size_of(table.first.own), size_of(table.second.own))
    return (most > MOST_CARDS) | (table.first.turns > MOST_TURNS)


@step
def size_of(own):
    """Return how many cards are owned."""
    return own.copper + own.silver + own.gold + own.estate + own.duchy + own.province


@step
def store_results(setup, table, room):
    """Store what every lane's game has come to, whether it is over or not."""
    first, second, supply = table.first, table.second, table.supply
    few_piles = piles_left(setup, supply) <= load(setup.rows, SPARE_PILES)
    end = select(few_piles, splat(PILES), splat(CUT))
    end = select(supply.province == 0, splat(PROVINCES), end)
    end = select(outgrown(table), splat(OUTGROWN), end)
    store(room.results, 0, first.turns)
    store(room.results, 1, second.turns)
    store(room.results, 2, vp_of(first.own))
    store(room.results, 3, vp_of(second.own))
    store(room.results, 4, end)


@step
def hand_in(ended, columns, room):
    """Copy the stored results of the lanes `ended` to the rows of their games."""
    while ended:
        lane = trailing_zeros(ended)
        ended &= ended - uint64(1)
        row = room.game[lane]
        columns.turns[row] = uint16(room.results[0, lane]) + uint16(room.results[1, lane])
        columns.vp[row, 0] = room.results[2, lane]
        columns.vp[row, 1] = room.results[3, lane]
        columns.end[row] = room.results[4, lane]


@step
def line_up(lanes, taken, games, key, start, room):
    """Line up another game for each of `lanes`, which have begun the one that was lined up.

    Returns how many games have been taken so far.
    """
    while lanes:
        lane = trailing_zeros(lanes)
        lanes &= lanes - uint64(1)
        room.game[lane] = room.next_game[lane]
        if taken == games:
            room.waiting[0, lane] = 0
            continue
        seed = taken & uint64(_SEEDS - 1)
        if seed == uint64(0):
            seed_games(key, start + taken, room)
        room.s0[0, WORD_OF_LANE[lane]] = room.seeds0[seed]
        room.s1[0, WORD_OF_LANE[lane]] = room.seeds1[seed]
        room.next_game[lane] = taken
        taken += uint64(1)
    return taken


@step
def seed_games(key, first, room):
    """Work out the streams of the games from `first` on (see `kernels.stream.start`)."""
    for k in range(_SEEDS):
        state = mix64(key + (first + uint64(k + 1)) * uint64(0x9E3779B97F4A7C15))
        if state == uint64(0):
            state = uint64(0x9E3779B97F4A7C15)
        room.seeds0[k] = uint32(state)
        room.seeds1[k] = uint32(state >> uint64(32))


@step
def mix64(z):
    """Return the SplitMix64 finaliser of a 64-bit number."""
    z = (z ^ (z >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> uint64(27))) * uint64(0x94D049BB133111EB)
    return z ^ (z >> uint64(31))


@step
def begin_games(setup, table, fresh, busy, room):
    """Return the table with new games where `fresh` is 255, and none where `busy` is 0."""
    new, player, words = fresh > 127, start_player(setup), in_every_byte(fresh)
    stream = table.stream
    return Table(
        first=either_player(new, player, table.first),
        second=either_player(new, player, table.second),
        supply=either_cards(new, load_cards(setup.rows, START_SUPPLY), table.supply),
        live=busy,
        stream=Stream(
            load(room.s0, 0) & words | stream.s0 & ~words,
            load(room.s1, 0) & words | stream.s1 & ~words,
        ),
    )


@step
def start_player(setup):
    """Return a player before the first turn."""
    deck = Deck(
        load(setup.rows, START_DECK),
        load(setup.rows, START_DECK + 1),
        load(setup.rows, START_DECK + 2),
        load(setup.rows, START_DECK + 3),
    )
    return Player(deck, load_cards(setup.rows, START_OWN), splat(0))


@step
def load_cards(rows, first):
    """Return the numbers of each card, which stand in six rows."""
    return Cards(
        load(rows, first),
        load(rows, first + 1),
        load(rows, first + 2),
        load(rows, first + 3),
        load(rows, first + 4),
        load(rows, first + 5),
    )


@step
def store_cards(rows, first, cards):
    """Store the numbers of each card in six rows."""
    store(rows, first, cards.copper)
    store(rows, first + 1, cards.silver)
    store(rows, first + 2, cards.gold)
    store(rows, first + 3, cards.estate)
    store(rows, first + 4, cards.duchy)
    store(rows, first + 5, cards.province)


@step
def either_player(mask, x, y):
    """Return the player `x` where the mask holds, `y` elsewhere."""
    deck = Deck(
        select(mask, x.deck.victory, y.deck.victory),
        select(mask, x.deck.copper, y.deck.copper),
        select(mask, x.deck.silver, y.deck.silver),
        select(mask, x.deck.size, y.deck.size),
    )
    return Player(deck, either_cards(mask, x.own, y.own), select(mask, x.turns, y.turns))


@step
def either_cards(mask, x, y):
    """Return the numbers of `x` where the mask holds, of `y` elsewhere."""
    return Cards(
        select(mask, x.copper, y.copper),
        select(mask, x.silver, y.silver),
        select(mask, x.gold, y.gold),
        select(mask, x.estate, y.estate),
        select(mask, x.duchy, y.duchy),
        select(mask, x.province, y.province),
    )


@kernel
def play_lanes(setup, rules, key, start, columns, room):
    """Play one game a row of `columns`, from game index `start` on.

    Parameters
    ----------
    setup : LaneSetup
    rules : tuple of LaneRule
        One a seat.
    key : uint64
        The seed's key (`fastsim.streams.seed_key`).
    start : int64
    columns : Columns
        Written. Where the end is `OUTGROWN` the game has to be played by the general kernel.
    room : LaneRoom
    """
    align_stack()
    start, games = uint64(start), uint64(len(columns.turns))
    player = start_player(setup)
    stream = Stream(load(room.s0, 0), load(room.s1, 0))
    table = Table(player, player, load_cards(setup.rows, START_SUPPLY), splat(0), stream)
    store(room.waiting, 0, splat(255))
    taken = line_up(~uint64(0), uint64(0), games, key, start, room)
    busy = splat(0)
    while True:
        live = select(outgrown(table), splat(0), table.live)
        fresh = load(room.waiting, 0) & ~live
        ended = busy & ~live
        busy = live | fresh
        store_results(setup, table, room)
        table = begin_games(setup, table, fresh, busy, room)
        for part in range(_ROUNDS):
            table = play_round(setup, rules, table, room)
            if part == 0:
                hand_in(lanes_of(ended > 127), columns, room)
                taken = line_up(lanes_of(fresh > 127), taken, games, key, start, room)
        if not any_lane(busy > 127):
            break
