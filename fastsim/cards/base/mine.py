"""Mine: may trash a Treasure from the hand for one that costs up to 3 more, to the hand."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card
from fastsim.cards.steps import HAND, TRASH, TREASURE, gain_for, if_so, may_move

MINE: Final = Card(
    "Mine",
    cost=5,
    types=("Action",),
    steps=(
        may_move(1, HAND, TRASH, TREASURE),
        if_so(gain_for(up_to_more=3, kind=TREASURE, to=HAND)),
    ),
    notes="""
    Cheaper ones may be gained too, and another copy of the one trashed.
    """,
)
