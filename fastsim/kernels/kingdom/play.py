"""Whole games of the kingdom kernel."""

from __future__ import annotations

from numba import int64

from fastsim.kernels import stream
from fastsim.kernels.jit import fragment, kernel, memory_of
from fastsim.kernels.kingdom import layout as at
from fastsim.kernels.kingdom.layout import NOTHING, Memory
from fastsim.kernels.kingdom.policy import ends_the_game
from fastsim.kernels.kingdom.turn import clean_up, play_from_hand, rest_of_turn, take_turn
from fastsim.kernels.kingdom.zones import draw_hand, reshuffle
from fastsim.kernels.tables import ENDED_BY_CUT, ENDED_BY_PILES, ENDED_BY_PROVINCES


@fragment
def _play(m, key, game, max_events):
    """Play one game; return its turns, of all players together, and why it ended."""
    beginning = m.tables[at.BEGINNING]
    for k in range(m.tables[at.GAME_SIZE]):
        m.game[k] = m.tables[beginning + k]
    s0, s1 = stream.start(key, game)
    m.game[at.S0], m.game[at.S1] = int64(s0), int64(s1)
    players = m.tables[at.PLAYERS]
    for seat in range(players):
        reshuffle(m, seat)
        draw_hand(m, seat)
    m.game[at.EVENTS_LEFT] = max_events
    turns, seat = int64(0), int64(0)
    while True:
        take_turn(m, seat)
        turns += 1
        in_stock = m.game[at.IN_STOCK]
        if ends_the_game(m, in_stock):
            return turns, ENDED_BY_PROVINCES if m.tables[
                at.PROVINCE_PILE
            ] & ~in_stock else ENDED_BY_PILES
        if turns == m.tables[at.MAX_TURNS]:
            return turns, ENDED_BY_CUT
        clean_up(m, seat)
        seat += 1
        if seat == players:
            seat = int64(0)


@kernel
def play(tables, game, decks, events, key, start, columns):
    """Play one game a row of `columns`, from game index `start` on.

    Parameters
    ----------
    tables : int64 [n_tables]
        See `layout`; so are the next three, which hold the last game afterwards.
    game : int64 [n_game]
    decks : uint16 [n_players * N_CARDS]
    events : int64 [n_events]
        Of each game the first so many events are written down, from the first turn on;
        ``game[N_EVENTS]`` says how many.
    key : uint64
        The seed's key (`fastsim.game.streams.seed_key`).
    start : int64
    columns : Columns
        Written.
    """
    m = Memory(memory_of(tables), memory_of(game), memory_of(decks), memory_of(events))
    for row in range(len(columns.turns)):
        turns, end = _play(m, key, start + row, len(events))
        columns.turns[row] = turns
        columns.end[row] = end
        for seat in range(m.tables[at.PLAYERS]):
            columns.vp[row, seat] = m.game[at.VP + seat * at.SEAT_SIZE]


@kernel
def go_on(tables, game, decks, events, seat, card):
    """Go on from any state in the turn of a seat.

    Parameters
    ----------
    tables, game, decks, events
        As in `play`; the state is in ``game`` and ``decks``.
    seat : int64
    card : int64
        Play this card of the hand; or, with `NOTHING`, the rest of the turn, with the clean-up
        unless the game is over.
    """
    m = Memory(memory_of(tables), memory_of(game), memory_of(decks), memory_of(events))
    if card != NOTHING:
        play_from_hand(m, seat, card)
        return
    rest_of_turn(m, seat)
    if not ends_the_game(m, m.game[at.IN_STOCK]):
        clean_up(m, seat)
