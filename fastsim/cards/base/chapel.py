"""Chapel: trash up to four cards from the hand."""

from __future__ import annotations

from typing import Final

from fastsim.cards.card import Card

CHAPEL: Final = Card("Chapel", cost=2, types=("Action",))
