"""Where the kingdom kernel finds everything: its memory, address by address.

`Memory.tables` is what a game is played by and never changes; `fastsim.lower.kingdom` writes
it. `Memory.game` is the state of the one game that is being played. Cards are columns (see
`fastsim.kernels.kingdom.registers`), sets of cards are integers: bit c for column c.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from fastsim.kernels.kingdom import registers as reg

N_CARDS: Final = reg.N_CARDS
HAND_SIZE: Final = 5
MAX_PLAYERS: Final = 6
#: No card.
NOTHING: Final = -1


class Memory(NamedTuple):
    """All that steps of the kernel share.

    Attributes
    ----------
    tables : int64 [n_tables]
        The setup, the cards, and the rules of all seats.
    game : int64 [n_game]
        The state of the game.
    decks : uint16 [n_players * N_CARDS]
        The unknown part of every deck: how many cards are in each column or an earlier one.
    events : int64 [n_events]
        Room for a record (see `kernels.kingdom.events`).
    """

    tables: Any
    game: Any
    decks: Any
    events: Any


# --- The state of a game --------------------------------------------------------------------------

# of the table
S0: Final = 0  # the random stream
S1: Final = 1
AWAITED: Final = 2  # set of Treasures of which the first one played this turn gives more
N_EVENTS: Final = 3  # written down so far, and how many more there is room for
EVENTS_LEFT: Final = 4
# cards that lie beside, of whoever looks at them or sets them aside
LOOKED_SET: Final = 5  # sets
ASIDE_SET: Final = 6
BESIDE: Final = 7  # a count a column: of both, and of those set aside
ASIDE: Final = BESIDE + N_CARDS
MORE_COINS: Final = ASIDE + N_CARDS  # that an awaited Treasure gives: one number a column
_REGISTERS: Final = MORE_COINS + N_CARDS

SUPPLY: Final = _REGISTERS + reg.SUPPLY
TRASH: Final = _REGISTERS + reg.TRASH
IN_STOCK: Final = _REGISTERS + reg.IN_STOCK
EMPTY_PILES: Final = _REGISTERS + reg.EMPTY_PILES
GAINS_TO_END: Final = _REGISTERS + reg.GAINS_TO_END

# of seat s: each of these + s * SEAT_SIZE
OWN: Final = _REGISTERS + reg.OWN
HAND: Final = _REGISTERS + reg.HAND
IN_PLAY: Final = _REGISTERS + reg.IN_PLAY
VP: Final = _REGISTERS + reg.VP
OPPONENT_VP: Final = _REGISTERS + reg.OPPONENT_VP
TURN: Final = _REGISTERS + reg.TURN
MONEY: Final = _REGISTERS + reg.MONEY
BUYS: Final = _REGISTERS + reg.BUYS
ACTIONS_LEFT: Final = _REGISTERS + reg.ACTIONS_LEFT
HAND_SIZE_NOW: Final = _REGISTERS + reg.HAND_SIZE
HAND_ACTIONS: Final = _REGISTERS + reg.HAND_ACTIONS
ACTIONS_NEEDED: Final = _REGISTERS + reg.ACTIONS_NEEDED
DECK_SIZE: Final = _REGISTERS + reg.DECK_SIZE
HAND_SET: Final = OWN + reg.N_EACH  # the cards in hand, as a set
UNKNOWN: Final = HAND_SET + 1  # cards in the unknown part of the deck
ON_TOP: Final = UNKNOWN + 1  # cards in the known part above it
PRINTED_VP: Final = ON_TOP + 1  # VP without those that depend on other cards
SEAT_SIZE: Final = reg.N_EACH + 4


def address(register: int, seat: int) -> int:
    """Return where a seat finds a register of `fastsim.kernels.kingdom.registers`."""
    return _REGISTERS + register + seat * SEAT_SIZE * (register >= reg.OWN)


def register(place: int) -> int:
    """Return the register that is at an address."""
    place -= _REGISTERS
    return place if place < reg.OWN else reg.OWN + (place - reg.OWN) % SEAT_SIZE


def game_size(players: int) -> int:
    """Return the words of a game's state that every game begins with."""
    return OWN + players * SEAT_SIZE


# --- Tables ---------------------------------------------------------------------------------------

PLAYERS: Final = 0
END_PILES: Final = 1
MAX_TURNS: Final = 2
IS_SIMPLE: Final = 3  # 1 in games of the six cards, where Treasures stay in hand
GAME_SIZE: Final = 4
STACK: Final = 5  # where in `game` the frames of plays are that wait for another to end
TOPS: Final = 6  # where in `game` the known tops are, one behind the other
TOP_SIZE: Final = 7  # room for each of them
ACTION_CARDS: Final = 8  # sets of cards
TREASURE_CARDS: Final = 9
VICTORY_CARDS: Final = 10
SHIELDS: Final = 11  # in the hand of a player whom no Attack affects then
SUPPLY_PILES: Final = 12  # that there are, even if one starts empty
COUNTED: Final = 13  # among the END_PILES that end the game
PROVINCE_PILE: Final = 14  # whose last card ends it by itself
SCORING: Final = 15  # address of the rows of cards that are worth VP for a number of cards owned
COLUMNS: Final = 16  # that the game has
#: Address of the game that `GAME_SIZE` words from there to the end begin with.
BEGINNING: Final = 17
#: The set of cards that cost at most so much, from 0 coins to MOST_COINS and all above.
AFFORDABLE: Final = 18
MOST_COINS: Final = 15

#: Cards: a row for each column.
CARD_ROWS: Final = AFFORDABLE + MOST_COINS + 1
CARD_SIZE: Final = 16
# in a row
PROGRAM: Final = 0  # address
IS_ATTACK: Final = 1
PLUS_CARDS: Final = 2
PLUS_ACTIONS: Final = 3
PLUS_BUYS: Final = 4
PLUS_COINS: Final = 5
COST: Final = 6
COINS: Final = 7
POINTS_WORTH: Final = 8
#: What one more of it adds to `DECK_SIZE` and the registers behind it.
ADDS: Final = 9
N_SUMS: Final = reg.TOTAL_MONEY + 1 - reg.DECK_SIZE
NEEDS: Final = ADDS + N_SUMS  # what each in hand adds to `ACTIONS_NEEDED`

#: For each point at which something is decided, and each seat: the address of the first page of the
#: list that decides it, or 0 for an empty list. The points of cards, as many as a game has, follow
#: those that every game has.
POINTS: Final = CARD_ROWS + N_CARDS * CARD_SIZE
TO_BUY: Final = POINTS
TO_PLAY: Final = TO_BUY + MAX_PLAYERS
POINTS_OF_CARDS: Final = TO_PLAY + MAX_PLAYERS

# A row of `SCORING`: a column, or NOTHING behind the last one, and how many cards are 1 VP each.
SCORES: Final = 0
CARDS_PER_VP: Final = 1
SCORING_SIZE: Final = 2

# A page: up to PAGE entries, each a bit, the most preferred lowest.
PAGE: Final = 63
NEXT_PAGE: Final = 0  # its address, or 0
LOOKS_AT: Final = 1  # the sum of those below that its conditions need
WARY: Final = 2  # entries that are skipped when they would end the game in a loss
ANYWAY: Final = 3  # entries without conditions that are not wary
LOOKUPS: Final = 4  # addresses: of the lookups of one count, of those of sums, of their end
SUMS: Final = 5
LOOKUPS_END: Final = 6
CARDS: Final = 7  # the card of each entry
#: For each digit of a set, and each value of it: the entries of its cards.
ENTRIES_FOR: Final = CARDS + PAGE
DIGIT: Final = 6  # bits
DIGIT_VALUES: Final = 1 << DIGIT
DIGITS: Final = 3  # that there are at least
LOOKS_AT_OPPONENTS: Final = 1
LOOKS_AT_GAINS: Final = 2
LOOKS_AT_NEEDS: Final = 4

# A lookup: for each value of a quantity, the entries whose conditions on it hold. The last row is
# for all larger values too; the first one is for 0 and a register that counts something, or, of a
# sum, for LOWEST and all below it.
ROWS: Final = 0  # address of the first row
LAST_ROW: Final = 1
REGISTER: Final = 2  # its address
LOOKUP_SIZE: Final = 3
LOWEST: Final = 2
TERMS: Final = 3  # of a sum: addresses and coefficients, up to a coefficient of 0

# --- Programs -------------------------------------------------------------------------------------

# What a card does, as steps of STEP_SIZE words: what is done, what it is about, and which steps may
# follow. In a step:
OP: Final = 0
POINT: Final = 1  # address of the lists by which it is decided
GOES_ON: Final = 1  # of PLAY_IT: address of the step that follows when the play inside is over
KIND: Final = 2  # set of the cards that it is about; a single column; how a card is shown
SOURCE: Final = 3  # zones; for CHOOSE_GAIN, whether the coins are more than what *it* costs
TO: Final = 4
NUMBER: Final = 5
MEANT: Final = 6  # how the number is meant
ELSE: Final = 7  # address of the step that follows when none was moved, and when a card was
THEN: Final = 8
STEP_SIZE: Final = 9
# of GET
GET_CARDS: Final = 1
GET_ACTIONS: Final = 2
GET_BUYS: Final = 3
GET_COINS: Final = 4

(
    END,
    MOVE_FROM_HAND,  # not onto the deck
    GET,
    CHOOSE_GAIN,
    GAIN_CARD,
    EACH_OTHER,
    PLAY_IT,
    AT_FIRST_PLAY,
    MOVE_BETWEEN,  # other zones
    REVEAL_HAND,
    MOVE_LOOKED_AT,  # from here on they are about cards that lie beside
    TAKE,
    DRAW_TO,
    MOVE_REST,  # all that are looked at
    MOVE_SET_ASIDE,  # all that are
) = range(15)

#: Zones; that of *it* is the discard pile.
IN_HAND, IN_DISCARD, ON_DECK, PLAYED, IN_TRASH, LOOKED_AT, SET_ASIDE, WITH_IT = range(8)
#: How a number is meant.
AS_IT_STANDS, AS_MOVED, AS_EMPTY_PILES, DOWN_TO = range(4)
#: As many as there are.
ANY_NUMBER: Final = 2**31
#: In place of the event by which a card is shown.
NOT_SHOWN: Final = -1

# A frame: what a play goes on with when the one inside it is over.
AFTER: Final = 0  # address of the step that follows
PLAYED_CARD: Final = 1
TIMES: Final = 2  # it is still to be played
SAFE: Final = 3
FRAME_SIZE: Final = 4
