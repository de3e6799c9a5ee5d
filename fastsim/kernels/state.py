"""The public state of a game: every player's registers, kept up to date buy by buy.

A row of `fastsim.registers` for each seat holds all that the conditions of a rule can look at, so
that a condition is a sum over one row. What depends on the hand alone is written each turn.
"""

from __future__ import annotations

from fastsim import registers as reg
from fastsim.kernels.deck import count_of
from fastsim.kernels.jit import step

_NEVER = 2**31


@step
def begin(setup, registers):
    """Write the registers of all seats before the first turn."""
    for seat in range(setup.players):
        vp = 0
        for card in range(reg.N_CARDS):
            registers[seat, reg.OWN + card] = setup.deck[card]
            registers[seat, reg.OPPONENTS + card] = setup.deck[card] * (setup.players - 1)
            registers[seat, reg.SUPPLY + card] = setup.supply[card]
            registers[seat, reg.HAND + card] = 0
            vp += setup.deck[card] * setup.vp[card]
        registers[seat, reg.TURN] = 0
        registers[seat, reg.SEAT] = seat + 1
        registers[seat, reg.VP] = registers[seat, reg.OPPONENT_VP] = vp
    _count_piles(setup, registers)


@step
def begin_turn(program, registers, seat, money, hand, hand_size):
    """Write what is new in a turn: its number, the money and, if a rule looks at it, the hand."""
    registers[seat, reg.TURN] += 1
    registers[seat, reg.MONEY] = money
    if program.looks_at_hands:
        for card in range(reg.N_CARDS):
            registers[seat, reg.HAND + card] = count_of(hand, hand_size, card)


@step
def gain(setup, program, registers, seat, card):
    """Move a card from its pile to a player; return how many are left in the pile."""
    left = registers[seat, reg.SUPPLY + card] - 1
    for other in range(setup.players):
        registers[other, reg.SUPPLY + card] = left
        registers[other, reg.OPPONENTS + card] += other != seat
    registers[seat, reg.OWN + card] += 1
    if setup.vp[card]:
        registers[seat, reg.VP] += setup.vp[card]
        _compare_vp(setup, registers)
    if program.looks_at_piles:
        _count_piles(setup, registers)
    return left


@step
def _compare_vp(setup, registers):
    """Write the VP of each player's best opponent."""
    for seat in range(setup.players):
        best = -_NEVER
        for other in range(setup.players):
            if other != seat:
                best = max(best, registers[other, reg.VP])
        registers[seat, reg.OPPONENT_VP] = best


@step
def _count_piles(setup, registers):
    """Write how many piles are empty, and the fewest gains that would end the game."""
    empty = 0
    for card in range(reg.N_CARDS):
        empty += setup.is_pile[card] and registers[0, reg.SUPPLY + card] == 0
    gains = _gains_to_end(setup, registers)
    for seat in range(setup.players):
        registers[seat, reg.EMPTY_PILES] = empty
        registers[seat, reg.GAINS_TO_END] = gains


@step
def _gains_to_end(setup, registers):
    """Return the fewest gains that would end the game: the Provinces, or the smallest piles."""
    total = 0
    taken = 0  # bits of the piles in the sum
    for _ in range(setup.end_piles):
        smallest, least = -1, _NEVER
        for card in range(reg.N_CARDS):
            left = registers[0, reg.SUPPLY + card]
            if setup.counts[card] and not taken >> card & 1 and left < least:
                smallest, least = card, left
        if smallest < 0:
            total = _NEVER  # there are not as many piles
            break
        total += least
        taken |= 1 << smallest
    for card in range(reg.N_CARDS):
        if setup.ends[card]:
            total = min(total, registers[0, reg.SUPPLY + card])
    return total
