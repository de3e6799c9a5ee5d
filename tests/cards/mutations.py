"""Every single change of a card's text that the language of steps can say.

A change leaves a text that means something: a goal is a zone to which cards can be moved, a number
is not negative. What it means may still be impossible, and an engine may refuse it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from typing import Final

from fastsim.cards import COPPER, CURSE, GOLD, SILVER, Card
from fastsim.cards.steps import (
    ANY,
    DECK,
    DISCARD,
    HAND,
    IN_PLAY,
    LOOKED_AT,
    SET_ASIDE,
    TRASH,
    Count,
    DownTo,
    DrawTo,
    EachOther,
    Filter,
    Gain,
    GainNamed,
    If,
    Move,
    MoveRest,
    PerCards,
    Showing,
    Step,
    Steps,
    Zone,
)

_FROM: Final = (HAND, DISCARD, IN_PLAY, LOOKED_AT, SET_ASIDE, TRASH)
_GAINED_TO: Final = (DISCARD, HAND, DECK)
#: Zones that can stand in a field of a step. `IT` is for cards that lie in the discard pile.
_ZONES: Final = {
    (Move, "source"): _FROM,
    (Move, "to"): (DISCARD, DECK, IN_PLAY, SET_ASIDE, TRASH),
    (MoveRest, "source"): _FROM,
    (MoveRest, "to"): (*_FROM, DECK),
    (Gain, "to"): _GAINED_TO,
    (GainNamed, "to"): _GAINED_TO,
}
_TYPES: Final = ("Action", "Treasure", "Victory")
_CARDS: Final = (COPPER, SILVER, GOLD, CURSE)
_NUMBERS: Final = ("cost", "money", "vp", "cards", "actions", "buys", "coins")

#: Steps in place of others, and in words what was changed.
Change = tuple[Steps, str]


@dataclass(frozen=True)
class Mutant:
    """A card with one thing changed.

    Attributes
    ----------
    card : Card
    field : str
        The attribute of the card that is another one.
    value : object
    what : str
        In words, what was changed: no two changes of a card are told alike.
    """

    card: Card
    field: str
    value: object
    what: str

    @contextmanager
    def in_place(self) -> Iterator[None]:
        """Change the card itself, of which there is one, for a while."""
        before = getattr(self.card, self.field)
        object.__setattr__(self.card, self.field, self.value)
        try:
            yield
        finally:
            object.__setattr__(self.card, self.field, before)


def mutants_of(card: Card) -> Iterator[Mutant]:
    """Yield every change of a card."""
    for name in _NUMBERS:
        number = getattr(card, name)
        for value in _numbers_beside(number, least=-1 if name == "vp" else 0):
            yield Mutant(card, name, value, f"{name}: {number} → {value}")
    for one in card.types:
        types = tuple(other for other in card.types if other != one)
        yield Mutant(card, "types", types, f"types: {one} dropped")
    for steps, what in _changes(card.steps):
        yield Mutant(card, "steps", steps, what)
    if card.when_attacked is not None:
        yield Mutant(card, "when_attacked", None, "when attacked: dropped")
    if card.scoring is not None:
        yield Mutant(card, "scoring", None, "scoring: dropped")
        for number in _numbers_beside(card.scoring.cards):
            what = f"scoring: {card.scoring.cards} → {number} cards"
            yield Mutant(card, "scoring", PerCards(number), what)


def _numbers_beside(number: int, least: int = 0) -> Iterator[int]:
    yield number + 1
    if number > least:
        yield number - 1


def _changes(steps: Steps, place: str = "step ", *, of_others: bool = False) -> Iterator[Change]:
    """Yield every change of steps; `of_others` are done by each other player."""
    for k, step in enumerate(steps):
        before, behind, here = steps[:k], steps[k + 1 :], f"{place}{k + 1}"
        if k:
            yield (*before[:-1], step, before[-1], *behind), f"{here}: before the step before"
        for put, what in _in_place_of(step, here, of_others=of_others):
            yield (*before, *put, *behind), what


def _in_place_of(step: Step, here: str, *, of_others: bool) -> Iterator[Change]:
    """Yield what can stand for one step."""
    yield (), f"{here}: dropped"
    for field in fields(step):
        old = _told(getattr(step, field.name))
        for value in _values_beside(step, field.name):
            what = f"{here}, {field.name}: {old} → {_told(value)}"
            yield (replace(step, **{field.name: value}),), what
    if not of_others and not isinstance(step, EachOther):
        yield (EachOther((step,)),), f"{here}: by each other player"
    match step:
        case If(then, otherwise):
            yield (If(otherwise, then),), f"{here}: then ↔ otherwise"
            yield (*then, *otherwise), f"{here}: whatever was moved"
            for steps, what in _changes(then, f"{here}.", of_others=of_others):
                yield (If(steps, otherwise),), what
            for steps, what in _changes(otherwise, f"{here}.", of_others=of_others):
                yield (If(then, steps),), what
        case EachOther(inner):
            yield inner, f"{here}: by you"
            if len(inner) > 1:
                yield (inner[0], EachOther(inner[1:])), f"{here}.1: by you, before the others"
                yield (EachOther(inner[:-1]), inner[-1]), f"{here}.{len(inner)}: by you, at last"
            for steps, what in _changes(inner, f"{here}.", of_others=True):
                yield (EachOther(steps),), what
        case DrawTo(cards, inner):
            for steps, what in _changes(inner, f"{here}.", of_others=of_others):
                yield (DrawTo(cards, steps),), what


def _values_beside(step: Step, field: str) -> Iterator[object]:
    """Yield what can stand for the value of a field."""
    value = getattr(step, field)
    match value:
        case bool():
            yield not value
        case Zone():
            yield from (zone for zone in _ZONES[type(step), field] if zone is not value)
        case Showing():
            yield from (showing for showing in Showing if showing is not value)
        case int() if field == "amount":
            yield from (*_numbers_beside(value), ANY)
        case int():
            yield from _numbers_beside(value)
        case DownTo(cards):
            yield from (*map(DownTo, _numbers_beside(cards)), cards)
        case Count():
            yield from (1, *(count for count in Count if count is not value))
        case Filter():
            yield from _filters_beside(value)
        case Card():
            yield from (card for card in _CARDS if card is not value)


def _filters_beside(kind: Filter) -> Iterator[Filter]:
    """Yield filters with another type or card, and without one that they have."""
    types = [one for one in _TYPES if one != kind.type]
    if kind.card is None:
        yield from (replace(kind, type=one) for one in types)
    for name, others in (("type", ()), ("card", _CARDS), ("but", _CARDS)):
        old = getattr(kind, name)
        if old is not None:
            yield replace(kind, **{name: None})
            yield from (replace(kind, **{name: other}) for other in others if other is not old)


def _told(value: object) -> str:
    match value:
        case DownTo(cards):
            return f"down to {cards}"
        case Filter(kind, card, but):
            said = [part for part in (kind, card and card.name) if part]
            return " ".join([*said, *(["but", but.name] if but else [])]) or "anything"
        case _:
            return str(value)
