"""Library: draw up to seven cards in hand, setting aside Actions as wished."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card

LIBRARY: Final = Card("Library", cost=5, types=("Action",))
