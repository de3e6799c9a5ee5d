"""Merchant: +1 Card, +1 Action; the first Silver played this turn gives 1 coin more."""

from __future__ import annotations

from typing import Final

from fastsim.cards.basic import SILVER
from fastsim.cards.card import Card
from fastsim.cards.steps import at_first_play

MERCHANT: Final = Card(
    "Merchant",
    cost=3,
    types=("Action",),
    cards=1,
    actions=1,
    steps=(at_first_play(SILVER, coins=1),),
    defaults={
        "play": """
            170: Merchant
        """,
    },
    notes="""
    Every Merchant played adds its coin to the same, first Silver; to none but that.
    """,
)
