"""The general kernel: one game at a time, any setup of the six cards, any rule, 2 to 6 players.

State of a game
---------------
    s0, s1         the game's random stream (`kernels.stream`)
    registers      what all players own, the piles, VP, ... (`kernels.state`)
    decks[p]       what player p has left to draw, and all that p owns: prefix counts and
                   numbers of cards (`kernels.deck`)

The discard pile is never stored: it is what is owned and neither in the deck nor in hand. A hand is
drawn at the start of its turn; since nothing happens between, it is the hand that the rules of
play deal at the end of the player's turn before.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import int64, uint64
from numpy.typing import NDArray

from fastsim import registers as reg
from fastsim.kernels import state, stream
from fastsim.kernels.deck import draw_card, money_in, one_card, reshuffle
from fastsim.kernels.ending import GOES_ON, end_with
from fastsim.kernels.jit import kernel, step
from fastsim.kernels.policy import NOTHING, choose
from fastsim.kernels.tables import CUT

_HAND = 5
# columns of `decks`
_DECK, _IN_DECK, _ALL, _OWNED = range(4)


class Scratch(NamedTuple):
    """Room for the state of one game; kernels allocate nothing.

    Attributes
    ----------
    registers : int64 [n_players, n_registers]
    decks : uint64 [n_players, 4]
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
        registers=np.empty((players, reg.N_REGISTERS), np.int64),
        decks=np.empty((players, 4), np.uint64),
        hands=np.empty((n_turns, 2), np.uint64),
        buys=np.empty(n_turns, np.int64),
    )


@step
def _begin_decks(setup, decks):
    everything, cards = uint64(0), uint64(0)
    for card in range(reg.N_CARDS):
        everything += uint64(setup.deck[card]) * one_card(card)
        cards += uint64(setup.deck[card])
    for player in range(setup.players):
        decks[player, _DECK] = decks[player, _ALL] = everything
        decks[player, _IN_DECK] = decks[player, _OWNED] = cards


@step
def _deal(decks, player, number, halves):
    """Draw a hand and return it: prefix counts and size.

    With five or more cards in the deck no reshuffle happens yet. With fewer, all of them are
    drawn, the discard pile becomes the deck, and the rest comes from it.
    """
    deck, in_deck = decks[player, _DECK], decks[player, _IN_DECK]
    if in_deck >= uint64(_HAND):
        left = _draw(deck, in_deck, _HAND, number, halves)
        decks[player, _DECK], decks[player, _IN_DECK] = left, in_deck - uint64(_HAND)
        return deck - left, uint64(_HAND)
    rest, size = deck, in_deck
    deck, in_deck = reshuffle(decks[player, _ALL], deck), decks[player, _OWNED] - in_deck
    drawn = min(uint64(_HAND) - size, in_deck)
    left = _draw(deck, in_deck, drawn, number, halves)
    decks[player, _DECK], decks[player, _IN_DECK] = left, in_deck - drawn
    return rest + deck - left, size + drawn


@step
def _draw(deck, in_deck, cards, number, halves):
    """Draw that many cards by chance and return the deck that they leave."""
    for _ in range(cards):
        deck = draw_card(deck, stream.pick(number, in_deck))
        in_deck -= uint64(1)
        number, halves = stream.following(number, halves)
    return deck


@step
def _play(setup, program, s0, s1, room):
    """Play one game in `room`; return its turns and why it ended."""
    registers, decks = room.registers, room.decks
    state.begin(setup, registers)
    _begin_decks(setup, decks)
    turns, seat = 0, 0
    end = GOES_ON
    while end == GOES_ON:
        number, halves, s0, s1 = stream.hand(s0, s1)
        hand, size = _deal(decks, seat, number, halves)
        cards = int64(size)
        money = money_in(hand, cards, setup.money)
        state.begin_turn(program, registers, seat, money, hand, cards)
        card = choose(setup, program, registers, seat)
        if turns < len(room.buys):
            room.hands[turns, 0], room.hands[turns, 1] = hand, size
            room.buys[turns] = card
        if card != NOTHING:
            left = state.gain(setup, program, registers, seat, card)
            decks[seat, _ALL] += one_card(card)
            decks[seat, _OWNED] += uint64(1)
            if left == 0:
                end = end_with(setup, registers, card)
        turns += 1
        if turns == setup.max_turns and end == GOES_ON:
            end = CUT
        seat += 1
        if seat == setup.players:
            seat = 0
    return turns, end


@kernel
def play(setup, program, key, start, columns, room):
    """Play one game a row of `columns`, from game index `start` on.

    Parameters
    ----------
    setup : SetupTable
    program : Program
    key : uint64
        The seed's key (`fastsim.streams.seed_key`).
    start : int64
    columns : Columns
        Written.
    room : Scratch
        Of the setup's players, without a record of turns.
    """
    for row in range(len(columns.turns)):
        s0, s1 = stream.start(key, start + row)
        turns, end = _play(setup, program, s0, s1, room)
        columns.turns[row] = turns
        columns.end[row] = end
        for seat in range(setup.players):
            columns.vp[row, seat] = room.registers[seat, reg.VP]


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
    return _play(setup, program, s0, s1, room)
