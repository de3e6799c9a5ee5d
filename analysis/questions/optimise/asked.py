"""Optimisers as `fastsim` asks for them: rules and games as keywords, no source of games to open.

`games` are those of the whole, at most. `seed`, `threads`, `kernel`, `time_limit` (seconds),
`progress` and `executor` are those of `analysis.questions.optimise.games.Games`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict, Unpack

from analysis.questions.axes import Number
from analysis.questions.optimise.defaults import (
    BOUND,
    LONGEST,
    PAIR_GAMES,
    SEARCH_GAMES,
    SOLVE_GAMES,
    TOLERANCE,
    usual_answer_games,
)
from analysis.questions.optimise.evolution import evolve as _evolve
from analysis.questions.optimise.evolution.budget import usual_budget
from analysis.questions.optimise.evolution.result import Evolution
from analysis.questions.optimise.family import Choice, Family, parse_choice, parse_orders
from analysis.questions.optimise.games import Games
from analysis.questions.optimise.opponents import Opponents
from analysis.questions.optimise.search import Search
from analysis.questions.optimise.search import search as _search
from analysis.questions.optimise.solution import Solution
from analysis.questions.optimise.solve import solve as _solve
from fastsim.cards import Card
from fastsim.execute.jobs import Executor
from fastsim.game.setup import GameSetup
from fastsim.play.settings import Progress
from fastsim.rules.library import published
from fastsim.rules.model import BuyRule
from fastsim.rules.values import RuleLike, SetupLike, as_list, as_rule, as_rules, as_setup
from fastsim.text.numbers import CountLike, WholeLike, as_count


class Source(TypedDict, total=False):
    """Keywords of every optimiser: see `Games`."""

    seed: WholeLike
    threads: WholeLike | None
    kernel: str | None
    time_limit: float | None
    progress: Progress | None
    executor: Executor | None


def search(
    template: RuleLike,
    over: Sequence[Choice | str],
    against: RuleLike | Sequence[RuleLike],
    *,
    games: CountLike = SEARCH_GAMES,
    setup: SetupLike = "simplified",
    orders: str | None = None,
    fixed: Mapping[str, Number | Card] | None = None,
    weights: Sequence[float] | None = None,
    fresh: CountLike | None = None,
    exhaustive: bool | None = None,
    level: float = 0.95,
    **source: Unpack[Source],
) -> Search:
    """Find the best rule of a family, and score it on fresh games.

    Parameters
    ----------
    template : BuyRule or str
        A rule with parameters.
    over : sequence of Choice or str
        What may stand for each of them: ``"duchy=2:6"``, ``"card=Estate,Duchy"``.
    against : BuyRule or str, or a sequence of them
        The opponent, or opponents.
    games : int or str
        Of all rules together, fresh ones included, at most.
    setup : GameSetup or str
    orders : str, optional
        Entries that may change places: ``"2:4"``, or ``"all"``.
    fixed : mapping, optional
        Values for the other parameters of the template.
    weights : sequence of float, optional
        How often each opponent is met; equally when not given.
    fresh, exhaustive, level
        As `analysis.questions.optimise.search.search`, and so are what is returned and raised.
    **source
        As the attributes of `analysis.questions.optimise.games.Games`.
    """
    game = as_setup(setup)
    family = _family(template, over, orders, fixed, game)
    opponents = Opponents.of(_opponents(against, game), weights)
    return _search(
        _games(game, source), family, opponents,
        budget=games, fresh=fresh, exhaustive=exhaustive, level=level,
    )  # fmt: skip


def evolve(
    against: RuleLike | Sequence[RuleLike] | None = None,
    *,
    games: CountLike | None = None,
    setup: SetupLike = "simplified",
    begin: RuleLike = _evolve.NOTHING,
    longest: WholeLike = LONGEST,
    tolerance: float = TOLERANCE,
    **source: Unpack[Source],
) -> Evolution:
    """Grow rules that beat given opponents, and each other.

    Parameters
    ----------
    against : BuyRule or str, or a sequence of them, optional
        The published rules that can be played when not given.
    games : int or str, optional
        In all, at most; when not given, `usual_budget`: a thousand millions, or fifty where the
        fastest kernel cannot play.
    setup : GameSetup or str
    begin, longest, tolerance
        As `analysis.questions.optimise.evolution.evolve.evolve`, and so are what is returned and
        raised.
    **source
        As the attributes of `analysis.questions.optimise.games.Games`.
    """
    game = as_setup(setup)
    pool = published(game) if against is None else _opponents(against, game)
    budget = usual_budget(game, pool) if games is None else as_count("games", games)
    return _evolve.evolve(
        _games(game, source), pool,
        budget=budget, begin=begin, longest=longest, tolerance=tolerance,
    )  # fmt: skip


def solve(
    template: RuleLike,
    over: Sequence[Choice | str],
    given: Sequence[RuleLike] = (),
    *,
    games: CountLike = SOLVE_GAMES,
    setup: SetupLike = "simplified",
    orders: str | None = None,
    fixed: Mapping[str, Number | Card] | None = None,
    bound: float = BOUND,
    answer_games: CountLike | None = None,
    fresh: CountLike = PAIR_GAMES,
    level: float = 0.95,
    **source: Unpack[Source],
) -> Solution:
    """Find the equilibrium of a family.

    Parameters
    ----------
    template, over, setup, orders, fixed
        As `search`.
    given : sequence of BuyRule or str
        Rules beside those of the family.
    games : int or str
        In all, at most.
    answer_games : int or str, optional
        Of one search for a best answer, at most; ten millions, or a tenth of all, when not given.
    bound, fresh, level
        As `analysis.questions.optimise.solve.solve`, and so are what is returned and raised.
    **source
        As the attributes of `analysis.questions.optimise.games.Games`.
    """
    game, budget = as_setup(setup), as_count("games", games)
    family = _family(template, over, orders, fixed, game)
    searched = usual_answer_games(budget) if answer_games is None else answer_games
    return _solve(
        _games(game, source), family, given,
        bound=bound, answer_games=searched, budget=budget, fresh=fresh, level=level,
    )  # fmt: skip


def _games(setup: GameSetup, source: Source) -> Games:
    """Return the source of games that a caller's keywords stand for."""
    return Games(setup, **source)  # type: ignore[arg-type]  # it reads its numbers itself


def _opponents(rules: RuleLike | Sequence[RuleLike], setup: GameSetup) -> tuple[BuyRule, ...]:
    return as_rules([rules] if isinstance(rules, str | BuyRule) else rules, setup)


def _family(
    template: RuleLike,
    over: Sequence[Choice | str],
    orders: str | None,
    fixed: Mapping[str, Number | Card] | None,
    setup: GameSetup,
) -> Family:
    rule = as_rule(template, setup).fill(fixed or {})
    choices = [parse_choice(c) if isinstance(c, str) else c for c in as_list(over, "choices")]
    if orders is not None:
        choices.append(parse_orders(orders, rule))
    return Family(rule, tuple(choices))
