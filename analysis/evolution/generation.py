"""One step of the search: rules are changed, and the changed ones race.

Every round plays games that no round before has played, four times as many as the round before,
and keeps a quarter of the rules: bad ones cost little. What is left challenges the frontier.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

import numpy as np

from analysis.evolution.chance import Chance
from analysis.evolution.edits import grow, length
from analysis.evolution.frontier import Elite, Frontier
from analysis.evolution.scores import Scores, play
from analysis.evolution.vocabulary import Vocabulary
from analysis.games import Games
from fastsim.rules.model import BuyRule

#: Rules in the first round; a quarter of them is left in each further one.
CHILDREN: Final = 64
ROUNDS: Final = 3
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
        Game indices of the first round.
    start : int
        The first index; see `indices_of`.
    """
    left = list(children)
    bars = {rule: _bar(frontier, rule) for rule in left}
    total = dict.fromkeys(left, 0.0)
    for k in range(ROUNDS):
        indices = scale * SHARE**k
        scores = play(games, left, panel, indices, start)
        start += indices
        for rule, score in zip(left, scores.mean.tolist(), strict=True):
            total[rule] += indices * score
        played = scale * (SHARE ** (k + 1) - 1) // (SHARE - 1)
        ahead = {rule: total[rule] / played - bars[rule] for rule in left}
        left.sort(key=lambda rule: -ahead[rule])  # stable: of equals, the one grown first
        left = left[: max(1, CHILDREN // SHARE ** (k + 1))]
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


def indices_of(scale: int) -> int:
    """Return how many game indices a race and the challenge after it take."""
    return scale * ((SHARE**ROUNDS - 1) // (SHARE - 1) + challenge_indices(1))


def challenge_indices(scale: int) -> int:
    """Return how many game indices challengers play at that scale."""
    return 2 * scale * int(SHARE ** (ROUNDS - 1))


def rescored(scores: Scores) -> Frontier:
    """Return the frontier of rules by the scores of new games."""
    pairs = zip(scores.rules, np.asarray(scores.mean).tolist(), strict=True)
    return Frontier(Elite(rule, score) for rule, score in pairs)


def _bar(frontier: Frontier, rule: BuyRule) -> float:
    holder = frontier.at(length(rule))
    return holder.score if holder else 0.0
