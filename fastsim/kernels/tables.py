"""The arrays that a kernel plays from."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastsim.kernels import registers as reg

IntArray = NDArray[np.int64]
#: Indices have a type without sign, so that numba need not ask whether they count from the end.
IndexArray = NDArray[np.uint32]
BitsArray = NDArray[np.uint64]

#: Sets of cards are integers: bit c for column c.
N_CARD_SETS = 1 << reg.N_CARDS
#: What a hand may be worth: 0, 1, ..., 15 for five Golds.
MONEY_STEPS = 16
#: Entries of a rule that one word has bits for.
PAGE = 64


class SetupTable(NamedTuple):
    """A game setup as arrays.

    Attributes
    ----------
    vp : int64 [n_cards]
        Of each card.
    supply : int64 [n_cards]
        Cards in each pile at the start; 0 where there is no pile.
    deck : int64 [n_cards]
        Starting deck of each player.
    affordable : uint8 [MONEY_STEPS]
        The set of cards that each amount of money can pay for.
    piles, counted, provinces : int
        Sets of cards: those that have a pile, even one that starts empty; those whose piles are
        among the `end_piles` that end the game; those whose last card ends it by itself.
    players, end_piles, max_turns : int
    later_seat_wins_ties : int
        1: equal VP go to the later seat. 0: to fewer turns, then they are shared.
    """

    vp: IntArray
    supply: IntArray
    deck: IntArray
    affordable: NDArray[np.uint8]
    piles: int
    counted: int
    provinces: int
    players: int
    end_piles: int
    max_turns: int
    later_seat_wins_ties: int


#: The conditions on one quantity, a sum over registers: its terms, and a row of `entries_at` for
#: each value at which an answer may change. The first row, number 0, is for `lowest` and all values
#: below it, the last one for all above it too.
LOOKUP = np.dtype(
    [
        ("lowest", np.int64),
        ("last_row", np.int64),
        ("first_row", np.uint32),
        ("first_term", np.uint32),
    ],
    align=True,
)
#: What a register adds to a quantity, and whether the quantity is complete with it.
TERM = np.dtype(
    [("coefficient", np.int64), ("register", np.uint32), ("is_last", np.uint32)], align=True
)


class Program(NamedTuple):
    """The rules of all seats, as tables of bits (see `kernels.policy`).

    Attributes
    ----------
    first_page : uint32 [n_players + 1]
        Seat s has the pages ``first_page[s]`` up to, not including, the next.
    card : uint8 [n_pages * PAGE]
        What each entry buys.
    avoid_losing_end : uint64 [n_pages]
        The entries that are skipped when they would end the game in a loss.
    entries_for : uint64 [n_pages * N_CARD_SETS]
        The entries that buy a card of a set, for each set.
    first_lookup : uint32 [n_pages + 1]
        Page p has the lookups ``first_lookup[p]`` up to, not including, the next.
    lookups : LOOKUP [n_lookups]
    terms : TERM [n_terms]
    entries_at : uint64 [n_rows]
        The entries whose conditions on a quantity hold, for each value.
    looks_at_hands, looks_at_opponents, looks_at_piles : bool
        Whether any condition needs the cards in hand; the opponents' VP; the empty piles or the
        gains to the end. Registers that nothing looks at are not kept up to date.
    """

    first_page: IndexArray
    card: NDArray[np.uint8]
    avoid_losing_end: BitsArray
    entries_for: BitsArray
    first_lookup: IndexArray
    lookups: NDArray[np.void]
    terms: NDArray[np.void]
    entries_at: BitsArray
    looks_at_hands: bool
    looks_at_opponents: bool
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
        `ENDED_BY_PROVINCES`, `ENDED_BY_PILES` or `ENDED_BY_CUT`.
    """

    turns: NDArray[np.uint16]
    vp: NDArray[np.int16]
    end: NDArray[np.uint8]


#: Why a game ended; the order of `fastsim.play.results.END_REASONS`.
ENDED_BY_PROVINCES = 0
ENDED_BY_PILES = 1
ENDED_BY_CUT = 2
