"""What a player decides: the first entry whose card can be chosen and whose conditions hold.

Each player has a list for every point at which something is decided. What is known of a point
beforehand, such as the card that asks, has been worked into its list (`fastsim.lower.kingdom`).

As in `kernels.policy`, entries are bits, tables tell which of them still stand, and there is little
to branch on.
"""

from __future__ import annotations

from typing import Final

from numba import int64

from fastsim.kernels.jit import count_bits, fragment, lowest_bit, routine, step
from fastsim.kernels.kingdom import layout as at
from fastsim.kernels.kingdom.layout import NOTHING
from fastsim.kernels.kingdom.zones import next_seat, scored_vp

_NEVER: Final = 2**31
_LAST_VALUE: Final = at.DIGIT_VALUES - 1


@routine
def choose(m, seat, point, candidates):
    """Return which of the candidates the player chooses, or `NOTHING`.

    Parameters
    ----------
    m : Memory
    seat : int64
        Who decides.
    point : int64
        What is decided: where the lists of the seats stand (see `layout.POINTS`).
    candidates : int64
        A set of cards.
    """
    page = m.tables[point + seat]
    if page == 0 or candidates == 0:
        return int64(NOTHING)
    entries = _entries_for(m, page, candidates)
    # what is wanted most is often wanted in any case, and then there is nothing to look at
    if m.tables[page + at.ANYWAY] & entries & -entries:
        return m.tables[page + at.CARDS + int64(lowest_bit(entries))]
    return _weigh_pages(m, seat, page, candidates, entries)


@routine
def _weigh_pages(m, seat, page, candidates, entries):
    """Return the card of the first entry, on this page or a later one, whose conditions hold."""
    while True:
        if entries:
            card = _weigh(m, seat, page, entries)
            if card != NOTHING:
                return card
        page = m.tables[page + at.NEXT_PAGE]
        if page == 0:
            return int64(NOTHING)
        entries = _entries_for(m, page, candidates)


@fragment
def _weigh(m, seat, page, entries):
    """Return the card of the first of these entries whose conditions hold, or `NOTHING`."""
    if m.tables[page + at.LOOKS_AT]:
        _prepare(m, seat, m.tables[page + at.LOOKS_AT])
    entries = _entries_left(m, page, entries)
    while entries:
        entry = int64(lowest_bit(entries))
        card = m.tables[page + at.CARDS + entry]
        wary = m.tables[page + at.WARY] >> entry & 1
        if not (wary and _behind_after(m, seat, card)):
            return card
        entries &= entries - 1
    return int64(NOTHING)


@step
def _entries_for(m, page, candidates):
    """Return the entries of these cards."""
    table = page + at.ENTRIES_FOR
    entries = int64(0)
    for digit in range(at.DIGITS):
        value = candidates >> digit * at.DIGIT & _LAST_VALUE
        entries |= m.tables[table + digit * at.DIGIT_VALUES + value]
    candidates >>= at.DIGITS * at.DIGIT
    table += at.DIGITS * at.DIGIT_VALUES
    while candidates:  # of more cards than a common kingdom has
        entries |= m.tables[table + (candidates & _LAST_VALUE)]
        table += at.DIGIT_VALUES
        candidates >>= at.DIGIT
    return entries


@step
def _entries_left(m, page, entries):
    """Return those of the entries whose conditions hold."""
    lookup = m.tables[page + at.LOOKUPS]
    end = m.tables[page + at.SUMS]
    while entries and lookup < end:
        row = min(m.game[m.tables[lookup + at.REGISTER]], m.tables[lookup + at.LAST_ROW])
        entries &= m.tables[m.tables[lookup + at.ROWS] + row]
        lookup += at.LOOKUP_SIZE
    end = m.tables[page + at.LOOKUPS_END]
    while entries and lookup < end:
        row = -m.tables[lookup + at.LOWEST]
        term = lookup + at.TERMS
        while m.tables[term + 1]:  # of no known number: it would be vectorised
            row += m.game[m.tables[term]] * m.tables[term + 1]
            term += 2
        row = max(int64(0), min(row, m.tables[lookup + at.LAST_ROW]))
        entries &= m.tables[m.tables[lookup + at.ROWS] + row]
        lookup = term + 2
    return entries


@routine
def _prepare(m, seat, looks_at):
    """Write what is looked at and not kept."""
    if looks_at & at.LOOKS_AT_OPPONENTS:
        best = -int64(_NEVER)
        for other in range(m.tables[at.PLAYERS]):
            if other != seat:
                best = max(best, m.game[at.VP + other * at.SEAT_SIZE])
        m.game[at.OPPONENT_VP + seat * at.SEAT_SIZE] = best
    if looks_at & at.LOOKS_AT_GAINS:
        m.game[at.GAINS_TO_END] = _gains_to_end(m)
    if looks_at & at.LOOKS_AT_NEEDS:
        m.game[at.ACTIONS_NEEDED + seat * at.SEAT_SIZE] = _actions_needed(m, seat)


@routine
def _actions_needed(m, seat):
    """Return the Actions that playing the whole hand takes, beyond those that it gives."""
    total = int64(0)
    actions = m.game[at.HAND_SET + seat * at.SEAT_SIZE] & m.tables[at.ACTION_CARDS]
    while actions:
        card = int64(lowest_bit(actions))
        needs = m.tables[at.CARD_ROWS + card * at.CARD_SIZE + at.NEEDS]
        total += m.game[at.HAND + seat * at.SEAT_SIZE + card] * needs
        actions &= actions - 1
    return total


@routine
def _gains_to_end(m):
    """Return the fewest gains that would end the game: the Provinces, or the smallest piles."""
    total = int64(0)
    untaken = m.tables[at.COUNTED]  # the piles that are not in the sum yet
    for _ in range(m.tables[at.END_PILES]):
        smallest, least = int64(-1), int64(_NEVER)
        piles = untaken
        while piles:
            card = int64(lowest_bit(piles))
            left = m.game[at.SUPPLY + card]
            if left < least:
                smallest, least = card, left
            piles &= piles - 1
        if smallest < 0:
            total = int64(_NEVER)  # there are not as many piles
            break
        total += least
        untaken &= ~(int64(1) << smallest)
    if m.tables[at.PROVINCE_PILE]:
        total = min(total, m.game[at.SUPPLY + int64(lowest_bit(m.tables[at.PROVINCE_PILE]))])
    return total


@step
def ends_the_game(m, in_stock):
    """Return whether the game is over with these cards in stock."""
    empty = m.tables[at.COUNTED] & ~in_stock
    return m.tables[at.PROVINCE_PILE] & ~in_stock or count_bits(empty) >= m.tables[at.END_PILES]


@routine
def _behind_after(m, seat, card):
    """Return whether gaining `card` would end the game with the player behind some opponent.

    Behind is: fewer VP, or as many with more turns taken.
    """
    last = m.game[at.SUPPLY + card] == 1
    if not last or not ends_the_game(m, m.game[at.IN_STOCK] & ~(int64(1) << card)):
        return False
    mine = seat * at.SEAT_SIZE
    vp = (
        m.game[at.PRINTED_VP + mine]
        + m.tables[at.CARD_ROWS + card * at.CARD_SIZE + at.POINTS_WORTH]
    )
    vp += scored_vp(m, seat, 1, card)
    other = next_seat(m, seat)
    while other != seat:
        theirs = m.game[at.VP + other * at.SEAT_SIZE]
        turns = m.game[at.TURN + other * at.SEAT_SIZE]
        if theirs > vp or (theirs == vp and turns < m.game[at.TURN + mine]):
            return True
        other = next_seat(m, other)
    return False
