"""Festival: +2 Actions, +1 Buy, +2 coins."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card

FESTIVAL: Final = Card(
    "Festival",
    cost=5,
    types=("Action",),
    actions=2,
    buys=1,
    coins=2,
    defaults={
        "play": """
            30: Festival if resolving(Throne Room) == 1 and actions_left < 1 and hand_actions > 1
            80: Festival if resolving(Throne Room) == 1
            130: Festival
        """,
        "topdeck": """
            50: Festival if resolving(Harbinger) == 1
        """,
    },
    notes="""
    It draws no card; its Buys need not be used, and what is not used is lost.
    """,
)
