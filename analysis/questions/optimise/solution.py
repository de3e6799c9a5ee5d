"""What is found of the equilibrium of a family of rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

import numpy as np

from analysis.questions.optimise.family import Family
from analysis.questions.optimise.games import Games
from analysis.questions.optimise.payoffs import Payoffs, batch_mean
from analysis.questions.shown import Shown, rate
from analysis.statistics import Equilibrium, Estimate, solve_zero_sum
from analysis.statistics.estimate import FloatArray
from fastsim.game.setup import GameSetup
from fastsim.rules.model import BuyRule
from fastsim.text.equality import ByValue
from fastsim.text.shown import brief


class Stop(Enum):
    """Why the iteration ended."""

    BOUND = "the measured exploitability is under the bound"
    STEPS = "too many steps"
    BUDGET = "the games of the budget are played"
    TIME = "the time limit is over"
    USER = "stopped by the user"


@dataclass(frozen=True, eq=False)
class Mixtures(ByValue):
    """What an equilibrium of the rules known so far plays, and what answers it best.

    Attributes
    ----------
    rules : tuple of BuyRule
        Those that either mixture plays or an answer is.
    first, second : float64 [n_rules]
        Weights when moving first, and second.
    answer_first, answer_second : int
        The rule that does best moving first against `second`, and moving second against `first`.
    """

    rules: tuple[BuyRule, ...]
    first: FloatArray
    second: FloatArray
    answer_first: int
    answer_second: int

    __repr__ = brief

    def exploitability(self, payoffs: Payoffs, level: float) -> Estimate[float]:
        """Return by how much the best answers win more than half, both seats together.

        Parameters
        ----------
        payoffs : Payoffs
            Of these rules, over games that chose neither mixtures nor answers.
        level : float
        """
        answers = np.eye(len(self.rules))
        won = payoffs.first_mover(answers[self.answer_first], self.second)
        allowed = payoffs.first_mover(self.first, answers[self.answer_second])
        return batch_mean((won - allowed) / 2, level)


@dataclass(frozen=True, eq=False)
class Step(ByValue):
    """One step of the iteration.

    Attributes
    ----------
    rules : int
        Known so far.
    cell_games : int
        Of each pair of them, in either order.
    value : float
        Win rate of the first mover in the equilibrium of their game.
    answers : tuple of two BuyRule
        What was found to do best against it, moving first and second.
    new : int
        How many of these were not known before.
    exploitability : Estimate
        Over games that chose neither the mixtures nor the answers.
    games : int
        Played so far, for all purposes.
    """

    rules: int
    cell_games: int
    value: float
    answers: tuple[BuyRule, BuyRule]
    new: int
    exploitability: Estimate[float]
    games: int

    __repr__ = brief


@dataclass(frozen=True, eq=False)
class Solution(ByValue, Shown):
    """The equilibrium of a family, and how far from one it is.

    Attributes
    ----------
    setup : GameSetup
    family : Family
    given : tuple of BuyRule
        Rules beside those of the family.
    payoffs : Payoffs
        Between all rules known, over selection games.
    equilibrium : Equilibrium
        Of their matrix.
    mixtures : Mixtures
    missed_at_most : float
        How much more the family's truly best answers may win, both seats together, than those
        found: at `level`. Infinite when a search left more than `MAX_PAIRED` answers.
    fresh : Payoffs
        Between the rules of `mixtures`, over fresh games, which chose nothing.
    path : tuple of Step
    stop : Stop
    resampled : float64 [n_resamples, 2, n_rules]
        Weights (first, second) of the rules of `payoffs` in equilibria of resampled games.
    bound, level : float
    seed, budget, answer_games : int
    seconds : float
    games_played : int
    kernel : str, optional
        What was asked for.
    asked_fresh : int
        Fresh games of each pair of rules that were asked for, in either order.
    """

    setup: GameSetup
    family: Family
    given: tuple[BuyRule, ...]
    payoffs: Payoffs
    equilibrium: Equilibrium
    mixtures: Mixtures
    missed_at_most: float
    fresh: Payoffs
    path: tuple[Step, ...]
    stop: Stop
    resampled: FloatArray
    bound: float
    level: float
    seed: int
    budget: int
    answer_games: int
    seconds: float = field(compare=False)
    games_played: int
    kernel: str | None = field(default=None, compare=False)
    asked_fresh: int = 0

    @property
    def exploitability(self) -> Estimate[float]:
        """By how much the answers found win more than half, over fresh games."""
        return self.mixtures.exploitability(self.fresh, self.level)

    def _told(self) -> list[str]:
        found = self.exploitability
        weights = (np.count_nonzero(w) for w in (self.mixtures.first, self.mixtures.second))
        return [
            f" of a family of {len(self.family):,} rules and {len(self.given)} more: "
            f"{self.games_played:,} games of {self.setup.name}, seed {self.seed}",
            f"whoever moves first wins {rate(self.value)}",
            f"exploitable by {100 * found.value:.3g} percentage points "
            f"({100 * found.low:.3g} to {100 * found.high:.3g})",
            "mixtures of {} and {} rules, moving first and second".format(*weights),
            f"ended: {self.stop.value}",
        ]

    @property
    def fresh_seed(self) -> int:
        """Seed of the fresh games."""
        return Games(self.setup, self.seed).fresh.seed

    @property
    def value(self) -> Estimate[float]:
        """How often the first mover wins when both play their mixture, over fresh games."""
        played = self.fresh.first_mover(self.mixtures.first, self.mixtures.second)
        return batch_mean(played, self.level)

    @property
    def value_between(self) -> tuple[Estimate[float], Estimate[float]]:
        """What the first mover's mixture gets at least, and the second's allows at most.

        Against the answers found, over fresh games. The value of the family's game lies between
        the two.
        """
        found, answers = self.mixtures, np.eye(len(self.mixtures.rules))
        least = self.fresh.first_mover(found.first, answers[found.answer_second])
        most = self.fresh.first_mover(answers[found.answer_first], found.second)
        return batch_mean(least, self.level), batch_mean(most, self.level)

    @property
    def symmetric(self) -> Equilibrium:
        """Equilibrium of the rules known when a rule may not differ by seat: its value is 1/2.

        The matrix is that of win rates over both seats, half the games in each.
        """
        matrix = self.payoffs.matrix
        return solve_zero_sum((matrix + 1 - matrix.T) / 2)

    @property
    def cost_of_one_mixture(self) -> float:
        """What `symmetric` loses, both seats together, to the known rules that best exploit it.

        These may differ by seat. Over selection games.
        """
        z, matrix = self.symmetric.row, self.payoffs.matrix
        return float(((matrix @ z).max() - (z @ matrix).min()) / 2)

    @property
    def cycles(self) -> tuple[tuple[BuyRule, ...], ...]:
        """Cycles of rules of the mixtures that beat each other, over fresh games of both seats."""
        found = self.fresh.cycles(self.level)
        return tuple(tuple(self.fresh.rules[i] for i in cycle) for cycle in found)
