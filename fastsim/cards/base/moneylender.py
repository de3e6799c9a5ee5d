"""Moneylender: may trash a Copper from the hand for 3 coins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fastsim.cards.basic import COPPER
from fastsim.cards.card import Card

if TYPE_CHECKING:
    from fastsim.reference.turn import Turn


def effect(turn: Turn) -> None:
    """Trash a Copper from the hand for +3 coins, or not.

    FAQ: without a Copper trashed there are no coins.
    """
    me = turn.player
    if turn.may_trash([card for card in me.hand if card is COPPER], me.hand):
        me.money += 3


# three coins for a Copper, at best: the community's simulator counts 1
MONEYLENDER: Final = Card("Moneylender", cost=4, types=("Action",), effect=effect, rated_coins=1)
