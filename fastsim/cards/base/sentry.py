"""Sentry: +1 Card, +1 Action; trash, discard or keep each of the deck's top two cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fastsim.cards.card import Card

if TYPE_CHECKING:
    from fastsim.reference.turn import Turn


def effect(turn: Turn) -> None:
    """Look at the top 2 cards: trash and discard any of them, put the rest back in any order.

    FAQ: the card is drawn before; with one card left, only that one is looked at.
    """
    seen = turn.player.aside
    turn.look_at(2)
    while turn.may_trash(seen, seen):
        pass
    while turn.may_discard(seen):
        pass
    turn.put_back_aside()


SENTRY: Final = Card("Sentry", cost=5, types=("Action",), cards=1, actions=1, effect=effect)
