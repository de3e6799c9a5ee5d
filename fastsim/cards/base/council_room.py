"""Council Room: +4 Cards, +1 Buy; the others draw a card."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card
from fastsim.cards.steps import each_other, plus

COUNCIL_ROOM: Final = Card(
    "Council Room",
    cost=5,
    types=("Action",),
    cards=4,
    buys=1,
    steps=(each_other(plus(cards=1)),),
    defaults={
        "play": """
            50: Council Room if resolving(Throne Room) == 1
            220: Council Room if actions_left > 1
            360: Council Room
        """,
        "topdeck": """
            40: Council Room if resolving(Harbinger) == 1
        """,
    },
    notes="""
    They must; it is no Attack, and a Moat is not revealed against it.
    """,
)
