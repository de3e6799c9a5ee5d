"""The registers of the kingdom kernel: the layout that its compiler and its steps share.

As `fastsim.kernels.registers`, for games with kingdom cards. A game has its own columns: the seven
basic cards in the order Estate, Duchy, Province, Copper, Silver, Gold, Curse, then its kingdom
cards in the order of `fastsim.cards.CARDS`; this is also the order in which positions in a deck
count. Columns that a game does not need stay 0.

Any player may have to decide in any turn, so all that a player looks at is kept for every seat:
seat s finds register r, from `OWN` on, at ``r + s * N_EACH``. Plain integers only, so that kernels
can take them in as constants.
"""

from typing import Final

N_CARDS: Final = 32
ESTATE, DUCHY, PROVINCE, COPPER, SILVER, GOLD, CURSE = range(7)
#: Column of the first kingdom card.
KINGDOM: Final = 7

# of the table
SUPPLY: Final = 0
TRASH: Final = SUPPLY + N_CARDS
IN_STOCK: Final = TRASH + N_CARDS  # set of cards: bit c for column c; no condition looks at it
EMPTY_PILES: Final = IN_STOCK + 1
GAINS_TO_END: Final = EMPTY_PILES + 1
# of every seat: blocks of one register a card
OWN: Final = GAINS_TO_END + 1
HAND: Final = OWN + N_CARDS
IN_PLAY: Final = HAND + N_CARDS
RESOLVING: Final = IN_PLAY + N_CARDS
# single ones; MONEY to ACTION_PHASE are 0 when it is not the seat's turn
VP: Final = RESOLVING + N_CARDS
OPPONENT_VP: Final = VP + 1
TURN: Final = OPPONENT_VP + 1
SEAT: Final = TURN + 1
MONEY: Final = SEAT + 1
BUYS: Final = MONEY + 1
ACTIONS_LEFT: Final = BUYS + 1
ACTION_PHASE: Final = ACTIONS_LEFT + 1
FORCED: Final = ACTION_PHASE + 1
HAND_SIZE: Final = FORCED + 1
HAND_ACTIONS: Final = HAND_SIZE + 1
ACTIONS_NEEDED: Final = HAND_ACTIONS + 1  # to play the hand; may be negative
DECK_SIZE: Final = ACTIONS_NEEDED + 1  # cards owned
TREASURES: Final = DECK_SIZE + 1
ACTIONS: Final = TREASURES + 1
VICTORIES: Final = ACTIONS + 1
TERMINALS: Final = VICTORIES + 1
TOTAL_MONEY: Final = TERMINALS + 1
N_EACH: Final = TOTAL_MONEY + 1 - OWN

#: Kinds of decisions, in the order in which a seat's lists stand.
BUY, PLAY, DISCARD, TRASHING, GAIN, TOPDECK = range(6)
N_DECISIONS: Final = 6
