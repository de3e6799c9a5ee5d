"""Moneylender: may trash a Copper from the hand for 3 coins."""

from __future__ import annotations

from typing import Final

from fastsim.cards.basic import COPPER
from fastsim.cards.card import Card
from fastsim.cards.steps import HAND, TRASH, if_so, may_move, named, plus

MONEYLENDER: Final = Card(
    "Moneylender",
    cost=4,
    types=("Action",),
    rated_coins=1,  # three for a Copper, at best
    steps=(
        may_move(1, HAND, TRASH, named(COPPER)),
        if_so(plus(coins=3)),
    ),
    defaults={
        "play": """
            400: Moneylender if hand(Copper) > 0
                and money + hand(Copper) + 2*hand(Silver) + 3*hand(Gold) < 8
        """,
        "trash": """
            40: Copper if resolving(Moneylender) == 1
        """,
    },
    notes="""
    Without a Copper trashed there are no coins.
    """,
)
