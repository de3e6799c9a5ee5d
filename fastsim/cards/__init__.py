"""The cards, as data.

The order of `CARDS` is the order of the columns in every array with an ``n_cards`` axis: first the
six cards of the simplified game, then Curse, then the kingdom cards by cost and name.

`DRAW_ORDER` is the order in which an unshuffled deck is laid out when a random number picks the
card at a position: Victory cards, then Copper, Silver and Gold, then the others by column. Any
order gives the same game in distribution; a stated one gives the same game card by card in every
engine.
"""

from __future__ import annotations

from typing import Final

from fastsim.cards.base import KINGDOM_CARDS as KINGDOM_CARDS
from fastsim.cards.basic import COPPER as COPPER
from fastsim.cards.basic import CURSE as CURSE
from fastsim.cards.basic import DUCHY as DUCHY
from fastsim.cards.basic import ESTATE as ESTATE
from fastsim.cards.basic import GOLD as GOLD
from fastsim.cards.basic import PROVINCE as PROVINCE
from fastsim.cards.basic import SILVER as SILVER
from fastsim.cards.card import Card as Card

#: The cards of the simplified game, which have kernels of their own.
SIX_CARDS: Final = (COPPER, SILVER, GOLD, ESTATE, DUCHY, PROVINCE)
BASIC_CARDS: Final = (*SIX_CARDS, CURSE)
CARDS: Final = (*BASIC_CARDS, *KINGDOM_CARDS)
DRAW_ORDER: Final = (ESTATE, DUCHY, PROVINCE, COPPER, SILVER, GOLD, CURSE, *KINGDOM_CARDS)

_BY_KEY: Final = {card.name.lower(): card for card in CARDS}
_COLUMN: Final = {card: column for column, card in enumerate(CARDS)}


def find_card(name: str) -> Card | None:
    """Return the card of that name (any case, ``_`` for a space), or None."""
    return _BY_KEY.get(" ".join(name.replace("_", " ").lower().split()))


def column_of(card: Card) -> int:
    """Return the column of `card` in every array with an ``n_cards`` axis."""
    return _COLUMN[card]
