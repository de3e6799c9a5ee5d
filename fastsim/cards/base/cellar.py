"""Cellar: +1 Action; discard any number of cards, then draw as many."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fastsim.cards.card import Card

if TYPE_CHECKING:
    from fastsim.reference.turn import Turn


def effect(turn: Turn) -> None:
    """Discard any number of cards, then draw that many.

    FAQ: first all cards are chosen and discarded together, then the drawing begins; the discards
    are in a shuffle on the way.
    """
    turn.lay_aside_discards()
    turn.draw(turn.player, turn.discard_aside(turn.player))


CELLAR: Final = Card("Cellar", cost=2, types=("Action",), actions=1, effect=effect)
