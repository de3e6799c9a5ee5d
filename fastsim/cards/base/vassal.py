"""Vassal: +2 coins; discard the top card of the deck, and play it if it is an Action."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card

VASSAL: Final = Card("Vassal", cost=3, types=("Action",), coins=2)
