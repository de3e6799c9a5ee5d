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
    defaults={
        "play": """
            290: Remodel if hand(Curse) > 0
            300: Remodel if hand(Estate) > 0 and provinces > 2
            460: Remodel if hand(Gold) > 0 and own(Province) > 0 and provinces > 0
            470: Remodel if hand(Silver) > 0 and provinces < 5 and supply(Duchy) > 0
            480: Remodel if hand(Copper) > 0 and treasures < 9
                and own(Cellar) < 2 and supply(Cellar) > 0
        """,
        "discard": """
            20: Estate if forced == 0
            30: Estate if hand(Remodel) < 1
            40: Estate if hand(Estate) > 1
            50: Estate if provinces < 3
        """,
        "trash": """
            20: Gold if resolving(Remodel) == 1 and own(Province) > 0 and provinces > 0
            50: Silver if resolving(Remodel) == 1 and provinces < 5 and supply(Duchy) > 0
            60: Copper if resolving(Remodel) == 1 and treasures < 9
                and own(Cellar) < 2 and supply(Cellar) > 0
        """,
    },
    notes="""
    The Remodel itself is in play and cannot be trashed, a second one can; with no card
    to trash none is gained; the card gained may be another copy of the one trashed.
    """,
)
