"""The whole search: islands, what they find together, and its scores on fresh games.

The search space has no fixed dimensions, a score is noisy, and a whole frontier is wanted instead
of one optimum. That is why no general optimiser stands here: those of optuna and cmaes ask for a
fixed list of parameters, which is the case that `fastsim search` serves.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from analysis.evolution.edits import length
from analysis.evolution.frontier import Elite, Frontier
from analysis.evolution.generation import rescored
from analysis.evolution.result import Champion, Evolution, Request
from analysis.evolution.scores import Scores, matchups_of, play
from analysis.evolution.search import SCALES, Search, new_epoch, next_generation, together
from analysis.evolution.simplify import shorter, simplify
from analysis.evolution.vocabulary import Vocabulary
from analysis.games import Games
from fastsim.errors import InvalidInput, Stopped
from fastsim.numbers import CountLike, WholeLike, as_count, as_real, as_whole
from fastsim.rules.check import check_rule
from fastsim.rules.parse import parse_rule
from fastsim.values import RuleLike, as_rule, as_rules

#: What a search begins with when nothing is given.
NOTHING: Final = parse_rule("Copper", name="Copper only")
#: Fewest games that a search can be asked for.
MIN_BUDGET: Final = 1_000_000
#: Searches from nothing that know nothing of each other: each finds its own way, or none.
_ISLANDS: Final = 4
#: Shares of the budget after which the islands end, and after which the search that goes on from
#: all of them does. The rest scores what was found.
_ALONE: Final = 0.4
_GROWN: Final = 0.8
#: Rounds of deletions at the end, at most.
_DELETIONS: Final = 8
#: Champions that are scored on fresh games to show the progress, of each island and of all.
_CHAMPIONS: Final = 8


def evolve(
    games: Games,
    pool: Sequence[RuleLike],
    *,
    budget: CountLike,
    begin: RuleLike = NOTHING,
    longest: WholeLike = 20,
    tolerance: float = 0.001,
) -> Evolution:
    """Grow rules that beat a pool of rules, and each other.

    Parameters
    ----------
    games : Games
    pool : sequence of BuyRule
        The opponents that are given. None of them is ever copied from.
    budget : int
        Games in all, both seat orders and fresh ones included; at least `MIN_BUDGET`. It is
        overrun by what a step has begun.
    begin : BuyRule
        The rule that is changed first.
    longest : int
        Greatest length of a rule (`analysis.evolution.edits.length`).
    tolerance : float
        Share of the games that shortness may cost: the result is the shortest rule of the frontier
        that scores at most this much less than the best.

    Returns
    -------
    Evolution
        A function of the arguments and the games' seed alone, but for a time limit and an
        interrupt, which end the search between two generations.

    Raises
    ------
    InvalidInput
        For a budget or length too small, an empty pool, or a rule that cannot be played.
    Stopped
        When the user stops the run before the first generation, or while the result is scored.
    """
    pool, begin = as_rules(pool, games.setup), as_rule(begin, games.setup)
    budget = as_count("budget", budget)
    most, tolerance = as_whole("longest", longest), as_real("tolerance", tolerance)
    asked = Request(pool, budget, begin, most, tolerance)
    _check(games, asked)
    words = Vocabulary.of(games.setup)
    begun, before = time.perf_counter(), games.played
    nothing = Frontier([Elite(replace(begin, name="", source=""), 0.0)])
    searches: list[Search] = []
    interrupted = False

    def grow(search: Search, share: float) -> None:
        searches.append(search)
        while games.played - before < share * budget and not games.out_of_time:
            searches[-1] = next_generation(games, pool, searches[-1], words, most, before)

    try:
        for island in range(1, _ISLANDS + 1):
            first = searches[-1].generation if searches else 0
            cursor = searches[-1].cursor if searches else 0
            grow(Search(nothing, island, first, cursor), _ALONE * island / _ISLANDS)
        grow(together(games, searches), _GROWN)
    except KeyboardInterrupt:
        interrupted = True
    if not searches or not searches[0].steps:
        raise Stopped("stopped before the first generation was finished")
    cut_short = interrupted or games.out_of_time
    try:
        found = _finish(games, asked, searches, before)
    except KeyboardInterrupt:
        raise Stopped("stopped while the result was scored: nothing is kept") from None
    return replace(
        found,
        games=games.played - before,
        seconds=time.perf_counter() - begun,
        cut_short=cut_short,
        interrupted=interrupted,
    )


def _check(games: Games, asked: Request) -> None:
    if not asked.pool:
        raise InvalidInput("no opponents", "Give at least one rule.")
    if asked.budget < MIN_BUDGET:
        raise InvalidInput(f"a budget of {asked.budget} games", f"At least {MIN_BUDGET:,}.")
    if asked.longest < length(asked.begin):
        raise InvalidInput(
            f"rules of length {asked.longest} at most, beginning with {asked.begin.name}, "
            f"of length {length(asked.begin)}",
            "Allow longer rules.",
        )
    for rule in (asked.begin, *asked.pool):
        check_rule(rule, games.setup)


def _finish(games: Games, asked: Request, searches: Sequence[Search], before: int) -> Evolution:
    """Simplify the best rule, choose, and score what was chosen on fresh games.

    A quarter of the games that are left for it each goes into simplifying, choosing, and scoring
    the frontier anew; an eighth into the frontier against the pool, and into the champions.
    """
    share = round((games.played - before) * (1 / _GROWN - 1))
    pool, tolerance = asked.pool, asked.tolerance
    search = searches[-1] if searches[-1].island == 0 else together(games, searches)
    search = new_epoch(games, pool, search, before)
    best, panel = search.frontier.best.rule, search.panel
    in_round = (len(shorter(best)) + 1) * (len(panel) + 1)
    indices = _indices(share / 4, in_round * _DELETIONS)
    path = simplify(
        games, best, panel, indices=indices, start=search.cursor, tolerance=tolerance,
        rounds=_DELETIONS,
    )  # fmt: skip
    start = search.cursor + indices * _DELETIONS
    candidates = list(dict.fromkeys([*search.frontier.rules, *path]))
    matchups = len(candidates) * len(panel)
    scores = play(games, candidates, panel, _indices(share / 4, matchups), start)
    frontier = rescored(scores)
    winner = next(
        k for k, elite in enumerate(frontier) if elite.score >= frontier.best.score - tolerance
    )
    champions = _spread(search.hall)
    chosen = _named(scores.of(frontier.rules), search.hall)
    rules, fresh, n = chosen.rules, games.fresh, len(pool)
    return Evolution(
        asked=asked,
        setup=games.setup,
        seed=games.seed,
        fresh_seed=fresh.seed,
        chosen=chosen,
        fresh=play(fresh, rules, chosen.panel, _indices(share / 4, len(rules) * len(panel))),
        winner=winner,
        against_pool=fresh.tally(matchups_of(rules, pool), _indices(share / 8, len(rules) * n)),
        champions=tuple(champions),
        champion_scores=play(
            fresh, [c.rule for c in champions], pool, _indices(share / 8, len(champions) * n)
        ),
        steps=tuple(step for part in searches for step in part.steps),
        asked_kernel=games.kernel,
    )


def _indices(games: float, matchups: int) -> int:
    """Return how many game indices so many matchups may play for so many games."""
    return max(SCALES[0], round(games / (2 * matchups)))


def _named(scores: Scores, hall: Sequence[Champion]) -> Scores:
    """Return the scores with the search's own rules named: by length, and by generation."""
    names = {c.rule: f"Champion of generation {c.generation}" for c in hall}
    return replace(
        scores,
        rules=tuple(replace(rule, name=f"Evolved {length(rule)}") for rule in scores.rules),
        panel=tuple(
            rule if rule.name else replace(rule, name=names[rule]) for rule in scores.panel
        ),
    )


def _spread(hall: Sequence[Champion]) -> list[Champion]:
    """Return some champions of each island, evenly spread, with the first and the last."""
    found: list[Champion] = []
    for island in dict.fromkeys(champion.island for champion in hall):
        own = [champion for champion in hall if champion.island == island]
        step = max(1.0, (len(own) - 1) / (_CHAMPIONS - 1))
        found += [own[round(k * step)] for k in range(min(len(own), _CHAMPIONS))]
    return found
