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
    notes="""
    It draws no card; its Buys need not be used, and what is not used is lost.
    """,
)
