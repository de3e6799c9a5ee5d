"""What the games of a search from nothing are for, and how many it takes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from analysis.questions.optimise.evolution.frontier import Elite, Frontier
from analysis.questions.optimise.evolution.generation import generation_games
from analysis.questions.optimise.evolution.growth import SCALES, Search, next_games
from analysis.questions.optimise.evolution.panel import OF_EACH, ranking_games
from fastsim.game.setup import GameSetup
from fastsim.play.games import kernel_for
from fastsim.rules.model import BuyRule

#: Searches from nothing that know nothing of each other: each finds its own way, or none.
ISLANDS: Final = 4
#: Shares of the games after which the islands end, and after which the search that goes on from
#: all of them does. The rest scores what was found.
ALONE: Final = 0.4
GROWN: Final = 0.8
#: Generations without which a search from nothing has hardly begun.
_GENERATIONS: Final = 8
#: Games, unless one says otherwise: where the fastest kernel plays, and elsewhere.
_USUAL: Final = (1_000_000_000, 50_000_000)


def usual_budget(setup: GameSetup, pool: Sequence[BuyRule]) -> int:
    """Return how many games a search plays unless one says otherwise.

    A function of what is played, not of how fast this machine is: a run that goes on another day is
    to ask for the same games.
    """
    fast = all(kernel_for(setup, (rule,) * setup.players) == "lanes" for rule in pool)
    return _USUAL[0 if fast else 1]


def least_budget(pool: int, begin: BuyRule) -> int:
    """Return the fewest games for which each search can make its first generation."""
    first = Search(Frontier([Elite(begin, 0.0)]), 1, 0, 0)
    return _with_islands_of(next_games(first, pool), pool)


def advised_budget(pool: int, begin: BuyRule) -> int:
    """Return the games below which the searches have hardly begun, in two digits."""
    panel = min(OF_EACH, pool) + OF_EACH
    games = _with_islands_of(_GENERATIONS * generation_games(SCALES[0], panel), pool)
    games = max(games, least_budget(pool, begin))
    digit: int = 10 ** (len(str(games)) - 2)  # two digits stay
    return -(-games // digit) * digit


def _with_islands_of(games: int, pool: int) -> int:
    """Return the games of a whole search in which each island has so many."""
    return ranking_games(pool) + math.ceil(games * ISLANDS / ALONE)
