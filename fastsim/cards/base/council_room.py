"""Council Room: +4 Cards, +1 Buy; the others draw a card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fastsim.cards.card import Card

if TYPE_CHECKING:
    from fastsim.reference.turn import Turn


def effect(turn: Turn) -> None:
    """Each other player draws a card.

    FAQ: they must; it is no Attack, and a Moat is not revealed against it.
    """
    for other in turn.others:
        turn.draw(other, 1)


COUNCIL_ROOM: Final = Card(
    "Council Room", cost=5, types=("Action",), cards=4, buys=1, effect=effect
)
