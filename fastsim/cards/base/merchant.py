"""Merchant: +1 Card, +1 Action; the first Silver played this turn gives 1 coin more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fastsim.cards.card import Card

if TYPE_CHECKING:
    from fastsim.reference.turn import Turn


def effect(turn: Turn) -> None:
    """Make the first Silver that is played later in the turn give 1 coin more.

    FAQ: every Merchant played adds its coin to the same, first Silver; to none but that.
    """
    turn.merchants += 1


MERCHANT: Final = Card("Merchant", cost=3, types=("Action",), cards=1, actions=1, effect=effect)
