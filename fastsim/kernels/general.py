"""The general kernel: one game at a time, any setup of the six cards, any rule, 2 to 6 players.

State of a game
---------------
    s0, s1         the game's random stream (`kernels.stream`)
    registers      the piles, what every player owns, VP, ... (`kernels.state`)
    decks          what every player has left to draw, and all that they own: prefix counts and
                   numbers of cards (`kernels.deck`)

The discard pile is never stored: it is what is owned and neither in the deck nor in hand. A hand is
drawn at the start of its turn; since nothing happens between, it is the hand that the rules of
play deal at the end of the player's turn before.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import uint64
from numpy.typing import NDArray

from fastsim.kernels import registers as reg
from fastsim.kernels import state, stream
from fastsim.kernels.deck import EMPTY, HAND_SIZE, draw, money_in, one_card, reshuffle
from fastsim.kernels.ending import GOES_ON, end_of
from fastsim.kernels.jit import kernel, step
from fastsim.kernels.policy import NOTHING, choose
from fastsim.kernels.tables import ENDED_BY_CUT

# `decks`, player by player: deck, cards in it, all that is owned, cards of that
_DECK, _IN_DECK, _ALL, _OWNED = range(4)
_N_EACH = 4


class Scratch(NamedTuple):
    """Room for the state of one game; kernels allocate nothing.

    Attributes
    ----------
    registers : int64 [n_registers]
        See `fastsim.kernels.registers`.
    decks : uint64 [n_players * 4]
        Deck, cards in it, all that is owned, cards of that.
    hands : uint64 [n_turns, 2]
        Each turn's hand as prefix counts, and its size, for as many turns as there is room.
    buys : int64 [n_turns]
        The column bought in each turn, or `policy.NOTHING`, likewise.
    """

    registers: NDArray[np.int64]
    decks: NDArray[np.uint64]
    hands: NDArray[np.uint64]
    buys: NDArray[np.int64]


def scratch(players: int, n_turns: int = 0) -> Scratch:
    """Return room for a game, and for a record of its first `n_turns` turns."""
    return Scratch(
        registers=np.zeros(reg.OWN + players * reg.N_EACH, np.int64),
        decks=np.zeros(players * _N_EACH, np.uint64),
        hands=np.zeros((n_turns, 2), np.uint64),
        buys=np.zeros(n_turns, np.int64),
    )


@step
def _begin_decks(setup, players, decks):
    everything, cards = uint64(EMPTY), uint64(0)
    for card in range(reg.N_CARDS):
        everything += uint64(setup.deck[card]) * one_card(card)
        cards += uint64(setup.deck[card])
    for player in range(players):
        mine = player * _N_EACH
        decks[mine + _DECK] = decks[mine + _ALL] = everything
        decks[mine + _IN_DECK] = decks[mine + _OWNED] = cards


@step
def _deal(decks, player, numbers):
    """Draw a hand and return it: prefix counts and size.

    With five or more cards in the deck no reshuffle happens yet. With fewer, all of them are
    drawn, the discard pile becomes the deck, and the rest comes from it.
    """
    mine = player * _N_EACH
    deck, n = decks[mine + _DECK], decks[mine + _IN_DECK]
    if n >= uint64(HAND_SIZE):
        left = draw(deck, n, HAND_SIZE, numbers)
        decks[mine + _DECK], decks[mine + _IN_DECK] = left, n - uint64(HAND_SIZE)
        return deck - left, uint64(HAND_SIZE)
    rest, size = deck - uint64(EMPTY), n
    deck, n = reshuffle(decks[mine + _ALL], deck), decks[mine + _OWNED] - n
    drawn = min(uint64(HAND_SIZE) - size, n)
    left = draw(deck, n, drawn, numbers)
    decks[mine + _DECK], decks[mine + _IN_DECK] = left, n - drawn
    return rest + deck - left, size + drawn


@step
def _put_on_discards(decks, player, card):
    """Add a card to what the player owns: neither in the deck nor in hand, it is discarded."""
    mine = player * _N_EACH
    decks[mine + _ALL] += one_card(card)
    decks[mine + _OWNED] += uint64(1)


@step
def _play(setup, players, program, s0, s1, room):
    """Play one game in `room`; return its turns and why it ended."""
    registers, decks = room.registers, room.decks
    state.begin(setup, players, registers)
    _begin_decks(setup, players, decks)
    turns, rounds = 0, 0
    end = GOES_ON
    while end == GOES_ON:
        rounds += 1
        for seat in range(players):
            numbers, s0, s1 = stream.hand(s0, s1)
            hand, size = _deal(decks, seat, numbers)
            money = money_in(hand, size)
            state.begin_turn(setup, players, program, registers, rounds, seat, hand, size, money)
            card = choose(setup, program, registers, seat, money)
            if turns < len(room.buys):
                room.hands[turns, 0], room.hands[turns, 1] = hand, size
                room.buys[turns] = card
            turns += 1
            if card != NOTHING:
                _put_on_discards(decks, seat, card)
                if state.gain(setup, registers, seat, card) == 0:
                    end = end_of(setup, registers[reg.IN_STOCK])
            if turns == setup.max_turns and end == GOES_ON:
                end = ENDED_BY_CUT
            if end != GOES_ON:
                break
    return turns, end


@kernel
def play(setup, program, key, start, columns, room):
    """Play one game a row of `columns`, from game index `start` on.

    Parameters
    ----------
    setup : SetupTable
    program : Program
    key : uint64
        The seed's key (`fastsim.game.streams.seed_key`).
    start : int64
    columns : Columns
        Written.
    room : Scratch
        Of the setup's players, without a record of turns.
    """
    for row in range(len(columns.turns)):
        s0, s1 = stream.start(key, start + row)
        if setup.players == 2:  # a number known at compile time: loops over players unroll
            turns, end = _play(setup, 2, program, s0, s1, room)
        else:
            turns, end = _play(setup, setup.players, program, s0, s1, room)
        columns.turns[row] = turns
        columns.end[row] = end
        for seat in range(setup.players):
            columns.vp[row, seat] = room.registers[reg.VP + seat * reg.N_EACH]


@kernel
def trace(setup, program, key, game, room):
    """Play one game and keep its record in `room`; return its turns and why it ended.

    Parameters
    ----------
    setup, program, key
        As in `play`.
    game : int64
    room : Scratch
        Written: hands, buys, and the registers at the end.
    """
    s0, s1 = stream.start(key, game)
    return _play(setup, setup.players, program, s0, s1, room)
