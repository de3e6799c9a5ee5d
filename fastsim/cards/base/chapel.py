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
    defaults={
        "play": """
            430: Chapel if hand(Curse) > 0
            440: Chapel if hand(Estate) > 0 and provinces > 2
            450: Chapel if hand(Copper) > 0 and total_money > 3
        """,
        "trash": """
            100: Copper if resolving(Chapel) == 1 and total_money > 3
                and money + hand(Copper) + 2*hand(Silver) + 3*hand(Gold) < 6
        """,
    },
    notes="""
    The Chapel itself is in play, not in the hand, and cannot be trashed.
    """,
)
