"""The best rule of a family against given opponents, and what it is worth on games of its own.

The games asked for are those of both: a share of them is kept for the winner and its neighbours,
and those that choose have the rest.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field
from typing import Final

from analysis.questions.optimise.family import ORDER, Family
from analysis.questions.optimise.games import Games
from analysis.questions.optimise.opponents import Opponents, Scores, play
from analysis.questions.optimise.race import End, Race, least_budget, race
from analysis.questions.shown import Shown, rate
from analysis.statistics import Estimate
from analysis.statistics.checks import check_level
from fastsim.game.setup import GameSetup
from fastsim.rules.model import BuyRule
from fastsim.text.equality import ByValue
from fastsim.text.errors import InvalidInput
from fastsim.text.numbers import CountLike, as_count, as_real
from fastsim.text.words import number_of

#: Rules on each line through the winner, at most, and orders of its entries.
_LINE: Final = 41
_ORDERS: Final = 8
#: One in so many games is kept for the winner and its neighbours, unless one says otherwise.
_FRESH_SHARE: Final = 5


@dataclass(frozen=True, eq=False)
class Search(ByValue, Shown):
    """The best rule of a family: who won, by how much, and how that falls off around it.

    Attributes
    ----------
    setup : GameSetup
    family : Family
    opponents : Opponents
    race : Race
        The selection games, under `seed`.
    lines : dict of str to list of int
        For each parameter, the rules that differ from the best one in it alone, and that one.
    fresh : Scores or None
        The rules on all lines, over fresh games: they chose nothing. None when the user stopped the
        search before they were played.
    seed, budget : int
    seconds : float
    asked_fresh : int, optional
        Fresh games of each rule that were asked for; a share of the budget when not given.
    kernel : str, optional
        What was asked for.
    """

    setup: GameSetup
    family: Family
    opponents: Opponents
    race: Race
    lines: dict[str, list[int]]
    fresh: Scores | None
    seed: int
    budget: int
    seconds: float = field(compare=False)
    kernel: str | None = field(default=None, compare=False)
    asked_fresh: int | None = None

    @property
    def scored(self) -> Scores:
        """The scores over fresh games.

        Raises
        ------
        InvalidInput
            When there are none (see `fresh`).
        """
        if self.fresh is None:
            raise InvalidInput("the search was stopped before its winner was scored")
        return self.fresh

    @property
    def games(self) -> int:
        """Games played, fresh ones included."""
        fresh = self.fresh.games * len(self.on_lines) if self.fresh else 0
        return self.race.total_games + fresh

    @property
    def rule(self) -> BuyRule:
        """The best rule."""
        return self.family.rules[self.race.best]

    @property
    def on_lines(self) -> list[int]:
        """The rules of `fresh`, in its order."""
        return sorted({index for line in self.lines.values() for index in line})

    @property
    def win_rate(self) -> Estimate[float]:
        """The best rule's win rate over fresh games."""
        return self.scored.win_rate(self.on_lines.index(self.race.best), self.race.level)

    @property
    def by_seat(self) -> tuple[Estimate[float], Estimate[float]]:
        """The best rule's win rate over fresh games, when moving first and second."""
        return self.scored.by_seat(self.on_lines.index(self.race.best))

    @property
    def selected_at(self) -> Estimate[float]:
        """Its win rate over the games that chose it, which flatter it."""
        return self.race.estimate(self.race.best)

    def _told(self) -> list[str]:
        best = f"{self.family.label(self.rule)}, wins "
        return [
            f" of {len(self.family):,} rules against {self.opponents.name}: "
            f"{self.games:,} games of {self.setup.name}, seed {self.seed}",
            f"best: {best}{rate(self.win_rate)}"
            if self.fresh
            else f"best so far: {best}{rate(self.selected_at)} of the games that chose it",
            f"{int(self.race.may_be_best.sum()):,} may be the best",
        ]


def search(
    games: Games,
    family: Family,
    opponents: Opponents,
    *,
    budget: CountLike,
    fresh: CountLike | None = None,
    exhaustive: bool | None = None,
    level: float = 0.95,
) -> Search:
    """Find the best rule of a family, and score it on fresh games.

    Parameters
    ----------
    games : Games
    family : Family
    opponents : Opponents
    budget : int
        Games of all rules together, both seat orders and fresh games included, at most.
    fresh : int, optional
        Fresh games of the winner and of each rule on the lines through it; when not given, as many
        as a share of the budget allows.
    exhaustive : bool, optional
        Whether every rule plays as many games as every other; when not given, if the budget allows
        `EXHAUSTIVE` games a rule.
    level : float
        Probability with which the truly best rule is among those that may be best.

    Returns
    -------
    Search
        Of whole rounds, when time is over; as `analysis.questions.optimise.race.race` and without
        fresh games when the user stops it (Ctrl-C).

    Raises
    ------
    InvalidInput
        For a budget too small, and rules that cannot be played in this setup.
    Stopped
        When the user stops it before any rules have been compared.
    """
    budget, level = as_count("budget", budget), check_level(as_real("level", level))
    wanted = None if fresh is None else as_count("fresh", fresh)
    if wanted is not None and wanted < 4:
        raise InvalidInput(
            f"{number_of(wanted, 'fresh game')}", "At least 4, two in each seat order."
        )
    each = wanted or _share(family, opponents, budget)
    kept = confirming_games(family, opponents, each)
    if not exhaustive and budget - kept < least_budget(len(family)):
        raise InvalidInput(
            f"{number_of(budget, 'game')} for {number_of(len(family), 'rule')}, {kept:,} of them "
            "to score the winner and its neighbours",
            f"At least {least_budget(len(family)) + kept:,}"
            + (f" with {number_of(wanted, 'fresh game')} of each." if wanted else "."),
        )
    found = race(
        games, family.rules, opponents, budget=budget - kept, exhaustive=exhaustive, level=level
    )
    lines = {
        choice.parameter: family.line(
            found.best, choice.parameter, _ORDERS if choice.parameter == ORDER else _LINE
        )
        for choice in family.choices
    }
    around = sorted({index for line in lines.values() for index in line})
    rules, scores = [family.rules[i] for i in around], None
    if found.end is not End.USER:
        with contextlib.suppress(KeyboardInterrupt):  # then what chose is what there is
            scores = play(games.fresh, rules, opponents, _indices(each))
    return Search(
        games.setup, family, opponents, found, lines, scores, games.seed, budget,
        games.seconds, games.kernel, wanted,
    )  # fmt: skip


def confirming_games(family: Family, opponents: Opponents, fresh: int) -> int:
    """Return how many games it takes, at most, to score a winner and its neighbours.

    Parameters
    ----------
    family : Family
    opponents : Opponents
    fresh : int
        Games of each of them.
    """
    return _most_on_lines(family) * opponents.games(_indices(fresh))


def _share(family: Family, opponents: Opponents, budget: int) -> int:
    """Return the fresh games of each rule for which a share of the budget is kept."""
    each = max(4, budget // _FRESH_SHARE // _most_on_lines(family))
    # against many opponents, each of which is met, a rule plays more than asked for
    return max(4, each * each // max(each, opponents.games(_indices(each))) // 2 * 2)


def _indices(games: int) -> int:
    return -(-games // 2)


def _most_on_lines(family: Family) -> int:
    """Return how many rules there are on the lines through a rule, at most."""
    others = (
        min(len(choice.values), _ORDERS if choice.parameter == ORDER else _LINE) - 1
        for choice in family.choices
    )
    return 1 + sum(others)
