"""Moneylender: may trash a Copper from the hand for 3 coins."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card

MONEYLENDER: Final = Card("Moneylender", cost=4, types=("Action",))
