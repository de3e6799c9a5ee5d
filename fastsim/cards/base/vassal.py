"""Vassal: +2 coins; discard the top card of the deck, and play it if it is an Action."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card
from fastsim.cards.steps import (
    ACTION,
    DISCARD,
    IN_PLAY,
    IT,
    LOOKED_AT,
    may_move,
    move_rest,
    play_it,
    take,
)

VASSAL: Final = Card(
    "Vassal",
    cost=3,
    types=("Action",),
    coins=2,
    steps=(
        take(1),
        move_rest(LOOKED_AT, DISCARD),
        may_move(1, IT, IN_PLAY, ACTION),
        play_it(),
    ),
    defaults={
        "play": """
            510: Vassal
        """,
    },
    notes="""
    Playing it takes no Action; one that is not played stays in the discard pile.
    """,
)
