"""What a rule buys: the first entry that is affordable, in stock, and whose conditions hold."""

from __future__ import annotations

from fastsim import registers as reg
from fastsim.kernels.ending import behind_after
from fastsim.kernels.jit import step

NOTHING = -1
#: Entries are listed by the money that affords them: 0, 1, ... up to the dearest card's cost.
MONEY_STEPS = 9


@step
def choose(setup, program, registers, seat):
    """Return the column of the card that the seat's rule buys, or `NOTHING`.

    Parameters
    ----------
    setup : SetupTable
    program : Program
    registers : int64 [n_players, n_registers]
    seat : int
    """
    money = min(registers[seat, reg.MONEY], MONEY_STEPS - 1)
    affordable = seat * MONEY_STEPS + money
    for candidate in range(program.first[affordable], program.first[affordable + 1]):
        entry = program.candidate[candidate]
        card = program.card[entry]
        if (
            registers[seat, reg.SUPPLY + card] > 0
            and _conditions_hold(program, entry, registers, seat)
            and not (
                program.avoid_losing_end[entry] and behind_after(setup, registers, seat, card)
            )
        ):
            return card
    return NOTHING


@step
def _conditions_hold(program, entry, registers, seat):
    for condition in range(program.first_condition[entry], program.first_condition[entry + 1]):
        total = 0
        for term in range(program.first_term[condition], program.first_term[condition + 1]):
            total += program.coefficient[term] * registers[seat, program.register[term]]
        relation = program.relation[condition]
        bound = program.bound[condition]
        if relation == reg.AT_MOST:
            if total > bound:
                return False
        elif (total == bound) != (relation == reg.EQUAL):
            return False
    return True
