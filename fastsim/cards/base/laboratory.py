"""Laboratory: +2 Cards, +1 Action."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card

LABORATORY: Final = Card(
    "Laboratory",
    cost=5,
    types=("Action",),
    cards=2,
    actions=1,
    defaults={
        "play": """
            70: Laboratory if resolving(Throne Room) == 1
            150: Laboratory
        """,
        "topdeck": """
            30: Laboratory if resolving(Harbinger) == 1
        """,
    },
    notes="""
    The cards are drawn first, and may then be played.
    """,
)
