"""Remodel: trash a card from the hand, gain one that costs up to 2 more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fastsim.cards.card import Card

if TYPE_CHECKING:
    from fastsim.reference.turn import Turn


def effect(turn: Turn) -> None:
    """Trash a card from the hand; gain one costing up to 2 more than it.

    FAQ: the Remodel itself is in play and cannot be trashed, a second one can; with no card to
    trash none is gained; the card gained may be another copy of the one trashed.
    """
    hand = turn.player.hand
    trashed = turn.must_trash(turn.player, hand, hand)
    if trashed is not None:
        limit = trashed.cost + 2
        turn.must_gain(lambda card: card.cost <= limit)


REMODEL: Final = Card("Remodel", cost=4, types=("Action",), effect=effect)
