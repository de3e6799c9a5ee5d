"""Witch: +2 Cards; the others gain a Curse."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fastsim.cards.basic import CURSE
from fastsim.cards.card import Card

if TYPE_CHECKING:
    from fastsim.reference.turn import Turn


def effect(turn: Turn) -> None:
    """Each other player gains a Curse.

    FAQ: in turn order, which matters when there are too few; with none left the two cards are
    drawn all the same.
    """
    for victim in turn.victims:
        turn.gain(victim, CURSE)


WITCH: Final = Card("Witch", cost=5, types=("Action", "Attack"), cards=2, effect=effect)
