"""Workshop: gain a card that costs up to 4."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card
from fastsim.cards.steps import gain

WORKSHOP: Final = Card(
    "Workshop",
    cost=3,
    types=("Action",),
    steps=(gain(up_to=4),),
    defaults={
        "play": """
            330: Workshop if own(Province) < 1
            500: Workshop
        """,
    },
    notes="""
    It goes to the discard pile; coins of the turn do not count.
    """,
)
