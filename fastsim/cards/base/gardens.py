"""Gardens: 1 VP for every ten cards owned."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card
from fastsim.cards.steps import PerCards

GARDENS: Final = Card(
    "Gardens",
    cost=4,
    types=("Victory",),
    scoring=PerCards(10),
    defaults={
        "discard": """
            80: Gardens
        """,
    },
    notes="""
    All cards of the owner count, wherever they are at the end; 39 cards are 3 VP. Its
    pile is as large as those of the other Victory cards.
    """,
)
