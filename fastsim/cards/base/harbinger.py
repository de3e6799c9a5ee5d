"""Harbinger: +1 Card, +1 Action; may put a card of the discard pile onto the deck."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card

HARBINGER: Final = Card("Harbinger", cost=3, types=("Action",), cards=1, actions=1)
