"""Poacher: +1 Card, +1 Action, +1 coin; discard a card for each empty pile."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card
from fastsim.cards.steps import DISCARD, EMPTY_PILES, HAND, move

POACHER: Final = Card(
    "Poacher",
    cost=4,
    types=("Action",),
    cards=1,
    actions=1,
    coins=1,
    steps=(move(EMPTY_PILES, HAND, DISCARD),),
    defaults={
        "play": """
            190: Poacher
        """,
        "discard": """
            100: terminal if resolving(Poacher) == 1 and actions_needed > actions_left
        """,
    },
    notes="""
    After drawing; with too few cards in hand, all of them are discarded.
    """,
)
