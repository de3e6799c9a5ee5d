"""A sweep refined: further games for the cells that may be best, and for them alone."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any, Final

import numpy as np

from analysis.questions.duel import Duel
from analysis.questions.sweep import CellCounts, Sweep, mean_scores
from analysis.statistics import BestCells, FirstPlayerEffect, judge_look
from fastsim.execute.jobs import Executor, add_up
from fastsim.play.matchups import MAX_PAIRED, MatchupTally, matchup_chunks
from fastsim.play.settings import Settings
from fastsim.text.equality import ByValue
from fastsim.text.errors import InvalidInput
from fastsim.text.numbers import CountLike, WholeLike, as_count, as_optional
from fastsim.text.shown import brief
from fastsim.text.words import number_of

#: Rounds of further games, at most; with the sweep's own games there is one more look than these.
ROUNDS: Final = 4
#: How many times the games of one round the next one plays in a cell.
GROWTH: Final = 3


@dataclass(frozen=True, eq=False)
class Stage(ByValue):
    """The cells that were still in play at one look, and all that they have played by then.

    Attributes
    ----------
    cells : tuple of int
        Positions in the sweep, ascending.
    tally : MatchupTally
        Of these cells, in this order: the games of this round and of all before.
    """

    cells: tuple[int, ...]
    tally: MatchupTally

    __repr__ = brief


@dataclass(frozen=True, eq=False, kw_only=True)
class RefinedCell(Duel):
    """A cell that was looked at repeatedly, so each look's interval shares the error with others.

    Whichever look ended its games, the interval reported holds with probability `level`.
    """

    looks: int

    @property
    def interval_level(self) -> float:
        """Level of the interval of one look."""
        return 1 - (1 - self.level) / self.looks

    @property
    def p_value(self) -> float:
        """Two-sided p-value of a's win rate against 50 %, right whichever look it was."""
        return min(1.0, self.looks * super().p_value)

    @property
    def first_player_effect(self) -> FirstPlayerEffect[float]:
        """What moving first is worth in this matchup."""
        found = super().first_player_effect
        return replace(found, p_value=min(1.0, self.looks * found.p_value))


@dataclass(frozen=True, eq=False, kw_only=True)
class RefinedSweep(Sweep):
    """A sweep whose cells have played on for as long as they might be best.

    `tally` and `games_per_cell` are those of the sweep before; a `cell` has all its own games, and
    `best` is judged over all the games that the cells in play have in common.

    Attributes
    ----------
    asked_games : int
        Further games that were asked for, at most.
    stages : tuple of Stage
        The first is the sweep before it was refined.
    interrupted : bool
        Whether the user stopped it; the round under way is then left out.
    """

    asked_games: int
    stages: tuple[Stage, ...]
    interrupted: bool = False

    @property
    def rounds(self) -> list[tuple[int, int]]:
        """Cells in play, and further games of each in both orders together, of each round."""
        return [
            (len(after.cells), 2 * (after.tally.games - before.tally.games))
            for before, after in itertools.pairwise(self.stages)
        ]

    @property
    def further_games(self) -> int:
        """Games of all rounds and cells together."""
        return self.total_games - super().total_games

    @property
    def total_games(self) -> int:
        """Games of all cells together."""
        return sum(2 * self._last_stage(i).tally.games for i in range(len(self.tally.matchups)))

    @property
    def counts(self) -> CellCounts:
        """What each cell has won, of all of its games."""
        counts = super().counts
        for stage in self.stages[1:]:
            counts = counts.replaced(stage.cells, CellCounts.of(stage.tally))
        return counts

    @property
    def looks(self) -> int:
        """How many times each cell is looked at, at most."""
        return ROUNDS + 1

    def cell(self, index: int) -> Duel:
        """Return one cell, with all of its games, as a duel."""
        stage = self._last_stage(index)
        one = stage.tally.take([stage.cells.index(index)])
        return RefinedCell(
            self.setup, one, self.seed, self.seconds / len(self.tally.matchups), self.level,
            asked_kernel=self.asked_kernel, looks=self.looks,
        )  # fmt: skip

    def best(self) -> BestCells:
        """Return the best cell, and the cells that cannot be told from it.

        Notes
        -----
        The numbers of games of all rounds are fixed before the first of them: round k adds
        g × `GROWTH`^(k−1) game indices to every cell in play, and g is a share of the games asked
        for. There are at most `ROUNDS` + 1 looks, each with an equal share of the error; at each,
        a cell leaves when some other in play beats it at that share divided by the number of all
        other cells. By Bonferroni's inequality over looks and cells, the true best cell never
        leaves with probability at least `level`, and every bound on losses holds with it, whatever
        ended the rounds: one cell left, too few games for the next round, or the user. As with
        every comparison of means here, the normal approximation must hold far out: begin with some
        thousand games a cell.
        """
        n = len(self.tally.matchups)
        found = [_judge(stage, n, self.level) for stage in self.stages]
        p_values, shortfall, loss = np.ones(n), np.zeros(n), np.zeros(n)
        members = np.zeros(n, bool)
        last = self.stages[-1].cells
        best = last[found[-1].best]
        for stage, judged in zip(self.stages, found, strict=True):
            places = list(stage.cells)
            # of a cell that leaves, the look at which it leaves is the last to overwrite these
            p_values[places] = judged.p_values
            shortfall[places] = judged.shortfall - judged.shortfall[places.index(best)]
            loss[places] = judged.loss_at_most
        members[list(last)] = found[-1].members
        return BestCells(best, members, p_values, shortfall, loss, self.level)

    def _last_stage(self, index: int) -> Stage:
        return next(stage for stage in reversed(self.stages) if index in stage.cells)


def refine(
    sweep: Sweep,
    games: CountLike,
    *,
    threads: WholeLike | None = None,
    executor: Executor | None = None,
    progress: Callable[[int], None] | None = None,
) -> RefinedSweep:
    """Spend further games on the cells of a sweep that may be best.

    Parameters
    ----------
    sweep : Sweep
        As many games as were planned, not fewer by an interrupt.
    games : int
        Further games of all cells together, at most; at least two a cell.
    threads, executor
        As `fastsim.tally`.
    progress : callable, optional
        Called with the number of further games played so far.

    Returns
    -------
    RefinedSweep
        Of whole rounds. Its `best` says what is promised.

    Raises
    ------
    InvalidInput
        For too few games, or too many cells.
    """
    settings = Settings(
        games=as_count("games", games), seed=sweep.seed, threads=as_optional("threads", threads),
        kernel=sweep.asked_kernel, executor=executor, progress=progress,
    )  # fmt: skip
    games = settings.games
    n = len(sweep.tally.matchups)
    check_refinable(n)
    first_round = games // (4 * n)  # two orders; were all cells still in play, half of the games
    if first_round < 1:
        raise InvalidInput(
            f"{number_of(games, 'game')} to refine {number_of(n, 'cell')}",
            f"At least {4 * n}, two in each seat order.",
        )
    stages = [Stage(tuple(range(n)), sweep.tally)]
    spent, seconds, interrupted = 0, sweep.seconds, False
    for k in range(ROUNDS):
        members = np.flatnonzero(_judge(stages[-1], n, sweep.level).members).tolist()
        wanted = first_round * GROWTH**k
        if len(members) < 2 or spent + 2 * wanted * len(members) > games:
            break
        before = stages[-1].tally.take(members)
        begun = time.perf_counter()
        try:
            played = _play(sweep, before, wanted, settings, spent)
        except KeyboardInterrupt:
            interrupted = True
            break
        seconds += time.perf_counter() - begun
        spent += 2 * wanted * len(members)
        cells = tuple(stages[-1].cells[i] for i in members)
        stages.append(Stage(cells, before + played))
    known: dict[str, Any] = {f.name: getattr(sweep, f.name) for f in fields(Sweep)}
    return RefinedSweep(
        **known | {"seconds": seconds},
        asked_games=games,
        stages=tuple(stages),
        interrupted=interrupted,
    )


def check_refinable(cells: int) -> None:
    """Refuse more cells than can be compared over their common games."""
    if cells > MAX_PAIRED:
        raise InvalidInput(f"{cells:,} cells to refine", f"At most {MAX_PAIRED:,}.")


def _play(
    sweep: Sweep,
    before: MatchupTally,
    games: int,
    settings: Settings,
    spent: int,
) -> MatchupTally:
    """Play the next game indices of these cells; return their tally."""
    start = before.a_first[0].ranges[-1][1]
    part = settings.part(games, start=start, each=2 * len(before.matchups), after=spent)
    return add_up(matchup_chunks(sweep.setup, before.matchups, **part))


def _judge(stage: Stage, n_cells: int, level: float) -> BestCells:
    """Return which cells of a stage may be best, by its share of the error.

    Members are those that stay; p-values are adjusted for all cells and all looks.
    """
    return judge_look(*mean_scores(stage.tally), candidates=n_cells, looks=ROUNDS + 1, level=level)
