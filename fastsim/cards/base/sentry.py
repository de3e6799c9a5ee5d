"""Sentry: +1 Card, +1 Action; trash, discard or keep each of the deck's top two cards."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card
from fastsim.cards.steps import ANY, DISCARD, LOOKED_AT, TRASH, look, may_move, put_back

SENTRY: Final = Card(
    "Sentry",
    cost=5,
    types=("Action",),
    kinds=("trashers",),
    cards=1,
    actions=1,
    steps=(
        look(2),
        may_move(ANY, LOOKED_AT, TRASH),
        may_move(ANY, LOOKED_AT, DISCARD),
        put_back(),
    ),
    defaults={
        "play": """
            140: Sentry
        """,
        "trash": """
            110: Copper if resolving(Sentry) == 1 and total_money > 4
        """,
    },
    notes="""
    The card is drawn before; with one card left, only that one is looked at.
    """,
)
