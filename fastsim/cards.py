"""The cards, as data.

The order of `CARDS` is the order of the columns in every array with an ``n_cards`` axis.
`DRAW_ORDER` is the order in which an unshuffled deck is laid out when a random number picks the
card at a position: Victory cards, then Copper, Silver and Gold. Any order gives the same game in
distribution; a stated one gives the same game card by card in every engine.

References
----------
Dominion, Second Edition, Rio Grande Games 2016: card list.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One card. There is one object for each, so cards compare and hash by identity.

    Attributes
    ----------
    name : str
        Name as printed.
    cost, money, vp : int
        Price in coins, coins it is worth when played, victory points at the end.
    types : tuple of str
        Any of ``"Treasure"``, ``"Victory"``.
    """

    name: str
    cost: int
    money: int
    vp: int
    types: tuple[str, ...]

    def __str__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[object, ...]:
        # a card that travels to another process is that process's own object again
        return find_card, (self.name,)


COPPER: Final = Card("Copper", cost=0, money=1, vp=0, types=("Treasure",))
SILVER: Final = Card("Silver", cost=3, money=2, vp=0, types=("Treasure",))
GOLD: Final = Card("Gold", cost=6, money=3, vp=0, types=("Treasure",))
ESTATE: Final = Card("Estate", cost=2, money=0, vp=1, types=("Victory",))
DUCHY: Final = Card("Duchy", cost=5, money=0, vp=3, types=("Victory",))
PROVINCE: Final = Card("Province", cost=8, money=0, vp=6, types=("Victory",))

CARDS: Final = (COPPER, SILVER, GOLD, ESTATE, DUCHY, PROVINCE)
DRAW_ORDER: Final = (ESTATE, DUCHY, PROVINCE, COPPER, SILVER, GOLD)

_BY_KEY: Final = {card.name.lower(): card for card in CARDS}
_COLUMN: Final = {card: column for column, card in enumerate(CARDS)}


def find_card(name: str) -> Card | None:
    """Return the card of that name (any case, ``_`` for a space), or None."""
    return _BY_KEY.get(" ".join(name.replace("_", " ").lower().split()))


def column_of(card: Card) -> int:
    """Return the column of `card` in every array with an ``n_cards`` axis."""
    return _COLUMN[card]
