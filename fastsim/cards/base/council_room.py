"""Council Room: +4 Cards, +1 Buy; the others draw a card."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card

COUNCIL_ROOM: Final = Card("Council Room", cost=5, types=("Action",), cards=4, buys=1)
