"""Mine: may trash a Treasure from the hand for one that costs up to 3 more, to the hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fastsim.cards.card import Card

if TYPE_CHECKING:
    from fastsim.reference.turn import Turn


def effect(turn: Turn) -> None:
    """Trash a Treasure from the hand or not; if so, gain one costing up to 3 more to the hand.

    FAQ: cheaper ones may be gained too, and another copy of the one trashed.
    """
    hand = turn.player.hand
    trashed = turn.may_trash([card for card in hand if card.is_treasure], hand)
    if trashed is not None:
        limit = trashed.cost + 3
        turn.must_gain(lambda card: card.is_treasure and card.cost <= limit, to_hand=True)


MINE: Final = Card("Mine", cost=5, types=("Action",), effect=effect)
