"""Artisan: gain a card that costs up to 5 to the hand, then put a card onto the deck."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card

ARTISAN: Final = Card("Artisan", cost=6, types=("Action",))
