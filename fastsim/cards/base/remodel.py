"""Remodel: trash a card from the hand, gain one that costs up to 2 more."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card
from fastsim.cards.steps import HAND, TRASH, gain_for, if_so, move

REMODEL: Final = Card(
    "Remodel",
    cost=4,
    types=("Action",),
    kinds=("trashers", "remodelers"),
    steps=(move(1, HAND, TRASH), if_so(gain_for(up_to_more=2))),
    notes="""
    The Remodel itself is in play and cannot be trashed, a second one can; with no card
    to trash none is gained; the card gained may be another copy of the one trashed.
    """,
)
