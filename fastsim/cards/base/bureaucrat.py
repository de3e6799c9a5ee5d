"""Bureaucrat: gain a Silver onto the deck; the others put a Victory card onto theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fastsim.cards.basic import SILVER
from fastsim.cards.card import Card

if TYPE_CHECKING:
    from fastsim.reference.turn import Turn


def effect(turn: Turn) -> None:
    """Gain a Silver onto the deck; each other player puts a Victory card onto theirs.

    FAQ: without cards left in the deck, the Silver is the only card of it. A player without a
    Victory card shows a hand without one.
    """
    turn.gain_to_deck(turn.player, SILVER)
    for victim in turn.victims:
        victories = [card for card in victim.hand if card.is_victory]
        if turn.must_topdeck(victim, victories) is None:
            turn.reveal_hand(victim)


BUREAUCRAT: Final = Card("Bureaucrat", cost=4, types=("Action", "Attack"), effect=effect)
