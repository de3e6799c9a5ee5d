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

from numba import uint64

from fastsim.kernels.jit import kernel
from fastsim.kernels.lanes import align_stack, any_lane, lanes_of, load, select, splat, store
from fastsim.kernels.lockstep.games import (
    begin_games,
    hand_in,
    line_up,
    outgrown,
    start_player,
    store_results,
)
from fastsim.kernels.lockstep.program import START_SUPPLY
from fastsim.kernels.lockstep.state import Stream, Table, load_cards
from fastsim.kernels.lockstep.turn import play_round

# between two looks at which games are over
_ROUNDS = 3


@kernel
def play_lanes(setup, rules, key, start, columns, room):
    """Play one game a row of `columns`, from game index `start` on.

    Parameters
    ----------
    setup : LaneSetup
    rules : tuple of LaneRule
        One a seat.
    key : uint64
        The seed's key (`fastsim.game.streams.seed_key`).
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
