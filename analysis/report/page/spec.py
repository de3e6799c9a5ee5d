"""What a report is to be about."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, Literal

from analysis.questions.lineups import indices_for
from analysis.questions.one_card import CardPlan
from analysis.questions.optimise.family import Family
from analysis.questions.sweep import Axis
from analysis.report.search_spec import EquilibriumSpec, FrontierSpec, ResponseSpec
from fastsim.game.setup import GameSetup
from fastsim.play.lineups import seat_orders
from fastsim.rules.model import BuyRule

#: The figures of a matchup turn by turn: two of both rules, two of each rule.
FIGURES: Final = ("money", "vp", "buys", "deck")


@dataclass(frozen=True)
class ComparisonSpec:
    """Rules to compare.

    Attributes
    ----------
    rules : tuple of BuyRule
    games : int
        Of each pair, half in each seat order; each rule plays half as many against itself.
    baseline : BuyRule or None
        The opponent that all others are shown against.
    pairs : {"all", "baseline"}
    title : str
    text : tuple of str
        Paragraphs.
    """

    rules: tuple[BuyRule, ...]
    games: int
    baseline: BuyRule | None
    pairs: Literal["all", "baseline"]
    title: str
    text: tuple[str, ...]

    @property
    def ordered(self) -> tuple[BuyRule, ...]:
        """The rules, the baseline last."""
        rules = [rule for rule in self.rules if rule is not self.baseline]
        return (*rules, *([self.baseline] if self.baseline else []))

    @property
    def matchups(self) -> list[tuple[BuyRule, BuyRule]]:
        """The pairs, the baseline always second."""
        rules = self.ordered
        if self.pairs == "baseline":
            return [(rule, rules[-1]) for rule in rules[:-1]]
        return [(a, b) for k, a in enumerate(rules) for b in rules[k + 1 :]]


@dataclass(frozen=True)
class SweepSpec:
    """A template to sweep: `axes` as in `analysis.questions.sweep.sweep`, games of each cell."""

    template: BuyRule
    axes: tuple[Axis, ...]
    against: BuyRule
    games: int
    title: str
    text: tuple[str, ...]

    @property
    def cells(self) -> int:
        """Number of cells."""
        cells = 1
        for axis in self.axes:
            cells *= len(axis.values)
        return cells


@dataclass(frozen=True)
class DuelSpec:
    """A matchup to look at in depth."""

    a: BuyRule
    b: BuyRule
    games: int
    title: str
    text: tuple[str, ...]


@dataclass(frozen=True)
class CurvesSpec:
    """A matchup to observe turn by turn.

    Attributes
    ----------
    a, b : BuyRule
        Maybe the same.
    games : int
        To observe, both seat orders together.
    show : tuple of str
        Which figures, of `FIGURES`.
    title : str
    text : tuple of str
        Paragraphs.
    """

    a: BuyRule
    b: BuyRule
    games: int
    show: tuple[str, ...]
    title: str
    text: tuple[str, ...]

    @property
    def played(self) -> int:
        """Games played: a rule against itself has one seat order, seen from both seats."""
        return self.games // 2 if self.a is self.b else self.games


@dataclass(frozen=True)
class NamedSetup:
    """A setup, and how the command line is told of it."""

    setup: GameSetup
    argument: str


@dataclass(frozen=True)
class SettingsSpec:
    """Matchups to play in several setups.

    Attributes
    ----------
    setups : tuple of NamedSetup
    rules : tuple of BuyRule
        Each against itself.
    pairs : tuple of (BuyRule, BuyRule)
    games : int
        Of each pair in each setup; each rule plays half as many against itself.
    title : str
    text : tuple of str
        Paragraphs.
    """

    setups: tuple[NamedSetup, ...]
    rules: tuple[BuyRule, ...]
    pairs: tuple[tuple[BuyRule, BuyRule], ...]
    games: int
    title: str
    text: tuple[str, ...]

    @property
    def played(self) -> int:
        """Games played in all setups together."""
        each = len(self.pairs) * self.games + len(self.rules) * (self.games // 2)
        return len(self.setups) * each


@dataclass(frozen=True)
class LineupsSpec:
    """Rules of which every choice of one a player plays, in all seat orders.

    Attributes
    ----------
    named : NamedSetup
        For more than two players.
    rules : tuple of BuyRule
    games : int
        Of each line-up.
    title : str
    text : tuple of str
        Paragraphs.
    """

    named: NamedSetup
    rules: tuple[BuyRule, ...]
    games: int
    title: str
    text: tuple[str, ...]

    @property
    def played(self) -> int:
        """Games played, all line-ups together."""
        players = self.named.setup.players
        each = indices_for(self.games, players) * len(seat_orders(players))
        return math.comb(len(self.rules), players) * each


@dataclass(frozen=True)
class CardsSpec:
    """Kingdom cards to study, each by itself beside money."""

    plan: CardPlan
    title: str
    text: tuple[str, ...]


@dataclass(frozen=True)
class ReportSpec:
    """A report to be made.

    Attributes
    ----------
    name : str
        Of the page's file, without ending.
    title : str
    text : tuple of str
        Paragraphs.
    setup : GameSetup
    setup_argument : str
        How the command line is told of that setup.
    seed : int
    level : float
    comparison : ComparisonSpec or None
    curves : tuple of CurvesSpec
    sweeps : tuple of SweepSpec
    settings : SettingsSpec or None
    duel : DuelSpec or None
    frontier : FrontierSpec or None
    responses : tuple of ResponseSpec
    equilibrium : EquilibriumSpec or None
    lineups : tuple of LineupsSpec
    cards : CardsSpec or None
    """

    name: str
    title: str
    text: tuple[str, ...]
    setup: GameSetup
    setup_argument: str
    seed: int
    level: float
    comparison: ComparisonSpec | None
    curves: tuple[CurvesSpec, ...]
    sweeps: tuple[SweepSpec, ...]
    settings: SettingsSpec | None
    duel: DuelSpec | None
    frontier: FrontierSpec | None
    responses: tuple[ResponseSpec, ...]
    equilibrium: EquilibriumSpec | None
    lineups: tuple[LineupsSpec, ...] = ()
    cards: CardsSpec | None = None

    @property
    def families(self) -> list[tuple[str, Family]]:
        """The families that are searched, each with the title of its part."""
        found = [(part.title, part.family) for part in self.responses]
        if self.equilibrium:
            found.append((self.equilibrium.title, self.equilibrium.family))
        return found

    @property
    def total_games(self) -> int:
        """Games that the report plays; searches play about as many as they may."""
        total = sum(part.games for part in self.responses)
        total += self.equilibrium.games if self.equilibrium else 0
        return total + self.counted_games

    @property
    def counted_games(self) -> int:
        """Games of all parts but the searches, which is known beforehand."""
        total = sum(sweep.cells * sweep.games for sweep in self.sweeps)
        total += sum(curves.played for curves in self.curves)
        total += self.settings.played if self.settings else 0
        total += self.frontier.played if self.frontier else 0
        total += sum(part.played for part in self.lineups)
        total += self.cards.plan.total_games if self.cards else 0
        if self.comparison:
            pairs, mirrors = len(self.comparison.matchups), len(self.comparison.rules)
            total += pairs * self.comparison.games + mirrors * self.comparison.games // 2
        return total + (self.duel.games if self.duel else 0)
