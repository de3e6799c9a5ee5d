"""Steps about cards that lie beside: looked at, or set aside.

They come in a row, so that the loop over the steps of a program is left to one of their own, with
fewer kinds of steps to tell apart.
"""

from __future__ import annotations

from numba import int64

from fastsim.kernels.jit import fragment, lowest_bit, routine, step
from fastsim.kernels.kingdom import events
from fastsim.kernels.kingdom import layout as at
from fastsim.kernels.kingdom.layout import NOTHING
from fastsim.kernels.kingdom.moves import arrive, number_of, turn_over
from fastsim.kernels.kingdom.policy import choose
from fastsim.kernels.kingdom.zones import take


@routine
def look(m, who, pc, moved):
    """Do steps about cards that lie beside, from `pc` on to the last one in a row.

    Return its address, the card last moved, and how many that step moved.
    """
    while True:
        op = m.tables[pc + at.OP]
        if op == at.MOVE_LOOKED_AT:
            it, moved = _move_looked_at(m, who, pc, moved)
        elif op == at.TAKE:
            it, moved = _take(m, who, pc)
        elif op == at.DRAW_TO:
            it, moved = _draw_to(m, who, m.tables[pc + at.NUMBER])
        elif op == at.MOVE_REST:
            it, moved = _move_rest(m, who, m.tables[pc + at.TO])
        else:
            it, moved = _move_set_aside(m, who, m.tables[pc + at.TO])
        after = m.tables[pc + at.ELSE + int64(moved > 0)]
        if m.tables[after + at.OP] < at.MOVE_LOOKED_AT:
            return pc, it, moved
        pc = after


@step
def _take_to_look_at(m, who):
    """Take the top card of the deck to be looked at; return it, or `NOTHING`."""
    card = take(m, who)
    if card != NOTHING:
        m.game[at.BESIDE + card] += 1
        m.game[at.LOOKED_SET] |= int64(1) << card
    return card


@step
def _look_away_from(m, card):
    """Take a card out of those that are looked at; return it, as a set, if it was the last one."""
    left = m.game[at.BESIDE + card] - 1
    m.game[at.BESIDE + card] = left
    gone = int64(left == m.game[at.ASIDE + card]) << card
    m.game[at.LOOKED_SET] &= ~gone
    return gone


@fragment
def _take(m, who, pc):
    """Take cards to be looked at; return the last one, and how many they are."""
    it, moved = int64(NOTHING), int64(0)
    while moved < m.tables[pc + at.NUMBER]:
        card = _take_to_look_at(m, who)
        if card == NOTHING:
            break
        if m.tables[pc + at.KIND] != at.NOT_SHOWN:
            events.note(m, m.tables[pc + at.KIND], who, card)
        it = card
        moved += 1
    return it, moved


@fragment
def _draw_to(m, who, cards):
    """Take a card to be looked at, while there are fewer in hand; return it, and how many it is."""
    card = int64(NOTHING)
    if m.game[at.HAND_SIZE_NOW + who * at.SEAT_SIZE] < cards:
        card = _take_to_look_at(m, who)
    return card, int64(card != NOTHING)


@fragment
def _move_looked_at(m, who, pc, moved):
    """Let a player choose cards that are looked at; return the last one, and how many they are."""
    point, kind, to = m.tables[pc + at.POINT], m.tables[pc + at.KIND], m.tables[pc + at.TO]
    among = m.game[at.LOOKED_SET] & kind
    if among == 0:
        return int64(NOTHING), int64(0)
    most = number_of(m, who, pc, moved)
    it, moved = int64(NOTHING), int64(0)
    while among and moved < most:
        card = choose(m, who, point, among)
        if card == NOTHING:
            break
        among &= ~_look_away_from(m, card)
        arrive(m, who, to, card)
        it = card
        moved += 1
    if to == at.ON_DECK and moved:
        turn_over(m, who, moved)
    return it, moved


@fragment
def _move_rest(m, who, to):
    """Move all cards looked at, by column; return the last one, and how many they are."""
    it, moved = int64(NOTHING), int64(0)
    cards = m.game[at.LOOKED_SET]
    while cards:
        it = int64(lowest_bit(cards))
        cards &= ~_look_away_from(m, it)
        arrive(m, who, to, it)
        moved += 1
    return it, moved


@fragment
def _move_set_aside(m, who, to):
    """Move all cards set aside, by column; return the last one, and how many they are."""
    it, moved = int64(NOTHING), int64(0)
    while m.game[at.ASIDE_SET]:
        it = int64(lowest_bit(m.game[at.ASIDE_SET]))
        left = m.game[at.ASIDE + it] - 1
        m.game[at.ASIDE + it] = left
        m.game[at.ASIDE_SET] &= ~(int64(left == 0) << it)
        m.game[at.BESIDE + it] -= 1
        arrive(m, who, to, it)
        moved += 1
    return it, moved
