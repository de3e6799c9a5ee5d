"""What stands in the slots of phrases: numbers, cards, zones; each is written and read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from fastsim.cards.card import Card
from fastsim.cards.steps import (
    ANYTHING,
    DECK,
    DISCARD,
    EMPTY_PILES,
    HAND,
    LOOKED_AT,
    MOVED,
    DownTo,
    Filter,
    Plus,
    Showing,
)

#: Finds the card of a name.
Find = Callable[[str], Card | None]

#: Types of cards: one card of it, and several.
TYPES: Final = {
    "Action": ("Action", "Actions"),
    "Treasure": ("Treasure", "Treasures"),
    "Victory": ("Victory card", "Victory cards"),
    "Attack": ("Attack", "Attacks"),
    "Reaction": ("Reaction", "Reactions"),
    "Curse": ("Curse card", "Curse cards"),  # "a Curse" is the card of that name
}
#: What a player gets: one, and several.
_BONUSES: Final = {
    "cards": ("Card", "Cards"),
    "actions": ("Action", "Actions"),
    "buys": ("Buy", "Buys"),
    "coins": ("Coin", "Coins"),
}
_BUT: Final = " other than "
_COPIES: Final = "copies of "
#: Largest number that has words.
MOST: Final = 99
_NUMBER: Final = "[1-9][0-9]?"
_SEVERAL: Final = "[2-9]|[1-9][0-9]"
#: A card's name, or a noun: no sign that parts phrases.
_NOUN: Final = "[^,:+]{1,80}?"


class UnknownNoun(Exception):
    """Words stand where a card or a type of cards should, and name none."""

    def __init__(self, noun: str) -> None:
        super().__init__(noun)
        self.noun = noun


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a phrase.

    Attributes
    ----------
    pattern : str
        Of what can stand there.
    say : callable
        Returns the words for a value; None where there are none.
    read : callable
        Returns the value of words that match the pattern; raises `UnknownNoun`.
    example : str
        Words that could stand there.
    """

    pattern: str
    say: Callable[[Any], str | None]
    read: Callable[[str, Find], Any]
    example: str


def _choice(words: Mapping[Any, str], pattern: str | None = None) -> Slot:
    """Return the slot of a few values, each with its words."""
    values = {phrase.lower(): value for value, phrase in words.items()}
    longest_first = sorted(words.values(), key=len, reverse=True)
    return Slot(
        pattern or "|".join(map(re.escape, longest_first)),
        words.get,
        lambda said, _: values[said.lower()],
        next(iter(words.values())),
    )


def _numbers(words: str, one: str | None = None, least: int = 1) -> dict[Any, str]:
    """Return the words for each number, with ``{}`` in its place."""
    several = {number: words.format(number) for number in range(least, MOST + 1)}
    return several if one is None else several | {1: one}


# --- cards ----------------------------------------------------------------------------------------


def with_article(noun: str) -> str:
    """Return one of what a noun names.

    Examples
    --------
    >>> with_article("Estate"), with_article("Silver")
    ('an Estate', 'a Silver')
    """
    return f"an {noun}" if noun[:1].lower() in "aeiou" else f"a {noun}"


def _without_article(said: str) -> str:
    return said.split(" ", 1)[1]


def _nouns(several: bool) -> dict[str, Filter]:
    """Return the nouns of kinds of cards, such as Treasure and, as on cards, Treasure card."""
    return (
        {f"{name.lower()} card{'s' * several}": Filter(name) for name in TYPES}
        | {nouns[several].lower(): Filter(name) for name, nouns in TYPES.items()}
        | {"cards" if several else "card": ANYTHING}
    )


_KINDS: Final = {several: _nouns(several) for several in (False, True)}


def _say_kind(kind: Filter, several: bool) -> str | None:
    noun = "cards" if several else "card"
    if kind.type is not None:
        noun = TYPES[kind.type][several]
    if kind.card is not None:
        if kind.type is not None:
            return None  # a card has its types anyway
        noun = f"{_COPIES}{kind.card}" if several else str(kind.card)
    return noun if kind.but is None else f"{noun}{_BUT}{kind.but}"


def _read_kind(said: str, find: Find, several: bool) -> Filter:
    noun, _, but = said.partition(_BUT)
    kind = _KINDS[several].get(noun.lower())
    if kind is None:
        if several and not noun.startswith(_COPIES):
            raise UnknownNoun(noun)
        kind = Filter(card=_card(noun.removeprefix(_COPIES), find))
    return Filter(kind.type, kind.card, _card(but, find)) if but else kind


def _say_one(kind: Filter) -> str | None:
    noun = _say_kind(kind, False)
    return None if noun is None else with_article(noun)


def _card(name: str, find: Find) -> Card:
    card = find(name)
    if card is None:
        raise UnknownNoun(name)
    return card


# --- bonuses --------------------------------------------------------------------------------------

_BONUS: Final = r"\+[1-9][0-9]? (?:Card|Action|Buy|Coin)s?"
BONUSES: Final = re.compile(f"{_BONUS}(?:, {_BONUS})*", re.IGNORECASE)


def say_bonuses(amounts: Mapping[str, int]) -> list[str] | None:
    """Return the words for each bonus that there is; None where a number has no words."""
    if any(not 0 <= amount <= MOST for amount in amounts.values()):
        return None
    return [
        f"+{amounts[name]} {_BONUSES[name][amounts[name] > 1]}"
        for name in _BONUSES
        if amounts[name]
    ]


def read_bonuses(said: str) -> dict[str, int]:
    """Return the amounts that words of the pattern `BONUSES` give; two of a name add up."""
    amounts = dict.fromkeys(_BONUSES, 0)
    for bonus in said.split(", "):
        number, noun = bonus.split(" ")
        amounts[f"{noun.lower().rstrip('s')}s"] += int(number)
    return amounts


def _say_plus(plus: Plus) -> str | None:
    said = say_bonuses({name: getattr(plus, name) for name in _BONUSES})
    return ", ".join(said) if said else None


# --- all of them ----------------------------------------------------------------------------------

_OFTEN: Final = _numbers(" {} times") | {1: "", 2: " twice"}
_OFTEN_PATTERN: Final = f"| twice| (?:{_SEVERAL}) times"

#: By name: that of the field that they stand for, or another one, behind a colon.
SLOTS: Final[Mapping[str, Slot]] = {
    "may": _choice({True: "you may ", False: ""}),
    "one": Slot(
        f"an? {_NOUN}", _say_one,
        lambda said, find: _read_kind(_without_article(said), find, False), "a card",
    ),
    "many": Slot(
        _NOUN, lambda kind: _say_kind(kind, True),
        lambda said, find: _read_kind(said, find, True), "cards",
    ),
    "card": Slot(
        f"an? {_NOUN}", lambda card: with_article(str(card)),
        lambda said, find: _card(_without_article(said), find), "a Silver",
    ),
    "source": _choice({
        HAND: " from your hand", DISCARD: " from your discard pile", LOOKED_AT: " from among them",
    }),
    "gained": _choice({DISCARD: "", HAND: " to your hand", DECK: " onto your deck"}, ),
    "cost": _choice({4: "4"} | _numbers("{}", least=0), "0|[1-9][0-9]?"),
    "several": _choice(_numbers("{}", least=2), _SEVERAL),
    "in hand": _choice(
        {DownTo(number): words for number, words in _numbers("{} cards", one="1 card").items()},
        f"{_NUMBER} cards?",
    ),
    "top": _choice(_numbers("{} cards", one="card"), f"card|(?:{_SEVERAL}) cards"),
    "drawn": _choice(_numbers("{} cards", one="a card"), f"a card|(?:{_SEVERAL}) cards"),
    "coins": _choice(_numbers("+{} Coins", one="+1 Coin"), f"\\+{_NUMBER} Coins?"),
    "showing": _choice({showing: str(showing) for showing in Showing}),
    "times": _choice(_OFTEN, _OFTEN_PATTERN),
    "often": _choice(
        _OFTEN | {MOVED: " for each of those cards", EMPTY_PILES: " for each empty Supply pile"},
        f"{_OFTEN_PATTERN}| for each of those cards| for each empty supply pile",
    ),
    "bonuses": Slot(BONUSES.pattern, _say_plus, lambda said, _: read_bonuses(said), "+1 Card"),
}  # fmt: skip
