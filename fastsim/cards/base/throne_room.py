"""Throne Room: may play an Action from the hand twice."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card

THRONE_ROOM: Final = Card("Throne Room", cost=4, types=("Action",))
