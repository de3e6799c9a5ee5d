"""The last Province but one: left to the others by who is behind and could lead by another card.

Who takes it gives the other player the last one, and with it the end. Bots of Geronimoo's Dominion
Simulator that apply this rule skip a Province when two are left, they have fewer VP than their
opponent, and one of the other cards that they buy is in stock and would put them ahead. The
language can say so for two players: every Province is written once for each reason to buy it.

References
----------
Geronimoo, Dominion Simulator, https://github.com/Geronimoo/DominionSim:
``DomPlayer.checkPenultimateProvinceRule``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from fastsim.cards import PROVINCE, Card
from fastsim.rules.model import Condition, Entry, Expression, Quantity, Term

_VP: Final = (Term(Quantity("vp")),)
_OPPONENT_VP: Final = (Term(Quantity("opponent_vp")),)
_PROVINCES: Final = (Term(Quantity("provinces")),)


def spare_the_last_but_one(entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries of a player, of two, who applies the rule."""
    others = _with_points(entries)
    if not others:
        return list(entries)
    reasons = [
        (Condition(_PROVINCES, ">", _number(2)),),
        (Condition(_PROVINCES, "<", _number(2)),),
        (Condition(_VP, ">=", _OPPONENT_VP),),
        *_no_lead(others),
    ]
    found = []
    for entry in entries:
        if entry.choice is PROVINCE:
            found += [replace(entry, conditions=entry.conditions + why) for why in reasons]
        else:
            found.append(entry)
    return found


def _with_points(entries: Sequence[Entry]) -> list[Card]:
    """Return the other cards that are worth VP, those that can be worth most first."""
    bought = {entry.card for entry in entries} - {PROVINCE}
    cards = [card for card in bought if card.vp > 0 or card.scoring]
    return sorted(cards, key=lambda card: (not card.scoring, -card.vp))


def _no_lead(cards: Sequence[Card]) -> Iterator[tuple[Condition, ...]]:
    """Yield the ways in which none of these cards would put the player ahead."""
    if not cards:
        yield ()
        return
    first, *others = cards
    out = Condition((Term(Quantity("supply", first)),), "==", _number(0))
    if first.scoring is not None:
        # n/10 in whole numbers is less than the gap and 1 just when the fraction is
        per_vp = Term(Quantity("deck_size"), Fraction(first.scoring.cards), divided=True)
        ahead = (*_OPPONENT_VP, Term(Quantity("vp"), negative=True), *_number(1))
        behind: tuple[Condition, ...] = (Condition((per_vp,), "<", ahead),)
        rest = [behind + more for more in _no_lead(others)]
    else:  # a card that is worth less would not put the player ahead either
        rest = [
            (Condition(_VP, "<=", (*_OPPONENT_VP, Term(None, Fraction(first.vp), negative=True))),)
        ]
    yield from rest
    yield from ((out, *more) for more in _no_lead(others))


def _number(value: int) -> Expression:
    return (Term(None, Fraction(value)),)
