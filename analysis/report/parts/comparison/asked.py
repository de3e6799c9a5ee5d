"""Rules against each other, and each against itself: what is asked, and its games."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import pandas as pd

from analysis.frames import comparison_frame, mirror_frame, ranking_frame
from analysis.questions.duel import Duel
from analysis.questions.tournament import Tournament
from analysis.report.page.reader import MAX_RULES, Reader, games_of, paragraphs
from analysis.report.page.results import Played
from analysis.report.page.run import Run
from analysis.report.page.spec import PartSpec
from fastsim.play.games import tally
from fastsim.play.matchups import Matchup, tally_matchups
from fastsim.play.results import Tally
from fastsim.rules.describe import digest
from fastsim.rules.model import BuyRule
from fastsim.text.equality import ByValue
from fastsim.text.errors import InvalidInput
from fastsim.text.words import number_of, shortened


@dataclass(frozen=True)
class ComparisonSpec(PartSpec):
    """Rules to compare.

    Attributes
    ----------
    rules : tuple of BuyRule
    games : int
        Of each pair, half in each seat order; each rule plays half as many against itself.
    baseline : BuyRule or None
        The opponent that all others are shown against.
    pairs : {"all", "baseline"}
    """

    rules: tuple[BuyRule, ...]
    games: int
    baseline: BuyRule | None
    pairs: Literal["all", "baseline"]

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

    @property
    def played(self) -> int:
        """Games to be played, those of rules against themselves included."""
        return len(self.matchups) * self.games + len(self.rules) * (self.games // 2)

    @property
    def rules_shown(self) -> Sequence[BuyRule]:
        """The rules that the page is to show."""
        return self.rules


@dataclass(frozen=True, eq=False)
class Comparison(ByValue):
    """Rules against each other, and each against itself.

    Attributes
    ----------
    duels : tuple of Duel
        All pairs that were played, over common games.
    frame : DataFrame
        Of `comparison_frame`.
    tournament : Tournament or None
        The same, when all pairs were played.
    ranking : DataFrame
        Of `ranking_frame`; empty when only pairs with the baseline were played.
    mirrors : DataFrame
        Of `mirror_frame`.
    baseline : str
        Name of the opponent that all are shown against, or empty.
    """

    duels: tuple[Duel, ...]
    frame: pd.DataFrame
    tournament: Tournament | None
    ranking: pd.DataFrame
    mirrors: pd.DataFrame
    baseline: str

    @property
    def against_baseline(self) -> pd.DataFrame:
        """The rows of `frame` whose opponent is the baseline."""
        return self.frame[self.frame["b"] == self.baseline]


def read(reader: Reader, table: dict[str, Any], where: str) -> ComparisonSpec:
    """Return the comparison that a table describes."""
    rules = reader.rules(where, table["rules"])
    if not 2 <= len(rules) <= MAX_RULES:
        raise InvalidInput(f"{where}{number_of(len(rules), 'rule')}", f"Give 2 to {MAX_RULES}.")
    baseline = None
    if "baseline" in table:
        wanted = reader.rule(where, table["baseline"])
        baseline = next((rule for rule in rules if digest(rule) == digest(wanted)), None)
        if baseline is None:
            raise InvalidInput(f"{where}the baseline {wanted.name!r} is not one of the rules")
    pairs = table.get("pairs", "all")
    if pairs not in ("all", "baseline"):
        raise InvalidInput(f"{where}pairs = {shortened(pairs)!r}", 'It is "all" or "baseline".')
    if pairs == "baseline" and baseline is None:
        raise InvalidInput(f'{where}pairs = "baseline" needs a baseline')
    return ComparisonSpec(
        table.get("title", "Which rule wins"), paragraphs(table), rules, games_of(table, where),
        baseline, pairs,
    )  # fmt: skip


def play(part: ComparisonSpec, run: Run) -> Played[ComparisonSpec, Comparison]:
    """Play every pair, and every rule against itself."""
    half = part.games // 2
    matchups = [Matchup(a, b) for a, b in part.matchups]
    begun = time.perf_counter()
    total = tally_matchups(
        run.setup, matchups, games=half, seed=run.seed, executor=run.executor,
        progress=lambda indices: run.progress(2 * indices * len(matchups)),
    )  # fmt: skip
    seconds = (time.perf_counter() - begun) / len(matchups)
    mirrors = [
        _mirror(rule, half, run, done=half * (2 * len(matchups) + k))
        for k, rule in enumerate(part.rules)
    ]
    duels = tuple(
        Duel(run.setup, total.take([k]), run.seed, seconds, run.level) for k in range(len(matchups))
    )
    tournament = None
    if part.pairs == "all":
        took = seconds * len(matchups)
        tournament = Tournament(run.setup, part.ordered, total, run.seed, took, run.level)
    result = Comparison(
        duels,
        comparison_frame(duels),
        tournament,
        ranking_frame(total, level=run.level) if tournament else pd.DataFrame(),
        mirror_frame(mirrors, level=run.level),
        part.baseline.name if part.baseline else "",
    )
    met = [(run.setup, pair) for pair in [*part.matchups, *((rule, rule) for rule in part.rules)]]
    return Played(part, result, part.played, met)


def _mirror(rule: BuyRule, games: int, run: Run, *, done: int) -> Tally:
    """Play a rule against itself, after so many games of the part."""
    return tally(
        run.setup, (rule, rule), games=games, seed=run.seed, executor=run.executor,
        progress=lambda played: run.progress(done + played),
    )  # fmt: skip
