"""Library: draw up to seven cards in hand, setting aside Actions as wished."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card
from fastsim.cards.steps import (
    ACTION,
    DISCARD,
    HAND,
    LOOKED_AT,
    SET_ASIDE,
    draw_to,
    may_move,
    move_rest,
)

LIBRARY: Final = Card(
    "Library",
    cost=5,
    types=("Action",),
    kinds=("drawers",),
    steps=(
        draw_to(7, may_move(1, LOOKED_AT, SET_ASIDE, ACTION), move_rest(LOOKED_AT, HAND)),
        move_rest(SET_ASIDE, DISCARD),
    ),
    defaults={
        "play": """
            210: Library if actions_left > 1 and hand_size < 6
            350: Library if hand_size < 6
            380: Library if hand_size < 7
        """,
        "discard": """
            120: Action if resolving(Library) == 1 and actions_left < 1
            130: terminal if resolving(Library) == 1 and actions_needed >= actions_left
        """,
    },
    notes="""
    Cards set aside are discarded at the end, and are not in a shuffle on the way. With
    7 or more cards in hand none is drawn.
    """,
)
