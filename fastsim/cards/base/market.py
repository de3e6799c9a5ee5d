"""Market: +1 Card, +1 Action, +1 Buy, +1 coin."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card

MARKET: Final = Card(
    "Market",
    cost=5,
    types=("Action",),
    cards=1,
    actions=1,
    buys=1,
    coins=1,
    defaults={
        "play": """
            90: Market if resolving(Throne Room) == 1
            160: Market
        """,
        "topdeck": """
            60: Market if resolving(Harbinger) == 1
        """,
    },
    notes="""
    The second Buy of the turn shares the coins of the turn with the first.
    """,
)
