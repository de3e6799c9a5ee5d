"""Witch: +2 Cards; the others gain a Curse."""

from __future__ import annotations

from typing import Final

from fastsim.cards.basic import CURSE
from fastsim.cards.card import Card
from fastsim.cards.steps import each_other, gain_named

WITCH: Final = Card(
    "Witch",
    cost=5,
    types=("Action", "Attack"),
    cards=2,
    steps=(each_other(gain_named(CURSE)),),
    defaults={
        "play": """
            40: Witch if resolving(Throne Room) == 1 and supply(Curse) > 1
            200: Witch if actions_left > 1 and supply(Curse) > 0
            240: Witch if actions_left > 1
            270: Witch if supply(Curse) > 0
            520: Witch
        """,
        "topdeck": """
            20: Witch if resolving(Harbinger) == 1 and supply(Curse) > 0
        """,
    },
    notes="""
    In turn order, which matters when there are too few; with none left the two cards
    are drawn all the same.
    """,
)
