"""What happens in a game, move by move."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from fastsim.cards import Card


class EndReason(StrEnum):
    """Why a game was over."""

    PROVINCES = "provinces"
    PILES = "piles"
    CUT = "cut"


class EventKind(StrEnum):
    """What a player does; each value is how a report says it, with ``{}`` for the cards."""

    PLAY = "plays {}"
    PLAY_AGAIN = "plays {} again"
    BUY = "buys {}"
    DRAW = "draws {}"
    DISCARD = "discards {}"
    TRASH = "trashes {}"
    GAIN = "gains {}"
    GAIN_TO_HAND = "gains {} to the hand"
    GAIN_TO_DECK = "gains {} onto the deck"
    TOPDECK = "puts {} onto the deck"
    REVEAL = "reveals {}"
    LOOK = "looks at {}"
    SET_ASIDE = "sets aside {}"
    SHUFFLE = "shuffles"
    CLEAN_UP = "cleans up"


#: The ways in which a card comes from the supply.
GAINS = frozenset({EventKind.BUY, EventKind.GAIN, EventKind.GAIN_TO_HAND, EventKind.GAIN_TO_DECK})


class Event(NamedTuple):
    """One move.

    Attributes
    ----------
    kind : EventKind
    seat : int
        Who does it, from 0.
    card : Card or None
        None for a shuffle and the clean-up, which are about no single card.
    depth : int
        How many cards are being played around it: 0 outside of all, 1 in a card's effect, 2 in
        the effect of a card that a Throne Room or a Vassal plays, and so on.
    """

    kind: EventKind
    seat: int
    card: Card | None
    depth: int
