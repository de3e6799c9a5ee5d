"""The end of a game: when it is over, who has won, and who would lose by ending it."""

from __future__ import annotations

from fastsim.kernels import registers as reg
from fastsim.kernels.jit import kernel, step
from fastsim.kernels.tables import ENDED_BY_PILES, ENDED_BY_PROVINCES

GOES_ON = -1


@step
def end_of(setup, in_stock):
    """Return why the game is over with these cards in stock, or `GOES_ON`.

    The game ends with the last Province, or when `end_piles` of the piles that count are empty.
    """
    if setup.provinces & ~in_stock:
        return ENDED_BY_PROVINCES
    return ENDED_BY_PILES if size_of(setup.counted & ~in_stock) >= setup.end_piles else GOES_ON


@step
def behind_after(setup, registers, seat, card):
    """Return whether gaining `card` would end the game with the buyer behind some opponent.

    Behind is: fewer VP, or as many with more turns taken.
    """
    last = registers[reg.SUPPLY + card] == 1
    if not last or end_of(setup, registers[reg.IN_STOCK] & ~(1 << card)) == GOES_ON:
        return False
    vp = registers[reg.VP + seat * reg.N_EACH] + setup.vp[card]
    for other in range(setup.players):
        theirs = registers[reg.VP + other * reg.N_EACH]
        # seats before this one have moved in this round, seats behind it have not
        if other != seat and (theirs > vp or (theirs == vp and other > seat)):
            return True
    return False


@step
def size_of(cards):
    """Return how many cards are in a set of bits."""
    size = 0
    for card in range(reg.N_CARDS):
        size += cards >> card & 1
    return size


@step
def winners_of(vp, turns, players, later_seat_wins_ties):
    """Return the winners as bits: bit s for seat s.

    Most VP wins. Among equals, either the later seat, or those who took fewer turns: the seats
    after the one that moved last, or all of them when they took equally many.
    """
    best = vp[0]
    for seat in range(1, players):
        best = max(best, vp[seat])
    last_to_move = (turns - 1) % players
    equal = 0
    fewer_turns = 0
    for seat in range(players):
        if vp[seat] == best:
            if later_seat_wins_ties:
                equal = 1 << seat
            else:
                equal |= 1 << seat
                if seat > last_to_move:
                    fewer_turns |= 1 << seat
    return fewer_turns if fewer_turns else equal


@kernel
def find_winners(columns, players, later_seat_wins_ties, winners):
    """Write each game's winners (see `winners_of`) to `winners`, uint8 [n_games]."""
    for game in range(len(columns.turns)):
        winners[game] = winners_of(
            columns.vp[game], columns.turns[game], players, later_seat_wins_ties
        )
