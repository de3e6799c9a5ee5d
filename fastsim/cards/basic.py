"""The basic cards: Treasures, Victory cards, and Curse.

References
----------
Dominion, Second Edition, Rio Grande Games 2016: card list.
"""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card

COPPER: Final = Card(
    "Copper",
    cost=0,
    money=1,
    types=("Treasure",),
    defaults={
        "discard": """
            170: Copper if forced == 1
        """,
    },
)
SILVER: Final = Card(
    "Silver",
    cost=3,
    money=2,
    types=("Treasure",),
    defaults={
        "discard": """
            190: Silver if forced == 1
        """,
    },
)
GOLD: Final = Card("Gold", cost=6, money=3, types=("Treasure",))
ESTATE: Final = Card(
    "Estate",
    cost=2,
    vp=1,
    types=("Victory",),
    defaults={
        "discard": """
            180: Estate
        """,
        "trash": """
            30: Estate if provinces > 2
        """,
    },
)
DUCHY: Final = Card(
    "Duchy",
    cost=5,
    vp=3,
    types=("Victory",),
    defaults={
        "discard": """
            60: Duchy
        """,
    },
)
PROVINCE: Final = Card(
    "Province",
    cost=8,
    vp=6,
    types=("Victory",),
    defaults={
        "discard": """
            70: Province
        """,
    },
)
CURSE: Final = Card(
    "Curse",
    cost=0,
    vp=-1,
    types=("Curse",),
    defaults={
        "discard": """
            10: Curse
        """,
        "trash": """
            10: Curse
        """,
    },
)
