"""Gardens: 1 VP for every ten cards owned.

FAQ: all cards of the owner count, wherever they are at the end; 39 cards are 3 VP. Its pile is as
large as those of the other Victory cards.
"""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card

GARDENS: Final = Card("Gardens", cost=4, types=("Victory",), cards_per_vp=10)
