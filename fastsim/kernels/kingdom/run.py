"""What playing a card does: its program, step by step.

A play that plays another card waits in a frame until that one is over; frames lie on a stack.
While a program runs, `who` is the player whom its steps are about, `it` the card last moved, and
`moved` how many the last step moved.
"""

from __future__ import annotations

from numba import int64

from fastsim.kernels.jit import fragment, lowest_bit, routine, step
from fastsim.kernels.kingdom import events
from fastsim.kernels.kingdom import layout as at
from fastsim.kernels.kingdom.layout import NOTHING
from fastsim.kernels.kingdom.looking import look
from fastsim.kernels.kingdom.moves import arrive, cards_in, number_of, reveal_hand, turn_over
from fastsim.kernels.kingdom.policy import choose
from fastsim.kernels.kingdom.zones import (
    add_to_hand,
    affordable,
    draw,
    gain,
    next_seat,
    put_on_deck,
    take_from_hand,
)


@fragment
def play(m, seat, card):
    """Play a card that is in play, and all that it plays."""
    safe = _begin(m, seat, card)
    if m.tables[_program(m, card)] != at.END:
        _run(m, seat, _program(m, card), safe)


@routine
def _run(m, seat, pc, safe):
    """Run the program that begins at `pc`, and those of the cards that it plays."""
    who, it, moved = seat, int64(NOTHING), int64(0)
    bottom = m.tables[at.STACK]
    frame = bottom  # the first free one
    while True:
        op = m.tables[pc + at.OP]
        affected = False
        if op == at.MOVE_FROM_HAND:
            it, moved = _move_from_hand(m, who, pc, moved)
        elif op == at.GET:
            _get(m, who, pc, moved)
        elif op == at.CHOOSE_GAIN:
            it, moved = _choose_gain(m, who, pc, it)
        elif op == at.GAIN_CARD:
            it, moved = _gain_card(m, who, pc)
        elif op == at.EACH_OTHER:
            who = _next_affected(m, seat, who, safe)
            it, moved = int64(NOTHING), int64(0)
            affected = who != seat
        elif op == at.PLAY_IT:
            if moved:
                m.game[frame + at.AFTER] = m.tables[pc + at.GOES_ON]
                m.game[frame + at.PLAYED_CARD] = it
                m.game[frame + at.TIMES] = m.tables[pc + at.NUMBER]
                m.game[frame + at.SAFE] = safe
                frame += at.FRAME_SIZE  # the next step is the end: that of no play yet
        elif op == at.AT_FIRST_PLAY:
            _await(m, pc)
        elif op >= at.MOVE_LOOKED_AT:
            pc, it, moved = look(m, who, pc, moved)
        else:
            it, moved = _do_more(m, who, pc, it, moved)
        pc = m.tables[pc + at.ELSE + int64(moved > 0 or affected)]
        while m.tables[pc + at.OP] == at.END:
            if frame == bottom:
                return
            frame -= at.FRAME_SIZE
            it, moved = m.game[frame + at.PLAYED_CARD], int64(1)
            safe = m.game[frame + at.SAFE]
            if m.game[frame + at.TIMES]:
                m.game[frame + at.TIMES] -= 1
                frame += at.FRAME_SIZE
                safe = _begin(m, seat, it)
                pc = _program(m, it)
                it, moved = int64(NOTHING), int64(0)
            else:
                pc = m.game[frame + at.AFTER]


@step
def _program(m, card):
    return m.tables[at.CARD_ROWS + card * at.CARD_SIZE + at.PROGRAM]


@routine
def _begin(m, seat, card):
    """Give what a card's first lines give; return the players whom it does not affect, as a set.

    Bit s is for seat s.
    """
    mine = seat * at.SEAT_SIZE
    row = at.CARD_ROWS + card * at.CARD_SIZE
    events.note(m, events.PLAY, seat, card)
    safe = _unaffected(m, seat) if m.tables[row + at.IS_ATTACK] else int64(0)
    if m.tables[row + at.PLUS_CARDS]:
        draw(m, seat, m.tables[row + at.PLUS_CARDS])
    m.game[at.ACTIONS_LEFT + mine] += m.tables[row + at.PLUS_ACTIONS]
    m.game[at.BUYS + mine] += m.tables[row + at.PLUS_BUYS]
    m.game[at.MONEY + mine] += m.tables[row + at.PLUS_COINS]
    return safe


@fragment
def _unaffected(m, seat):
    safe = int64(0)
    other = next_seat(m, seat)
    while other != seat:
        shields = m.game[at.HAND_SET + other * at.SEAT_SIZE] & m.tables[at.SHIELDS]
        if shields:
            safe |= int64(1) << other
            events.note(m, events.REVEAL, other, int64(lowest_bit(shields)))
        other = next_seat(m, other)
    return safe


@step
def _next_affected(m, seat, who, safe):
    """Return the next other player whom the card affects, or `seat` when there is none."""
    who = next_seat(m, who)
    while who != seat and safe >> who & 1:
        who = next_seat(m, who)
    return who


@step
def _get(m, who, pc, moved):
    mine = who * at.SEAT_SIZE
    times = number_of(m, who, pc, moved)
    draw(m, who, times * m.tables[pc + at.GET_CARDS])
    m.game[at.ACTIONS_LEFT + mine] += times * m.tables[pc + at.GET_ACTIONS]
    m.game[at.BUYS + mine] += times * m.tables[pc + at.GET_BUYS]
    m.game[at.MONEY + mine] += times * m.tables[pc + at.GET_COINS]


@step
def _move_from_hand(m, who, pc, moved):
    """Let a player choose cards of the hand; return the last one, and how many they are."""
    point, kind = m.tables[pc + at.POINT], m.tables[pc + at.KIND]
    to = m.tables[pc + at.TO]
    most = number_of(m, who, pc, moved)
    last, number = int64(NOTHING), int64(0)
    while number < most:
        card = choose(m, who, point, m.game[at.HAND_SET + who * at.SEAT_SIZE] & kind)
        if card == NOTHING:
            break
        take_from_hand(m, who, card)
        arrive(m, who, to, card)
        last = card
        number += 1
    return last, number


@step
def _choose_gain(m, who, pc, it):
    """Let a player choose a card to gain; return it, and how many it is."""
    coins = m.tables[pc + at.NUMBER]
    if m.tables[pc + at.SOURCE] and it != NOTHING:
        coins += m.tables[at.CARD_ROWS + it * at.CARD_SIZE + at.COST]
    among = affordable(m, coins) & m.tables[pc + at.KIND]
    card = choose(m, who, m.tables[pc + at.POINT], among)
    if card != NOTHING:
        _gain_to(m, who, card, m.tables[pc + at.TO])
    return card, int64(card != NOTHING)


@step
def _gain_card(m, who, pc):
    """Let a player gain a certain card; return it, and how many it is."""
    card = m.tables[pc + at.KIND]
    if m.game[at.SUPPLY + card] == 0:
        return int64(NOTHING), int64(0)
    _gain_to(m, who, card, m.tables[pc + at.TO])
    return card, int64(1)


@step
def _gain_to(m, who, card, to):
    gain(m, who, card)
    if to == at.IN_HAND:
        add_to_hand(m, who, card)
        events.note(m, events.GAIN_TO_HAND, who, card)
    elif to == at.ON_DECK:
        put_on_deck(m, who, card)
        events.note(m, events.GAIN_TO_DECK, who, card)
    else:
        events.note(m, events.GAIN, who, card)


@step
def _await(m, pc):
    """Let the first of some Treasure that is played later in the turn give more."""
    card = m.tables[pc + at.KIND]
    bit = int64(1) << card
    if m.game[at.AWAITED] & bit == 0:
        m.game[at.AWAITED] |= bit
        m.game[at.MORE_COINS + card] = 0
    m.game[at.MORE_COINS + card] += m.tables[pc + at.NUMBER]


@routine
def _do_more(m, who, pc, it, moved):
    """Do a step that is not worth a place in the loop above; return what is to be remembered."""
    if m.tables[pc + at.OP] == at.MOVE_BETWEEN:
        return _move_between(m, who, pc, it, moved)
    reveal_hand(m, who)
    return it, moved


@fragment
def _move_between(m, who, pc, it, moved):
    """Let a player choose cards of a zone; return the last one, and how many they are."""
    source, to = m.tables[pc + at.SOURCE], m.tables[pc + at.TO]
    most = number_of(m, who, pc, moved)
    last, number = int64(NOTHING), int64(0)
    while number < most:
        among = cards_in(m, who, source, it) & m.tables[pc + at.KIND]
        card = choose(m, who, m.tables[pc + at.POINT], among) if among else int64(NOTHING)
        if card == NOTHING:
            break
        if source == at.IN_HAND:
            take_from_hand(m, who, card)
        arrive(m, who, to, card)
        last = card
        number += 1
    if to == at.ON_DECK:
        turn_over(m, who, number)
    return last, number
