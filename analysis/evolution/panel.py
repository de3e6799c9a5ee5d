"""The opponents that a search scores rules against."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from analysis.evolution.scores import play
from analysis.games import Games
from fastsim.rules.model import BuyRule

#: Opponents of each kind: given ones, and earlier bests of the search itself.
OF_EACH: Final = 4


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
