"""Vassal: +2 coins; discard the top card of the deck, and play it if it is an Action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fastsim.cards.card import Card

if TYPE_CHECKING:
    from fastsim.reference.turn import Turn


def effect(turn: Turn) -> None:
    """Discard the top card of the deck; if it is an Action, play it or not.

    FAQ: playing it takes no Action; one that is not played stays in the discard pile.
    """
    card = turn.discard_next()
    if card is not None and card.is_action and turn.choose_action([card]):
        turn.play(card, turn.player.discard)


VASSAL: Final = Card("Vassal", cost=3, types=("Action",), coins=2, effect=effect)
