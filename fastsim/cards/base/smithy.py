"""Smithy: +3 Cards."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card

SMITHY: Final = Card("Smithy", cost=4, types=("Action",), cards=3)
