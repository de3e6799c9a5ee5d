"""Remodel: trash a card from the hand, gain one that costs up to 2 more."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card

REMODEL: Final = Card("Remodel", cost=4, types=("Action",))
