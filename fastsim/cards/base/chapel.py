"""Chapel: trash up to four cards from the hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fastsim.cards.card import Card

if TYPE_CHECKING:
    from fastsim.reference.turn import Turn


def effect(turn: Turn) -> None:
    """Trash up to 4 cards from the hand.

    FAQ: the Chapel itself is in play, not in the hand, and cannot be trashed.
    """
    hand = turn.player.hand
    for _ in range(4):
        if turn.may_trash(hand, hand) is None:
            break


CHAPEL: Final = Card("Chapel", cost=2, types=("Action",), effect=effect)
