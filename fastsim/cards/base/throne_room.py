"""Throne Room: may play an Action from the hand twice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fastsim.cards.card import Card

if TYPE_CHECKING:
    from fastsim.reference.turn import Turn


def effect(turn: Turn) -> None:
    """Play an Action from the hand twice, or none.

    FAQ: it is completely resolved, then played again; that takes no Actions beyond the Throne
    Room's own. A Throne Room on a Throne Room plays one Action twice, and then another one twice.
    """
    hand = turn.player.hand
    card = turn.choose_action([card for card in hand if card.is_action])
    if card is not None:
        turn.play(card, hand)
        turn.play_again(card)


THRONE_ROOM: Final = Card("Throne Room", cost=4, types=("Action",), effect=effect)
