"""Sentry: +1 Card, +1 Action; trash, discard or keep each of the deck's top two cards."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card

SENTRY: Final = Card("Sentry", cost=5, types=("Action",), cards=1, actions=1)
