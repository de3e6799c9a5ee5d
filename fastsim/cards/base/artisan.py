"""Artisan: gain a card that costs up to 5 to the hand, then put a card onto the deck."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card
from fastsim.cards.steps import DECK, HAND, gain, move

ARTISAN: Final = Card(
    "Artisan",
    cost=6,
    types=("Action",),
    steps=(gain(up_to=5, to=HAND), move(1, HAND, DECK)),
    defaults={
        "play": """
            340: Artisan
        """,
        "topdeck": """
            110: Copper if resolving(Artisan) == 1 and actions_left > 0
            120: Copper if resolving(Artisan) == 1 and hand_actions < 1
        """,
    },
    notes="""
    The card gained may be the one put back.
    """,
)
