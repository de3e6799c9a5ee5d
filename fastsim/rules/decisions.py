"""The lists by which a player decides in a given game: the rule's own, or the default ones.

Both engines play by what `decision_lists` returns, and by nothing else.
"""

from __future__ import annotations

import functools
import hashlib
import operator
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from fastsim.cards import (
    CARDS,
    COPPER,
    CURSE,
    DUCHY,
    ESTATE,
    GOLD,
    KINGDOM_CARDS,
    PROVINCE,
    SILVER,
    Card,
)
from fastsim.game.setup import GameSetup
from fastsim.rules.classes import CardClass
from fastsim.rules.describe import describe_entries
from fastsim.rules.model import (
    BuyRule,
    Condition,
    Decision,
    Entry,
    Expression,
    Quantity,
    Term,
)
from fastsim.rules.parse import parse_entries

_BY_COST: Final = tuple(sorted(KINGDOM_CARDS, key=lambda card: card.cost))
_DEAREST_FIRST: Final = tuple(reversed(_BY_COST))

#: What is chosen when a card must be and the list names none: every card, in this order.
LAST_RESORT: Final[Mapping[Decision, tuple[Card, ...]]] = {
    Decision.DISCARD: (CURSE, ESTATE, DUCHY, PROVINCE, COPPER, *_BY_COST, SILVER, GOLD),
    Decision.TRASH: (CURSE, COPPER, ESTATE, SILVER, *_BY_COST, DUCHY, GOLD, PROVINCE),
    Decision.GAIN: (GOLD, SILVER, *_DEAREST_FIRST, PROVINCE, DUCHY, ESTATE, COPPER, CURSE),
    Decision.TOPDECK: (*_DEAREST_FIRST, GOLD, SILVER, COPPER, ESTATE, DUCHY, PROVINCE, CURSE),
}
#: The order in which a class of cards stands for its own: what is worth least first for discards
#: and trash, what is worth most first otherwise.
CLASS_ORDER: Final[Mapping[Decision, tuple[Card, ...]]] = {
    Decision.PLAY: _DEAREST_FIRST,
    **LAST_RESORT,
}
#: Decisions for which cards state what is done by default; what is bought is the rule's to say.
_DEFAULT: Final = (Decision.PLAY, Decision.DISCARD, Decision.TRASH, Decision.TOPDECK)
_RANKED: Final = re.compile(r"^\s*(?P<rank>\d+):(?P<entry>.*?)(?=^\s*\d+:|\Z)", re.M | re.S)
_ZERO: Final = Term(None, Fraction(0))
_COMPARE: Final = {
    "<": operator.lt, "<=": operator.le, "==": operator.eq,
    "!=": operator.ne, ">=": operator.ge, ">": operator.gt,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class DecisionList:
    """How one kind of decision is made.

    Attributes
    ----------
    entries : tuple of Entry
        The first one decides whose card can be chosen and whose conditions hold.
    last_resort : tuple of Card
        When none does and a card must be chosen: the first of these that can be.
    """

    entries: tuple[Entry, ...]
    last_resort: tuple[Card, ...] = ()


def decision_lists(rule: BuyRule, setup: GameSetup) -> dict[Decision, DecisionList]:
    """Return how a player of `rule` makes each kind of decision in this game.

    By the rule's own list, or by the default one; a gain by default as a buy. The list for
    ``Decision.BUY`` is without the fallback of a mandatory buy, which is the setup's.
    """
    lists = {}
    for kind in Decision:
        entries = rule.entries if kind is Decision.BUY else rule.plays.lists.get(kind)
        if entries is None:
            entries = rule.entries if kind is Decision.GAIN else _default(kind, setup)
        last_resort = (card for card in LAST_RESORT.get(kind, ()) if card in setup.in_game)
        lists[kind] = DecisionList(_by_card(entries, kind, setup), tuple(last_resort))
    return lists


def _by_card(entries: tuple[Entry, ...], kind: Decision, setup: GameSetup) -> tuple[Entry, ...]:
    """Return the entries with one for each card of the game in place of those of a class."""
    cards = setup.supply if kind is Decision.GAIN else setup.in_game
    listed: list[Entry] = []
    for entry in entries:
        if isinstance(entry.choice, CardClass):
            among = (card for card in CLASS_ORDER[kind] if card in cards and card in entry.choice)
            listed += [replace(entry, choice=card) for card in among]
        else:
            listed.append(entry)
    return tuple(listed)


@functools.cache
def default_plays() -> Mapping[Decision, tuple[Entry, ...]]:
    """Return the default lists, for a game that has every card: what all cards state, by rank."""
    ranked: dict[Decision, list[tuple[int, Entry]]] = {kind: [] for kind in _DEFAULT}
    for card in CARDS:
        for kind, text in card.defaults.items():
            ranked[Decision(kind)] += _ranked(text, f"{card}, default {kind}")
    return {
        kind: tuple(entry for _, entry in sorted(entries, key=lambda ranked: ranked[0]))
        for kind, entries in ranked.items()
    }


def _ranked(text: str, where: str) -> Iterator[tuple[int, Entry]]:
    """Yield the entries of a card's default list, each behind its rank.

    A rank begins a line; an entry may go on on the next ones.
    """
    for match in _RANKED.finditer(text):
        (entry,) = parse_entries(" ".join(match["entry"].split()), where=where)
        yield int(match["rank"]), entry


@functools.cache
def _default(kind: Decision, setup: GameSetup) -> tuple[Entry, ...]:
    return in_game(default_plays()[kind], setup)


def in_game(listed: Iterable[Entry], setup: GameSetup) -> tuple[Entry, ...]:
    """Return a list for all cards with what the game does not have taken out."""
    entries = []
    for entry in listed:
        conditions = [
            Condition(_known(c.left, setup), c.operator, _known(c.right, setup))
            for c in entry.conditions
        ]
        settled = {condition: _settled(condition) for condition in conditions}
        has = isinstance(entry.choice, CardClass) or entry.card in setup.in_game
        if has and False not in settled.values():
            open_ = tuple(condition for condition in conditions if settled[condition] is None)
            entries.append(replace(entry, conditions=open_))
    return tuple(entries)


def _settled(condition: Condition) -> bool | None:
    """Return whether a condition that looks at nothing holds, or None for one that looks."""
    if any(term.quantity is not None for term in condition.terms):
        return None
    left, right = (
        sum((term.coefficient for term in side), start=Fraction(0))
        for side in (condition.left, condition.right)
    )
    return bool(_COMPARE[condition.operator](left, right))


def _known(expression: Expression, setup: GameSetup) -> Expression:
    """Return the expression without counts of cards that the game does not have: they are 0."""
    kept = tuple(term for term in expression if _has(term.quantity, setup))
    return kept or (_ZERO,)


def _has(quantity: Quantity | None, setup: GameSetup) -> bool:
    if quantity is None:
        return True
    if quantity.name in ("supply", "provinces"):
        return (quantity.card or PROVINCE) in setup.supply
    return quantity.card is None or quantity.card in setup.in_game


@functools.lru_cache(maxsize=1024)
def defaults_digest(setup: GameSetup) -> str:
    """Return sixteen hex digits of what the games of a setup depend on beside setup and rules.

    They are equal where the cards of the game do the same, and players decide the same by default.
    """
    texts = [f"[{kind}]\n{describe_entries(_default(kind, setup))}" for kind in _DEFAULT]
    for kind, order in CLASS_ORDER.items():
        cards = (card.name for card in order if card in setup.in_game)
        texts.append(f"[{kind}]\n{', '.join(cards)}")
    texts += [repr(card.text) for card in CARDS if card in setup.in_game]
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]
