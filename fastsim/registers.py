"""The registers of compiled conditions: the one layout that compiler and kernels share.

Every quantity of the rule language is a linear combination of these. The first four blocks have
one register a card, in the order of `fastsim.cards.CARDS`; plain integers only, so that kernels
can take them in as constants.
"""

from typing import Final

N_CARDS: Final = 6

OWN: Final = 0
SUPPLY: Final = OWN + N_CARDS
OPPONENTS: Final = SUPPLY + N_CARDS
HAND: Final = OPPONENTS + N_CARDS
MONEY: Final = HAND + N_CARDS
TURN: Final = MONEY + 1
SEAT: Final = TURN + 1
VP: Final = SEAT + 1
OPPONENT_VP: Final = VP + 1
EMPTY_PILES: Final = OPPONENT_VP + 1
GAINS_TO_END: Final = EMPTY_PILES + 1
N_REGISTERS: Final = GAINS_TO_END + 1

#: What a compiled condition asks of its linear combination and its bound.
AT_MOST: Final = 0
EQUAL: Final = 1
UNEQUAL: Final = 2
