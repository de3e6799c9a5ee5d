"""What a rule buys: the first entry that is affordable, in stock, and whose conditions hold.

The entries of a rule are bits, 64 to a page, the most preferred lowest. Tables tell which of them
still stand, given the cards that can be bought at all and given the value of each quantity that
conditions look at; what all of them leave, the lowest bit decides. There is nothing to branch on,
which matters more than the work: no processor can guess what a player will buy.
"""

from __future__ import annotations

from numba import uint64

from fastsim.kernels import registers as reg
from fastsim.kernels.ending import behind_after
from fastsim.kernels.jit import lowest_bit, step
from fastsim.kernels.tables import N_CARD_SETS, PAGE

NOTHING = -1


@step
def choose(setup, program, registers, seat, money):
    """Return the column of the card that the seat's rule buys, or `NOTHING`.

    Parameters
    ----------
    setup : SetupTable
    program : Program
    registers : int64 [n_registers]
    seat : int
    money : uint64
    """
    buyable = setup.affordable[money] & registers[reg.IN_STOCK]
    for page in range(program.first_page[seat], program.first_page[seat + 1]):
        entries = program.entries_for[page * N_CARD_SETS + buyable]
        for number in range(program.first_lookup[page], program.first_lookup[page + 1]):
            entries &= _entries_left(program, program.lookups[number], registers)
        while entries:
            entry = lowest_bit(entries)
            card = program.card[uint64(page * PAGE) + entry]
            wary = program.avoid_losing_end[page] >> entry & uint64(1)
            if not (wary and behind_after(setup, registers, seat, card)):
                return card
            entries &= entries - uint64(1)
    return NOTHING


@step
def _entries_left(program, lookup, registers):
    """Return the entries whose conditions on one quantity hold."""
    value = -lookup.lowest
    number = lookup.first_term
    while True:  # no range: it would be vectorised, and most quantities have one term
        term = program.terms[number]
        value += term.coefficient * registers[term.register]
        if term.is_last:
            break
        number += 1
    return program.entries_at[lookup.first_row + max(0, min(value, lookup.last_row))]
