"""Rule templates over a grid of parameters: one against a fixed opponent, or two of them."""

from __future__ import annotations

import itertools
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Final, Unpack

import numpy as np
from numpy.typing import NDArray

from analysis.questions.axes import Axis as Axis
from analysis.questions.axes import Number as Number
from analysis.questions.axes import parse_axis as parse_axis
from analysis.questions.collect import collect
from analysis.questions.duel import MIN_GAMES, Duel
from analysis.questions.provenance import kernels_of
from analysis.questions.shown import Shown, called, rate
from analysis.statistics import BestCells, indistinguishable_from_best, mean_and_covariance
from analysis.statistics.checks import check_level
from analysis.statistics.estimate import FloatArray
from fastsim.cards import Card
from fastsim.game.setup import GameSetup
from fastsim.play.blocks import tally_blocks
from fastsim.play.matchups import MAX_PAIRED, Matchup, MatchupTally, matchup_chunks
from fastsim.play.settings import How, Settings
from fastsim.rules.fillings import Fillings
from fastsim.rules.model import BuyRule
from fastsim.rules.names import told_apart
from fastsim.rules.values import RuleLike, SetupLike, as_list, as_rule, as_setup
from fastsim.text.equality import ByValue
from fastsim.text.errors import InvalidInput
from fastsim.text.numbers import CountLike, as_real
from fastsim.text.shown import brief
from fastsim.text.words import number_of

#: Beyond this many cells a sweep asks for more than one process can hold.
MAX_CELLS: Final = 1_000_000


@dataclass(frozen=True, eq=False)
class CellCounts(ByValue):
    """What the cells of a sweep have won, in one array each.

    Attributes
    ----------
    games : int64 [n_cells]
        Of each seat order.
    a_first, b_first : int64 [n_cells, 4]
        Games in which the cell's rule moved first, and second, by who won (`Tally.outcomes`).
    order_products : int64 [n_cells]
        As `MatchupTally.order_products`.
    """

    games: NDArray[np.int64]
    a_first: NDArray[np.int64]
    b_first: NDArray[np.int64]
    order_products: NDArray[np.int64]

    __repr__ = brief

    @classmethod
    def of(cls, tally: MatchupTally) -> CellCounts:
        """Return the counts of every matchup."""
        return cls(
            np.full(len(tally.matchups), tally.games),
            tally.a_first.outcomes,
            tally.b_first.outcomes,
            tally.order_products,
        )

    def replaced(self, cells: Sequence[int], other: CellCounts) -> CellCounts:
        """Return these counts with others in place of those of some cells."""
        arrays = {}
        for column in fields(self):
            arrays[column.name] = getattr(self, column.name).copy()
            arrays[column.name][list(cells)] = getattr(other, column.name)
        return CellCounts(**arrays)


@dataclass(frozen=True, eq=False)
class Sweep(ByValue, Shown):
    """A template's win rates over a grid of parameters; cells share their games.

    Attributes
    ----------
    setup : GameSetup
    template : BuyRule
    against : BuyRule
        The opponent; a template too when it has parameters of the grid.
    axes : tuple of Axis
    tally : MatchupTally
        Cells in row-major order: the last axis varies fastest.
    seed : int
    seconds : float
    level : float
        Of each cell's interval, and of the set of best cells.
    asked_kernel : str, optional
        The kernel that was asked for; the fastest that can play when none was.
    """

    setup: GameSetup
    template: BuyRule
    against: BuyRule
    axes: tuple[Axis, ...]
    tally: MatchupTally
    seed: int
    seconds: float = field(default=0.0, compare=False)
    level: float = 0.95
    asked_kernel: str | None = field(default=None, kw_only=True, compare=False)

    @property
    def points(self) -> list[dict[str, Number]]:
        """The parameters of each cell."""
        values = itertools.product(*(axis.values for axis in self.axes))
        return [dict(zip(self._names, point, strict=True)) for point in values]

    @property
    def _names(self) -> list[str]:
        return [axis.parameter for axis in self.axes]

    def cell(self, index: int) -> Duel:
        """Return one cell as a duel of the filled template and its opponent."""
        return Duel(
            self.setup, self.tally.take([index]), self.seed,
            self.seconds / len(self.tally.matchups), self.level, asked_kernel=self.asked_kernel,
        )  # fmt: skip

    @property
    def counts(self) -> CellCounts:
        """What each cell has won."""
        return CellCounts.of(self.tally)

    @property
    def looks(self) -> int:
        """How many times each cell is looked at, at most: its interval's error is shared by all."""
        return 1

    @property
    def games_per_cell(self) -> int:
        """Games of each cell, both seat orders together."""
        return 2 * self.tally.games

    @property
    def total_games(self) -> int:
        """Games of all cells together."""
        return self.games_per_cell * len(self.tally.matchups)

    @property
    def kernel(self) -> str:
        """Names of the kernels that played the cells; of very many, those of an even sample."""
        matchups = self.tally.matchups[:: -(-len(self.tally.matchups) // MAX_PAIRED)]
        return self.asked_kernel or kernels_of((self.setup, (m.a, m.b)) for m in matchups)

    def best(self) -> BestCells:
        """Return the best cell, and the cells that cannot be told from it.

        Differences between cells are judged over the games that they have in common.
        """
        return best_of(self.tally, level=self.level)

    def _told(self) -> list[str]:
        axes = " by ".join(f"{axis.parameter} ({len(axis.values)} values)" for axis in self.axes)
        best = self.best()
        point = ", ".join(f"{name} = {value}" for name, value in self.points[best.best].items())
        return [
            f" of {axes} against {called(self.against)}: {self.total_games:,} games of "
            f"{self.setup.name}, seed {self.seed}",
            f"template: {called(self.template)}",
            f"best: {point}, wins {rate(self.cell(best.best).win_rate)}",
            f"{int(best.members.sum())} of {len(self.tally.matchups):,} cells may be the best",
        ]


def best_of(tally: MatchupTally, *, level: float) -> BestCells:
    """Return the best of matchups by the win rate of rule a, over the games in common.

    Of more than `MAX_PAIRED` it is not known how far they share their luck, so more of them cannot
    be told from the best than if it were.
    """
    if tally.products is not None:
        return indistinguishable_from_best(*mean_scores(tally), level=level)
    # sums of squares of the mean score of both orders: (u + v)² / 4, where the tally knows Σuv
    squares = tally.a_first.score_squares(0) + tally.b_first.score_squares(1)
    squares = squares / 4 + tally.order_products / 8
    means = _scores(tally) / 2 / tally.games
    variances = (squares / tally.games - means**2) / (tally.games - 1)
    return indistinguishable_from_best(
        means, np.maximum(variances, 0.0), level=level, dependence="any"
    )


def mean_scores(tally: MatchupTally) -> tuple[FloatArray, FloatArray]:
    """Return rule a's win rate in each matchup, and the covariance of these rates.

    Returns
    -------
    means : float64 [n_matchups]
    covariance : float64 [n_matchups, n_matchups]
    """
    assert tally.products is not None  # no more than MAX_PAIRED are ever compared
    return mean_and_covariance(_scores(tally) / 2, tally.products / 16, tally.games)


def _scores(tally: MatchupTally) -> FloatArray:
    """Return, for each matchup, what rule a has scored in both seat orders together."""
    return tally.a_first.score(0) + tally.b_first.score(1)


def sweep(
    setup: SetupLike,
    template: RuleLike,
    axes: Sequence[Axis | str],
    against: RuleLike,
    *,
    games: CountLike,
    fixed: Mapping[str, Number | Card] | None = None,
    level: float = 0.95,
    **how: Unpack[How],
) -> Sweep:
    """Play every cell of a grid, half of its games in each seat order.

    Parameters
    ----------
    setup : GameSetup
        For two players.
    template : BuyRule
    axes : sequence of Axis
        At least one. Each parameter is one of the template, of the opponent, or of both, which then
        have the same value.
    against : BuyRule
        The opponent: a rule, or a template that is filled as the other.
    games : int
        Games of each cell, both orders together; at least `MIN_GAMES`, an odd number is rounded up.
    fixed : mapping, optional
        Values for the other parameters of both.
    level : float
        Of intervals and of the set of best cells.
    **how
        Keywords, as `fastsim.play.settings.Settings` describes them; `progress` is told of games
        of all cells together.

    Raises
    ------
    InvalidInput
        For an axis or a fixed value that is no parameter of either rule, two axes of one parameter,
        parameters without a value, too many cells, and as `fastsim.simulate`.
    Stopped
        When a sweep of more than `MAX_PAIRED` cells is interrupted (Ctrl-C): its cells would not
        have the same games. A smaller one is then of the games played so far.
    """
    setup, settings = as_setup(setup), Settings.of(how, games=games)
    level = check_level(as_real("level", level))
    template, against = as_rule(template, setup), as_rule(against, setup)
    grid = [parse_axis(axis) if isinstance(axis, str) else axis for axis in as_list(axes, "axes")]
    names = [axis.parameter for axis in grid]
    _check_names(template, against, names, fixed or {})
    template, against = told_apart([filled(template, fixed or {}), filled(against, fixed or {})])
    points = list(itertools.product(*(axis.values for axis in grid)))
    if len(points) > MAX_CELLS:
        raise InvalidInput(f"{number_of(len(points), 'cell')}", f"At most {MAX_CELLS:,} at a time.")
    if settings.games < MIN_GAMES:
        raise InvalidInput(
            f"{number_of(settings.games, 'game')} a cell",
            f"At least {MIN_GAMES}, two in each seat order.",
        )
    cells = (dict(zip(names, point, strict=True)) for point in points)
    a, b = Fillings(template), Fillings(against)
    matchups = [Matchup(a.at(cell), b.at(cell)) for cell in cells]
    indices, each = -(-settings.games // 2), 2 * len(matchups)
    if len(points) > MAX_PAIRED:
        begun = time.perf_counter()
        total = tally_blocks(setup, matchups, **settings.part(indices))
        seconds = time.perf_counter() - begun
    else:
        parts = matchup_chunks(setup, matchups, **settings.part(indices, each=each))
        total, seconds, _ = collect(parts)
    return Sweep(
        setup, template, against, tuple(grid), total, settings.seed, seconds, level,
        asked_kernel=settings.kernel,
    )  # fmt: skip


def _check_names(
    template: BuyRule, against: BuyRule, names: Sequence[str], fixed: Mapping[str, Number | Card]
) -> None:
    """Raise InvalidInput unless every name is a parameter of a rule, and swept or fixed once."""
    known = dict.fromkeys((*template.parameters, *against.parameters))
    for name, verb in (*((name, "sweep") for name in names), *((name, "set") for name in fixed)):
        if name not in known:
            raise InvalidInput(
                f"neither rule has a parameter {{{name}}} to {verb}",
                f"Their parameters: {', '.join(known) or 'none'}.",
            )
    for name in names:
        if names.count(name) > 1 or name in fixed:
            also = "twice" if names.count(name) > 1 else "and set to one value"
            raise InvalidInput(f"{{{name}}} is swept {also}")


def filled(rule: BuyRule, values: Mapping[str, Number | Card]) -> BuyRule:
    """Return the rule with those of its parameters filled that have a value."""
    return rule.fill({name: v for name, v in values.items() if name in rule.parameters})
