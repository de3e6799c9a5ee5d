"""Bureaucrat: gain a Silver onto the deck; the others put a Victory card onto theirs."""

from __future__ import annotations

from typing import Final

from fastsim.cards.basic import SILVER
from fastsim.cards.card import Card
from fastsim.cards.steps import (
    DECK,
    HAND,
    VICTORY,
    each_other,
    gain_named,
    if_not,
    move,
    reveal_hand,
)

BUREAUCRAT: Final = Card(
    "Bureaucrat",
    cost=4,
    types=("Action", "Attack"),
    steps=(
        gain_named(SILVER, DECK),
        each_other(move(1, HAND, DECK, VICTORY), if_not(reveal_hand())),
    ),
    defaults={
        "play": """
            490: Bureaucrat
        """,
    },
    notes="""
    Without cards left in the deck, the Silver is the only card of it. A player without
    a Victory card shows a hand without one.
    """,
)
