"""Chapel: trash up to four cards from the hand."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card
from fastsim.cards.steps import HAND, TRASH, may_move

CHAPEL: Final = Card(
    "Chapel",
    cost=2,
    types=("Action",),
    kinds=("trashers",),
    steps=(may_move(4, HAND, TRASH),),
    notes="""
    The Chapel itself is in play, not in the hand, and cannot be trashed.
    """,
)
