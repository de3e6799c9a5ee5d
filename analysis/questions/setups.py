"""The same matchups in several setups: what a rule of the game changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Unpack

import numpy as np

from analysis.questions.duel import Duel, duel
from analysis.statistics.checks import check_level
from fastsim.game.setup import GameSetup
from fastsim.play import settings
from fastsim.play.games import tally
from fastsim.play.results import Tally
from fastsim.rules.values import RuleLike, SetupLike, as_list, as_pair, as_setup
from fastsim.text.equality import ByValue
from fastsim.text.numbers import CountLike, as_real
from fastsim.text.shown import brief


@dataclass(frozen=True)
class Decided:
    """How games between two sides were decided; the five counts leave no game out.

    Attributes
    ----------
    points_a, points_b : int
        Games in which that side had more victory points.
    tie_a, tie_b : int
        Games with equal points that the tie rule gave to that side.
    shared : int
        Games with equal points whose victory was shared.
    """

    points_a: int
    tie_a: int
    shared: int
    tie_b: int
    points_b: int

    __repr__ = brief

    @property
    def games(self) -> int:
        """All of them."""
        return self.points_a + self.level + self.points_b

    @property
    def level(self) -> int:
        """Games with equal points."""
        return self.tie_a + self.shared + self.tie_b

    def __add__(self, other: Decided) -> Decided:
        return Decided(
            self.points_a + other.points_a,
            self.tie_a + other.tie_a,
            self.shared + other.shared,
            self.tie_b + other.tie_b,
            self.points_b + other.points_b,
        )

    @property
    def reversed(self) -> Decided:
        """The same games, seen from the other side."""
        return Decided(self.points_b, self.tie_b, self.shared, self.tie_a, self.points_a)


def decided(seats: Tally) -> Decided:
    """Return how games were decided between the first seat, a, and the second, b."""
    lead = np.sign(seats.margin_values)
    ahead, behind = (int(seats.margin[0][lead == sign].sum()) for sign in (1, -1))
    return Decided(
        ahead,
        int(seats.wins[0]) - ahead,
        int(seats.shared[0]),
        int(seats.wins[1]) - behind,
        behind,
    )


@dataclass(frozen=True, eq=False)
class Settings(ByValue):
    """Results of the same rules in several setups, over the same game indices.

    Attributes
    ----------
    setups : tuple of GameSetup
    mirrors : tuple of tuple of Tally
        For each setup, each rule against itself.
    duels : tuple of tuple of Duel
        For each setup, each pair.
    seed : int
    level : float
        Of every interval.
    """

    setups: tuple[GameSetup, ...]
    mirrors: tuple[tuple[Tally, ...], ...]
    duels: tuple[tuple[Duel, ...], ...]
    seed: int
    level: float = 0.95

    __repr__ = brief


def play_settings(
    setups: Sequence[SetupLike],
    rules: Sequence[RuleLike],
    pairs: Sequence[tuple[RuleLike, RuleLike]],
    *,
    games: CountLike,
    level: float = 0.95,
    **how: Unpack[settings.How],
) -> Settings:
    """Play rules against themselves, and pairs of rules, in every setup.

    Parameters
    ----------
    setups : sequence of GameSetup
        For two players.
    rules : sequence of BuyRule
        Each plays itself, in half as many games as a pair: both seat orders are the same games.
    pairs : sequence of (BuyRule, BuyRule)
        Each plays half of its games in each seat order.
    games : int
        Of each pair in each setup; even.
    level : float
        Of every interval.
    **how
        As `analysis.questions.duel.duel`.

    Raises
    ------
    InvalidInput
        As `analysis.questions.duel.duel`.
    """
    places = [as_setup(setup) for setup in as_list(setups, "setups")]
    players = as_list(rules, "rules")
    matchups = [as_pair(pair) for pair in as_list(pairs, "pairs")]
    asked = settings.Settings.of(how, games=games)
    level = check_level(as_real("level", level))
    done = 0

    def next_part(games: int) -> settings.Asked:
        """Return the keywords for the next part, which has so many games."""
        nonlocal done
        before = done
        done += games
        return asked.part(games, after=before)

    mirrors, duels = [], []
    for setup in places:
        mirrors.append(
            tuple(tally(setup, (rule, rule), **next_part(asked.games // 2)) for rule in players)
        )
        duels.append(
            tuple(duel(setup, a, b, level=level, **next_part(asked.games)) for a, b in matchups)
        )
    return Settings(tuple(places), tuple(mirrors), tuple(duels), asked.seed, level)
