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
    notes="""
    In turn order, which matters when there are too few; with none left the two cards
    are drawn all the same.
    """,
)
