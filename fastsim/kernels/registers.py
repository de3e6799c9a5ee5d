"""The registers of compiled conditions: the one layout that compiler and kernels share.

Every quantity of the rule language is a linear combination of these, plus a constant. Only the seat
whose turn it is looks at them, so most exist once: the piles, which belong to nobody, and what is
written anew for the seat to move. What is kept for every seat stands behind them, once a seat: seat
s finds register r, from `OWN` on, at ``r + s * N_EACH``.

Blocks have one register a card, in the order of `fastsim.cards.CARDS`; plain integers only, so that
kernels can take them in as constants.
"""

from typing import Final

N_CARDS: Final = 6

# of the piles
SUPPLY: Final = 0
IN_STOCK: Final = SUPPLY + N_CARDS  # set of cards: bit c for column c; no condition looks at it
# of the seat to move
HAND: Final = IN_STOCK + 1
MONEY: Final = HAND + N_CARDS
TURN: Final = MONEY + 1
SEAT: Final = TURN + 1
OPPONENT_VP: Final = SEAT + 1
EMPTY_PILES: Final = OPPONENT_VP + 1
GAINS_TO_END: Final = EMPTY_PILES + 1
# of every seat
OWN: Final = GAINS_TO_END + 1
VP: Final = OWN + N_CARDS
N_EACH: Final = VP + 1 - OWN

#: What a compiled condition asks of its linear combination and its bound.
AT_MOST: Final = 0
EQUAL: Final = 1
UNEQUAL: Final = 2
