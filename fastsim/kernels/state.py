"""The public state of a game: its registers (`fastsim.kernels.registers`), kept up buy by buy."""

from __future__ import annotations

from numba import int64

from fastsim.kernels import registers as reg
from fastsim.kernels.deck import count_of
from fastsim.kernels.ending import size_of
from fastsim.kernels.jit import step

_NEVER = 2**31


@step
def begin(setup, players, registers):
    """Write the registers before the first turn."""
    registers[reg.IN_STOCK] = 0
    for card in range(reg.N_CARDS):
        registers[reg.SUPPLY + card] = setup.supply[card]
        registers[reg.IN_STOCK] |= (setup.supply[card] > 0) << card
    for seat in range(players):
        mine = seat * reg.N_EACH
        registers[reg.VP + mine] = 0
        for card in range(reg.N_CARDS):
            registers[reg.OWN + card + mine] = setup.deck[card]
            registers[reg.VP + mine] += setup.deck[card] * setup.vp[card]


@step
def begin_turn(setup, players, program, registers, turn, seat, hand, size, money):
    """Write what the seat to move can look at and is not kept; what no rule looks at is left."""
    registers[reg.MONEY] = int64(money)
    registers[reg.TURN] = turn
    registers[reg.SEAT] = seat + 1
    if program.looks_at_hands:
        for card in range(reg.N_CARDS):
            registers[reg.HAND + card] = count_of(hand, size, card)
    if program.looks_at_opponents:
        registers[reg.OPPONENT_VP] = _best_opponent(players, registers, seat)
    if program.looks_at_piles:
        registers[reg.EMPTY_PILES] = size_of(setup.piles & ~registers[reg.IN_STOCK])
        registers[reg.GAINS_TO_END] = _gains_to_end(setup, registers)


@step
def gain(setup, registers, seat, card):
    """Move a card from its pile to a player; return how many are left in the pile."""
    left = registers[reg.SUPPLY + card] - 1
    registers[reg.SUPPLY + card] = left
    if left == 0:
        registers[reg.IN_STOCK] &= ~(1 << card)
    mine = seat * reg.N_EACH
    registers[reg.OWN + card + mine] += 1
    registers[reg.VP + mine] += setup.vp[card]
    return left


@step
def _best_opponent(players, registers, seat):
    """Return the VP of the best opponent."""
    best = -_NEVER
    for other in range(players):
        if other != seat:
            best = max(best, registers[reg.VP + other * reg.N_EACH])
    return best


@step
def _gains_to_end(setup, registers):
    """Return the fewest gains that would end the game: the Provinces, or the smallest piles."""
    total = 0
    untaken = setup.counted  # the piles that are not in the sum yet
    for _ in range(setup.end_piles):
        smallest, least = -1, _NEVER
        for card in range(reg.N_CARDS):
            left = registers[reg.SUPPLY + card]
            if untaken >> card & 1 and left < least:
                smallest, least = card, left
        if smallest < 0:
            total = _NEVER  # there are not as many piles
            break
        total += least
        untaken &= ~(1 << smallest)
    for card in range(reg.N_CARDS):
        if setup.provinces >> card & 1:
            total = min(total, registers[reg.SUPPLY + card])
    return total
