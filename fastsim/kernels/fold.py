"""Folding per-game columns into counts that add."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import int64, uint64
from numpy.typing import NDArray

from fastsim.kernels.ending import winners_of
from fastsim.kernels.jit import kernel, step
from fastsim.kernels.tables import Columns


class Counts(NamedTuple):
    """The arrays of `fastsim.results.Tally`, to be added to.

    Attributes
    ----------
    outcomes : int64 [2 ** n_players]
    equal_vp : int64 [1]
    ended : int64 [3]
    turns : int64 [max_turns + 1]
    vp : int64 [n_players, n_vp]
    margin : int64 [n_players, 2 * n_vp - 1]
    """

    outcomes: NDArray[np.int64]
    equal_vp: NDArray[np.int64]
    ended: NDArray[np.int64]
    turns: NDArray[np.int64]
    vp: NDArray[np.int64]
    margin: NDArray[np.int64]


#: Up to this many different VP, the games of two players are first counted by pairs of VP.
_MOST_PAIRED = 256
#: Fewer games than this are counted one by one: there are more pairs than games.
_FEWEST_PAIRED = 1024


def fold(columns: Columns, later_seat_wins_ties: int, lowest_vp: int, counts: Counts) -> None:
    """Add the games of `columns` to `counts`.

    Parameters
    ----------
    columns : Columns
    later_seat_wins_ties : int
        See `tables.SetupTable`.
    lowest_vp : int
        The VP that the first column of ``counts.vp`` counts.
    counts : Counts
        Added to.
    """
    players, n_vp = counts.vp.shape
    if players > 2 or n_vp > _MOST_PAIRED or len(columns.turns) < _FEWEST_PAIRED:
        _fold_games(columns, players, later_seat_wins_ties, lowest_vp, counts)
        return
    pairs = np.zeros(2 * n_vp * n_vp, np.int64)
    ends = np.zeros(len(counts.ended) * len(counts.turns), np.int64)
    _fold_pairs(columns, n_vp, len(counts.turns), lowest_vp, pairs, ends)
    by_end = ends.reshape(len(counts.ended), len(counts.turns))
    np.add(counts.ended, by_end.sum(axis=1), out=counts.ended)
    np.add(counts.turns, by_end.sum(axis=0), out=counts.turns)
    _spread_pairs(pairs, later_seat_wins_ties, counts)


@kernel
def _fold_games(columns, players, later_seat_wins_ties, lowest_vp, counts):
    for game in range(len(columns.turns)):
        turns = int64(columns.turns[game])
        counts.ended[columns.end[game]] += 1
        counts.turns[turns] += 1
        _count(columns.vp[game], turns, players, later_seat_wins_ties, lowest_vp, 1, counts)


@kernel
def _fold_pairs(columns, n_vp, n_turns, lowest_vp, pairs, ends):
    """Count two players' games by all that their results depend on: two additions a game.

    Parameters
    ----------
    pairs : int64 [2 * n_vp * n_vp]
        By who moved last (0 for the second player), and the VP of either player.
    ends : int64 [3 * n_turns]
        By why the game ended, and its turns.
    """
    width = uint64(n_vp)
    for game in range(len(columns.turns)):
        turns = uint64(columns.turns[game])
        first = uint64(columns.vp[game, 0] - lowest_vp)
        second = uint64(columns.vp[game, 1] - lowest_vp)
        pairs[((turns & uint64(1)) * width + first) * width + second] += 1
        ends[uint64(columns.end[game]) * uint64(n_turns) + turns] += 1


@kernel
def _spread_pairs(pairs, later_seat_wins_ties, counts):
    """Add the games counted by `_fold_pairs` to the counts that depend on VP."""
    n_vp = counts.vp.shape[1]
    at = 0
    for parity in range(2):
        for first in range(n_vp):
            for second in range(n_vp):
                games = pairs[at]
                at += 1
                if games:
                    _count((first, second), 2 + parity, 2, later_seat_wins_ties, 0, games, counts)


@step
def _count(vp, turns, players, later_seat_wins_ties, lowest_vp, games, counts):
    """Add as many games with this result to the counts that depend on VP."""
    middle = counts.vp.shape[1] - 1
    counts.outcomes[winners_of(vp, turns, players, later_seat_wins_ties)] += games
    best = second = -(2**31)  # the two highest VP, equal when shared
    for seat in range(players):
        points = int64(vp[seat])
        if points > best:
            best, second = points, best
        elif points > second:
            second = points
    if best == second:
        counts.equal_vp[0] += games
    for seat in range(players):
        points = int64(vp[seat])
        counts.vp[seat, points - lowest_vp] += games
        counts.margin[seat, middle + points - (second if points == best else best)] += games
