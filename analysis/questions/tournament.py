"""Every rule against every other: who beats whom, who is strongest, and what is not known."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Unpack

import numpy as np

from analysis.questions.collect import collect
from analysis.questions.duel import MIN_GAMES, Duel
from analysis.questions.provenance import Provenance
from analysis.questions.shown import Shown, called, ranks, rate
from analysis.questions.standings import Standings, standings
from analysis.statistics import Estimate, find_cycles, holm_directions
from analysis.statistics.checks import check_level
from analysis.statistics.estimate import FloatArray, one_of
from fastsim.game.setup import GameSetup
from fastsim.play.matchups import MAX_PAIRED, Matchup, MatchupTally, matchup_chunks
from fastsim.play.settings import How, Settings
from fastsim.rules.model import BuyRule
from fastsim.rules.names import told_apart
from fastsim.rules.values import RuleLike, SetupLike, as_rules, as_setup
from fastsim.text.equality import ByValue
from fastsim.text.errors import InvalidInput
from fastsim.text.numbers import LARGEST, CountLike, as_real
from fastsim.text.words import number_of


@dataclass(frozen=True, eq=False)
class Tournament(ByValue, Shown):
    """Results of all pairs of rules, each pair in both seat orders, over common games.

    Attributes
    ----------
    setup : GameSetup
    rules : tuple of BuyRule
        In the order given.
    tally : MatchupTally
        Of the pairs i < j, in the order of `itertools.combinations`.
    seed : int
    seconds : float
        Time the games took.
    level : float
        Of every interval; of the ranking as a whole; and of all pairs and cycles together.
    asked_kernel : str, optional
        The kernel that was asked for; the fastest that can play when none was.
    """

    setup: GameSetup
    rules: tuple[BuyRule, ...]
    tally: MatchupTally
    seed: int
    seconds: float = field(default=0.0, compare=False)
    level: float = 0.95
    asked_kernel: str | None = field(default=None, kw_only=True, compare=False)

    @property
    def games_per_pair(self) -> int:
        """Games of each pair, both seat orders together."""
        return 2 * self.tally.games

    @property
    def games(self) -> int:
        """Games of all pairs together."""
        return self.games_per_pair * len(self.tally.matchups)

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The pairs i < j, in the order of the tally."""
        return list(itertools.combinations(range(len(self.rules)), 2))

    @functools.cached_property
    def duels(self) -> tuple[Duel, ...]:
        """The pairs i < j as duels."""
        return tuple(self.duel(i, j) for i, j in self.pairs)

    def duel(self, i: int, j: int) -> Duel:
        """Return what rule i made of rule j: the same duel for either order, seen from i.

        Raises
        ------
        InvalidInput
            When i and j are one rule, which does not play itself.
        """
        if i == j:
            raise InvalidInput(f"{self.rules[i].name} does not play itself in a tournament")
        one = self.tally.take([self.pairs.index((min(i, j), max(i, j)))])
        seconds = self.seconds / len(self.tally.matchups)
        return Duel(
            self.setup, one if i < j else _reversed(one), self.seed, seconds, self.level,
            asked_kernel=self.asked_kernel,
        )  # fmt: skip

    @property
    def win_rates(self) -> Estimate[FloatArray]:
        """Win rate of each row's rule against each column's, float64 [n_rules, n_rules].

        Each interval is for its pair alone. The diagonal is nan.
        """
        n = len(self.rules)
        numbers = np.full((4, n, n), np.nan)
        for i, j in itertools.permutations(range(n), 2):
            rate = self.duel(i, j).win_rate
            numbers[:, i, j] = rate.value, rate.standard_error, rate.low, rate.high
        value, error, low, high = numbers
        return Estimate(value, error, low, high, self.level)

    @functools.cached_property
    def beats(self) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
        """Whether each row's rule is shown to beat each column's, bool [n_rules, n_rules].

        With probability at least `level` all of them do: Holm's procedure over both directions of
        all pairs.
        """
        p_values = np.ones((len(self.rules), len(self.rules)))
        for (i, j), duel in zip(self.pairs, self.duels, strict=True):
            winner, loser = (i, j) if duel.win_rate.value >= 0.5 else (j, i)
            p_values[winner, loser] = duel.p_value / 2
        return holm_directions(p_values) <= 1 - self.level

    @property
    def cycles(self) -> tuple[tuple[BuyRule, ...], ...]:
        """Cycles in `beats`: each rule beats the next, the last one the first.

        Every cycle of three or, where there is none, one of the shortest. All of them are true
        with probability at least `level`.
        """
        return tuple(tuple(self.rules[i] for i in cycle) for cycle in find_cycles(self.beats))

    @functools.cached_property
    def standings(self) -> Standings:
        """What all results together say of each rule."""
        return standings(self.tally, level=self.level)

    def _told(self) -> list[str]:
        rates, named = self.standings.win_rate, {rule.name: rule for rule in self.rules}
        rows = [
            f"{called(named[self.standings.names[i]])} wins {rate(one_of(rates, i))}"
            for i in self.standings.ranking.order.tolist()
        ]
        return [
            f" of {len(self.rules)} rules: {self.games_per_pair:,} games a pair of "
            f"{self.setup.name}, seed {self.seed}",
            *ranks(rows),
        ]

    @property
    def groups(self) -> tuple[tuple[BuyRule, ...], ...]:
        """Rules from the strongest down, in groups; within one the order is not settled.

        With probability at least `level`, each rule of a group truly has a higher mean win rate
        over its opponents here than each rule of every later group.
        """
        groups = self.standings.ranking.groups
        return tuple(tuple(self.rules[i] for i in group) for group in groups)

    @property
    def provenance(self) -> Provenance:
        """What made these numbers."""
        return Provenance.of(
            self.setup, self.rules, self.seed, self.games, self.seconds, kernel=self.asked_kernel
        )


def tournament(
    setup: SetupLike,
    rules: Sequence[RuleLike],
    *,
    games: CountLike,
    level: float = 0.95,
    **how: Unpack[How],
) -> Tournament:
    """Play every rule against every other, half of each pair's games in each seat order.

    Parameters
    ----------
    setup : GameSetup
        For two players.
    rules : sequence of BuyRule
        At least two different ones; names are made to tell them apart (`told_apart`).
    games : int
        Games of each pair, both orders together; at least `MIN_GAMES`, an odd number is rounded up.
    level : float
        Of intervals and rankings.
    **how
        Keywords, as `fastsim.play.settings.Settings` describes them; every pair plays the same
        game indices in either order.

    Returns
    -------
    Tournament
        Of the games played so far when the run is interrupted (Ctrl-C) after at least one chunk.

    Raises
    ------
    InvalidInput
        For fewer than two rules, one that is there twice, more than `MAX_PAIRED` pairs, rules that
        cannot be played in this setup, and numbers out of range.
    """
    setup, settings = as_setup(setup), Settings.of(how, games=games)
    level = check_level(as_real("level", level))
    rules = told_apart(as_rules(rules, setup))
    names = [rule.name for rule in rules]
    if len(rules) < 2:
        raise InvalidInput(
            f"a tournament of {len(rules)} {'rule' if rules else 'rules'}", "It takes two or more."
        )
    for name in names:
        if names.count(name) > 1:
            raise InvalidInput(f"the rule {name!r} is there twice", "Each takes part once.")
    matchups = [Matchup(a, b) for a, b in itertools.combinations(rules, 2)]
    if len(matchups) > MAX_PAIRED:
        raise InvalidInput(
            f"{len(rules)} rules are {len(matchups):,} pairs", f"At most {MAX_PAIRED:,} at a time."
        )
    if settings.games < MIN_GAMES:
        raise InvalidInput(
            f"{number_of(settings.games, 'game')} a pair",
            f"At least {MIN_GAMES}, two in each seat order.",
        )
    if settings.games > LARGEST // len(rules):
        raise InvalidInput(
            f"{settings.games:,} games a pair of {len(rules)} rules",
            f"At most {LARGEST // len(rules):,}: those of each rule are counted, too.",
        )
    part = settings.part(-(-settings.games // 2), each=2 * len(matchups))
    total, seconds, _ = collect(matchup_chunks(setup, matchups, **part))
    return Tournament(
        setup, tuple(rules), total, settings.seed, seconds, level, asked_kernel=settings.kernel
    )


def _reversed(tally: MatchupTally) -> MatchupTally:
    """Return the tally of one pair with its rules named in the other order."""
    (pair,) = tally.matchups
    # Twice the scores are u and v for a, so 2 - v and 2 - u for b: multiply out and sum.
    twice = np.rint(2 * (tally.a_first.score(0) + tally.b_first.score(1))).astype(np.int64)
    products = 4 * tally.games - 2 * twice + tally.order_products
    return MatchupTally((Matchup(pair.b, pair.a),), tally.b_first, tally.a_first, products, None)
