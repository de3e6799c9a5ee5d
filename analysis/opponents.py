"""Whom candidates play against: one rule, several, or a mixture of rules; and what they score.

Each opponent has a share of the games by its weight, and game indices of its own, so a candidate
plays as many games whatever the number of opponents. All candidates play the same games.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from analysis.duel import Duel
from analysis.games import Games
from analysis.statistics import Estimate, combine
from analysis.statistics.estimate import FloatArray
from analysis.sweep import mean_scores
from fastsim.equality import ByValue
from fastsim.errors import InvalidInput
from fastsim.matchups import Matchup, MatchupTally
from fastsim.numbers import as_real
from fastsim.rules.model import BuyRule
from fastsim.rules.names import told_apart
from fastsim.setup import GameSetup
from fastsim.shown import brief
from fastsim.text import number_of
from fastsim.values import RuleLike, as_list, as_rules

#: Least share of the games that an opponent of a mixture has, however small its weight.
LEAST_SHARE: Final = 1 / 64
#: Where the game indices of the next opponent begin: beyond any budget.
_STRIDE: Final = 2**40


@dataclass(frozen=True)
class Opponents:
    """Rules and how often each is met.

    Attributes
    ----------
    rules : tuple of BuyRule
    weights : tuple of float
        Each above 0; they sum to 1.
    """

    rules: tuple[BuyRule, ...]
    weights: tuple[float, ...]

    __repr__ = brief

    @classmethod
    def of(cls, rules: Sequence[RuleLike], weights: Sequence[float] | None = None) -> Opponents:
        """Return these opponents, equally often when no weights are given.

        Parameters
        ----------
        rules : sequence of BuyRule
            At least one.
        weights : sequence of float, optional
            One a rule, none below 0, in any unit; rules of weight 0 are left out.

        Raises
        ------
        InvalidInput
            For anything else.
        """
        rules = as_rules(rules)
        given = [1.0] * len(rules)
        if weights is not None:
            given = [as_real("weights", weight) for weight in as_list(weights, "weights")]
        if not rules:
            raise InvalidInput("no opponents", "Give at least one rule to play against.")
        if len(given) != len(rules):
            raise InvalidInput(
                f"{number_of(len(given), 'weight')} for {number_of(len(rules), 'opponent')}",
                "One for each.",
            )
        total = sum(given)
        if not (min(given) >= 0 and 0 < total < float("inf")):
            raise InvalidInput(f"weights {given}", "Numbers from 0 on, at least one above 0.")
        named = told_apart(rules)
        kept = [(rule, w / total) for rule, w in zip(named, given, strict=True) if w > 0]
        return cls(tuple(rule for rule, _ in kept), tuple(w for _, w in kept))

    @property
    def name(self) -> str:
        """One line that says who they are."""
        if len(self.rules) == 1:
            return self.rules[0].name
        if len(set(self.weights)) == 1 and len(self.rules) <= 3:
            return ", ".join(rule.name for rule in self.rules)
        return f"a mixture of {len(self.rules)} rules"

    def shares(self, games: int) -> list[int]:
        """Return how many of so many game indices are played against each opponent.

        At least 2 against each; more for every 64 further games. They sum to `games` but for
        rounding, and for the `LEAST_SHARE` that each has.
        """
        return [max(2, math.ceil(games * max(w, LEAST_SHARE))) for w in self.weights]

    def games(self, indices: int) -> int:
        """Return how many games a candidate plays, both seat orders together."""
        return 2 * sum(self.shares(indices))


@dataclass(frozen=True, eq=False)
class Scores(ByValue):
    """What candidates make of their opponents.

    Attributes
    ----------
    setup : GameSetup
    seed : int
    opponents : Opponents
    tallies : tuple of MatchupTally
        One an opponent; in each, one matchup a candidate, which is rule a.
    """

    setup: GameSetup
    seed: int
    opponents: Opponents
    tallies: tuple[MatchupTally, ...]

    __repr__ = brief

    @property
    def rules(self) -> tuple[BuyRule, ...]:
        """The candidates."""
        return tuple(matchup.a for matchup in self.tallies[0].matchups)

    @property
    def games(self) -> int:
        """Games of each candidate, both seat orders together."""
        return 2 * sum(tally.games for tally in self.tallies)

    def __add__(self, other: Scores) -> Scores:
        tallies = tuple(x + y for x, y in zip(self.tallies, other.tallies, strict=True))
        return Scores(self.setup, self.seed, self.opponents, tallies)

    def taken(self, places: Sequence[int]) -> Scores:
        """Return the scores of some of the candidates."""
        tallies = tuple(tally.take(places) for tally in self.tallies)
        return Scores(self.setup, self.seed, self.opponents, tallies)

    def mean_and_covariance(self) -> tuple[FloatArray, FloatArray]:
        """Return the win rates of all candidates, and the covariance of these rates.

        Returns
        -------
        means : float64 [n_candidates]
        covariance : float64 [n_candidates, n_candidates]
        """
        parts = [mean_scores(tally) for tally in self.tallies]
        weights = self.opponents.weights
        means = sum(w * mean for w, (mean, _) in zip(weights, parts, strict=True))
        covariance = sum(w * w * part for w, (_, part) in zip(weights, parts, strict=True))
        return np.asarray(means), np.asarray(covariance)

    def rates_by_seat(self) -> tuple[FloatArray, FloatArray]:
        """Return the win rates of all candidates when moving first, and when moving second.

        Returns
        -------
        first, second : float64 [n_candidates]
        """
        first = [tally.a_first.score(0) / tally.games for tally in self.tallies]
        second = [tally.b_first.score(1) / tally.games for tally in self.tallies]
        weights = np.array(self.opponents.weights)
        return weights @ np.array(first), weights @ np.array(second)

    def duels(self, place: int) -> list[Duel]:
        """Return a candidate's games as duels, one an opponent."""
        return [Duel(self.setup, tally.take([place]), self.seed) for tally in self.tallies]

    def win_rate(self, place: int, level: float = 0.95) -> Estimate[float]:
        """Return a candidate's win rate over both seat orders."""
        duels = [Duel(d.setup, d.tally, d.seed, level=level) for d in self.duels(place)]
        return self._over_opponents([duel.win_rate for duel in duels])

    def by_seat(self, place: int) -> tuple[Estimate[float], Estimate[float]]:
        """Return a candidate's win rate when moving first, and when moving second, at 95 %."""
        first, second = zip(*(duel.by_seat for duel in self.duels(place)), strict=True)
        return self._over_opponents(first), self._over_opponents(second)

    def _over_opponents(self, estimates: Sequence[Estimate[float]]) -> Estimate[float]:
        """Return the weighted mean; games against different opponents are independent."""
        weights = self.opponents.weights
        if len(weights) == 1:
            return estimates[0]
        total = combine(estimates[0], estimates[1], (weights[0], weights[1]))
        for weight, estimate in zip(weights[2:], estimates[2:], strict=True):
            total = combine(total, estimate, (1.0, weight))
        return total


def play(
    games: Games, rules: Sequence[BuyRule], opponents: Opponents, upto: int, after: int = 0
) -> Scores:
    """Let all candidates play the same games against their opponents.

    Parameters
    ----------
    games : Games
    rules : sequence of BuyRule
        The candidates.
    opponents : Opponents
    upto, after : int
        Play those of the first `upto` game indices that are not among the first `after`.

    Raises
    ------
    InvalidInput
        As `fastsim.matchups.tally_matchups`.
    """
    tallies = []
    before = opponents.shares(after) if after else [0] * len(opponents.rules)
    for j, (rule, start, stop) in enumerate(
        zip(opponents.rules, before, opponents.shares(upto), strict=True)
    ):
        matchups = [Matchup(candidate, rule) for candidate in rules]
        tallies.append(games.tally(matchups, stop - start, start=j * _STRIDE + start))
    return Scores(games.setup, games.seed, opponents, tuple(tallies))
