"""Folding per-game columns into counts that add."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastsim.kernels.ending import winners_of
from fastsim.kernels.jit import kernel


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


@kernel
def fold(columns, players, later_seat_wins_ties, lowest_vp, counts):
    """Add the games of `columns` to `counts`."""
    middle = counts.vp.shape[1] - 1
    for game in range(len(columns.turns)):
        vp = columns.vp[game]
        turns = int(columns.turns[game])
        counts.outcomes[winners_of(vp, turns, players, later_seat_wins_ties)] += 1
        counts.ended[columns.end[game]] += 1
        counts.turns[turns] += 1
        best = second = -(2**31)  # the two highest VP, equal when shared
        for seat in range(players):
            points = int(vp[seat])
            if points > best:
                best, second = points, best
            elif points > second:
                second = points
        counts.equal_vp[0] += best == second
        for seat in range(players):
            points = int(vp[seat])
            counts.vp[seat, points - lowest_vp] += 1
            counts.margin[seat, middle + points - (second if points == best else best)] += 1
