"""Whether a rule has a meaning in a given game."""

from __future__ import annotations

from collections.abc import Sized
from typing import Final

from fastsim.cards import CARDS, CURSE, KINGDOM_CARDS, PROVINCE, Card
from fastsim.game.kingdoms import RECOMMENDED
from fastsim.game.setup import GameSetup
from fastsim.rules.classes import CardClass
from fastsim.rules.model import BuyRule, Decision, Quantity
from fastsim.text.errors import InvalidInput, Location, RuleError
from fastsim.text.words import number_of

#: Recommended kingdoms that an error names.
_SETUPS: Final = 2
#: Quantities of the language that a game of the six cards does not have, and why.
_NOT_HERE: Final = {
    "in_play": "no cards are played in this game; hand(...) counts the cards in hand",
    "actions_left": "this game has no Action phase",
    **dict.fromkeys(
        ("resolving", "forced", "hand_size", "hand_actions", "actions_needed"),
        "no card asks for a decision",
    ),
}


def check_rule(rule: BuyRule, setup: GameSetup) -> None:
    """Raise if `rule` cannot be played in `setup`.

    Raises
    ------
    InvalidInput
        When a parameter has no value yet.
    RuleError
        When the rule buys or looks at a card, or looks at a quantity, that the setup lacks.
    """
    rule.require_filled()
    for entry in rule.entries:
        _check_pile(entry.card, setup, rule, entry.location)
    for kind, entries in rule.plays.lists.items():
        for entry in entries:
            if isinstance(entry.choice, CardClass):
                continue  # of no card of the game it is no entry
            if kind is Decision.GAIN:
                _check_pile(entry.card, setup, rule, entry.location)
            else:
                _check_card(entry.card, setup, rule, entry.location)
    for card in rule.otherwise:
        _check_pile(card, setup, rule, None)
    for term in rule.terms:
        if term.quantity is not None:
            _check_quantity(term.quantity, setup, rule)


def kingdom_of(rule: BuyRule) -> tuple[Card, ...]:
    """Return the kingdom cards that a game must have for `rule` to be played, by column."""
    lists = (rule.entries, *rule.plays.lists.values())
    named: set[object] = {entry.choice for entries in lists for entry in entries}
    named |= {term.quantity.choice for term in rule.terms if term.quantity is not None}
    return tuple(card for card in KINGDOM_CARDS if card in named)


def check_seats(rules: Sized, setup: GameSetup) -> None:
    """Raise InvalidInput unless there is one rule a seat."""
    if len(rules) != setup.players:
        raise InvalidInput(
            f"{number_of(len(rules), 'rule')} for the {setup.players} players of {setup.name!r}",
            "Give one rule a seat, in turn order.",
        )


def _check_pile(card: Card, setup: GameSetup, rule: BuyRule, place: Location | None) -> None:
    if card not in setup.supply:
        raise RuleError(
            f"{_named(rule)}the setup {setup.name!r} has no {card} pile",
            _elsewhere(card, rule) or f"Piles: {', '.join(c.name for c in setup.supply)}.",
            place,
        )


def _check_quantity(quantity: Quantity, setup: GameSetup, rule: BuyRule) -> None:
    if quantity.name in _NOT_HERE and setup.is_simple:
        raise RuleError(
            f"{_named(rule)}{quantity.name} has no meaning here",
            f"In the setup {setup.name!r}, {_NOT_HERE[quantity.name]}.",
            quantity.location,
        )
    if quantity.name in ("supply", "provinces"):
        _check_pile(quantity.card or PROVINCE, setup, rule, quantity.location)
    elif quantity.card is not None:
        _check_card(quantity.card, setup, rule, quantity.location)


def _check_card(card: Card, setup: GameSetup, rule: BuyRule, place: Location | None) -> None:
    if card not in setup.in_game:
        raise RuleError(
            f"{_named(rule)}the setup {setup.name!r} has no {card}",
            _elsewhere(card, rule)
            or f"Cards: {', '.join(c.name for c in CARDS if c in setup.in_game)}.",
            place,
        )


def _elsewhere(card: Card, rule: BuyRule) -> str | None:
    """Return which setups have all that a rule needs, or None where every one has that card."""
    if card not in (*KINGDOM_CARDS, CURSE):
        return None
    needed = kingdom_of(rule)
    own = f'"base({", ".join(one.name for one in needed)})"'
    named = [name for name, kingdom in RECOMMENDED.items() if set(needed) <= set(kingdom)]
    return f"Play with such a pile: --setup {' or '.join([*named[:_SETUPS], own])}."


def _named(rule: BuyRule) -> str:
    return f"rule {rule.name!r}: " if rule.name else ""
