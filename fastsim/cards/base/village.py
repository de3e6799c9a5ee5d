"""Village: +1 Card, +2 Actions."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card

VILLAGE: Final = Card(
    "Village",
    cost=3,
    types=("Action",),
    cards=1,
    actions=2,
    defaults={
        "play": """
            20: Village if resolving(Throne Room) == 1 and actions_left < 1 and hand_actions > 1
            120: Village
        """,
        "topdeck": """
            90: Village if resolving(Harbinger) == 1
        """,
    },
    notes="""
    The card is drawn before the Actions are used; further Villages add theirs up.
    """,
)
