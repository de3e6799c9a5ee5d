"""Poacher: +1 Card, +1 Action, +1 coin; discard a card for each empty pile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fastsim.cards.card import Card

if TYPE_CHECKING:
    from fastsim.reference.turn import Turn


def effect(turn: Turn) -> None:
    """Discard a card for each empty pile of the supply.

    FAQ: after drawing; with too few cards in hand, all of them are discarded.
    """
    for _ in turn.table.empty_piles:
        turn.must_discard(turn.player)


POACHER: Final = Card(
    "Poacher", cost=4, types=("Action",), cards=1, actions=1, coins=1, effect=effect
)
