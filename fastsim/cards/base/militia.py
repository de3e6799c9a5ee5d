"""Militia: +2 coins; the others discard down to three cards in hand."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card
from fastsim.cards.steps import DISCARD, HAND, DownTo, each_other, move

MILITIA: Final = Card(
    "Militia",
    cost=4,
    types=("Action", "Attack"),
    coins=2,
    steps=(each_other(move(DownTo(3), HAND, DISCARD)),),
    defaults={
        "play": """
            110: Militia if resolving(Throne Room) == 1
            280: Militia
        """,
        "discard": """
            90: terminal if resolving(Militia) == 1 and actions_needed > 1
        """,
        "topdeck": """
            80: Militia if resolving(Harbinger) == 1
        """,
    },
    notes="""
    Players with 3 or fewer cards in hand discard nothing.
    """,
)
