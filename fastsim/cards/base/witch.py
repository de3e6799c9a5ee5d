"""Witch: +2 Cards; the others gain a Curse."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card

WITCH: Final = Card("Witch", cost=5, types=("Action", "Attack"), cards=2)
