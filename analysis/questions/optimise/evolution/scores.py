"""What rules score against a panel of opponents, over games that all of them have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from analysis.questions.optimise.games import Games
from analysis.questions.sweep import mean_scores
from analysis.statistics import Estimate
from analysis.statistics.estimate import two_sided_z
from fastsim.play.matchups import Matchup, MatchupTally
from fastsim.rules.model import BuyRule
from fastsim.text.equality import ByValue
from fastsim.text.shown import brief

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Scores(ByValue):
    """The scores of some rules: mean win rates over the rules of a panel, both seat orders.

    Attributes
    ----------
    rules, panel : tuple of BuyRule
    games : int
        Of each rule against the whole panel, both seat orders together.
    by_opponent : float64 [n_rules, n_panel]
        Win rates.
    covariance : float64 [n_rules, n_rules]
        Of the scores, over common games.
    """

    rules: tuple[BuyRule, ...]
    panel: tuple[BuyRule, ...]
    games: int
    by_opponent: FloatArray
    covariance: FloatArray

    __repr__ = brief

    @classmethod
    def of_tally(
        cls, tally: MatchupTally, rules: Sequence[BuyRule], panel: Sequence[BuyRule]
    ) -> Scores:
        """Return the scores in a tally of every rule against every rule of a panel, in order."""
        means, covariance = mean_scores(tally)
        n, k = len(rules), len(panel)
        grouped = covariance.reshape(n, k, n, k).sum(axis=(1, 3)) / k**2
        return cls(
            tuple(rules),
            tuple(panel),
            2 * tally.games * k,
            means.reshape(n, k),
            np.asarray(grouped),
        )

    @property
    def mean(self) -> FloatArray:
        """The score of each rule. float64 [n_rules]."""
        return np.asarray(self.by_opponent.mean(axis=1))

    def estimate(self, index: int, level: float = 0.95) -> Estimate[float]:
        """Return the score of a rule with its interval, which rests on the normal distribution.

        The interval has the spread of two wins and two losses more, lest games that were all won
        be taken for certainty, as `analysis.questions.standings` has it.
        """
        value = float(self.mean[index])
        variance = float(max(self.covariance[index, index], 0.0))
        error = float(np.sqrt(variance))
        reach = two_sided_z(level) * float(np.sqrt(variance + 1 / self.games**2))
        return Estimate(value, error, max(value - reach, 0.0), min(value + reach, 1.0), level)

    def of(self, rules: Sequence[BuyRule]) -> Scores:
        """Return the scores of some of the rules, in the order given."""
        places = [self.rules.index(rule) for rule in rules]
        return replace(
            self,
            rules=tuple(rules),
            by_opponent=self.by_opponent[places],
            covariance=self.covariance[np.ix_(places, places)],
        )

    def difference(self, index: int, other: int) -> tuple[float, float]:
        """Return how much more a rule scores than another, and the standard error of that."""
        value = float(self.mean[index] - self.mean[other])
        c = self.covariance
        variance = float(c[index, index] + c[other, other] - 2 * c[index, other])
        return value, np.sqrt(max(variance, 0.0))


def play(
    games: Games,
    rules: Sequence[BuyRule],
    panel: Sequence[BuyRule],
    indices: int,
    start: int = 0,
) -> Scores:
    """Play every rule against every rule of a panel.

    Parameters
    ----------
    games : Games
    rules, panel : sequence of BuyRule
        At least one each.
    indices, start : int
        Game indices, at least two, and the first of them.
    """
    tally = games.tally(matchups_of(rules, panel), indices, start)
    return Scores.of_tally(tally, rules, panel)


def matchups_of(rules: Sequence[BuyRule], panel: Sequence[BuyRule]) -> list[Matchup]:
    """Return every rule against every rule of a panel, all opponents of the first rule first."""
    return [Matchup(a, b) for a in rules for b in panel]
