"""The games that a report asks for, played."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

import pandas as pd

from analysis.duel import Duel, duel
from analysis.frames import comparison_frame, mirror_frame, ranking_frame
from analysis.report.spec import ReportSpec
from analysis.sweep import Sweep, sweep
from fastsim.matchups import Matchup, MatchupTally, tally_matchups
from fastsim.results import Tally
from fastsim.rules.model import BuyRule
from fastsim.simulation import tally

#: Called with the number of games played so far, of `ReportSpec.total_games`.
Progress = Callable[[int], None]


@dataclass(frozen=True, eq=False)
class Comparison:
    """Rules against each other, and each against itself.

    Attributes
    ----------
    duels : tuple of Duel
        All pairs that were played, over common games.
    frame : DataFrame
        Of `comparison_frame`.
    ranking : DataFrame
        Of `ranking_frame`; empty when only pairs with the baseline were played.
    mirrors : DataFrame
        Of `mirror_frame`.
    baseline : str
        Name of the opponent that all are shown against, or empty.
    """

    duels: tuple[Duel, ...]
    frame: pd.DataFrame
    ranking: pd.DataFrame
    mirrors: pd.DataFrame
    baseline: str

    @property
    def against_baseline(self) -> pd.DataFrame:
        """The rows of `frame` whose opponent is the baseline."""
        return self.frame[self.frame["b"] == self.baseline]


@dataclass(frozen=True, eq=False)
class Results:
    """Everything that a report tells.

    Attributes
    ----------
    spec : ReportSpec
    comparison : Comparison or None
    sweeps : tuple of Sweep
        In the order of the spec.
    duel : Duel or None
    seconds : float
        Time that all of it took.
    made : datetime
        When it was finished.
    """

    spec: ReportSpec
    comparison: Comparison | None
    sweeps: tuple[Sweep, ...]
    duel: Duel | None
    seconds: float
    made: datetime

    @property
    def games(self) -> int:
        """Games played."""
        return self.spec.total_games

    @property
    def rules(self) -> dict[str, BuyRule]:
        """Every rule by name, templates too, in the order in which the report speaks of them."""
        found: list[BuyRule] = []
        if self.spec.comparison:
            found += self.spec.comparison.rules
        for part in self.spec.sweeps:
            found.append(part.against)
        if self.spec.duel:
            found += [self.spec.duel.a, self.spec.duel.b]
        return {rule.name: rule for rule in found}


def play_report(
    spec: ReportSpec, *, threads: int | None = None, progress: Progress | None = None
) -> Results:
    """Play all games of a spec.

    Parameters
    ----------
    spec : ReportSpec
    threads : int, optional
        All processors when not given. Changes the time only.
    progress : callable, optional
        Called with the number of games played so far.
    """
    begun = time.perf_counter()
    done = 0

    def after(games: int) -> Callable[[int], None]:
        """Return a progress callback for a part, and count the whole part as done after it."""
        nonlocal done
        before = done
        done += games
        return lambda played: progress(before + played) if progress else None

    comparison = _compare(spec, threads, after) if spec.comparison else None
    sweeps = tuple(
        sweep(
            spec.setup, part.template, part.axes, part.against, games=part.games, seed=spec.seed,
            threads=threads, level=spec.level, progress=after(part.cells * part.games),
        )
        for part in spec.sweeps
    )  # fmt: skip
    in_depth = None
    if spec.duel:
        in_depth = duel(
            spec.setup, spec.duel.a, spec.duel.b, games=spec.duel.games, seed=spec.seed,
            threads=threads, level=spec.level, progress=after(spec.duel.games),
        )  # fmt: skip
    if progress:
        progress(spec.total_games)
    seconds = time.perf_counter() - begun
    return Results(spec, comparison, sweeps, in_depth, seconds, datetime.now(UTC))


def _compare(
    spec: ReportSpec, threads: int | None, after: Callable[[int], Callable[[int], None]]
) -> Comparison:
    part = spec.comparison
    assert part is not None
    half = part.games // 2
    matchups = [Matchup(a, b) for a, b in part.matchups]
    begun = time.perf_counter()
    report = after(2 * half * len(matchups))
    total = tally_matchups(
        spec.setup, matchups, games=half, seed=spec.seed, threads=threads,
        progress=lambda indices: report(2 * indices * len(matchups)),
    )  # fmt: skip
    seconds = (time.perf_counter() - begun) / len(matchups)
    mirrors: list[Tally] = [
        tally(
            spec.setup, (rule, rule), games=half, seed=spec.seed, threads=threads,
            progress=after(half),
        )
        for rule in part.rules
    ]  # fmt: skip
    duels = tuple(
        Duel(spec.setup, _only(total, k), spec.seed, seconds, spec.level)
        for k in range(len(matchups))
    )
    return Comparison(
        duels,
        comparison_frame(duels),
        ranking_frame(total, level=spec.level) if part.pairs == "all" else pd.DataFrame(),
        mirror_frame(mirrors, level=spec.level),
        part.baseline.name if part.baseline else "",
    )


def _only(total: MatchupTally, index: int) -> MatchupTally:
    """Return the tally of one of the matchups."""
    return MatchupTally(
        (total.matchups[index],),
        (total.a_first[index],),
        (total.b_first[index],),
        total.order_products[index : index + 1],
        None,
    )
