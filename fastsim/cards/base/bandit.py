"""Bandit: gain a Gold; the others trash a Silver or Gold from their decks' top two cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fastsim.cards.basic import COPPER, GOLD
from fastsim.cards.card import Card

if TYPE_CHECKING:
    from fastsim.reference.turn import Turn


def effect(turn: Turn) -> None:
    """Gain a Gold; each other player reveals 2 cards and loses a Treasure other than Copper.

    FAQ: each victim chooses which one of two such Treasures is trashed, and discards the rest.
    """
    turn.gain(turn.player, GOLD)
    for victim in turn.victims:
        turn.reveal(victim, 2)
        loot = [card for card in victim.aside if card.is_treasure and card is not COPPER]
        turn.must_trash(victim, loot, victim.aside)
        turn.discard_aside(victim)


BANDIT: Final = Card("Bandit", cost=5, types=("Action", "Attack"), effect=effect)
