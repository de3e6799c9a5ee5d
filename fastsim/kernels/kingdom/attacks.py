"""What Attacks do."""

from __future__ import annotations

from numba import int64

from fastsim import kingdom_registers as reg
from fastsim.kernels.jit import fragment, lowest_bit, routine
from fastsim.kernels.kingdom import events
from fastsim.kernels.kingdom import layout as at
from fastsim.kernels.kingdom.layout import N_CARDS, NOTHING
from fastsim.kernels.kingdom.policy import choose
from fastsim.kernels.kingdom.zones import (
    gain,
    next_seat,
    put_on_deck,
    take,
    take_beside,
    take_from_hand,
    trash,
)

_MILITIA_HAND = 3


@fragment
def moats(m, seat):
    """Return which other players have a Moat in hand: bit s for seat s."""
    safe = int64(0)
    other = next_seat(m, seat)
    while other != seat:
        moat = m.game[at.HAND_SET + other * at.SEAT_SIZE] & m.tables[at.MOATS]
        if moat:
            safe |= int64(1) << other
            events.note(m, events.REVEAL, other, int64(lowest_bit(moat)))
        other = next_seat(m, other)
    return safe


@routine
def attack(m, seat, effect, safe):
    """Do what an Attack does: first for its player, then to each other one who is not safe."""
    if effect == at.BUREAUCRAT and m.game[at.SUPPLY + reg.SILVER]:
        gain(m, seat, reg.SILVER)
        put_on_deck(m, seat, reg.SILVER)
        events.note(m, events.GAIN_TO_DECK, seat, reg.SILVER)
    elif effect == at.BANDIT and m.game[at.SUPPLY + reg.GOLD]:
        gain(m, seat, reg.GOLD)
        events.note(m, events.GAIN, seat, reg.GOLD)
    other = next_seat(m, seat)
    while other != seat:
        if safe >> other & 1 == 0:
            if effect == at.WITCH:
                _curse(m, other)
            elif effect == at.MILITIA:
                _discard_down(m, other)
            elif effect == at.BUREAUCRAT:
                _put_victory_back(m, other)
            elif effect == at.BANDIT:
                _show_to_bandit(m, other)
        other = next_seat(m, other)


@fragment
def _curse(m, victim):
    if m.game[at.SUPPLY + reg.CURSE]:
        gain(m, victim, reg.CURSE)
        events.note(m, events.GAIN, victim, reg.CURSE)


@fragment
def _discard_down(m, victim):
    theirs = victim * at.SEAT_SIZE
    while m.game[at.HAND_SIZE_NOW + theirs] > _MILITIA_HAND:
        card = choose(m, victim, at.MILITIA_DISCARDS, m.game[at.HAND_SET + theirs])
        take_from_hand(m, victim, card)
        events.note(m, events.DISCARD, victim, card)


@fragment
def _put_victory_back(m, victim):
    victories = m.game[at.HAND_SET + victim * at.SEAT_SIZE] & m.tables[at.VICTORIES]
    if victories:
        card = choose(m, victim, at.BUREAUCRAT_PUTS_BACK, victories)
        take_from_hand(m, victim, card)
        put_on_deck(m, victim, card)
        events.note(m, events.TOPDECK, victim, card)
    elif m.game[at.EVENTS_LEFT]:
        _reveal_hand(m, victim)


@routine
def _reveal_hand(m, seat):
    for card in range(N_CARDS):
        for _ in range(m.game[at.HAND + seat * at.SEAT_SIZE + card]):
            events.note(m, events.REVEAL, seat, card)


@fragment
def _show_to_bandit(m, victim):
    """Reveal two cards, trash a Treasure other than Copper if there is one, discard the rest."""
    first = take(m, victim)
    if first == NOTHING:
        return
    events.note(m, events.REVEAL, victim, first)
    second = take_beside(m, victim, first)
    revealed = int64(1) << first
    if second != NOTHING:
        events.note(m, events.REVEAL, victim, second)
        revealed |= int64(1) << second
    loot = revealed & m.tables[at.TREASURES] & ~(int64(1) << reg.COPPER)
    trashed = choose(m, victim, at.BANDIT_TRASHES, loot)
    if trashed != NOTHING:
        trash(m, victim, trashed)
    if trashed == first:
        first = int64(NOTHING)
    elif trashed == second:
        second = int64(NOTHING)
    for card in (first, second):
        if card != NOTHING:
            events.note(m, events.DISCARD, victim, card)
