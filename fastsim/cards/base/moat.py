"""Moat: +2 Cards; revealed from the hand, it shields its owner from an Attack."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card
from fastsim.cards.steps import Unaffected

MOAT: Final = Card(
    "Moat",
    cost=2,
    types=("Action", "Reaction"),
    cards=2,
    when_attacked=Unaffected(),
    defaults={
        "play": """
            250: Moat if actions_left > 1
            530: Moat
        """,
    },
    notes="""
    It is revealed when the Attack is played, before anything else happens, and stays in
    the hand; only its owner is unaffected. It stops no card that is not an Attack. Here
    it is always revealed.
    """,
)
