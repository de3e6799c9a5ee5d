"""Mine: may trash a Treasure from the hand for one that costs up to 3 more, to the hand."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card

MINE: Final = Card("Mine", cost=5, types=("Action",))
