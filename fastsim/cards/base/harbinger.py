"""Harbinger: +1 Card, +1 Action; may put a card of the discard pile onto the deck."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fastsim.cards.card import Card

if TYPE_CHECKING:
    from fastsim.reference.turn import Turn


def effect(turn: Turn) -> None:
    """Look through the discard pile, and put a card from it onto the deck, or none.

    FAQ: the card is drawn and the Action given first; with no discards nothing happens.
    """
    turn.may_topdeck(turn.player.discard)


HARBINGER: Final = Card("Harbinger", cost=3, types=("Action",), cards=1, actions=1, effect=effect)
