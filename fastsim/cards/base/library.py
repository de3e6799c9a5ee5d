"""Library: draw up to seven cards in hand, setting aside Actions as wished."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fastsim.cards.card import Card

if TYPE_CHECKING:
    from fastsim.reference.turn import Turn


def effect(turn: Turn) -> None:
    """Draw until there are 7 cards in hand, setting aside any Actions drawn as wished.

    FAQ: cards set aside are discarded at the end, and are not in a shuffle on the way. With 7 or
    more cards in hand none is drawn.
    """
    while len(turn.player.hand) < 7:
        card = turn.draw_aside()
        if card is None:
            break
        if not (card.is_action and turn.may_set_aside(card)):
            turn.keep(card)
    turn.discard_aside(turn.player)


LIBRARY: Final = Card("Library", cost=5, types=("Action",), effect=effect)
