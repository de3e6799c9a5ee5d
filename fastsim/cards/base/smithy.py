"""Smithy: +3 Cards."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card

SMITHY: Final = Card(
    "Smithy",
    cost=4,
    types=("Action",),
    cards=3,
    defaults={
        "play": """
            60: Smithy if resolving(Throne Room) == 1
            230: Smithy if actions_left > 1
            370: Smithy
        """,
        "topdeck": """
            70: Smithy if resolving(Harbinger) == 1
        """,
    },
    notes="""
    Cards left in the deck are drawn first; only then are the discards shuffled, without
    the cards in play. When too few are left even so, all of them are drawn.
    """,
)
