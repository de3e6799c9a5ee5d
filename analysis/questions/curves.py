"""What both players of a matchup hold and do, turn by turn: why one of them wins."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Final, Literal, Unpack

import numpy as np
from numpy.typing import NDArray

from analysis.questions.collect import collect
from analysis.questions.shown import Shown, called
from fastsim.game.setup import GameSetup
from fastsim.play import telemetry
from fastsim.play.settings import How, Settings
from fastsim.play.telemetry import Telemetry, observe_chunks
from fastsim.rules.describe import digest
from fastsim.rules.model import BuyRule
from fastsim.rules.names import told_apart
from fastsim.rules.values import RuleLike, SetupLike, as_rule, as_setup
from fastsim.text.equality import ByValue
from fastsim.text.errors import InvalidInput, Stopped
from fastsim.text.numbers import CountLike
from fastsim.text.shown import brief

#: Games observed, both seat orders together, unless one says otherwise.
DEFAULT_GAMES: Final = telemetry.DEFAULT_GAMES
#: Turns that a smaller share of the observed games reaches are in frames only: they say little, and
#: that of games which are not like the others.
CUT_BELOW: Final = 0.05

#: Rule a of a matchup, or rule b.
PlayerName = Literal["A", "B"]
#: Where it sat: 1 moving first, 2 moving second, 0 for both orders together.
SeatChoice = Literal[0, 1, 2]
SEATS: Final[tuple[SeatChoice, ...]] = (0, 1, 2)


@dataclass(frozen=True, eq=False)
class PlayerCurves(ByValue):
    """What was seen of one player, by own turn: the arrays of `Telemetry` without their first axis.

    Attributes
    ----------
    rule : BuyRule
    observed : int
        Games; a rule against itself is seen from both seats of each.
    money : int64 [n_turns, 16]
    vp : int64 [n_turns, n_vp]
    owned : int64 [n_turns, n_cards, n_counts]
    buys : int64 [n_turns, n_cards + 1]
    """

    rule: BuyRule
    observed: int
    money: NDArray[np.int64]
    vp: NDArray[np.int64]
    owned: NDArray[np.int64]
    buys: NDArray[np.int64]

    __repr__ = brief

    @classmethod
    def of(cls, seen: Telemetry, seat: int) -> PlayerCurves:
        """Return what was seen of one seat, from 0."""
        arrays = (seen.money, seen.vp, seen.owned, seen.buys)
        return cls(seen.rules[seat], seen.games, *(array[seat] for array in arrays))

    @property
    def going(self) -> NDArray[np.int64]:
        """Games in which the player took each turn. int64 [n_turns]."""
        going: NDArray[np.int64] = self.buys.sum(axis=1)
        return going

    def __add__(self, other: PlayerCurves) -> PlayerCurves:
        """Return the same rule's games in two seats together."""
        return PlayerCurves(
            self.rule,
            self.observed + other.observed,
            self.money + other.money,
            self.vp + other.vp,
            self.owned + other.owned,
            self.buys + other.buys,
        )


@dataclass(frozen=True, eq=False)
class Curves(ByValue, Shown):
    """Telemetry of one matchup over the same game indices in both seat orders.

    Attributes
    ----------
    a_first, b_first : Telemetry
        Games in which rule a, and b, moved first. The same object for a rule against itself.
    seconds : float
        Time the games took.
    """

    a_first: Telemetry
    b_first: Telemetry
    seconds: float = field(default=0.0, compare=False)

    @property
    def setup(self) -> GameSetup:
        """What was played with."""
        return self.a_first.setup

    @property
    def is_mirror(self) -> bool:
        """Whether both rules are the same one."""
        return self.a_first is self.b_first

    @property
    def players(self) -> tuple[PlayerName, ...]:
        """The names of the players: A and B, or A alone for a rule against itself."""
        return ("A",) if self.is_mirror else ("A", "B")

    @property
    def games(self) -> int:
        """Games observed, both orders together."""
        return self.a_first.games + (0 if self.is_mirror else self.b_first.games)

    def _told(self) -> list[str]:
        a, b = self.a_first.rules
        return [
            f" of {called(a)} against {'itself' if self.is_mirror else called(b)}: "
            f"{self.games:,} games of {self.setup.name}, seed {self.a_first.seed}",
            "by turn: money, VP, cards owned, cards bought",
        ]

    def of(self, player: PlayerName, seat: SeatChoice = 0) -> PlayerCurves:
        """Return what was seen of a player in one seat, or in both orders together."""
        first, second = (self.a_first, self.b_first)[:: 1 if player == "A" else -1]
        if seat == 0:
            return PlayerCurves.of(first, 0) + PlayerCurves.of(second, 1)
        return PlayerCurves.of(first, 0) if seat == 1 else PlayerCurves.of(second, 1)


def check_observable(setup: GameSetup) -> None:
    """Make sure that matchups of a setup can be observed.

    Raises
    ------
    InvalidInput
        For more than two players, and for kingdom cards: the general kernel, which alone tells
        turns, does not know them.
    """
    if setup.players != 2:
        raise InvalidInput(
            f"a matchup is of two players, and the setup {setup.name!r} has {setup.players}"
        )
    if not setup.is_simple:
        raise InvalidInput(
            f"turns of {setup.name!r} are not observed: it has kingdom cards or Curses",
            "Curves are for setups of the six basic cards; fastsim replay tells any one game.",
        )


def observe_duel(
    setup: SetupLike,
    a: RuleLike,
    b: RuleLike,
    *,
    games: CountLike = DEFAULT_GAMES,
    **how: Unpack[How],
) -> Curves:
    """Observe two rules as they play each other, half the games in each seat order.

    Parameters
    ----------
    setup : GameSetup
        For two players.
    a, b : BuyRule
    games : int
        Games in both orders together; an odd number is rounded up. A rule against itself has one
        order, of which half as many games are played and seen from both seats.
    **how
        As `analysis.questions.duel.duel`, the kernel apart: the games are the first ones of that
        duel.

    Raises
    ------
    InvalidInput
        For rules that cannot be played in this setup, and numbers out of range.
    Stopped
        When the run is interrupted (Ctrl-C): curves of part of the games would not be the first
        ones in both orders.
    """
    setup = as_setup(setup)
    check_observable(setup)
    rule_a, rule_b = told_apart([as_rule(a, setup), as_rule(b, setup)])
    settings = Settings.of(how, games=games)
    each = -(-settings.games // 2)

    begun = time.perf_counter()

    def order(rules: tuple[BuyRule, BuyRule], before: int) -> Telemetry:
        total, _, _ = collect(observe_chunks(setup, rules, **settings.part(each, after=before)))
        if total.games < each:
            raise Stopped(f"stopped when {before + total.games:,} games had been observed")
        return total

    a_first = order((rule_a, rule_b), 0)
    b_first = a_first if digest(rule_a) == digest(rule_b) else order((rule_b, rule_a), each)
    return Curves(a_first, b_first, time.perf_counter() - begun)
