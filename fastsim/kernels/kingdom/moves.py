"""Cards that a program moves: which ones are in a zone, how they leave it, how they arrive."""

from __future__ import annotations

from numba import int64

from fastsim.kernels.jit import routine, step
from fastsim.kernels.kingdom import events
from fastsim.kernels.kingdom import layout as at
from fastsim.kernels.kingdom.layout import N_CARDS, NOTHING
from fastsim.kernels.kingdom.zones import add_to_hand, put_on_deck, take, take_from_hand, trash


@step
def cards_in(m, who, zone, it):
    """Return the cards of a zone, as a set."""
    if zone == at.IN_HAND:
        return m.game[at.HAND_SET + who * at.SEAT_SIZE]
    return _cards_elsewhere(m, who, zone, it)


@routine
def _cards_elsewhere(m, who, zone, it):
    cards = int64(0)
    if zone == at.LOOKED_AT:
        for k in range(m.game[at.N_LOOKED_AT]):
            cards |= int64(1) << m.game[at.LOOKED + k]
    elif zone == at.IN_DISCARD:
        cards = _discard_pile(m, who)
    elif it != NOTHING:
        cards = int64(1) << it
    return cards


@step
def _discard_pile(m, who):
    """Return the cards in the discard pile, as a set: what is owned and is nowhere else."""
    mine = who * at.SEAT_SIZE
    top = m.tables[at.TOPS] + who * m.tables[at.TOP_SIZE]
    cards, earlier = int64(0), int64(0)
    for card in range(N_CARDS):
        up_to_here = int64(m.decks[who * N_CARDS + card])
        discarded = (
            m.game[at.OWN + mine + card]
            - m.game[at.HAND + mine + card]
            - m.game[at.IN_PLAY + mine + card]
            - m.game[at.BESIDE + card]
            - (up_to_here - earlier)
        )
        earlier = up_to_here
        for k in range(m.game[at.ON_TOP + mine]):
            discarded -= int64(m.game[top + k] == card)
        cards |= int64(discarded > 0) << card
    return cards


@step
def leave(m, who, zone, card):
    """Take a card out of a zone."""
    if zone == at.IN_HAND:
        take_from_hand(m, who, card)
    elif zone == at.LOOKED_AT:
        _look_away_from(m, card)


@routine
def _look_away_from(m, card):
    """Take a card out of those that are looked at."""
    m.game[at.BESIDE + card] -= 1
    number = m.game[at.N_LOOKED_AT] - 1
    m.game[at.N_LOOKED_AT] = number
    found = int64(0)
    for k in range(number):
        found |= int64(m.game[at.LOOKED + k] == card)
        if found:
            m.game[at.LOOKED + k] = m.game[at.LOOKED + k + 1]


@step
def arrive(m, who, zone, card):
    """Put a card that has left a zone into another one; onto the deck, see `turn_over`."""
    if zone == at.IN_DISCARD:
        events.note(m, events.DISCARD, who, card)
    else:
        _arrive_elsewhere(m, who, zone, card)


@routine
def _arrive_elsewhere(m, who, zone, card):
    if zone == at.IN_TRASH:
        trash(m, who, card)
    elif zone == at.PLAYED:
        m.game[at.IN_PLAY + who * at.SEAT_SIZE + card] += 1
    elif zone == at.ON_DECK:
        put_on_deck(m, who, card)
    elif zone == at.IN_HAND:
        add_to_hand(m, who, card)
        events.note(m, events.DRAW, who, card)
    else:
        m.game[at.BESIDE + card] += 1
        events.note(m, events.SET_ASIDE, who, card)


@routine
def turn_over(m, who, cards):
    """Turn over the top cards of the deck, which were put there one by one: the first is on top."""
    low = m.tables[at.TOPS] + who * m.tables[at.TOP_SIZE] + m.game[at.ON_TOP + who * at.SEAT_SIZE]
    high = low - 1
    low -= cards
    for k in range(cards // 2):
        m.game[low + k], m.game[high - k] = m.game[high - k], m.game[low + k]
    for k in range(cards):
        events.note(m, events.TOPDECK, who, m.game[low + k])


@routine
def take_to_look_at(m, who):
    """Take the top card of the deck to be looked at; return it, or `NOTHING`."""
    card = take(m, who)
    if card != NOTHING:
        m.game[at.LOOKED + m.game[at.N_LOOKED_AT]] = card
        m.game[at.N_LOOKED_AT] += 1
        m.game[at.BESIDE + card] += 1
    return card


@routine
def move_rest(m, who, source, to):
    """Move all cards that are looked at, or all set aside; return the last one and their number."""
    last, number = int64(NOTHING), int64(0)
    if source == at.LOOKED_AT:
        while m.game[at.N_LOOKED_AT]:
            last = m.game[at.LOOKED]
            _look_away_from(m, last)
            arrive(m, who, to, last)
            number += 1
        return last, number
    looked_at = m.game[at.N_LOOKED_AT]
    for k in range(looked_at):
        m.game[at.BESIDE + m.game[at.LOOKED + k]] -= 1
    for card in range(N_CARDS):
        while m.game[at.BESIDE + card]:
            m.game[at.BESIDE + card] -= 1
            arrive(m, who, to, card)
            last = int64(card)
            number += 1
    for k in range(looked_at):
        m.game[at.BESIDE + m.game[at.LOOKED + k]] += 1
    return last, number


@routine
def reveal_hand(m, who):
    """Show the hand."""
    if m.game[at.EVENTS_LEFT] == 0:
        return
    for card in range(N_CARDS):
        for _ in range(m.game[at.HAND + who * at.SEAT_SIZE + card]):
            events.note(m, events.REVEAL, who, card)
