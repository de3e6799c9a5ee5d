"""The kingdom cards of the base set, Second Edition: one file each, and nothing else to be told."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Final

from fastsim.cards.card import Card

#: Where the cards, the basic ones too, and the notes on them are taken from.
SOURCE: Final = "Dominion, Second Edition, Rio Grande Games 2016, rulebook"


def _cards() -> list[Card]:
    """Return the card of every file of this folder: the constant that is named like the file."""
    found: list[Card] = []
    for module in pkgutil.iter_modules(__path__):
        card = getattr(importlib.import_module(f"{__name__}.{module.name}"), module.name.upper())
        assert isinstance(card, Card)
        found.append(card)
    return found


#: By cost, then by name.
KINGDOM_CARDS: Final = tuple(sorted(_cards(), key=lambda card: (card.cost, card.name)))
