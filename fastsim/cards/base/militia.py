"""Militia: +2 coins; the others discard down to three cards in hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fastsim.cards.card import Card

if TYPE_CHECKING:
    from fastsim.reference.turn import Turn


def effect(turn: Turn) -> None:
    """Each other player discards down to 3 cards in hand.

    FAQ: players with 3 or fewer cards in hand discard nothing.
    """
    for victim in turn.victims:
        while len(victim.hand) > 3:
            turn.must_discard(victim)


MILITIA: Final = Card("Militia", cost=4, types=("Action", "Attack"), coins=2, effect=effect)
