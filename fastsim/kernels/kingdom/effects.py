"""What playing a card does.

A Throne Room and a Vassal play cards as the last thing that they do, so that nothing has to be
remembered of them: the plays wait on a stack, the next one on top.
"""

from __future__ import annotations

from numba import int64

from fastsim import kingdom_registers as reg
from fastsim.kernels.jit import count_bits, fragment, routine, step
from fastsim.kernels.kingdom import events
from fastsim.kernels.kingdom import layout as at
from fastsim.kernels.kingdom.attacks import attack, moats
from fastsim.kernels.kingdom.layout import N_CARDS, NOTHING
from fastsim.kernels.kingdom.policy import choose
from fastsim.kernels.kingdom.zones import (
    add_to_hand,
    affordable,
    draw,
    gain,
    next_seat,
    put_on_deck,
    take,
    take_beside,
    take_from_hand,
    trash,
)

_LIBRARY_HAND = 7


@fragment
def play(m, seat, card):
    """Play a card that is in play, and all that it plays."""
    _resolve(m, seat, card)
    while m.game[at.PENDING]:
        m.game[at.PENDING] -= 1
        _resolve(m, seat, m.game[m.tables[at.STACK] + m.game[at.PENDING]])


@step
def _then_play(m, card):
    m.game[m.tables[at.STACK] + m.game[at.PENDING]] = card
    m.game[at.PENDING] += 1


@routine
def _resolve(m, seat, card):
    """Do what one play of a card does."""
    mine = seat * at.SEAT_SIZE
    row = at.CARD + card * at.CARD_SIZE
    events.note(m, events.PLAY, seat, card)
    safe = moats(m, seat) if m.tables[row + at.IS_ATTACK] else int64(0)
    if m.tables[row + at.PLUS_CARDS]:
        draw(m, seat, m.tables[row + at.PLUS_CARDS])
    m.game[at.ACTIONS_LEFT + mine] += m.tables[row + at.PLUS_ACTIONS]
    m.game[at.BUYS + mine] += m.tables[row + at.PLUS_BUYS]
    m.game[at.MONEY + mine] += m.tables[row + at.PLUS_COINS]
    effect = m.tables[row + at.EFFECT]
    if m.tables[row + at.IS_ATTACK]:
        attack(m, seat, effect, safe)
    elif effect != at.NO_EFFECT:
        _take_effect(m, seat, effect)


@routine
def _take_effect(m, seat, effect):
    """Do what a card does beyond its first lines."""
    if effect == at.CELLAR:
        _cellar(m, seat)
    elif effect == at.CHAPEL:
        _chapel(m, seat)
    elif effect == at.HARBINGER:
        _harbinger(m, seat)
    elif effect == at.MERCHANT:
        m.game[at.MERCHANTS] += 1
    elif effect == at.VASSAL:
        _vassal(m, seat)
    elif effect == at.WORKSHOP:
        _gain_up_to(m, seat, at.WORKSHOP_GAINS, 4)
    elif effect == at.MONEYLENDER:
        _moneylender(m, seat)
    elif effect == at.POACHER:
        _poacher(m, seat)
    elif effect == at.REMODEL:
        _remodel(m, seat)
    elif effect == at.THRONE_ROOM:
        _throne_room(m, seat)
    elif effect == at.COUNCIL_ROOM:
        _council_room(m, seat)
    elif effect == at.LIBRARY:
        _library(m, seat)
    elif effect == at.MINE:
        _mine(m, seat)
    elif effect == at.SENTRY:
        _sentry(m, seat)
    elif effect == at.ARTISAN:
        _artisan(m, seat)


@step
def _hand(m, seat):
    """Return the cards in hand, as a set."""
    return m.game[at.HAND_SET + seat * at.SEAT_SIZE]


@step
def _gain_up_to(m, seat, point, coins):
    card = choose(m, seat, point, affordable(m, coins))
    if card != NOTHING:
        gain(m, seat, card)
        events.note(m, events.GAIN, seat, card)


@step
def _cost(m, card):
    return m.tables[at.CARD + card * at.CARD_SIZE + at.COST]


@fragment
def _cellar(m, seat):
    discarded = int64(0)
    while True:
        card = choose(m, seat, at.CELLAR_DISCARDS, _hand(m, seat))
        if card == NOTHING:
            break
        take_from_hand(m, seat, card)
        events.note(m, events.DISCARD, seat, card)
        discarded += 1
    draw(m, seat, discarded)


@fragment
def _chapel(m, seat):
    for _ in range(4):
        card = choose(m, seat, at.CHAPEL_TRASHES, _hand(m, seat))
        if card == NOTHING:
            break
        take_from_hand(m, seat, card)
        trash(m, seat, card)


@step
def _discard_pile(m, seat):
    """Return the cards in the discard pile, as a set."""
    mine = seat * at.SEAT_SIZE
    # nothing is set aside here: there is room to count the known top of the deck
    for k in range(m.game[at.ON_TOP + mine]):
        m.game[at.TEMPORARY + m.game[m.tables[at.TOPS] + seat * m.tables[at.TOP_SIZE] + k]] += 1
    cards, earlier = int64(0), int64(0)
    for card in range(N_CARDS):
        up_to_here = int64(m.decks[seat * N_CARDS + card])
        discarded = (
            m.game[at.OWN + mine + card]
            - m.game[at.HAND + mine + card]
            - m.game[at.IN_PLAY + mine + card]
            - m.game[at.TEMPORARY + card]
            - (up_to_here - earlier)
        )
        earlier = up_to_here
        cards |= int64(discarded > 0) << card
        m.game[at.TEMPORARY + card] = 0
    return cards


@fragment
def _harbinger(m, seat):
    card = choose(m, seat, at.HARBINGER_PUTS_BACK, _discard_pile(m, seat))
    if card != NOTHING:
        put_on_deck(m, seat, card)
        events.note(m, events.TOPDECK, seat, card)


@fragment
def _vassal(m, seat):
    card = take(m, seat)
    if card == NOTHING:
        return
    events.note(m, events.DISCARD, seat, card)
    if choose(m, seat, at.VASSAL_PLAYS, (int64(1) << card) & m.tables[at.ACTIONS]) == card:
        m.game[at.IN_PLAY + seat * at.SEAT_SIZE + card] += 1
        _then_play(m, card)


@fragment
def _moneylender(m, seat):
    coppers = _hand(m, seat) & (int64(1) << reg.COPPER)
    card = choose(m, seat, at.MONEYLENDER_TRASHES, coppers)
    if card != NOTHING:
        take_from_hand(m, seat, card)
        trash(m, seat, card)
        m.game[at.MONEY + seat * at.SEAT_SIZE] += 3


@fragment
def _poacher(m, seat):
    for _ in range(count_bits(m.tables[at.PILES] & ~m.game[at.IN_STOCK])):
        card = choose(m, seat, at.POACHER_DISCARDS, _hand(m, seat))
        if card == NOTHING:
            break
        take_from_hand(m, seat, card)
        events.note(m, events.DISCARD, seat, card)


@fragment
def _remodel(m, seat):
    card = choose(m, seat, at.REMODEL_TRASHES, _hand(m, seat))
    if card != NOTHING:
        take_from_hand(m, seat, card)
        trash(m, seat, card)
        _gain_up_to(m, seat, at.REMODEL_GAINS, _cost(m, card) + 2)


@fragment
def _throne_room(m, seat):
    card = choose(m, seat, at.THRONE_ROOM_PLAYS, _hand(m, seat) & m.tables[at.ACTIONS])
    if card != NOTHING:
        take_from_hand(m, seat, card)
        m.game[at.IN_PLAY + seat * at.SEAT_SIZE + card] += 1
        _then_play(m, card)
        _then_play(m, card)


@fragment
def _council_room(m, seat):
    other = next_seat(m, seat)
    while other != seat:
        draw(m, other, 1)
        other = next_seat(m, other)


@fragment
def _library(m, seat):
    mine = seat * at.SEAT_SIZE
    while m.game[at.HAND_SIZE_NOW + mine] < _LIBRARY_HAND:
        card = take(m, seat)
        if card == NOTHING:
            break
        action = (int64(1) << card) & m.tables[at.ACTIONS]
        if choose(m, seat, at.LIBRARY_SETS_ASIDE, action) == card:
            m.game[at.TEMPORARY + card] += 1
            events.note(m, events.SET_ASIDE, seat, card)
        else:
            add_to_hand(m, seat, card)
            events.note(m, events.DRAW, seat, card)
    for card in range(N_CARDS):
        for _ in range(m.game[at.TEMPORARY + card]):
            events.note(m, events.DISCARD, seat, card)
        m.game[at.TEMPORARY + card] = 0


@fragment
def _mine(m, seat):
    treasures = m.tables[at.TREASURES]
    card = choose(m, seat, at.MINE_TRASHES, _hand(m, seat) & treasures)
    if card == NOTHING:
        return
    take_from_hand(m, seat, card)
    trash(m, seat, card)
    card = choose(m, seat, at.MINE_GAINS, affordable(m, _cost(m, card) + 3) & treasures)
    if card != NOTHING:
        gain(m, seat, card)
        add_to_hand(m, seat, card)
        events.note(m, events.GAIN_TO_HAND, seat, card)


@fragment
def _sentry(m, seat):
    first = take(m, seat)
    if first == NOTHING:
        return
    events.note(m, events.LOOK, seat, first)
    second = take_beside(m, seat, first)
    if second != NOTHING:
        events.note(m, events.LOOK, seat, second)
    for point in (at.SENTRY_TRASHES, at.SENTRY_DISCARDS, at.SENTRY_PUTS_BACK):
        puts_back = int64(NOTHING)  # the first one chosen ends on top
        while True:
            card = choose(m, seat, point, _set_of(first) | _set_of(second))
            if card == NOTHING:
                break
            if card == first:
                first = second
            second = int64(NOTHING)
            if point == at.SENTRY_TRASHES:
                trash(m, seat, card)
            elif point == at.SENTRY_DISCARDS:
                events.note(m, events.DISCARD, seat, card)
            elif puts_back == NOTHING and first != NOTHING:
                puts_back = card
            else:
                _put_back(m, seat, card)
        if puts_back != NOTHING:
            _put_back(m, seat, puts_back)


@step
def _put_back(m, seat, card):
    put_on_deck(m, seat, card)
    events.note(m, events.TOPDECK, seat, card)


@step
def _set_of(card):
    """Return the set of one card, or the empty one of `NOTHING`."""
    return int64(0) if card == NOTHING else int64(1) << card


@fragment
def _artisan(m, seat):
    card = choose(m, seat, at.ARTISAN_GAINS, affordable(m, 5))
    if card != NOTHING:
        gain(m, seat, card)
        add_to_hand(m, seat, card)
        events.note(m, events.GAIN_TO_HAND, seat, card)
    card = choose(m, seat, at.ARTISAN_PUTS_BACK, _hand(m, seat))
    if card != NOTHING:
        take_from_hand(m, seat, card)
        _put_back(m, seat, card)
