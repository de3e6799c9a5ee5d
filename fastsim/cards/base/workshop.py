"""Workshop: gain a card that costs up to 4."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card

WORKSHOP: Final = Card("Workshop", cost=3, types=("Action",))
