"""Games end and begin: each lane goes on with another game as soon as one is over.

A new game's stream is lined up beforehand. Writing out the results and lining up the next games
is left for later, so that the processor has a round's work to do beside these loops, of which it
cannot foresee the number of turns.
"""

from __future__ import annotations

from numba import uint16, uint32, uint64
from numba.cpython.unsafe.numbers import trailing_zeros

from fastsim.kernels import stream
from fastsim.kernels.jit import step
from fastsim.kernels.lanes import WORD_OF_LANE, in_every_byte, load, maximum, select, splat, store
from fastsim.kernels.lockstep.program import (
    MOST_CARDS,
    MOST_TURNS,
    OUTGROWN,
    SEEDS,
    SPARE_PILES,
    START_DECK,
    START_OWN,
    START_SUPPLY,
)
from fastsim.kernels.lockstep.state import (
    Deck,
    Player,
    Stream,
    Table,
    either_cards,
    either_player,
    load_cards,
    piles_left,
    size_of,
    vp_of,
)
from fastsim.kernels.tables import ENDED_BY_CUT, ENDED_BY_PILES, ENDED_BY_PROVINCES


@step
def outgrown(table):
    """Return the games that are more than a lane can hold."""
    most = maximum(size_of(table.first.own), size_of(table.second.own))
    return (most > MOST_CARDS) | (table.first.turns > MOST_TURNS)


@step
def store_results(setup, table, room):
    """Store what every lane's game has come to, whether it is over or not."""
    first, second, supply = table.first, table.second, table.supply
    few_piles = piles_left(setup, supply) <= load(setup.rows, SPARE_PILES)
    end = select(few_piles, splat(ENDED_BY_PILES), splat(ENDED_BY_CUT))
    end = select(supply.province == 0, splat(ENDED_BY_PROVINCES), end)
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
        seed = taken & uint64(SEEDS - 1)
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
    for k in range(SEEDS):
        s0, s1 = stream.start(key, first + uint64(k))
        room.seeds0[k] = uint32(s0)
        room.seeds1[k] = uint32(s1)


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
