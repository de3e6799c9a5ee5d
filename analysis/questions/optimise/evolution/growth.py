"""Where a search stands between two generations, and how it gets to the next."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from analysis.questions.optimise.evolution.chance import Chance
from analysis.questions.optimise.evolution.frontier import Frontier
from analysis.questions.optimise.evolution.generation import (
    challenge,
    challenge_indices,
    generation_games,
    indices_of,
    offspring,
    race,
    rescored,
)
from analysis.questions.optimise.evolution.panel import OF_EACH, choose_panel
from analysis.questions.optimise.evolution.result import Champion, Step
from analysis.questions.optimise.evolution.scores import play
from analysis.questions.optimise.evolution.vocabulary import Vocabulary
from analysis.questions.optimise.games import Games
from fastsim.rules.model import BuyRule

#: A quarter of the game indices of a child's first round: few at first, twice as many after
#: `_PATIENCE` generations that left the frontier as it was.
SCALES: Final = (64, 1024)
_PATIENCE: Final = 20
#: Generations that play the same opponents.
_EPOCH: Final = 16


@dataclass(frozen=True)
class Search:
    """Where a search stands between two generations.

    Attributes
    ----------
    frontier : Frontier
    island : int
        Its number from 1, or 0 for the search that goes on from all of them.
    first : int
        Generations of all searches before this one.
    cursor : int
        The first game index that nothing has played.
    panel : tuple of BuyRule
        The opponents of this epoch.
    hall : tuple of Champion
        Each best rule at the start of some epoch, the first one first.
    known : frozenset of BuyRule
        Rules that were tried at this scale, or hold a place.
    scale : int
        A quarter of the game indices of a child's first round.
    quiet : int
        Generations since the frontier changed, or the scale did.
    steps : tuple of Step
        One a generation.
    """

    frontier: Frontier
    island: int
    first: int
    cursor: int
    panel: tuple[BuyRule, ...] = ()
    hall: tuple[Champion, ...] = ()
    known: frozenset[BuyRule] = frozenset()
    scale: int = SCALES[0]
    quiet: int = 0
    steps: tuple[Step, ...] = field(default=(), repr=False)

    @property
    def generation(self) -> int:
        """Generations so far, those of searches before this one included."""
        return self.first + len(self.steps)


def next_generation(
    games: Games,
    pool: Sequence[BuyRule],
    search: Search,
    words: Vocabulary,
    longest: int,
    before: int,
) -> Search:
    """Return the search one generation later.

    Parameters
    ----------
    games : Games
    pool : sequence of BuyRule
    search : Search
    words : Vocabulary
    longest : int
        Greatest length of a rule.
    before : int
        Games that `games` had played when the first search began.
    """
    if len(search.steps) % _EPOCH == 0:
        search = new_epoch(games, pool, search, before)
    scale, frontier = search.scale, search.frontier
    chance = Chance(games.seed, search.generation)
    children = offspring(frontier, words, chance, longest, search.known)
    if children:
        best = race(
            games, children, frontier, search.panel, scale, search.cursor, search.generation
        )
        indices = challenge_indices(scale)
        start = search.cursor + indices_of(scale) - indices
        frontier = challenge(games, best, frontier, search.panel, indices, start)
    known = search.known | set(children)
    quiet = 0 if frontier.rules != search.frontier.rules else search.quiet + 1
    step = Step(
        search.generation + 1,
        search.island,
        games.played - before,
        scale,
        len(frontier),
        frontier.best.length,
    )
    if quiet == _PATIENCE and scale < SCALES[1]:
        scale, quiet, known = 2 * scale, 0, frozenset(frontier.rules)
    return replace(
        search,
        frontier=frontier,
        known=known,
        scale=scale,
        quiet=quiet,
        cursor=search.cursor + indices_of(search.scale),
        steps=(*search.steps, step),
    )


def next_games(search: Search, pool: int) -> int:
    """Return how many games `next_generation` takes, at most, with so many given opponents."""
    if len(search.steps) % _EPOCH:
        return generation_games(search.scale, len(search.panel))
    hall = len(search.hall) + 1
    panel = min(OF_EACH, pool) + min(OF_EACH, hall)
    rescoring = panel * len(search.frontier) * challenge_indices(search.scale)
    epoch = 2 * (search.scale * (pool + hall) + rescoring)
    return epoch + generation_games(search.scale, panel)


def new_epoch(
    games: Games,
    pool: Sequence[BuyRule],
    search: Search,
    before: int,
    most: float = math.inf,
) -> Search:
    """Return the search with the best rule in its hall of fame, new opponents, and new scores.

    These take at most so many games, but for the few that choose the opponents.
    """
    best, hall = search.frontier.best.rule, search.hall
    if best not in [champion.rule for champion in hall]:
        champion = Champion(best, search.generation, search.island, games.played - before)
        hall = (*hall, champion)
    own = list(dict.fromkeys(champion.rule for champion in hall))
    panel = choose_panel(games, best, pool, own, search.scale, search.cursor)
    start = search.cursor + search.scale
    indices = _affordable(search.scale, most, len(search.frontier) * len(panel))
    frontier = rescored(play(games, search.frontier.rules, panel, indices, start))
    return replace(
        search,
        frontier=frontier,
        panel=tuple(panel),
        hall=hall,
        known=search.known | set(frontier.rules),
        cursor=start + indices,
    )


def together(games: Games, searches: Sequence[Search], most: float) -> Search:
    """Return the search that goes on from all that some searches found, for at most `most` games.

    Their rules are compared by what they score against the best rule of each. It begins with few
    games a child again: what one search found is often worth much to another.
    """
    rules = list(dict.fromkeys(rule for search in searches for rule in search.frontier.rules))
    bests = list(dict.fromkeys(search.frontier.best.rule for search in searches))
    last = searches[-1]
    scale = max(search.scale for search in searches)
    indices = _affordable(scale, most, len(rules) * len(bests))
    frontier = rescored(play(games, rules, bests, indices, last.cursor))
    hall = tuple(champion for search in searches for champion in search.hall)
    return Search(
        frontier, 0, last.generation, last.cursor + indices, hall=hall, panel=tuple(bests),
    )  # fmt: skip


def _affordable(scale: int, most: float, matchups: int) -> int:
    """Return the game indices of a challenge at that scale, or what so many games suffice for."""
    return max(2, int(min(challenge_indices(scale), most // (2 * matchups))))
