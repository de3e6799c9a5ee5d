"""The draw and the reshuffle, in sixty-four games at once."""

from __future__ import annotations

from fastsim.kernels.jit import step
from fastsim.kernels.lanes import minimum, select, signed_maximum, splat
from fastsim.kernels.lockstep.chance import hand_positions
from fastsim.kernels.lockstep.state import Deck


@step
def draw(deck, position):
    """Remove the card at a position: every border that lies past it moves down by one.

    A position of 128 or more, which is negative when taken as signed, removes nothing.
    """
    return Deck(
        signed_maximum(minimum(deck.victory, position), deck.victory - 1),
        signed_maximum(minimum(deck.copper, position), deck.copper - 1),
        signed_maximum(minimum(deck.silver, position), deck.silver - 1),
        deck.size,
    )


@step
def deal(setup, deck, own, stream):
    """Deal a hand; return its money, the deck that it leaves, and the streams.

    With five or more cards in the deck all come from it, by chance. With fewer, all of them are
    in the hand, the discard pile becomes the deck, and the rest comes from that by chance.
    """
    victory = own.estate + own.duchy + own.province
    copper = victory + own.copper
    silver = copper + own.silver
    size = silver + own.gold

    short = deck.size < 5
    last = select(short, splat(4) - deck.size, splat(4))  # the last draw that is by chance
    before = select(short, victory + copper + silver, deck.victory + deck.copper + deck.silver)
    among = select(short, size - deck.size, deck.size)
    left = select(short, size, deck.size) - 5
    deck = Deck(
        select(short, victory - deck.victory, deck.victory),
        select(short, copper - deck.copper, deck.copper),
        select(short, silver - deck.silver, deck.silver),
        left,
    )
    r0, r1, r2, r3, r4, stream = hand_positions(setup, among, stream)
    deck = draw(deck, r0)
    deck = draw(deck, r1 | last - 1 & 128)
    deck = draw(deck, r2 | last - 2 & 128)
    deck = draw(deck, r3 | last - 3 & 128)
    deck = draw(deck, r4 | last - 4 & 128)
    # five cards at 3 coins, less one for every border that a card lies before
    money = deck.victory + deck.copper + deck.silver + 15 - before
    return money, deck, stream
