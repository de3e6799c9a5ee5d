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
    defaults={
        "play": """
            310: Mine if hand(Silver) > 0 and supply(Gold) > 0 and own(Province) < 1
            320: Mine if hand(Copper) > 0 and supply(Silver) > 0 and own(Province) < 1
            410: Mine if hand(Silver) > 0 and supply(Gold) > 0
            420: Mine if hand(Copper) > 0 and supply(Silver) > 0
        """,
        "trash": """
            70: Copper if resolving(Mine) == 1 and supply(Silver) > 0 and treasures > actions
            80: Silver if resolving(Mine) == 1 and supply(Gold) > 0
            90: Copper if resolving(Mine) == 1 and supply(Silver) > 0
        """,
    },
    notes="""
    Cheaper ones may be gained too, and another copy of the one trashed.
    """,
)
