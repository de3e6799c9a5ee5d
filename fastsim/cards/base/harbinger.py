"""Harbinger: +1 Card, +1 Action; may put a card of the discard pile onto the deck."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card
from fastsim.cards.steps import DECK, DISCARD, may_move

HARBINGER: Final = Card(
    "Harbinger",
    cost=3,
    types=("Action",),
    cards=1,
    actions=1,
    steps=(may_move(1, DISCARD, DECK),),
    defaults={
        "play": """
            180: Harbinger
        """,
        "topdeck": """
            10: Gold if resolving(Harbinger) == 1
            100: Silver if resolving(Harbinger) == 1
        """,
    },
    notes="""
    The card is drawn and the Action given first; with no discards nothing happens.
    """,
)
