"""Scores of one seat as bits, and how many games two matchups have in common by them.

A game's score, doubled, is 2 for a win, 1 for a shared victory and 0 for a loss: the sum of two
bits, "did not lose" and "won alone". A product of scores, summed over games, is then a few counts
of the bits that two rows of words have in common: exact, and 64 games at a time.
"""

from __future__ import annotations

from numba import uint64

from fastsim.kernels.ending import winners_of
from fastsim.kernels.jit import count_bits, kernel

#: Bits of a score.
PLANES = 2


@kernel
def mark_scores(columns, later_seat_wins_ties, seat, planes):
    """Write the bits of one seat's doubled scores in games of two players.

    Parameters
    ----------
    columns : Columns
    later_seat_wins_ties, seat : int
    planes : uint64 [2, n_words]
        Written. Game g is bit g % 64 of word g // 64; bits beyond the last game are 0.
    """
    games = len(columns.turns)
    for word in range(planes.shape[1]):
        not_lost, won = uint64(0), uint64(0)
        for bit in range(min(64, games - 64 * word)):
            game = 64 * word + bit
            vp = (columns.vp[game, 0], columns.vp[game, 1])
            winners = winners_of(vp, columns.turns[game], 2, later_seat_wins_ties)
            not_lost |= uint64(winners >> seat & 1) << uint64(bit)
            won |= uint64(winners == 1 << seat) << uint64(bit)
        planes[0, word] = not_lost
        planes[1, word] = won


@kernel
def add_products(planes, products):
    """Add the products of all doubled scores, summed over games.

    Parameters
    ----------
    planes : uint64 [n, n_planes, n_words]
        The bits of n scores; a score is the sum of its planes.
    products : int64 [n, n]
        Added to.
    """
    n, n_planes, n_words = planes.shape
    for i in range(n):
        for j in range(i + 1):
            total = uint64(0)
            for p in range(n_planes):
                for q in range(n_planes):
                    for word in range(n_words):
                        total += count_bits(planes[i, p, word] & planes[j, q, word])
            products[i, j] += total
            if i != j:
                products[j, i] += total
