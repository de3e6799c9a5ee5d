"""Cellar: +1 Action; discard any number of cards, then draw as many."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card
from fastsim.cards.steps import ANY, DISCARD, HAND, MOVED, may_move, plus

CELLAR: Final = Card(
    "Cellar",
    cost=2,
    types=("Action",),
    kinds=("cyclers",),
    actions=1,
    steps=(
        may_move(ANY, HAND, DISCARD),
        plus(cards=1, times=MOVED),
    ),
    defaults={
        "play": """
            260: Cellar
        """,
        "discard": """
            110: terminal if resolving(Cellar) == 1 and actions_needed > actions_left
            150: Cellar if resolving(Cellar) == 1
            160: Copper if resolving(Cellar) == 1 and total_money + 2*actions > deck_size
        """,
    },
    notes="""
    First all cards are chosen and discarded together, then the drawing begins; the
    discards are in a shuffle on the way.
    """,
)
