"""Decks as packed counts: the draw and the reshuffle of the general kernel.

A deck of n cards is a sorted row in the order Estate, Duchy, Province, Copper, Silver, Gold, of
which only the borders between the kinds are kept: five prefix counts in one 64-bit word,

    bits  0-11   Estates
    bits 12-23   Estates and Duchies
    bits 24-35   all Victory cards
    bits 36-47   ... and Coppers
    bits 48-59   ... and Silvers

and n itself beside it. A Gold is worth 3 coins, and each of the last three prefixes that a card is
in makes it worth 1 less.

Each field of a deck, and of all that a player owns, is kept 2047 above its count (see `EMPTY`):
less a position, its top bit is set just where the count is larger than the position, so that one
subtraction compares all five prefixes with it. The difference of two such words, a hand for one, is
plain counts.
"""

from __future__ import annotations

import numpy as np
from numba import int64, uint64

from fastsim.kernels.jit import step

MAX_CARDS = 2047
HAND_SIZE = 5

_FIELD = (1 << 12) - 1
_ONES = 1 | 1 << 12 | 1 << 24 | 1 << 36 | 1 << 48
_TOP_BITS = _ONES << 11
#: No cards.
EMPTY = MAX_CARDS * _ONES

# columns of `fastsim.cards.CARDS`
_COPPER, _SILVER, _GOLD, _ESTATE, _DUCHY, _PROVINCE = range(6)

# a card counts in its own prefix and in every later one; Gold is behind the last border
_FIRST_PREFIX = {_ESTATE: 0, _DUCHY: 1, _PROVINCE: 2, _COPPER: 3, _SILVER: 4, _GOLD: 5}
_ONE_CARD = np.array(
    [_ONES >> 12 * _FIRST_PREFIX[c] << 12 * _FIRST_PREFIX[c] for c in range(6)], np.uint64
)


@step
def one_card(card):
    """Return what one more card of that column adds to the prefix counts."""
    return _ONE_CARD[card]


@step
def draw(deck, n, cards, numbers):
    """Draw that many cards of `n` by chance; return the deck that they leave."""
    for j, number in enumerate(numbers):
        if j < cards:
            deck = _remove(deck, (number * n) >> uint64(32))
            n -= uint64(1)
    return deck


@step
def _remove(deck, position):
    """Remove the card at a position: every prefix that reaches past it becomes one smaller."""
    past = (deck - position * uint64(_ONES)) & uint64(_TOP_BITS)
    return deck - (past >> uint64(11))


@step
def reshuffle(owned, deck):
    """Return the discard pile as the new deck: all that is owned but was still in the deck.

    The hand is among the discards by then, and what was left of the deck is the new hand's start.
    """
    return owned - deck + uint64(EMPTY)


@step
def count_of(prefixes, n, card):
    """Return how many cards of a column are among `n` cards with these prefix counts."""
    estates = int64(prefixes & uint64(_FIELD))
    duchies = int64(prefixes >> uint64(12) & uint64(_FIELD))
    victories = int64(prefixes >> uint64(24) & uint64(_FIELD))
    coppers = int64(prefixes >> uint64(36) & uint64(_FIELD))
    silvers = int64(prefixes >> uint64(48) & uint64(_FIELD))
    if card == _ESTATE:
        return estates
    if card == _DUCHY:
        return duchies - estates
    if card == _PROVINCE:
        return victories - duchies
    if card == _COPPER:
        return coppers - victories
    if card == _SILVER:
        return silvers - coppers
    return int64(n) - silvers


@step
def money_in(hand, n):
    """Return the coins of a hand of `n` cards with these prefix counts."""
    last_three = (hand >> uint64(24)) * uint64(_ONES) >> uint64(24) & uint64(_FIELD)
    return uint64(3) * n - last_three
