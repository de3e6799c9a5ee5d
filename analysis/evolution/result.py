"""What a search found, and how it came to it."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field

from analysis.display import Shown, called, rate
from analysis.duel import Duel
from analysis.evolution.edits import length
from analysis.evolution.scores import Scores
from analysis.provenance import Provenance
from analysis.statistics import Estimate, holm
from fastsim.equality import ByValue
from fastsim.matchups import MatchupTally
from fastsim.rules.model import BuyRule
from fastsim.setup import GameSetup
from fastsim.shown import brief


@dataclass(frozen=True)
class Step:
    """Where a search stood after one generation.

    Attributes
    ----------
    generation : int
        From 1, over all islands.
    island : int
        From 1; 0 for the search that goes on from all of them.
    games : int
        Played so far, both seat orders.
    scale : int
        A quarter of the game indices of a child's first round.
    rules : int
        On the frontier.
    length : int
        Of the best rule.
    """

    generation: int
    island: int
    games: int
    scale: int
    rules: int
    length: int


@dataclass(frozen=True)
class Champion:
    """The best rule of an island at some generation, after so many games (see `Step`)."""

    rule: BuyRule
    generation: int
    island: int
    games: int

    __repr__ = brief


@dataclass(frozen=True)
class Request:
    """What a search was asked for: the arguments of `analysis.evolution.evolve.evolve`."""

    pool: tuple[BuyRule, ...]
    budget: int
    begin: BuyRule
    longest: int
    tolerance: float

    __repr__ = brief


@dataclass(frozen=True, eq=False, kw_only=True)
class Evolution(ByValue, Shown):
    """The result of `evolve`.

    A *score* is a mean win rate over the rules of the panel, both seat orders.

    Attributes
    ----------
    asked : Request
    setup : GameSetup
    seed, fresh_seed : int
        Of the games that chose, and of those that scored what was chosen.
    chosen : Scores
        The rules of the frontier, the shortest first, on the games that chose them.
    fresh : Scores
        The same rules on fresh games.
    winner : int
        The place of the result on the frontier.
    against_pool : MatchupTally
        Every rule of the frontier against every rule of the pool, on fresh games.
    champions : tuple of Champion
        Some of the best rules on the way; the first is what the search began with.
    champion_scores : Scores
        The champions against the pool, on fresh games.
    steps : tuple of Step
        One a generation.
    games : int
        Played, both seat orders and fresh ones included.
    seconds : float
    cut_short, interrupted : bool
        Whether it ended before its budget was spent; whether the user ended it.
    asked_kernel : str, optional
        The kernel that was asked for; the fastest that can play when none was.
    level : float
        Of every interval.
    """

    asked: Request
    setup: GameSetup
    seed: int
    fresh_seed: int
    chosen: Scores
    fresh: Scores
    winner: int
    against_pool: MatchupTally
    champions: tuple[Champion, ...]
    champion_scores: Scores
    steps: tuple[Step, ...]
    games: int = 0
    seconds: float = field(default=0.0, compare=False)
    cut_short: bool = False
    interrupted: bool = False
    asked_kernel: str | None = field(default=None, compare=False)
    level: float = 0.95

    @property
    def pool(self) -> tuple[BuyRule, ...]:
        """The opponents that were given."""
        return self.asked.pool

    @property
    def rule(self) -> BuyRule:
        """The result: the shortest rule that scores nearly as much as the best."""
        return self.frontier[self.winner]

    @property
    def frontier(self) -> tuple[BuyRule, ...]:
        """The best rule of every length, the shortest first."""
        return self.chosen.rules

    @property
    def lengths(self) -> tuple[int, ...]:
        """Of the rules on the frontier."""
        return tuple(map(length, self.frontier))

    @property
    def panel(self) -> tuple[BuyRule, ...]:
        """The opponents that the frontier is scored against."""
        return self.fresh.panel

    @property
    def score_when_chosen(self) -> Estimate[float]:
        """The result's score on the games that chose it; flattered, for it was chosen by them."""
        return self.chosen.estimate(self.winner, self.level)

    @property
    def fresh_score(self) -> Estimate[float]:
        """The result's score on fresh games."""
        return self.fresh.estimate(self.winner, self.level)

    def _told(self) -> list[str]:
        return [
            f" against {len(self.pool)} rules: {self.games:,} games of {self.setup.name}, "
            f"seed {self.seed}",
            f"best: {called(self.rule)}",
            f"wins {rate(self.fresh_score)} against the panel of {len(self.panel)}",
            f"beats {sum(self.beaten)} of the {len(self.pool)}; a frontier of "
            f"{len(self.frontier)} rules by length",
        ]

    @functools.cached_property
    def pool_scores(self) -> Scores:
        """The frontier against the pool, on fresh games."""
        return Scores.of_tally(self.against_pool, self.frontier, self.pool)

    @property
    def duels(self) -> tuple[Duel, ...]:
        """The result against each rule of the pool, on fresh games."""
        first = self.winner * len(self.pool)
        return tuple(
            Duel(
                self.setup,
                self.against_pool.take([first + k]),
                self.fresh_seed,
                0.0,
                self.level,
                asked_kernel=self.asked_kernel,
            )
            for k in range(len(self.pool))
        )

    @property
    def beaten(self) -> tuple[bool, ...]:
        """Whether the result is shown to beat each rule of the pool, all together at `level`."""
        adjusted = holm([duel.p_value for duel in self.duels])
        return tuple(
            bool(p <= 1 - self.level) and duel.win_rate.value > 0.5
            for p, duel in zip(adjusted, self.duels, strict=True)
        )

    @property
    def provenance(self) -> Provenance:
        """What made these numbers."""
        return Provenance.of(
            self.setup, (self.rule, *self.pool), self.seed, self.games, self.seconds,
            kernel=self.asked_kernel,
        )  # fmt: skip
