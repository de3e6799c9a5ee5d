"""Classes of cards: words that stand for several cards in a list of plays."""

from __future__ import annotations

from enum import Enum
from typing import Final

from fastsim.cards import Card
from fastsim.cards.kinds import KINDS


class CardClass(Enum):
    """A class of cards, which stands where a card does in a list of plays.

    An entry of a class is one entry for each card of it that the game has, in an order that the
    list's kind gives (`fastsim.rules.decisions.CLASS_ORDER`). The value is how it is written.
    """

    ACTION = "Action"
    TREASURE = "Treasure"
    VICTORY = "Victory"
    TERMINAL = "terminal"

    def __contains__(self, card: Card) -> bool:
        return _KIND[self].has(card)

    def __str__(self) -> str:
        return self.value


_KIND: Final = {
    CardClass.ACTION: KINDS["actions"],
    CardClass.TREASURE: KINDS["treasures"],
    CardClass.VICTORY: KINDS["victories"],
    CardClass.TERMINAL: KINDS["terminals"],
}
_BY_KEY: Final = {str(one).lower(): one for one in CardClass}


def find_class(name: str) -> CardClass | None:
    """Return the class of that name (any case), or None."""
    return _BY_KEY.get(name.lower())
