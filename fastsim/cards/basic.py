"""The basic cards: Treasures, Victory cards, and Curse.

References
----------
Dominion, Second Edition, Rio Grande Games 2016: card list.
"""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card

COPPER: Final = Card("Copper", cost=0, money=1, types=("Treasure",))
SILVER: Final = Card("Silver", cost=3, money=2, types=("Treasure",))
GOLD: Final = Card("Gold", cost=6, money=3, types=("Treasure",))
ESTATE: Final = Card("Estate", cost=2, vp=1, types=("Victory",))
DUCHY: Final = Card("Duchy", cost=5, vp=3, types=("Victory",))
PROVINCE: Final = Card("Province", cost=8, vp=6, types=("Victory",))
CURSE: Final = Card("Curse", cost=0, vp=-1, types=("Curse",))
