"""Many rules against the same opponents, over the same games: which of them may be the best."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

import numpy as np
import numpy.typing as npt

from analysis.questions.optimise.games import Games
from analysis.questions.optimise.opponents import Opponents, Scores, play
from analysis.statistics import Estimate, judge_look, plan_looks
from analysis.statistics.checks import check_level
from analysis.statistics.estimate import FloatArray, two_sided_z
from analysis.statistics.racing import LEAST
from fastsim.play.matchups import MAX_PAIRED
from fastsim.rules.model import BuyRule
from fastsim.rules.values import RuleLike, as_rules
from fastsim.text.equality import ByValue
from fastsim.text.errors import InvalidInput, Stopped
from fastsim.text.numbers import CountLike, as_count, as_real
from fastsim.text.shown import brief
from fastsim.text.words import number_of

#: Games of a rule that make a race needless: with as many for every rule, nobody has to leave.
EXHAUSTIVE: Final = 200_000
#: Parts in which those are played: where such a race can be stopped.
_PARTS: Final = 8


class End(Enum):
    """Why no further games were played."""

    DECIDED = "one rule is left"
    BUDGET = "the games of the budget are played"
    TIME = "the time limit is over"
    USER = "stopped by the user"


@dataclass(frozen=True)
class Round:
    """What was known after one look.

    Attributes
    ----------
    in_play : int
        Rules that played up to this look.
    games : int
        Of each of them by then, both seat orders together.
    played : int
        Games of this round, of all rules together.
    stay : int
        Rules that may still be the best.
    leader : int
        Index of the rule with the highest win rate.
    """

    in_play: int
    games: int
    played: int
    stay: int
    leader: int

    __repr__ = brief


@dataclass(frozen=True, eq=False)
class Race(ByValue):
    """What a race says of every rule.

    Attributes
    ----------
    rounds : tuple of Round
    exhaustive : bool
        Whether every rule has played as many games as every other.
    end : End
    level : float
    best : int
        Index of the rule with the highest win rate of those in play last.
    may_be_best : bool [n_rules]
        Rules that cannot be told from the best: with probability `level`, the truly best is one.
    loss_at_most : float
        With that probability too, the truly best rule wins at most so much more than `best`;
        infinite when more than `MAX_PAIRED` rules are left.
    games : int64 [n_rules]
        Of each rule by the last look that it played up to, both seat orders together.
    win_rate, standard_error, win_rate_first, win_rate_second : float64 [n_rules]
        Over these games: in both seat orders, and when moving first and second; nan without games.
    p_value, shortfall : float64 [n_rules]
        Adjusted p-value of "this is the best rule", and win rate of the best rule then in play
        less this one's, over the games in common.
    """

    rounds: tuple[Round, ...]
    exhaustive: bool
    end: End
    level: float
    best: int
    may_be_best: npt.NDArray[np.bool_]
    loss_at_most: float
    games: npt.NDArray[np.int64]
    win_rate: FloatArray
    standard_error: FloatArray
    win_rate_first: FloatArray
    win_rate_second: FloatArray
    p_value: FloatArray
    shortfall: FloatArray

    __repr__ = brief

    def estimate(self, index: int) -> Estimate[float]:
        """Return a rule's win rate over these games; that of a rule chosen by them is flattered."""
        value, error = float(self.win_rate[index]), float(self.standard_error[index])
        reach = two_sided_z(self.level) * error
        return Estimate(value, error, max(value - reach, 0.0), min(value + reach, 1.0), self.level)

    @property
    def total_games(self) -> int:
        """Games of all rules together."""
        return sum(done.played for done in self.rounds)


def race(
    games: Games,
    rules: Sequence[RuleLike],
    opponents: Opponents,
    *,
    budget: CountLike,
    exhaustive: bool | None = None,
    level: float = 0.95,
) -> Race:
    """Play until it is known which rule is best, or the budget is spent.

    Parameters
    ----------
    games : Games
        Index i is played by every rule in play.
    rules : sequence of BuyRule
        Different ones, at least one.
    opponents : Opponents
    budget : int
        Games of all rules together, both seat orders included, at most.
    exhaustive : bool, optional
        Whether nobody leaves; when not given, if the budget allows `EXHAUSTIVE` games a rule.
    level : float
        Probability with which the truly best rule never leaves, in (0, 1).

    Returns
    -------
    Race
        Of whole rounds, when time is over or the user stops it (Ctrl-C); of what was played of the
        first one, when the user stops it there.

    Raises
    ------
    InvalidInput
        For a budget that is too small, too many rules to keep them all, and rules that cannot be
        played in this setup.
    Stopped
        When the user stops it before any rules have been compared.

    Notes
    -----
    `analysis.statistics.judge_look` says why the error is what it is. Beyond `MAX_PAIRED` rules in
    play, these are compared in groups, and a rule leaves when another of its group beats it: the
    best rule leaves no sooner than in one group. While there are several groups, each look plays
    their games from the first one again.
    """
    rules = as_rules(rules, games.setup)
    budget, level, n = as_count("budget", budget), check_level(as_real("level", level)), len(rules)
    if exhaustive is None:
        exhaustive = n <= MAX_PAIRED and budget >= n * EXHAUSTIVE
    if exhaustive and n > MAX_PAIRED:
        raise InvalidInput(f"{n:,} rules, none of which is to leave", f"At most {MAX_PAIRED:,}.")
    if not exhaustive and budget < least_budget(n):
        raise InvalidInput(
            f"a budget of {number_of(budget, 'game')} for {number_of(n, 'rule')}",
            f"At least {least_budget(n):,}: {2 * LEAST} each by the first look.",
        )
    looks = _parts(budget // (2 * n)) if exhaustive else plan_looks(n, budget // 2)
    known = _Known(rules, opponents, 1 if exhaustive else len(looks), level)
    rounds: list[Round] = []
    spent, end = 0, End.BUDGET
    for upto in looks:
        in_play = list(range(n)) if exhaustive else known.in_play
        if rounds and len(in_play) == 1:
            end = End.DECIDED
            break
        cost = len(in_play) * (opponents.games(upto) - known.games_kept)
        if spent + cost > budget:
            if not rounds:
                raise InvalidInput(
                    f"a budget of {number_of(budget, 'game')}",
                    f"The first look alone takes {cost:,}.",
                )
            break
        if rounds and games.out_of_time:
            end = End.TIME
            break
        try:
            known.play(games, in_play, upto)
        except KeyboardInterrupt:
            if not known.games.any():
                raise Stopped(
                    f"stopped after {games.played:,} games, before {2 * LEAST} of each rule"
                ) from None
            if not rounds:
                rounds.append(known.unfinished_round)
            end = End.USER
            break
        spent += cost
        rounds.append(
            Round(len(in_play), opponents.games(upto), cost, len(known.in_play), known.best)
        )
    return Race(
        tuple(rounds), exhaustive, end, level, known.best, known.may_be_best, known.loss_at_most,
        known.games, known.win_rate, known.standard_error, known.win_rate_first,
        known.win_rate_second, known.p_value, known.shortfall,
    )  # fmt: skip


def least_budget(rules: int) -> int:
    """Return the fewest games for which so many rules can race."""
    return 2 * LEAST * rules


def _parts(games: int) -> tuple[int, ...]:
    """Return the ends of parts of so many game indices, nearly equal."""
    if games < 2:
        raise InvalidInput(f"{2 * games} games a rule", "At least 4, two in each seat order.")
    parts = min(_PARTS, 1 + games // LEAST)
    return tuple(games * part // parts for part in range(1, parts + 1))


def _doubled(first: int, below: int) -> Iterator[int]:
    """Yield a number, twice as many, and so on, while they are below another."""
    while first < below:
        yield first
        first *= 2


@dataclass(eq=False)
class _Known:
    """What is known so far.

    A look that is interrupted leaves it as it was, but for the first one: what was played of that
    is all there is. An interrupt does not depend on results, so it is no look of its own.
    """

    rules: Sequence[BuyRule]
    opponents: Opponents
    looks: int
    level: float
    in_play: list[int] = field(init=False)
    best: int = 0
    loss_at_most: float = math.inf
    #: Scores of the rules in play, when all of them were compared with each other.
    _kept: tuple[list[int], int, Scores] | None = None

    def __post_init__(self) -> None:
        n = len(self.rules)
        self.in_play = list(range(n))
        self.may_be_best = np.zeros(n, bool)
        self.games = np.zeros(n, np.int64)
        self.win_rate, self.standard_error = np.full(n, np.nan), np.full(n, np.nan)
        self.win_rate_first, self.win_rate_second = np.full(n, np.nan), np.full(n, np.nan)
        self.p_value, self.shortfall = np.ones(n), np.full(n, np.nan)

    @property
    def games_kept(self) -> int:
        """Games that each rule in play need not play again."""
        return self.opponents.games(self._kept[1]) if self._kept else 0

    @property
    def unfinished_round(self) -> Round:
        """The first round, of which not all games were played."""
        return Round(
            len(self.rules), int(self.games.max()), int(self.games.sum()),
            int(self.may_be_best.sum()), self.best,
        )  # fmt: skip

    def play(self, games: Games, in_play: list[int], upto: int) -> None:
        """Play the rules in play up to a look, and judge them there."""
        groups = -(-len(in_play) // MAX_PAIRED)
        if groups == 1 and not self.games.any():
            for part in _doubled(LEAST, upto):
                self._play(games, [in_play], part)
        # strided, so that good rules, which are neighbours, come to every group
        self._play(games, [in_play[first::groups] for first in range(groups)], upto)

    def _play(self, games: Games, groups: Sequence[list[int]], upto: int) -> None:
        first_look = not self.games.any()
        stay: list[int] = []
        best: list[int] = []
        for k, group in enumerate(groups, start=1):
            scores = self._scores(games, group, upto)
            members, leader, loss = self._judge(group, scores)
            stay += members
            best.append(leader)
            if first_look or k == len(groups):
                unseen = itertools.chain.from_iterable(groups[k:])
                self._settle([*stay, *unseen], best, loss if len(groups) == 1 else math.inf)
        if len(groups) == 1:
            self._kept = (groups[0], upto, scores)
            self.in_play = [index for index in groups[0] if self.may_be_best[index]]
        else:
            self._kept = None
            self.in_play = sorted(stay)

    def _settle(self, stay: list[int], best: list[int], loss: float) -> None:
        """Note which rules may be best, the leaders of the groups, and what the first may lose."""
        self.best = max(best, key=lambda index: self.win_rate[index])
        self.loss_at_most = loss
        self.may_be_best[:] = False
        self.may_be_best[stay] = True

    def _scores(self, games: Games, group: list[int], upto: int) -> Scores:
        rules = [self.rules[index] for index in group]
        if self._kept is None:
            return play(games, rules, self.opponents, upto)
        before, after, scores = self._kept
        place = {index: k for k, index in enumerate(before)}
        kept = scores.taken([place[index] for index in group])
        return kept + play(games, rules, self.opponents, upto, after)

    def _judge(self, group: list[int], scores: Scores) -> tuple[list[int], int, float]:
        """Note what a group's scores say; return who stays, who leads and what that may lose."""
        means, covariance = scores.mean_and_covariance()
        found = judge_look(
            means, covariance, candidates=len(self.rules), looks=self.looks, level=self.level
        )
        self.games[group] = scores.games
        self.win_rate[group] = means
        self.standard_error[group] = np.sqrt(np.maximum(np.diagonal(covariance), 0.0))
        self.win_rate_first[group], self.win_rate_second[group] = scores.rates_by_seat()
        self.p_value[group] = found.p_values
        self.shortfall[group] = found.shortfall
        members = [group[k] for k in np.flatnonzero(found.members).tolist()]
        return members, group[found.best], float(found.loss_at_most[found.best])
