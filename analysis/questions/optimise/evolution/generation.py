"""One step of the search: rules are changed, and the changed ones race.

Every round plays games that no round before has played, four times as many of each rule as the
round before, and keeps a quarter of the rules: bad ones cost little. The first round meets two
opponents of the panel only: a matchup has a price, however few its games are. What is left
challenges the frontier.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

import numpy as np

from analysis.questions.optimise.evolution.chance import Chance
from analysis.questions.optimise.evolution.edits import grow, length
from analysis.questions.optimise.evolution.frontier import Elite, Frontier
from analysis.questions.optimise.evolution.scores import Scores, play
from analysis.questions.optimise.evolution.vocabulary import Vocabulary
from analysis.questions.optimise.games import Games
from fastsim.rules.model import BuyRule

#: Rules in the first round.
CHILDREN: Final = 64
#: One in so many is left after each round.
SHARE: Final = 4
#: Standard errors by which a rule must beat the frontier to take a place on it.
_CLEARLY: Final = 2.0
#: How often another child is tried in place of one that is known or too long.
_TRIES: Final = 8


def offspring(
    frontier: Frontier, words: Vocabulary, chance: Chance, longest: int, known: Collection[BuyRule]
) -> list[BuyRule]:
    """Return changed rules of the frontier, all different and none of them known.

    Half of them come from the best rule, half from any; so short rules are worked on, too.
    """
    rules = frontier.rules
    found: dict[BuyRule, None] = {}
    for _ in range(CHILDREN * _TRIES):
        parent = rules[-1] if chance.once_in(2) else chance.choose(rules)
        child = grow(parent, rules, words, chance)
        if length(child) <= longest and child not in known:
            found[child] = None
            if len(found) == CHILDREN:
                break
    return list(found)


def race(
    games: Games,
    children: Sequence[BuyRule],
    frontier: Frontier,
    panel: Sequence[BuyRule],
    scale: int,
    start: int,
    turn: int,
) -> list[BuyRule]:
    """Return the few children that score most beyond the frontier at their length.

    Parameters
    ----------
    games : Games
    children : sequence of BuyRule
        At least one.
    frontier : Frontier
    panel : sequence of BuyRule
    scale : int
        A quarter of the game indices of the first round.
    start : int
        The first index; see `indices_of`.
    turn : int
        Number of the generation: whose turn it is in the panel to be met in the first round.
    """
    half = len(panel) // 2
    two = dict.fromkeys((panel[turn % len(panel)], panel[(turn + half) % len(panel)]))
    rounds = ((list(two), SHARE * scale), (panel, SHARE * scale), (panel, SHARE**2 * scale))
    left = list(children)
    ahead: dict[BuyRule, float] = {}
    for k, (opponents, indices) in enumerate(rounds, start=1):
        scores = play(games, left, opponents, indices, start)
        start += indices
        for rule, score in zip(left, scores.mean.tolist(), strict=True):
            lead = score - _bar(frontier, rule)
            ahead[rule] = lead if k == 1 else (ahead[rule] + SHARE * lead) / (1 + SHARE)
        left.sort(key=lambda rule: -ahead[rule])  # stable: of equals, the one grown first
        left = left[: max(1, CHILDREN // SHARE**k)]
    return left


def challenge(
    games: Games,
    challengers: Sequence[BuyRule],
    frontier: Frontier,
    panel: Sequence[BuyRule],
    indices: int,
    start: int,
) -> Frontier:
    """Return the frontier after new rules have played against it for their places.

    A rule takes a place when it scores more than the best rule of at most its length, by
    two standard errors of the difference over the same games. Its score is put down as that
    rule's and the difference, so luck that comes with the games does not enter.
    """
    holders = {rule: frontier.at(length(rule)) for rule in challengers}
    met = dict.fromkeys(holder.rule for holder in holders.values() if holder is not None)
    rules = [*challengers, *met]
    scores = play(games, rules, panel, indices, start)
    for k, (rule, holder) in enumerate(holders.items()):
        if holder is None:  # shorter than all
            frontier = frontier.with_elite(Elite(rule, float(scores.mean[k])))
            continue
        value, error = scores.difference(k, rules.index(holder.rule))
        if value > _CLEARLY * error and value > 0:
            frontier = frontier.with_elite(Elite(rule, holder.score + value))
    return frontier


def generation_games(scale: int, panel: int) -> int:
    """Return how many games a race and the challenge after it take, at most.

    Parameters
    ----------
    scale : int
        As `race`.
    panel : int
        Opponents.
    """
    children = CHILDREN * min(2, panel) * SHARE
    later = CHILDREN // SHARE * SHARE + CHILDREN // SHARE**2 * SHARE**2
    # one rule is left to challenge, and meets the panel beside the holder of its place
    challenge = 2 * panel * challenge_indices(scale)
    return 2 * (scale * (children + panel * later) + challenge)


def indices_of(scale: int) -> int:
    """Return how many game indices a race and the challenge after it take."""
    return scale * (2 * SHARE + SHARE**2) + challenge_indices(scale)


def challenge_indices(scale: int) -> int:
    """Return how many game indices challengers play at that scale."""
    return 2 * SHARE**2 * scale


def rescored(scores: Scores) -> Frontier:
    """Return the frontier of rules by the scores of new games."""
    pairs = zip(scores.rules, np.asarray(scores.mean).tolist(), strict=True)
    return Frontier(Elite(rule, score) for rule, score in pairs)


def _bar(frontier: Frontier, rule: BuyRule) -> float:
    holder = frontier.at(length(rule))
    return holder.score if holder else 0.0
