"""Two rules against each other: which wins, by how much, and from which seat."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Final, Unpack

import numpy as np

from analysis.questions.collect import collect
from analysis.questions.provenance import Provenance
from analysis.questions.shown import Shown, called, rate
from analysis.statistics import (
    Estimate,
    FirstPlayerEffect,
    ScoreSums,
    balanced_win_rate,
    balanced_win_rate_p_value,
    first_player_effect,
    win_rate,
)
from analysis.statistics.checks import check_level
from fastsim.game.setup import GameSetup
from fastsim.play.matchups import Matchup, MatchupTally, matchup_chunks
from fastsim.play.results import Tally, histogram_mean, histogram_sd
from fastsim.play.settings import How, Settings
from fastsim.rules.model import BuyRule
from fastsim.rules.names import told_apart
from fastsim.rules.values import RuleLike, SetupLike, as_rule, as_setup
from fastsim.text.equality import ByValue
from fastsim.text.errors import InvalidInput
from fastsim.text.numbers import CountLike, as_real
from fastsim.text.words import number_of

#: Fewer say nothing: an interval takes two games in each seat order.
MIN_GAMES: Final = 4


@dataclass(frozen=True, eq=False)
class Duel(ByValue, Shown):
    """One matchup's results: rules a and b, each having moved first in half of the games.

    A *win rate* counts a shared victory as half a win for either rule, so that the two rates sum
    to 1; games won alone and shared ones are told apart in every count.

    Attributes
    ----------
    setup : GameSetup
    tally : MatchupTally
        Of this one matchup.
    seed : int
    seconds : float
        Time the games took.
    level : float
        Probability with which each interval holds.
    asked_kernel : str, optional
        The kernel that was asked for; the fastest that can play when none was.
    """

    setup: GameSetup
    tally: MatchupTally
    seed: int
    seconds: float = field(default=0.0, compare=False)
    level: float = 0.95
    asked_kernel: str | None = field(default=None, kw_only=True, compare=False)

    @property
    def a(self) -> BuyRule:
        """The first rule named."""
        return self.tally.matchups[0].a

    @property
    def b(self) -> BuyRule:
        """The second rule named."""
        return self.tally.matchups[0].b

    @property
    def a_first(self) -> Tally:
        """Games in which `a` moved first (seat 0)."""
        return self.tally.a_first[0]

    @property
    def b_first(self) -> Tally:
        """Games in which `b` moved first (seat 0)."""
        return self.tally.b_first[0]

    @property
    def games(self) -> int:
        """Games played in both orders together."""
        return self.a_first.games + self.b_first.games

    @property
    def provenance(self) -> Provenance:
        """What made these numbers."""
        return Provenance.of(
            self.setup, (self.a, self.b), self.seed, self.games, self.seconds,
            kernel=self.asked_kernel,
        )  # fmt: skip

    @property
    def interval_level(self) -> float:
        """Level at which intervals are computed so that each holds with probability `level`."""
        return self.level

    @property
    def _a_scores(self) -> tuple[ScoreSums[float], ScoreSums[float], float]:
        """A's scores moving first, moving second, and the sum of their products."""
        first, second = scores(self.a_first, 0), scores(self.b_first, 1)
        return first, second, float(self.tally.order_products[0]) / 4

    @property
    def win_rate(self) -> Estimate[float]:
        """A's win rate over both seat orders."""
        first, second, products = self._a_scores
        return self._stated(
            balanced_win_rate(first, second, products=products, level=self.interval_level)
        )

    def _told(self) -> list[str]:
        first, second = self.by_seat
        return [
            f": {called(self.a)} against {called(self.b)}, {self.games:,} games of "
            f"{self.setup.name}, seed {self.seed}",
            f"{called(self.a)} wins {rate(self.win_rate)}",
            f"moving first {rate(first)}",
            f"moving second {rate(second)}",
        ]

    @property
    def win_rate_b(self) -> Estimate[float]:
        """B's win rate over both seat orders."""
        a = self.win_rate
        return Estimate(1 - a.value, a.standard_error, 1 - a.high, 1 - a.low, a.level)

    @property
    def p_value(self) -> float:
        """Two-sided p-value of a's win rate against 50 %."""
        first, second, products = self._a_scores
        return balanced_win_rate_p_value(first, second, products=products)

    @property
    def by_seat(self) -> tuple[Estimate[float], Estimate[float]]:
        """A's win rate when moving first, and when moving second."""
        a, b, _ = self._a_scores
        first, second = (win_rate(scores, level=self.interval_level) for scores in (a, b))
        return self._stated(first), self._stated(second)

    @property
    def first_player_effect(self) -> FirstPlayerEffect[float]:
        """What moving first is worth in this matchup."""
        first, second, products = self._a_scores
        found = first_player_effect(first, second, products=products, level=self.interval_level)
        return replace(
            found, effect=self._stated(found.effect), first_mover=self._stated(found.first_mover)
        )

    def _stated(self, estimate: Estimate[float]) -> Estimate[float]:
        """Return the estimate under the level that its interval holds at in this duel."""
        return replace(estimate, level=self.level)

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain values, for one JSON document."""
        a, b = self.win_rate, self.win_rate_b
        effect = self.first_player_effect
        return {
            "setup": self.setup.name,
            "rules": [self.a.name, self.b.name],
            "seed": self.seed,
            "games": self.games,
            "win_rate": [a.value, b.value],
            "standard_error": a.standard_error,
            "level": self.level,
            "ci95" if self.level == 0.95 else "ci": [[a.low, a.high], [b.low, b.high]],
            "p_value": self.p_value,
            "first_player": {
                "win_rate": effect.first_mover.value,
                "ci": [effect.first_mover.low, effect.first_mover.high],
                "p_value": effect.p_value,
            },
            "a_first": order_summary(self.a_first),
            "b_first": order_summary(self.b_first),
            "provenance": self.provenance.to_json(),
        }


def duel(
    setup: SetupLike,
    a: RuleLike,
    b: RuleLike,
    *,
    games: CountLike,
    level: float = 0.95,
    **how: Unpack[How],
) -> Duel:
    """Play two rules against each other, half the games in each seat order.

    Parameters
    ----------
    setup : GameSetup or str
        For two players; a setup, or the name of one.
    a, b : BuyRule or str
        Rules, or names or texts of them.
    games : int or str
        Games in both orders together, at least `MIN_GAMES`; an odd number is rounded up.
    level : float
        Of every interval.
    **how
        Keywords, as `fastsim.play.settings.Settings` describes them; both orders play game indices
        `start` up to `start` + games / 2.

    Returns
    -------
    Duel
        Of the games played so far when the run is interrupted (Ctrl-C) after at least one chunk.

    Raises
    ------
    InvalidInput
        For rules that cannot be played in this setup, and numbers out of range.
    """
    setup, settings = as_setup(setup), Settings.of(how, games=games)
    level = check_level(as_real("level", level))
    if settings.games < MIN_GAMES:
        raise InvalidInput(
            f"{number_of(settings.games, 'game')}", f"At least {MIN_GAMES}, two in each seat order."
        )
    rule_a, rule_b = told_apart([as_rule(a, setup), as_rule(b, setup)])
    part = settings.part(-(-settings.games // 2), each=2)
    total, seconds, _ = collect(matchup_chunks(setup, [Matchup(rule_a, rule_b)], **part))
    return Duel(setup, total, settings.seed, seconds, level, asked_kernel=settings.kernel)


def scores(tally: Tally, seat: int) -> ScoreSums[float]:
    """Return the sums of one seat's scores: 1 for a win, 1/k for one shared by k players."""
    return ScoreSums(tally.games, float(tally.score[seat]), float(tally.score_squares[seat]))


def order_summary(tally: Tally) -> dict[str, Any]:
    """Return the counts and means of one seat order, for two players."""
    turns = np.arange(len(tally.turns))
    return {
        "games": tally.games,
        "wins_first": int(tally.wins[0]),
        "wins_second": int(tally.wins[1]),
        "shared": int(tally.shared[0]),
        "equal_vp": tally.equal_vp,
        "mean_turns": histogram_mean(tally.turns, turns),
        "sd_turns": histogram_sd(tally.turns, turns),
        "mean_vp_first": histogram_mean(tally.vp[0], tally.vp_values),
        "mean_vp_second": histogram_mean(tally.vp[1], tally.vp_values),
        "ended_provinces": int(tally.ended[0]),
        "ended_piles": int(tally.ended[1]),
        "cut": int(tally.ended[2]),
    }
