"""Cards on their way between zones.

The discard pile is never stored: it is what a player owns and is nowhere else. To discard a card
is therefore to take it away from where it was, and a reshuffle, which happens when the deck is
empty, makes everything the new deck that is neither in hand nor in play nor set aside.
"""

from __future__ import annotations

from numba import int64, uint64

from fastsim.kernels import stream
from fastsim.kernels.jit import routine, step
from fastsim.kernels.kingdom import events, prefixes
from fastsim.kernels.kingdom import layout as at
from fastsim.kernels.kingdom.layout import N_CARDS, NOTHING


@step
def next_seat(m, seat):
    """Return the seat to the left of one."""
    return seat + 1 if seat + 1 < m.tables[at.PLAYERS] else int64(0)


@step
def add_to_hand(m, seat, card):
    """Let a card, wherever it came from, be in hand."""
    mine = seat * at.SEAT_SIZE
    m.game[at.HAND + mine + card] += 1
    m.game[at.HAND_SET + mine] |= int64(1) << card
    m.game[at.HAND_SIZE_NOW + mine] += 1
    m.game[at.HAND_ACTIONS + mine] += m.tables[at.ACTION_CARDS] >> card & 1


@step
def take_from_hand(m, seat, card):
    """Take a card from the hand; without more, it is discarded."""
    mine = seat * at.SEAT_SIZE
    left = m.game[at.HAND + mine + card] - 1
    m.game[at.HAND + mine + card] = left
    m.game[at.HAND_SET + mine] &= ~(int64(left == 0) << card)
    m.game[at.HAND_SIZE_NOW + mine] -= 1
    m.game[at.HAND_ACTIONS + mine] -= m.tables[at.ACTION_CARDS] >> card & 1


@step
def put_on_deck(m, seat, card):
    """Put a card that was taken from elsewhere on the deck."""
    mine = seat * at.SEAT_SIZE
    number = m.game[at.ON_TOP + mine]
    m.game[m.tables[at.TOPS] + seat * m.tables[at.TOP_SIZE] + number] = card
    m.game[at.ON_TOP + mine] = number + 1


@step
def _take_known(m, seat):
    """Take the top card of a deck whose top is known."""
    mine = seat * at.SEAT_SIZE
    number = m.game[at.ON_TOP + mine] - 1
    m.game[at.ON_TOP + mine] = number
    return m.game[m.tables[at.TOPS] + seat * m.tables[at.TOP_SIZE] + number]


@routine
def reshuffle(m, seat):
    """Make the discard pile the deck, when the deck is empty; return how many cards it has."""
    mine = seat * at.SEAT_SIZE
    cards = int64(0)
    columns = m.tables[at.COLUMNS]
    for card in range(columns):
        cards += (
            m.game[at.OWN + mine + card]
            - m.game[at.HAND + mine + card]
            - m.game[at.IN_PLAY + mine + card]
            - m.game[at.BESIDE + card]
        )
        m.decks[seat * N_CARDS + card] = cards
    for card in range(columns, N_CARDS):
        m.decks[seat * N_CARDS + card] = cards
    m.game[at.UNKNOWN + mine] = cards
    if cards:
        events.note(m, events.SHUFFLE, seat, 0)
    return cards


@routine
def take(m, seat):
    """Take the top card of the deck; return it, or `NOTHING` when there is none."""
    mine = seat * at.SEAT_SIZE
    if m.game[at.ON_TOP + mine]:
        return _take_known(m, seat)
    if m.game[at.UNKNOWN + mine] == 0 and reshuffle(m, seat) == 0:
        return int64(NOTHING)
    word, s0, s1 = stream.word(uint64(m.game[at.S0]), uint64(m.game[at.S1]))
    m.game[at.S0], m.game[at.S1] = int64(s0), int64(s1)
    n = m.game[at.UNKNOWN + mine]
    position = int64(word * uint64(n) >> uint64(32))
    deck = prefixes.load(m.decks, seat * N_CARDS)
    prefixes.store(m.decks, seat * N_CARDS, prefixes.without(deck, position))
    m.game[at.UNKNOWN + mine] = n - 1
    return prefixes.column_at(deck, position)


@step
def _draw_by_chance(m, seat, deck, n, number):
    """Draw the card that a 32-bit number picks of the `n` in an unknown deck.

    Return it and the rest of the deck. What is kept of a hand as a whole is not written yet.
    """
    position = int64(number * uint64(n) >> uint64(32))
    card = prefixes.column_at(deck, position)
    m.game[at.HAND + seat * at.SEAT_SIZE + card] += 1
    events.note(m, events.DRAW, seat, card)
    return card, prefixes.without(deck, position)


@step
def _add_up_hand(m, seat, cards, drawn, actions):
    """Write what is kept of a hand as a whole: a set of cards was drawn, Actions among them."""
    mine = seat * at.SEAT_SIZE
    m.game[at.HAND_SET + mine] |= drawn
    m.game[at.HAND_SIZE_NOW + mine] += cards
    m.game[at.HAND_ACTIONS + mine] += actions


@routine
def draw(m, seat, cards):
    """Draw cards, as many as there are."""
    mine = seat * at.SEAT_SIZE
    n = m.game[at.UNKNOWN + mine]
    if m.game[at.ON_TOP + mine] or n < cards:
        _draw_one_by_one(m, seat, cards)
        return
    s0, s1 = uint64(m.game[at.S0]), uint64(m.game[at.S1])
    deck = prefixes.load(m.decks, seat * N_CARDS)
    drawn, actions = int64(0), int64(0)
    for _ in range(cards):
        word, s0, s1 = stream.word(s0, s1)
        card, deck = _draw_by_chance(m, seat, deck, n, word)
        drawn |= int64(1) << card
        actions += m.tables[at.ACTION_CARDS] >> card & 1
        n -= 1
    _add_up_hand(m, seat, cards, drawn, actions)
    prefixes.store(m.decks, seat * N_CARDS, deck)
    m.game[at.UNKNOWN + mine] = n
    m.game[at.S0], m.game[at.S1] = int64(s0), int64(s1)


@routine
def _draw_one_by_one(m, seat, cards):
    for _ in range(cards):
        card = take(m, seat)
        if card == NOTHING:
            break
        add_to_hand(m, seat, card)
        events.note(m, events.DRAW, seat, card)


@routine
def draw_hand(m, seat):
    """Draw a new hand of five, into an empty one."""
    mine = seat * at.SEAT_SIZE
    numbers, s0, s1 = stream.hand(uint64(m.game[at.S0]), uint64(m.game[at.S1]))
    m.game[at.S0], m.game[at.S1] = int64(s0), int64(s1)
    n = m.game[at.UNKNOWN + mine]
    deck = prefixes.load(m.decks, seat * N_CARDS)
    if m.game[at.ON_TOP + mine] or n < at.HAND_SIZE:
        _draw_scarce_hand(m, seat, numbers)
        return
    drawn, actions = int64(0), int64(0)
    for number in numbers:
        card, deck = _draw_by_chance(m, seat, deck, n, number)
        drawn |= int64(1) << card
        actions += m.tables[at.ACTION_CARDS] >> card & 1
        n -= 1
    _add_up_hand(m, seat, at.HAND_SIZE, drawn, actions)
    prefixes.store(m.decks, seat * N_CARDS, deck)
    m.game[at.UNKNOWN + mine] = n


@routine
def _draw_scarce_hand(m, seat, numbers):
    """Draw a new hand where some places are known, or the discards must be shuffled for it."""
    mine = seat * at.SEAT_SIZE
    while m.game[at.HAND_SIZE_NOW + mine] < at.HAND_SIZE and m.game[at.ON_TOP + mine]:
        card = _take_known(m, seat)
        add_to_hand(m, seat, card)
        events.note(m, events.DRAW, seat, card)
    missing = at.HAND_SIZE - m.game[at.HAND_SIZE_NOW + mine]
    drawn, actions, cards = int64(0), int64(0), int64(0)
    n = m.game[at.UNKNOWN + mine]
    deck = prefixes.load(m.decks, seat * N_CARDS)
    if m.tables[at.IS_SIMPLE] and n < at.HAND_SIZE:
        # all that is left of the deck, in which there is no chance, takes no numbers
        while n:
            card, deck = _draw_by_chance(m, seat, deck, n, uint64(0))
            drawn |= int64(1) << card
            cards += 1
            n -= 1
    for number in numbers:
        if cards < missing:
            if n == 0:
                n = reshuffle(m, seat)
                deck = prefixes.load(m.decks, seat * N_CARDS)
            if n:
                card, deck = _draw_by_chance(m, seat, deck, n, number)
                drawn |= int64(1) << card
                actions += m.tables[at.ACTION_CARDS] >> card & 1
                cards += 1
                n -= 1
    _add_up_hand(m, seat, cards, drawn, actions)
    prefixes.store(m.decks, seat * N_CARDS, deck)
    m.game[at.UNKNOWN + mine] = n


@step
def own(m, seat, card, number):
    """Let a player own a card more, or less by a `number` of -1."""
    mine = seat * at.SEAT_SIZE
    row = at.CARD_ROWS + card * at.CARD_SIZE
    m.game[at.OWN + mine + card] += number
    for k in range(at.N_SUMS):
        m.game[at.DECK_SIZE + mine + k] += number * m.tables[row + at.ADDS + k]
    vp = m.game[at.PRINTED_VP + mine] + number * m.tables[row + at.POINTS_WORTH]
    m.game[at.PRINTED_VP + mine] = vp
    m.game[at.VP + mine] = vp + scored_vp(m, seat, 0, NOTHING)


@step
def scored_vp(m, seat, more, gained):
    """Return a player's VP for cards that score by the number of cards owned.

    With `more` cards than are owned, one of them in the column `gained`.
    """
    mine = seat * at.SEAT_SIZE
    vp = int64(0)
    row = m.tables[at.SCORING]
    while m.tables[row + at.SCORES] != NOTHING:
        column = m.tables[row + at.SCORES]
        each = (m.game[at.DECK_SIZE + mine] + more) // m.tables[row + at.CARDS_PER_VP]
        vp += (m.game[at.OWN + mine + column] + int64(column == gained)) * each
        row += at.SCORING_SIZE
    return vp


@step
def affordable(m, coins):
    """Return the cards in stock that cost at most so much, as a set."""
    return m.tables[at.AFFORDABLE + min(coins, at.MOST_COINS)] & m.game[at.IN_STOCK]


@step
def gain(m, seat, card):
    """Gain a card from its pile, which has one: to the discard pile, without more."""
    left = m.game[at.SUPPLY + card] - 1
    m.game[at.SUPPLY + card] = left
    if left == 0:
        m.game[at.IN_STOCK] &= ~(int64(1) << card)
        m.game[at.EMPTY_PILES] += m.tables[at.COUNTED] >> card & 1
    own(m, seat, card, 1)


@routine
def trash(m, seat, card):
    """Trash a card that was taken from where it was."""
    m.game[at.TRASH + card] += 1
    own(m, seat, card, -1)
    events.note(m, events.TRASH, seat, card)
