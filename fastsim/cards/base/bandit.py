"""Bandit: gain a Gold; the others trash a Silver or Gold from their decks' top two cards."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card

BANDIT: Final = Card("Bandit", cost=5, types=("Action", "Attack"))
