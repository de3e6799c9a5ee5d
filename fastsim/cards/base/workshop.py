"""Workshop: gain a card that costs up to 4."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fastsim.cards.card import Card

if TYPE_CHECKING:
    from fastsim.reference.turn import Turn


def effect(turn: Turn) -> None:
    """Gain a card costing up to 4.

    FAQ: it goes to the discard pile; coins of the turn do not count.
    """
    turn.must_gain(lambda card: card.cost <= 4)


WORKSHOP: Final = Card("Workshop", cost=3, types=("Action",), effect=effect)
