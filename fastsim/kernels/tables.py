"""The arrays that a kernel plays from."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

IntArray = NDArray[np.int64]


class SetupTable(NamedTuple):
    """A game setup as arrays.

    Attributes
    ----------
    cost, money, vp : int64 [n_cards]
        Of each card.
    supply : int64 [n_cards]
        Cards in each pile at the start; 0 where there is no pile.
    deck : int64 [n_cards]
        Starting deck of each player.
    is_pile : int64 [n_cards]
        1 for cards that have a pile, even one that starts empty.
    counts : int64 [n_cards]
        1 for piles that are among the `end_piles` that end the game.
    ends : int64 [n_cards]
        1 for a pile whose last card ends the game by itself.
    players, end_piles, max_turns : int
    later_seat_wins_ties : int
        1: equal VP go to the later seat. 0: to fewer turns, then they are shared.
    """

    cost: IntArray
    money: IntArray
    vp: IntArray
    supply: IntArray
    deck: IntArray
    is_pile: IntArray
    counts: IntArray
    ends: IntArray
    players: int
    end_piles: int
    max_turns: int
    later_seat_wins_ties: int


class Program(NamedTuple):
    """The rules of all seats, one behind the other (see `fastsim.rules.compile.RuleTable`).

    Attributes
    ----------
    first : int64 [n_players * MONEY_STEPS + 1]
        With m coins, seat s chooses among the candidates ``first[s * MONEY_STEPS + m]`` up to, not
        including, the next.
    candidate : int64 [n_candidates]
        Entries, in order of preference.
    card, avoid_losing_end : int64 [n_entries]
    first_condition : int64 [n_entries + 1]
    relation, bound : int64 [n_conditions]
    first_term : int64 [n_conditions + 1]
    register, coefficient : int64 [n_terms]
    looks_at_hands, looks_at_piles : bool
        Whether any condition needs the cards in hand; the empty piles or the gains to the end.
        Registers that nothing looks at are not kept up to date.
    """

    first: IntArray
    candidate: IntArray
    card: IntArray
    avoid_losing_end: IntArray
    first_condition: IntArray
    relation: IntArray
    bound: IntArray
    first_term: IntArray
    register: IntArray
    coefficient: IntArray
    looks_at_hands: bool
    looks_at_piles: bool


class Columns(NamedTuple):
    """What a kernel writes: one row a game.

    Attributes
    ----------
    turns : uint16 [n_games]
        Turns of all players together.
    vp : int16 [n_games, n_players]
        Victory points at the end.
    end : uint8 [n_games]
        `PROVINCES`, `PILES` or `CUT`.
    """

    turns: NDArray[np.uint16]
    vp: NDArray[np.int16]
    end: NDArray[np.uint8]


#: Why a game ended; the order of `fastsim.results.END_REASONS`.
PROVINCES = 0
PILES = 1
CUT = 2
