"""The matrix game between rules: how often whoever moves first wins, batch by batch.

Every pair plays the same game indices, in batches of equal size. Whatever is linear in the matrix
has a value in each batch, and their spread is its error, with all that cells have in common.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from analysis.questions.optimise.games import Games
from analysis.statistics import Estimate, find_cycles, holm_directions, mean
from analysis.statistics.estimate import FloatArray, ratio
from fastsim.play.matchups import MAX_PAIRED, Matchup
from fastsim.rules.model import BuyRule
from fastsim.text.equality import ByValue
from fastsim.text.shown import brief

#: Game indices of a batch: enough for a batch's mean to be nearly normal.
BATCH: Final = 1024


@dataclass(frozen=True, eq=False)
class Payoffs(ByValue):
    """Win rates of whoever moves first.

    Attributes
    ----------
    rules : tuple of BuyRule
    batches : float64 [n_batches, n_rules, n_rules]
        Of each batch, the share that the row's rule won moving first against the column's; a shared
        victory is half a win. On the diagonal, a rule against itself.
    start : int
        The first game index.
    """

    rules: tuple[BuyRule, ...]
    batches: FloatArray
    start: int = 0

    __repr__ = brief

    @property
    def matrix(self) -> FloatArray:
        """Means over all batches: float64 [n_rules, n_rules]."""
        return np.asarray(self.batches.mean(axis=0))

    @property
    def games(self) -> int:
        """Games of each cell."""
        return BATCH * len(self.batches)

    def first_mover(self, row: npt.ArrayLike, column: npt.ArrayLike) -> FloatArray:
        """Return how often the first mover wins, by batch, when both draw their rules at random.

        Parameters
        ----------
        row, column : float64 [n_rules]
            Weights of the rules that move first, and second.
        """
        return np.asarray(np.asarray(row) @ self.batches @ np.asarray(column))

    def cycles(self, level: float) -> tuple[tuple[int, ...], ...]:
        """Return cycles of rules that beat each other over both seats, as `find_cycles`.

        All statements together hold with probability `level`.
        """
        n = len(self.rules)
        margin = (self.batches - self.batches.transpose(0, 2, 1)) / 2
        error = margin.std(axis=0, ddof=1) / np.sqrt(len(margin))
        p_values = student_sf(ratio(margin.mean(axis=0), error), len(margin) - 1)
        beats = holm_directions(np.where(np.eye(n, dtype=bool), 1.0, p_values)) <= 1 - level
        return find_cycles(beats)


def student_sf(t: FloatArray, freedom: int) -> FloatArray:
    """Return the probability of more than t under Student's distribution."""
    from scipy import special

    return np.asarray(special.stdtr(freedom, -t))


def batch_mean(values: FloatArray, level: float) -> Estimate[float]:
    """Estimate a mean from its values in batches of equal size."""
    total, squares = float(values.sum()), float(values @ values)
    return mean(total, squares, len(values), level=level)


def play_payoffs(games: Games, rules: Sequence[BuyRule], batches: int, start: int = 0) -> Payoffs:
    """Play every rule against every other and itself, in both seat orders.

    Parameters
    ----------
    games : Games
    rules : sequence of BuyRule
    batches : int
        At least 2.
    start : int
        The first game index.
    """
    none = Payoffs((), np.zeros((batches, 0, 0)), start)
    return with_rules(games, none, rules)


def payoff_games(rules: int, batches: int) -> int:
    """Return how many games the payoffs between so many rules take."""
    return rules * (rules + 1) * batches * BATCH


def with_rules(games: Games, payoffs: Payoffs, rules: Sequence[BuyRule]) -> Payoffs:
    """Return the payoffs with further rules, which play as many games as the others."""
    old, every = len(payoffs.rules), (*payoffs.rules, *rules)
    pairs = [(i, j) for j in range(old, len(every)) for i in range(j + 1)]
    n_batches = len(payoffs.batches)
    batches = np.zeros((n_batches, len(every), len(every)))
    batches[:, :old, :old] = payoffs.batches
    _fill(games, every, pairs, batches, payoffs.start)
    return Payoffs(every, batches, payoffs.start)


def with_batches(games: Games, payoffs: Payoffs, more: int) -> Payoffs:
    """Return the payoffs with so many further batches."""
    n = len(payoffs.rules)
    batches = np.zeros((more, n, n))
    pairs = [(i, j) for j in range(n) for i in range(j + 1)]
    _fill(games, payoffs.rules, pairs, batches, payoffs.start + payoffs.games)
    return Payoffs(payoffs.rules, np.concatenate([payoffs.batches, batches]), payoffs.start)


def _fill(
    games: Games,
    rules: Sequence[BuyRule],
    pairs: Sequence[tuple[int, int]],
    batches: FloatArray,
    start: int,
) -> None:
    """Play these pairs in every batch, and write what whoever moves first makes of it."""
    for batch, cells in enumerate(batches):
        for first in range(0, len(pairs), MAX_PAIRED):
            part = pairs[first : first + MAX_PAIRED]
            matchups = [Matchup(rules[i], rules[j]) for i, j in part]
            played = games.tally(matchups, BATCH, start=start + BATCH * batch)
            for (i, j), ij, ji in zip(part, played.a_first, played.b_first, strict=True):
                cells[i, j] = ij.score[0] / BATCH
                cells[j, i] = ji.score[0] / BATCH
