"""The best rule of a family against given opponents, and what it is worth on games of its own."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from analysis.display import Shown, rate
from analysis.family import ORDER, Family
from analysis.games import Games
from analysis.opponents import Opponents, Scores, play
from analysis.race import Race, race
from analysis.statistics import Estimate
from analysis.statistics.checks import check_level
from fastsim.equality import ByValue
from fastsim.errors import InvalidInput, Stopped
from fastsim.numbers import CountLike, as_count, as_real
from fastsim.rules.model import BuyRule
from fastsim.setup import GameSetup
from fastsim.text import number_of

#: Rules on each line through the winner, at most, and orders of its entries.
_LINE: Final = 41
_ORDERS: Final = 8


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
    fresh : Scores
        The rules on all lines, over fresh games: they chose nothing.
    seed, budget : int
    seconds : float
    kernel : str, optional
        What was asked for.
    """

    setup: GameSetup
    family: Family
    opponents: Opponents
    race: Race
    lines: dict[str, list[int]]
    fresh: Scores
    seed: int
    budget: int
    seconds: float = field(compare=False)
    kernel: str | None = field(default=None, compare=False)

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
        return self.fresh.win_rate(self.on_lines.index(self.race.best), self.race.level)

    @property
    def by_seat(self) -> tuple[Estimate[float], Estimate[float]]:
        """The best rule's win rate over fresh games, when moving first and second."""
        return self.fresh.by_seat(self.on_lines.index(self.race.best))

    @property
    def selected_at(self) -> float:
        """Its win rate over the games that chose it, which flatter it."""
        return float(self.race.win_rate[self.race.best])

    def _told(self) -> list[str]:
        return [
            f" of {len(self.family):,} rules against {self.opponents.name}: "
            f"{self.race.total_games:,} games of {self.setup.name}, seed {self.seed}",
            f"best: {self.family.label(self.rule)}, wins {rate(self.win_rate)}",
            f"{int(self.race.may_be_best.sum()):,} may be the best",
        ]


def search(
    games: Games,
    family: Family,
    opponents: Opponents,
    *,
    budget: CountLike,
    fresh: CountLike,
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
        Selection games of all rules together, both seat orders included, at most.
    fresh : int
        Fresh games of the winner and of each rule on the lines through it.
    exhaustive : bool, optional
        Whether every rule plays as many games as every other; when not given, if the budget allows
        `EXHAUSTIVE` games a rule.
    level : float
        Probability with which the truly best rule is among those that may be best.

    Returns
    -------
    Search
        Of whole rounds, when time is over or the user stops it (Ctrl-C) after the first.

    Raises
    ------
    InvalidInput
        For a budget too small, and rules that cannot be played in this setup.
    Stopped
        When the user stops it before the first look, or while the winner is being scored.
    """
    budget, fresh = as_count("budget", budget), as_count("fresh", fresh)
    level = check_level(as_real("level", level))
    if fresh < 4:
        raise InvalidInput(
            f"{number_of(fresh, 'fresh game')}", "At least 4, two in each seat order."
        )
    found = race(games, family.rules, opponents, budget=budget, exhaustive=exhaustive, level=level)
    lines = {
        choice.parameter: family.line(
            found.best, choice.parameter, _ORDERS if choice.parameter == ORDER else _LINE
        )
        for choice in family.choices
    }
    around = sorted({index for line in lines.values() for index in line})
    rules = family.rules
    try:
        scores = play(games.fresh, [rules[i] for i in around], opponents, -(-fresh // 2))
    except KeyboardInterrupt:
        raise Stopped("stopped before the winner was scored on fresh games") from None
    return Search(
        games.setup, family, opponents, found, lines, scores, games.seed, budget,
        games.seconds, games.kernel,
    )  # fmt: skip
