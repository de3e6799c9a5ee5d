"""Cellar: discard any number of cards, then draw as many."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card

CELLAR: Final = Card("Cellar", cost=2, types=("Action",), actions=1)
