"""Cards that a program moves: how many, which ones are in a zone, how they arrive in another."""

from __future__ import annotations

from numba import int64

from fastsim.kernels.jit import count_bits, fragment, routine, step
from fastsim.kernels.kingdom import events
from fastsim.kernels.kingdom import layout as at
from fastsim.kernels.kingdom.layout import N_CARDS, NOTHING
from fastsim.kernels.kingdom.zones import add_to_hand, put_on_deck, trash


@step
def number_of(m, who, pc, moved):
    """Return how often a step is done, or with how many cards."""
    meant = m.tables[pc + at.MEANT]
    number = m.tables[pc + at.NUMBER]
    if meant == at.AS_IT_STANDS:
        return number
    if meant == at.DOWN_TO:
        number = m.game[at.HAND_SIZE_NOW + who * at.SEAT_SIZE] - number
    elif meant == at.AS_MOVED:
        number = moved
    else:
        number = int64(count_bits(m.tables[at.SUPPLY_PILES] & ~m.game[at.IN_STOCK]))
    return number


@step
def cards_in(m, who, zone, it):
    """Return the cards of a zone, as a set."""
    if zone == at.IN_HAND:
        return m.game[at.HAND_SET + who * at.SEAT_SIZE]
    if zone == at.IN_DISCARD:
        return _discard_pile(m, who)
    return int64(0) if it == NOTHING else int64(1) << it


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
def arrive(m, who, zone, card):
    """Put a card that has left a zone into another one; onto the deck, see `turn_over`."""
    if zone == at.IN_DISCARD:
        events.note(m, events.DISCARD, who, card)
    elif zone == at.IN_HAND:
        add_to_hand(m, who, card)
        events.note(m, events.DRAW, who, card)
    elif zone == at.IN_TRASH:
        trash(m, who, card)
    elif zone == at.PLAYED:
        m.game[at.IN_PLAY + who * at.SEAT_SIZE + card] += 1
    elif zone == at.ON_DECK:
        put_on_deck(m, who, card)
    else:
        m.game[at.BESIDE + card] += 1
        m.game[at.ASIDE + card] += 1
        m.game[at.ASIDE_SET] |= int64(1) << card
        events.note(m, events.SET_ASIDE, who, card)


@routine
def turn_over(m, who, cards):
    """Turn over the top cards of the deck, which were put there one by one: the first is on top."""
    end = m.tables[at.TOPS] + who * m.tables[at.TOP_SIZE] + m.game[at.ON_TOP + who * at.SEAT_SIZE]
    low, high = end - cards, end - 1
    while low < high:
        m.game[low], m.game[high] = m.game[high], m.game[low]
        low += 1
        high -= 1
    if m.game[at.EVENTS_LEFT]:
        for place in range(end - cards, end):
            events.note(m, events.TOPDECK, who, m.game[place])


@fragment
def reveal_hand(m, who):
    """Show the hand."""
    if m.game[at.EVENTS_LEFT] == 0:
        return
    for card in range(N_CARDS):
        for _ in range(m.game[at.HAND + who * at.SEAT_SIZE + card]):
            events.note(m, events.REVEAL, who, card)
