"""Throne Room: may play an Action from the hand twice."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card
from fastsim.cards.steps import ACTION, HAND, IN_PLAY, may_move, play_it

THRONE_ROOM: Final = Card(
    "Throne Room",
    cost=4,
    types=("Action",),
    kinds=("multipliers",),
    steps=(may_move(1, HAND, IN_PLAY, ACTION), play_it(2)),
    defaults={
        "play": """
            10: Throne Room if hand_actions > 1
        """,
        "discard": """
            140: Throne Room if forced == 1 and hand_actions < 2
        """,
    },
    notes="""
    It is completely resolved, then played again; that takes no Actions beyond the
    Throne Room's own. A Throne Room on a Throne Room plays one Action twice, and then
    another one twice.
    """,
)
