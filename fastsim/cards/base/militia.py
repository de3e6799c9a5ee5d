"""Militia: +2 coins; the others discard down to three cards in hand."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card

MILITIA: Final = Card("Militia", cost=4, types=("Action", "Attack"), coins=2)
