"""Village: +1 Card, +2 Actions."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card

VILLAGE: Final = Card(
    "Village",
    cost=3,
    types=("Action",),
    cards=1,
    actions=2,
    notes="""
    The card is drawn before the Actions are used; further Villages add theirs up.
    """,
)
