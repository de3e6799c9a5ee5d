"""Bandit: gain a Gold; the others trash a Silver or Gold from their decks' top two cards."""

from __future__ import annotations

from typing import Final

from fastsim.cards.basic import COPPER, GOLD
from fastsim.cards.card import Card
from fastsim.cards.steps import (
    DISCARD,
    LOOKED_AT,
    TRASH,
    TREASURE,
    but,
    each_other,
    gain_named,
    move,
    move_rest,
    reveal,
)

BANDIT: Final = Card(
    "Bandit",
    cost=5,
    types=("Action", "Attack"),
    steps=(
        gain_named(GOLD),
        each_other(
            reveal(2),
            move(1, LOOKED_AT, TRASH, but(TREASURE, COPPER)),
            move_rest(LOOKED_AT, DISCARD),
        ),
    ),
    defaults={
        "play": """
            100: Bandit if resolving(Throne Room) == 1
            390: Bandit
        """,
    },
    notes="""
    Each victim chooses which one of two such Treasures is trashed, and discards the
    rest.
    """,
)
