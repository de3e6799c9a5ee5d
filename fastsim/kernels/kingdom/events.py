"""What happens in a game, written down when there is room for it: one number an event."""

from __future__ import annotations

from typing import Final

from fastsim.kernels.jit import step
from fastsim.kernels.kingdom import layout as at

#: What players do with a card; the kinds of `fastsim.reference.events.EventKind` of these names.
(
    PLAY,
    BUY,
    DRAW,
    DISCARD,
    TRASH,
    GAIN,
    GAIN_TO_HAND,
    GAIN_TO_DECK,
    TOPDECK,
    REVEAL,
    LOOK,
    SET_ASIDE,
) = range(12)
#: What is about no card: a turn begins, a discard pile becomes the deck, a turn is cleaned up.
TURN, SHUFFLE, CLEAN_UP = 12, 13, 14
#: Coins at the start of the Buy phase, in place of a card.
COINS: Final = 15

SEAT_UNIT: Final = 16  # an event is kind + SEAT_UNIT * seat + CARD_UNIT * card
CARD_UNIT: Final = 16 * 16


@step
def note(m, kind, seat, card):
    """Write an event down."""
    if m.game[at.EVENTS_LEFT]:
        m.events[m.game[at.N_EVENTS]] = kind + SEAT_UNIT * seat + CARD_UNIT * card
        m.game[at.N_EVENTS] += 1
        m.game[at.EVENTS_LEFT] -= 1
