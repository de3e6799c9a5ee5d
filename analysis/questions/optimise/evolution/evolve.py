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

from analysis.questions.optimise.defaults import LONGEST, TOLERANCE
from analysis.questions.optimise.evolution.budget import (
    ALONE,
    GROWN,
    ISLANDS,
    advised_budget,
    least_budget,
)
from analysis.questions.optimise.evolution.edits import length
from analysis.questions.optimise.evolution.frontier import Elite, Frontier
from analysis.questions.optimise.evolution.generation import rescored
from analysis.questions.optimise.evolution.growth import (
    Search,
    new_epoch,
    next_games,
    next_generation,
    together,
)
from analysis.questions.optimise.evolution.panel import ranking_games, strongest
from analysis.questions.optimise.evolution.result import Champion, Evolution, Request
from analysis.questions.optimise.evolution.scores import Scores, matchups_of, play
from analysis.questions.optimise.evolution.simplify import shorter, simplify
from analysis.questions.optimise.evolution.vocabulary import Vocabulary
from analysis.questions.optimise.games import Games
from fastsim.rules.check import check_rule
from fastsim.rules.describe import describe
from fastsim.rules.model import BuyRule
from fastsim.rules.names import told_apart
from fastsim.rules.parse import parse_rule
from fastsim.rules.values import RuleLike, as_rule, as_rules
from fastsim.text.errors import InvalidInput, Stopped
from fastsim.text.numbers import CountLike, WholeLike, as_count, as_real, as_whole
from fastsim.text.words import number_of

#: What a search begins with when nothing is given.
NOTHING: Final = parse_rule("Copper", name="Copper only")
#: Rounds of deletions at the end, at most.
_DELETIONS: Final = 8
#: Champions that are scored on fresh games to show the progress, of each island and of all.
_CHAMPIONS: Final = 8
#: Share of the games played that still score what was found when the user stops the search, and
#: games that this takes at least: nobody is to wait long for it.
_AFTER_STOP: Final = 0.02
_LEAST_AFTER_STOP: Final = 100_000


def evolve(
    games: Games,
    pool: Sequence[RuleLike],
    *,
    budget: CountLike,
    begin: RuleLike = NOTHING,
    longest: WholeLike = LONGEST,
    tolerance: float = TOLERANCE,
) -> Evolution:
    """Grow rules that beat a pool of rules, and each other.

    Parameters
    ----------
    games : Games
    pool : sequence of BuyRule
        The opponents that are given. None of them is ever copied from. Islands learn from those
        that they can learn from; the search that goes on from what these found, and the scores of
        what is found in the end, are against the strongest, of which a race decides.
    budget : int
        Games in all, at most, both seat orders and fresh ones included; at least `least_budget`,
        and below `advised_budget` the searches have hardly begun when they end.
    begin : BuyRule
        The rule that is changed first.
    longest : int
        Greatest length of a rule (`analysis.questions.optimise.evolution.edits.length`).
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
        When the user stops the run before the first generation, or once more while the result is
        scored; it says what was best.
    """
    asked = Request(
        tuple(told_apart(as_rules(pool, games.setup))),
        as_count("budget", budget),
        as_rule(begin, games.setup),
        as_whole("longest", longest),
        as_real("tolerance", tolerance),
    )
    _check(games, asked)
    words = Vocabulary.of(games.setup)
    begun, before = time.perf_counter(), games.played
    nothing = Frontier([Elite(replace(asked.begin, name="", source=""), 0.0)])
    searches: list[Search] = []
    strong: list[BuyRule] = []
    interrupted = False

    def left(share: float) -> float:
        """Return the games of that share of the budget, the ranking apart, that are not played."""
        return ranked + share * (asked.budget - ranked) - (games.played - before)

    def grow(search: Search, opponents: Sequence[BuyRule], share: float) -> None:
        searches.append(search)
        while next_games(searches[-1], len(opponents)) <= left(share) and not games.out_of_time:
            searches[-1] = next_generation(
                games, opponents, searches[-1], words, asked.longest, before
            )

    ranked = ranking_games(len(asked.pool))
    try:
        strong = strongest(games, asked.pool)
        for island in range(1, ISLANDS + 1):
            first = searches[-1].generation if searches else 0
            cursor = searches[-1].cursor if searches else 0
            grow(Search(nothing, island, first, cursor), asked.pool, ALONE * island / ISLANDS)
        grow(together(games, searches, left(GROWN) / 4), strong, GROWN)
    except KeyboardInterrupt:
        interrupted = True
    if not searches or not searches[0].steps:
        raise Stopped(
            f"stopped after {games.played - before:,} games, before the first generation was done"
        )
    cut_short = interrupted or games.out_of_time
    # as large a part of what was played as if the search had come to its end
    rest = (games.played - before) * (1 / GROWN - 1) if cut_short else left(1.0)
    if interrupted:
        rest = max(_AFTER_STOP * (games.played - before), _LEAST_AFTER_STOP)
    try:
        found = _finish(games, asked, strong, searches, before, int(min(rest, left(1.0))))
    except KeyboardInterrupt:
        best = searches[-1].frontier.best
        raise Stopped(
            f"stopped after {games.played - before:,} games, while the result was scored: the best "
            f"rule so far is {describe(best.rule, separator='; ')}"
        ) from None
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
    least = least_budget(len(asked.pool), asked.begin)
    if asked.budget < least:
        raise InvalidInput(
            f"a budget of {number_of(asked.budget, 'game')} for "
            f"{number_of(len(asked.pool), 'opponent')}",
            f"At least {least:,}: a generation of each search; for a result that means something, "
            f"{advised_budget(len(asked.pool), asked.begin):,}.",
        )
    if asked.longest < length(asked.begin):
        raise InvalidInput(
            f"rules of length {asked.longest} at most, beginning with {asked.begin.name}, "
            f"of length {length(asked.begin)}",
            "Allow longer rules.",
        )
    for rule in (asked.begin, *asked.pool):
        check_rule(rule, games.setup)


def _finish(
    games: Games,
    asked: Request,
    strong: Sequence[BuyRule],
    searches: Sequence[Search],
    before: int,
    share: int,
) -> Evolution:
    """Simplify the best rule, choose, and score what was chosen on fresh games.

    Of the games that are left for it, in sixteenths: one to join searches that were not joined yet,
    one to meet the strongest, three to simplify, four to choose, four to score the frontier anew,
    two for it against the pool, and one for the champions.
    """
    pool, tolerance = asked.pool, asked.tolerance
    search = searches[-1]
    if search.island:
        search = together(games, searches, share / 16)
    search = new_epoch(games, strong, search, before, share / 16)
    best, panel = search.frontier.best.rule, search.panel
    in_round = (len(shorter(best)) + 1) * (len(panel) + 1)
    indices = _indices(share * 3 / 16, in_round * _DELETIONS)
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
            fresh, [c.rule for c in champions], pool, _indices(share / 16, len(champions) * n)
        ),
        steps=tuple(step for part in searches for step in part.steps),
        asked_kernel=games.kernel,
    )


def _indices(games: float, matchups: int) -> int:
    """Return how many game indices so many matchups may play for so many games."""
    return max(2, int(games / (2 * matchups)))


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
