"""The equilibrium of a family of rules: mixtures that no rule of it beats.

The game between rules is not symmetric: one player moves first. A strategy is a rule for either
seat, so an equilibrium is two mixtures, of the rules that move first and of those that move second.
It is found by the double oracle: solve the game between the rules known so far, search the family
for the best answer to each mixture, add these answers, and so on.

References
----------
McMahan, Gordon & Blum (2003), "Planning in the presence of cost functions controlled by an
adversary", ICML (the double oracle).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from analysis.questions.optimise.family import Family
from analysis.questions.optimise.games import Games
from analysis.questions.optimise.opponents import Opponents
from analysis.questions.optimise.payoffs import (
    BATCH,
    Payoffs,
    payoff_games,
    play_payoffs,
    with_batches,
    with_rules,
)
from analysis.questions.optimise.race import End, Race, race
from analysis.questions.optimise.solution import Mixtures, Solution, Step, Stop
from analysis.statistics import Equilibrium, Estimate, format_estimate, solve_zero_sum
from analysis.statistics.checks import check_level
from analysis.statistics.estimate import FloatArray
from fastsim.rules.model import BuyRule
from fastsim.rules.names import told_apart
from fastsim.rules.seats import by_seat
from fastsim.rules.values import RuleLike, as_rules
from fastsim.text.errors import InvalidInput, Stopped
from fastsim.text.numbers import CountLike, as_count, as_real
from fastsim.text.words import number_of

# Where the game indices of each purpose begin, beyond those that the others ever reach: searches
# for answers play from 0 on, and so does, in fresh games, what is reported.
_PAYOFF_GAMES: Final = 2**61
_CHECK_GAMES: Final = 2**61
#: Batches that each pair of rules plays at first, to weigh the rules and to check the result; twice
#: as many whenever no new rule is found.
_BATCHES: Final = 32
#: Steps, at most: an end for families whose rules cannot be told apart.
_MOST_STEPS: Final = 100
#: One in so many games is kept for the fresh ones, where fewer do not suffice.
_FRESH_SHARE: Final = 4
#: Solutions of resampled games.
_RESAMPLES: Final = 200


def solve(
    games: Games,
    family: Family,
    given: Sequence[RuleLike] = (),
    *,
    bound: float,
    answer_games: CountLike,
    budget: CountLike,
    fresh: CountLike,
    level: float = 0.95,
) -> Solution:
    """Find the equilibrium of a family.

    Parameters
    ----------
    games : Games
    family : Family
    given : sequence of BuyRule
        Rules beside those of the family; the iteration begins with them, or else with the rule in
        the middle of the family.
    bound : float
        Exploitability under which, with the whole of its interval, the iteration ends; a win rate,
        above 0.
    answer_games : int
        Games of one search for an answer, at most.
    budget : int
        Games in all, at most: no step is begun that they might not suffice for. A share of them is
        kept for the fresh ones.
    fresh : int
        Fresh games of each pair of rules of the result, in either order; fewer where the budget
        does not suffice.
    level : float
        Of intervals, and of the searches for answers.

    Returns
    -------
    Solution
        Of whole steps, when time is over or the user stops it (Ctrl-C) after the first. The user
        need not wait for further games then: what is reported are those that checked the last step,
        which chose neither mixtures nor answers.

    Raises
    ------
    InvalidInput
        For numbers out of range, rules that cannot be played in this setup, and given rules that
        cannot be joined to the family's by seat.
    Stopped
        When the user stops it before the first step is done; it says what was known.
    """
    rules = told_apart(as_rules(given, games.setup))
    bound, level = as_real("bound", bound), check_level(as_real("level", level))
    answer_games, budget = as_count("answer_games", answer_games), as_count("budget", budget)
    fresh = as_count("fresh", fresh)
    if not bound > 0:
        raise InvalidInput(f"a bound of {bound}", "A win rate above 0, such as 0.2%.")
    check_budget(rules, budget=budget, answer_games=answer_games, fresh=fresh)
    candidates = list(dict.fromkeys((*family.rules, *rules)))
    known = list(dict.fromkeys(rules)) or [candidates[len(family) // 2]]
    plan = _Plan(budget, answer_games, fresh)
    found: list[_Found] = []
    stop, before = Stop.STEPS, games.played
    try:
        payoffs = play_payoffs(games, known, _BATCHES, _PAYOFF_GAMES)
        for _ in range(_MOST_STEPS):
            now = _found(games, candidates, payoffs, answer_games, level)
            found.append(now)
            size, played = len(payoffs.rules), len(payoffs.batches)
            # without a new rule, the weights of those that are known need more games
            larger = (size + len(now.new), played if now.new else 2 * played)
            growth = payoff_games(*larger) - payoff_games(size, played)
            if now.exploitability.high <= bound:
                stop = Stop.BOUND
            elif games.played - before + growth + plan.step(*larger) > budget:
                stop = Stop.BUDGET
            elif games.out_of_time:
                stop = Stop.TIME
            if stop is not Stop.STEPS:
                break
            if now.new:
                payoffs = with_rules(games, payoffs, now.new)
            else:
                payoffs = with_batches(games, payoffs, played)
    except KeyboardInterrupt as interrupt:
        if not found:
            raise Stopped(_known(interrupt, family, games.played - before)) from None
        stop = Stop.USER
    last = found[-1]
    measured = last.check
    if stop is not Stop.USER:
        left = (budget - games.played + before) // payoff_games(len(last.mixtures.rules), 1)
        try:
            measured = play_payoffs(games.fresh, last.mixtures.rules, min(plan.batches, left))
        except KeyboardInterrupt:
            stop = Stop.USER
    return Solution(
        games.setup, family, tuple(rules), last.payoffs, last.equilibrium, last.mixtures,
        last.missed_at_most, measured, tuple(one.step(before) for one in found), stop,
        _resampled(last.payoffs, games.seed), bound, level, games.seed, budget, answer_games,
        games.seconds, games.played - before, games.kernel, fresh,
    )  # fmt: skip


def check_budget(given: Sequence[BuyRule], *, budget: int, answer_games: int, fresh: int) -> None:
    """Raise InvalidInput when a budget does not suffice for one step; parameters as `solve`."""
    rules = max(len(set(given)), 1)
    first = _Plan(budget, answer_games, fresh).step(rules, _BATCHES)
    first += payoff_games(rules, _BATCHES)
    if first > budget:
        raise InvalidInput(
            f"a budget of {number_of(budget, 'game')}",
            f"The first step takes up to {first:,}, {2 * answer_games:,} of them to search for "
            "answers, and may be given fewer.",
        )


@dataclass(frozen=True)
class _Plan:
    """What games are for: steps, and fresh games of the result."""

    budget: int
    answer_games: int
    fresh: int

    @property
    def batches(self) -> int:
        """Batches of fresh games of each pair that were asked for."""
        return max(2, round(self.fresh / (2 * BATCH)))

    def step(self, rules: int, batches: int) -> int:
        """Return the games of a step that begins with so many rules, and of what ends after it.

        At most: its mixtures may hold all rules known and two new answers.
        """
        wanted = payoff_games(rules + 2, self.batches)
        kept = max(payoff_games(rules + 2, 2), min(wanted, self.budget // _FRESH_SHARE))
        return 2 * self.answer_games + payoff_games(rules + 2, batches) + kept


class _Cut(KeyboardInterrupt):
    """The user stopped a search for the best answer of whoever moves in some place."""

    def __init__(self, moving: str, race: Race, answer: BuyRule) -> None:
        self.moving, self.race, self.answer = moving, race, answer


def _known(interrupt: KeyboardInterrupt, family: Family, played: int) -> str:
    """Return what was known when the first step was interrupted."""
    what = f"stopped in the first step, after {played:,} games"
    if not isinstance(interrupt, _Cut):
        return what
    race = interrupt.race
    rate = format_estimate(race.estimate(race.best), percent=True)
    games = int(race.games[race.best])
    return (
        f"{what}: the best answer so far, moving {interrupt.moving}, is "
        f"{family.label(interrupt.answer)}, which wins {rate} of the {games:,} games that chose it"
    )


@dataclass(frozen=True, eq=False)
class _Found:
    """What one step finds; `played` counts all games of the source so far."""

    payoffs: Payoffs
    equilibrium: Equilibrium
    mixtures: Mixtures
    missed_at_most: float
    check: Payoffs
    exploitability: Estimate[float]
    played: int

    @property
    def answers(self) -> tuple[BuyRule, BuyRule]:
        rules = self.mixtures.rules
        return rules[self.mixtures.answer_first], rules[self.mixtures.answer_second]

    @property
    def new(self) -> list[BuyRule]:
        """Answers that were not known."""
        return [rule for rule in dict.fromkeys(self.answers) if rule not in self.payoffs.rules]

    def step(self, before: int) -> Step:
        """Return the step, its games counted from `before` on."""
        return Step(
            len(self.payoffs.rules), self.payoffs.games, self.equilibrium.value, self.answers,
            len(self.new), self.exploitability, self.played - before,
        )  # fmt: skip


def _found(
    games: Games,
    candidates: Sequence[BuyRule],
    payoffs: Payoffs,
    answer_games: int,
    level: float,
) -> _Found:
    """Solve the game of the rules known, search for the best answers, and check what they win."""
    equilibrium = solve_zero_sum(payoffs.matrix)
    first, second = _answers(games, candidates, payoffs, equilibrium, answer_games, level)
    mixtures = _mixtures(payoffs, equilibrium, (candidates[first.best], candidates[second.best]))
    check = play_payoffs(games.fresh, mixtures.rules, len(payoffs.batches), _CHECK_GAMES)
    return _Found(
        payoffs, equilibrium, mixtures, first.loss_at_most + second.loss_at_most, check,
        mixtures.exploitability(check, level), games.played,
    )  # fmt: skip


def _answers(
    games: Games,
    candidates: Sequence[BuyRule],
    payoffs: Payoffs,
    equilibrium: Equilibrium,
    budget: int,
    level: float,
) -> tuple[Race, Race]:
    """Search for the rules that do best against the mixtures, moving first and second.

    Candidates of one seat all play the same rule in the other, where they therefore have the same
    results: what differs between them is what they do in their seat. Both searches together hold
    at `level`.
    """
    other, each = candidates[0], 1 - (1 - level) / 2
    moving_first = [by_seat(rule, other) for rule in candidates]
    moving_second = [by_seat(other, rule) for rule in candidates]

    def answer(moving: str, rules: Sequence[BuyRule], weights: FloatArray) -> Race:
        met = Opponents.of(payoffs.rules, weights.tolist())
        found = race(games, rules, met, budget=budget, level=each)
        if found.end is End.USER:
            raise _Cut(moving, found, candidates[found.best])
        return found

    return (
        answer("first", moving_first, equilibrium.column),
        answer("second", moving_second, equilibrium.row),
    )


def _mixtures(
    payoffs: Payoffs, equilibrium: Equilibrium, answers: tuple[BuyRule, BuyRule]
) -> Mixtures:
    played = np.flatnonzero(equilibrium.row + equilibrium.column).tolist()
    rules = [payoffs.rules[index] for index in played]
    rules += [rule for rule in dict.fromkeys(answers) if rule not in rules]
    weights = np.zeros((2, len(rules)))
    weights[0, : len(played)] = equilibrium.row[played]
    weights[1, : len(played)] = equilibrium.column[played]
    first, second = map(rules.index, answers)
    return Mixtures(tuple(rules), weights[0], weights[1], first, second)


def _resampled(payoffs: Payoffs, seed: int) -> FloatArray:
    """Return the weights of both mixtures when batches are drawn again, with replacement."""
    generator = np.random.default_rng(seed)
    n = len(payoffs.batches)
    drawn = [
        solve_zero_sum(payoffs.batches[generator.integers(n, size=n)].mean(axis=0))
        for _ in range(_RESAMPLES)
    ]
    return np.array([[found.row, found.column] for found in drawn])
