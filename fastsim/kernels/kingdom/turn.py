"""A turn: the Action phase, the Buy phase, and the clean-up after it."""

from __future__ import annotations

from numba import int64

from fastsim.kernels.jit import fragment, lowest_bit, step
from fastsim.kernels.kingdom import events
from fastsim.kernels.kingdom import layout as at
from fastsim.kernels.kingdom import registers as reg
from fastsim.kernels.kingdom.layout import N_CARDS, NOTHING
from fastsim.kernels.kingdom.policy import choose
from fastsim.kernels.kingdom.run import play
from fastsim.kernels.kingdom.zones import affordable, draw_hand, gain, take_from_hand

_BASIC_TREASURES = 1 << reg.COPPER | 1 << reg.SILVER | 1 << reg.GOLD


@fragment
def take_turn(m, seat):
    """Play the turn of a seat, up to its last buy."""
    mine = seat * at.SEAT_SIZE
    m.game[at.TURN + mine] += 1
    m.game[at.ACTIONS_LEFT + mine] = 1
    m.game[at.BUYS + mine] = 1
    m.game[at.MONEY + mine] = 0
    m.game[at.AWAITED] = 0
    events.note(m, events.TURN, seat, 0)
    rest_of_turn(m, seat)


@fragment
def rest_of_turn(m, seat):
    """Go on with a turn from the Action phase on."""
    mine = seat * at.SEAT_SIZE
    while m.game[at.ACTIONS_LEFT + mine]:
        actions = m.game[at.HAND_SET + mine] & m.tables[at.ACTION_CARDS]
        card = choose(m, seat, at.TO_PLAY, actions) if actions else int64(NOTHING)
        if card == NOTHING:
            break
        play_from_hand(m, seat, card)
    _play_treasures(m, seat)
    events.note(m, events.COINS, seat, m.game[at.MONEY + mine])
    _buy(m, seat)


@fragment
def play_from_hand(m, seat, card):
    """Play an Action of the hand for one of the Actions left."""
    mine = seat * at.SEAT_SIZE
    m.game[at.ACTIONS_LEFT + mine] -= 1
    take_from_hand(m, seat, card)
    m.game[at.IN_PLAY + mine + card] += 1
    play(m, seat, card)


@step
def _play_all(m, seat, card):
    mine = seat * at.SEAT_SIZE
    number = m.game[at.HAND + mine + card]
    m.game[at.MONEY + mine] += number * m.tables[at.CARD_ROWS + card * at.CARD_SIZE + at.COINS]
    if not m.tables[at.IS_SIMPLE]:
        m.game[at.IN_PLAY + mine + card] += number
        m.game[at.HAND + mine + card] = 0
        m.game[at.HAND_SIZE_NOW + mine] -= number


@fragment
def _play_treasures(m, seat):
    """Play all Treasures in hand for their coins, and what the first of them gives more."""
    mine = seat * at.SEAT_SIZE
    treasures = m.game[at.HAND_SET + mine] & m.tables[at.TREASURE_CARDS]
    awaited = treasures & m.game[at.AWAITED]
    while awaited:
        m.game[at.MONEY + mine] += m.game[at.MORE_COINS + int64(lowest_bit(awaited))]
        awaited &= awaited - 1
    for card in (reg.COPPER, reg.SILVER, reg.GOLD):  # without a branch on what is there
        _play_all(m, seat, card)
    treasures &= ~_BASIC_TREASURES
    while treasures:
        _play_all(m, seat, int64(lowest_bit(treasures)))
        treasures &= treasures - 1
    if not m.tables[at.IS_SIMPLE]:
        m.game[at.HAND_SET + mine] &= ~m.tables[at.TREASURE_CARDS]


@fragment
def _buy(m, seat):
    mine = seat * at.SEAT_SIZE
    while m.game[at.BUYS + mine]:
        money = m.game[at.MONEY + mine]
        card = choose(m, seat, at.TO_BUY, affordable(m, money))
        if card == NOTHING:
            break
        m.game[at.MONEY + mine] = money - m.tables[at.CARD_ROWS + card * at.CARD_SIZE + at.COST]
        m.game[at.BUYS + mine] -= 1
        gain(m, seat, card)
        events.note(m, events.BUY, seat, card)


@fragment
def clean_up(m, seat):
    """Discard hand and play area, and draw the next hand."""
    mine = seat * at.SEAT_SIZE
    events.note(m, events.CLEAN_UP, seat, 0)
    for card in range(N_CARDS):
        m.game[at.HAND + mine + card] = 0
        m.game[at.IN_PLAY + mine + card] = 0
    m.game[at.HAND_SET + mine] = 0
    m.game[at.HAND_SIZE_NOW + mine] = 0
    m.game[at.HAND_ACTIONS + mine] = 0
    m.game[at.MONEY + mine] = 0
    m.game[at.BUYS + mine] = 0
    m.game[at.ACTIONS_LEFT + mine] = 0
    draw_hand(m, seat)
