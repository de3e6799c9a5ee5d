"""Gardens: 1 VP for every ten cards owned."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card

GARDENS: Final = Card("Gardens", cost=4, types=("Victory",), cards_per_vp=10)
