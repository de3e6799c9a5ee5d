"""The opponents that a search scores rules against, and which of the given ones are strongest."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from analysis.questions.optimise.evolution.scores import play
from analysis.questions.optimise.games import Games
from fastsim.play.matchups import Matchup
from fastsim.rules.model import BuyRule

#: Opponents of each kind: given ones, and earlier bests of the search itself.
OF_EACH: Final = 4
#: Game indices of each pair in the first round of the ranking, and where they begin: beyond all
#: those that a search plays.
_RANKING: Final = 32
_RANKING_GAMES: Final = 2**61


def choose_panel(
    games: Games,
    best: BuyRule,
    pool: Sequence[BuyRule],
    hall: Sequence[BuyRule],
    indices: int,
    start: int,
) -> list[BuyRule]:
    """Return the opponents that teach most: hard ones for the best rule, but not hopeless ones.

    That is, of either kind, those with the highest p (1 - p)², where p is the best rule's win rate
    against them. A search from nothing thus begins with the weak ones and ends with the strong.

    References
    ----------
    Vinyals et al., Nature 575 (2019), 350-354: prioritised fictitious self-play.
    """
    everyone = [*pool, *hall]
    rates = play(games, [best], everyone, indices, start).by_opponent[0]
    weights = rates * (1 - rates) ** 2
    chosen = []
    for first, kind in ((0, pool), (len(pool), hall)):
        order = np.argsort(-weights[first : first + len(kind)], kind="stable")[:OF_EACH]
        chosen += [kind[i] for i in sorted(order.tolist())]
    return chosen


def strongest(games: Games, pool: Sequence[BuyRule]) -> list[BuyRule]:
    """Return the strongest rules of a pool, `OF_EACH` of them, the strongest first.

    In every round each rule that is left plays every other; the better half goes on, and plays
    twice as many games. So what counts in the end is what a rule makes of strong ones.
    """
    left, start = list(pool), _RANKING_GAMES
    for _, indices in _rounds(len(pool)):
        met = list(itertools.combinations(range(len(left)), 2))
        tally = games.tally([Matchup(left[i], left[j]) for i, j in met], indices, start)
        won = np.zeros(len(left))
        for (i, j), first, second in zip(met, tally.a_first, tally.b_first, strict=True):
            won[i] += first.score[0] + second.score[1]
            won[j] += first.score[1] + second.score[0]
        order = np.argsort(-won, kind="stable")[: _better_half(len(left))]
        left, start = [left[i] for i in order.tolist()], start + indices
    return left


def ranking_games(pool: int) -> int:
    """Return how many games `strongest` plays among so many rules."""
    return sum(2 * pairs * indices for pairs, indices in _rounds(pool))


def _rounds(rules: int) -> Iterator[tuple[int, int]]:
    """Yield pairs and game indices of each round."""
    indices = _RANKING
    while rules > OF_EACH:
        yield rules * (rules - 1) // 2, indices
        rules, indices = _better_half(rules), 2 * indices


def _better_half(rules: int) -> int:
    return max(OF_EACH, -(-rules // 2))
