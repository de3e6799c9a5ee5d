"""Merchant: +1 Card, +1 Action; the first Silver played this turn gives 1 coin more."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card

MERCHANT: Final = Card("Merchant", cost=3, types=("Action",), cards=1, actions=1)
