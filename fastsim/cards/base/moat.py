"""Moat: +2 Cards; revealed from the hand, it shields its owner from an Attack."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card

MOAT: Final = Card("Moat", cost=2, types=("Action", "Reaction"), cards=2)
