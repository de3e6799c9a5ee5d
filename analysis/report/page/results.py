"""The games that a report asks for, played."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime

import pandas as pd

from analysis.frames import comparison_frame, mirror_frame, ranking_frame
from analysis.questions.curves import Curves, observe_duel
from analysis.questions.duel import Duel, duel
from analysis.questions.lineups import LineupResults, lineup_tournament
from analysis.questions.one_card import CardStudy, study_cards
from analysis.questions.provenance import kernels_of
from analysis.questions.setups import Settings, play_settings
from analysis.questions.sweep import Sweep, sweep
from analysis.questions.tournament import Tournament
from analysis.report.page.spec import ReportSpec
from analysis.report.search_results import SearchResults, play_searches
from fastsim.execute.jobs import C, Chunk, Executor
from fastsim.execute.local import LocalExecutor
from fastsim.game.setup import GameSetup
from fastsim.play.games import tally
from fastsim.play.matchups import Matchup, tally_matchups
from fastsim.play.results import Tally
from fastsim.rules.model import BuyRule
from fastsim.text.equality import ByValue
from fastsim.text.errors import Stopped

#: Called with the number of games played so far, of `ReportSpec.total_games`.
Progress = Callable[[int], None]


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


@dataclass(frozen=True, eq=False)
class Results(ByValue):
    """Everything that a report tells.

    Attributes
    ----------
    spec : ReportSpec
    comparison : Comparison or None
    curves : tuple of Curves
        In the order of the spec.
    sweeps : tuple of Sweep
        In the order of the spec.
    settings : Settings or None
    duel : Duel or None
    searches : SearchResults
    seconds : float
        Time that all of it took.
    made : datetime
        When it was finished.
    lineups : tuple of LineupResults
        In the order of the spec.
    cards : CardStudy or None
    """

    spec: ReportSpec
    comparison: Comparison | None
    curves: tuple[Curves, ...]
    sweeps: tuple[Sweep, ...]
    settings: Settings | None
    duel: Duel | None
    searches: SearchResults
    seconds: float = field(compare=False)
    made: datetime
    lineups: tuple[LineupResults, ...] = ()
    cards: CardStudy | None = None

    @property
    def games(self) -> int:
        """Games played."""
        return self.spec.counted_games + self.searches.games

    @property
    def rules(self) -> dict[str, BuyRule]:
        """Every rule by name, templates too, in the order in which the report speaks of them."""
        spec, found = self.spec, list[BuyRule]()
        if spec.comparison:
            found += spec.comparison.rules
        for lineups in spec.lineups:
            found += lineups.rules
        if spec.cards:
            found.append(spec.cards.plan.against)
        for curves in spec.curves:
            found += [curves.a, curves.b]
        for part in spec.sweeps:
            found.append(part.against)
        if spec.settings:
            found += [*spec.settings.rules, *itertools.chain(*spec.settings.pairs)]
        if spec.duel:
            found += [spec.duel.a, spec.duel.b]
        if spec.frontier:
            found += [*spec.frontier.rules, *spec.frontier.against]
        found += [part.against for part in spec.responses]
        if spec.equilibrium:
            found += spec.equilibrium.given
        return {rule.name: rule for rule in found}

    @property
    def comparable_sweeps(self) -> dict[str, Sweep]:
        """The sweeps over the same two parameters as the first one that has two, by title."""
        titled = zip(self.spec.sweeps, self.sweeps, strict=True)
        two = {part.title: sweep for part, sweep in titled if len(sweep.axes) == 2}
        names = [[axis.parameter for axis in sweep.axes] for sweep in two.values()]
        return {title: two[title] for title, own in zip(two, names, strict=True) if own == names[0]}

    @property
    def kernels(self) -> str:
        """Names of the kernels that played, the most used first."""
        return kernels_of(self._matchups())

    def _matchups(self) -> Iterator[tuple[GameSetup, tuple[BuyRule, ...]]]:
        """Yield every matchup and line-up whose games were counted."""
        spec = self.spec
        if self.comparison and spec.comparison:
            yield from ((spec.setup, (pair.a, pair.b)) for pair in self.comparison.duels)
            yield from ((spec.setup, (rule, rule)) for rule in spec.comparison.rules)
        for part in self.sweeps:
            yield from ((spec.setup, (cell.a, cell.b)) for cell in part.tally.matchups)
        if spec.settings:
            pairs = [*spec.settings.pairs, *((rule, rule) for rule in spec.settings.rules)]
            yield from ((named.setup, pair) for named in spec.settings.setups for pair in pairs)
        for results in self.lineups:
            yield from ((results.setup, lineup.rules) for lineup in results.tally.lineups)
        for card in self.cards.results if self.cards else ():
            yield from ((card.setup, (c.duel.a, c.duel.b)) for c in card.copies)
        if spec.duel:
            yield spec.setup, (spec.duel.a, spec.duel.b)
        if spec.frontier:
            met = itertools.product(spec.frontier.rules, spec.frontier.against)
            yield from ((spec.setup, pair) for pair in met)
        for response in self.searches.responses:
            yield spec.setup, (response.rule, response.opponents.rules[0])
        if solution := self.searches.equilibrium:
            yield from ((spec.setup, (rule, rule)) for rule in solution.mixtures.rules)


def play_report(
    spec: ReportSpec,
    *,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Results:
    """Play all games of a spec.

    Parameters
    ----------
    spec : ReportSpec
    threads : int, optional
        All processors when not given. Changes the time only.
    executor : Executor, optional
        As `fastsim.tally`.
    progress : callable, optional
        Called with the number of games played so far.

    Raises
    ------
    Stopped
        When the run is interrupted (Ctrl-C).
    """
    begun = time.perf_counter()
    executor = _Undivided(executor or LocalExecutor(threads))
    done = 0

    def after(games: int) -> Callable[[int], None]:
        """Return a progress callback for a part, and count the whole part as done after it."""
        nonlocal done
        before = done
        done += games
        return lambda played: progress(before + played) if progress else None

    comparison = _compare(spec, executor, after) if spec.comparison else None
    curves = tuple(
        observe_duel(
            spec.setup, part.a, part.b, games=part.games, seed=spec.seed, executor=executor,
            progress=after(part.played),
        )
        for part in spec.curves
    )  # fmt: skip
    sweeps = tuple(
        sweep(
            spec.setup, part.template, part.axes, part.against, games=part.games, seed=spec.seed,
            executor=executor, level=spec.level, progress=after(part.cells * part.games),
        )
        for part in spec.sweeps
    )  # fmt: skip
    settings = None
    if spec.settings:
        settings = play_settings(
            [named.setup for named in spec.settings.setups], spec.settings.rules,
            spec.settings.pairs, games=spec.settings.games, seed=spec.seed, executor=executor,
            level=spec.level, progress=after(spec.settings.played),
        )  # fmt: skip
    in_depth = None
    if spec.duel:
        in_depth = duel(
            spec.setup, spec.duel.a, spec.duel.b, games=spec.duel.games, seed=spec.seed,
            executor=executor, level=spec.level, progress=after(spec.duel.games),
        )  # fmt: skip
    lineups = tuple(
        lineup_tournament(
            part.named.setup, part.rules, games=part.games, seed=spec.seed, executor=executor,
            level=spec.level, progress=after(part.played),
        )
        for part in spec.lineups
    )  # fmt: skip
    cards = None
    if spec.cards:
        plan = spec.cards.plan
        cards = study_cards(
            plan, seed=spec.seed, executor=executor, level=spec.level,
            progress=after(plan.total_games),
        )  # fmt: skip
    searches = play_searches(spec, executor, after)
    if progress:
        progress(spec.total_games)
    seconds = time.perf_counter() - begun
    made = datetime.now(UTC)
    return Results(
        spec,
        comparison,
        curves,
        sweeps,
        settings,
        in_depth,
        searches,
        seconds,
        made,
        lineups,
        cards,
    )


class _Undivided:
    """Stops a report as a whole: a part that was interrupted has no place on the page."""

    def __init__(self, inner: Executor) -> None:
        self._inner = inner

    def run(
        self, spans: Iterable[Chunk[C]], size: int | None = None
    ) -> Iterator[tuple[Chunk[C], C]]:
        try:
            yield from self._inner.run(spans, size)
        except KeyboardInterrupt:
            raise Stopped("stopped before the report was complete") from None


def _compare(
    spec: ReportSpec, executor: Executor, after: Callable[[int], Callable[[int], None]]
) -> Comparison:
    part = spec.comparison
    assert part is not None
    half = part.games // 2
    matchups = [Matchup(a, b) for a, b in part.matchups]
    begun = time.perf_counter()
    report = after(2 * half * len(matchups))
    total = tally_matchups(
        spec.setup, matchups, games=half, seed=spec.seed, executor=executor,
        progress=lambda indices: report(2 * indices * len(matchups)),
    )  # fmt: skip
    seconds = (time.perf_counter() - begun) / len(matchups)
    mirrors: list[Tally] = [
        tally(
            spec.setup, (rule, rule), games=half, seed=spec.seed, executor=executor,
            progress=after(half),
        )
        for rule in part.rules
    ]  # fmt: skip
    duels = tuple(
        Duel(spec.setup, total.take([k]), spec.seed, seconds, spec.level)
        for k in range(len(matchups))
    )
    tournament = None
    if part.pairs == "all":
        took = seconds * len(matchups)
        tournament = Tournament(spec.setup, part.ordered, total, spec.seed, took, spec.level)
    return Comparison(
        duels,
        comparison_frame(duels),
        tournament,
        ranking_frame(total, level=spec.level) if tournament else pd.DataFrame(),
        mirror_frame(mirrors, level=spec.level),
        part.baseline.name if part.baseline else "",
    )
