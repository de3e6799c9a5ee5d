"""What the lane kernel plays from, and where: arrays with a column for each lane."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastsim.kernels import registers as reg
from fastsim.kernels.lanes import LANES, empty_rows

#: Written as the end of a game that outgrew its lane: the general kernel has to play it.
OUTGROWN = 3
#: What a lane can hold: cards in a deck, and turns of a player.
MOST_CARDS = 127
MOST_TURNS = 249

#: Streams of games to come that are worked out at a time.
SEEDS = 1024

# rows of LaneSetup
START_DECK = 0  # victory, copper, silver, size
START_OWN = 4  # by card
START_SUPPLY = 10  # by card
ONE = 16
SPARE_PILES = 17
CUT_TURN = 18  # of the first player, and of the second
ZERO = 20
SETUP_ROWS = 21
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


class LaneSetup(NamedTuple):
    """A game setup for lanes.

    Attributes
    ----------
    rows : uint8 [SETUP_ROWS, LANES]
        The deck, own cards and supply at the start of a game, the same in every lane; where a
        card has no pile, a pile that nobody buys from. The number 1. How many of the five piles
        other than Provinces are left when they end the game. The turn of its own at which either
        player's game is cut, or 255. The number 0.
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
        What the rule of the player to move looks at (`fastsim.kernels.registers`, with one seat).
    results : uint8 [5, LANES]
        Turns of the first player and of the second, VP of both, and why the game ended.
    seeds0, seeds1 : uint32 [SEEDS]
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
        seeds0=np.empty(SEEDS, np.uint32),
        seeds1=np.empty(SEEDS, np.uint32),
    )
