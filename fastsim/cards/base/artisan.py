"""Artisan: gain a card that costs up to 5 to the hand, then put a card onto the deck."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fastsim.cards.card import Card

if TYPE_CHECKING:
    from fastsim.reference.turn import Turn


def effect(turn: Turn) -> None:
    """Gain a card costing up to 5 to the hand; put a card from the hand onto the deck.

    FAQ: the card gained may be the one put back.
    """
    turn.must_gain(lambda card: card.cost <= 5, to_hand=True)
    turn.must_topdeck(turn.player, turn.player.hand)


ARTISAN: Final = Card("Artisan", cost=6, types=("Action",), effect=effect)
