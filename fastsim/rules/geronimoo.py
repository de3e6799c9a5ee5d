"""Rules from the bot files of Geronimoo's Dominion Simulator.

The format::

    playerCollection > player(name, author, description) > type* | board | start_state
        | buy(name, strategy, bane) > condition* > left(type, attribute), operator(type),
            right(type, attribute), extra_operation(type, attribute)?

The conditions of a `buy` must all hold. A number is written as a Java double and read as the
decimal number that it shows; the extra operation applies to the right side. What a bot says is
either expressed exactly or refused by name, bot by bot.

The simulator skips a buy that would end the game in a loss. That is not in the files: see
`BuyRule.avoid_losing_end`, which is unset in the rules returned here, and `fastsim.rules.load`.

References
----------
Geronimoo, Dominion Simulator, https://github.com/Geronimoo/DominionSim: ``XMLHandler``,
``DomBuyCondition``, ``DomBotFunction``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Final, TypeVar

from fastsim.cards import PROVINCE, Card, find_card
from fastsim.cards.other_sets import home_of
from fastsim.errors import RuleError
from fastsim.rules.collection import Refusal, RuleCollection
from fastsim.rules.describe import decimal
from fastsim.rules.model import BuyRule, Condition, Entry, Expression, Quantity, Term
from fastsim.rules.parse import MAX_DIGITS
from fastsim.rules.xml_tree import Element, parse_xml, read_xml
from fastsim.text import fault_of_name, shortened

_T = TypeVar("_T")

#: The format's functions of a card, and of nothing, under the names of the rule language.
CARD_FUNCTIONS: Final = {
    "countCardsInDeck": "own",
    "countCardsInSupply": "supply",
    "countCardsInHand": "hand",
    "countCardsInPlay": "in_play",
    "countCardsInOpponentsDecks": "opponents",
}
PLAIN_FUNCTIONS: Final = {
    "countAllCardsInDeck": "deck_size",
    "getTotalMoney": "total_money",
    "countAvailableMoney": "money",
    "countTurns": "turn",
    "countVP": "vp",
    "countMAXOpponentVP": "opponent_vp",
    "countEmptyPiles": "empty_piles",
    "gainsNeededToEndGame": "gains_to_end",
    "countBuysLeft": "buys",
    "actionsLeft": "actions_left",
    "isActionPhase": "action_phase",
}
#: The attributes of ``countCardTypeInDeck``.
CARD_TYPES: Final = {
    "Treasure": "treasures",
    "Action": "actions",
    "Victory": "victories",
    "Terminal": "terminals",
}
COMPARISONS: Final = {
    "smallerThan": "<",
    "smallerOrEqualThan": "<=",
    "equalTo": "==",
    "greaterOrEqualThan": ">=",
    "greaterThan": ">",
}
MIRRORED: Final = {"<": ">", "<=": ">=", "==": "==", ">=": "<=", ">": "<"}

_MAX_ENTRIES: Final = 500
#: How many reasons a refusal gives before it says how many more there are.
_REASONS: Final = 4

#: A Java double, as the simulator writes it or a hand may have.
_NUMBER: Final = re.compile(
    r"([+-]?)([0-9]{1,30}(?:\.[0-9]{0,30})?|\.[0-9]{1,30})(?:[eE]([+-]?[0-9]{1,2}))?"
)


def read_geronimoo(path: Path) -> RuleCollection:
    """Return the rules of the bots in that file.

    Raises
    ------
    InvalidInput, RuleError
        When the file cannot be read, or is not one of the simulator's. A single bot that cannot
        be expressed is among the `refused` ones, with every reason.
    """
    return _rules(read_xml(path), str(path))


def parse_geronimoo(data: bytes, *, source: str) -> RuleCollection:
    """Return the rules of the bots in the bytes of a bot file; see `read_geronimoo`."""
    return _rules(parse_xml(data, source=source), source)


def _rules(root: Element, source: str) -> RuleCollection:
    if root.tag not in ("playerCollection", "player"):
        raise RuleError(
            f"not a bot file of the Dominion Simulator: it begins with <{shortened(root.tag)}>",
            "Such a file has <playerCollection> around its <player>s.",
            root.location,
        )
    rules: dict[str, BuyRule] = {}
    refused = []
    for element in [root] if root.tag == "player" else root.children:
        name = element.attributes.get("name", "").strip()
        bot = _Bot(element)
        if element.tag != "player":
            name = f"<{shortened(element.tag)}>"
            bot.refuse("not a player", element)
        elif not name:
            name = "(no name)"
            bot.refuse("no name", element)
        elif fault := fault_of_name(name):
            bot.refuse(f"its name cannot be shown: {fault}", element)
        elif name in rules:
            bot.refuse("another bot of this name stands before it", element)
        else:
            rule = bot.rule(name)
            if rule is not None:
                rules[name] = rule
                continue
        what = f"bot {shortened(name)!r} cannot be expressed: {bot.reasons}"
        refused.append(Refusal(name, bot.reasons, RuleError(what, None, element.location)))
    return RuleCollection(source, rules, tuple(refused))


# -- one bot -----------------------------------------------------------------------------------


class _Unsupported(Exception):
    """Something of a bot that the rule language does not have."""

    def __init__(self, what: str, element: Element) -> None:
        super().__init__(what)
        self.what = what
        self.element = element


class _Bot:
    """One ``player`` on its way to a rule, and the reasons why it cannot become one."""

    def __init__(self, element: Element) -> None:
        self._element = element
        self._reasons: dict[str, int] = {}

    @property
    def reasons(self) -> str:
        """Each reason once, with the line where it was met first."""
        found = [f"{what} (line {line})" for what, line in self._reasons.items()]
        more = len(found) - _REASONS
        return "; ".join(found[:_REASONS]) + (f"; and {more} more" if more > 0 else "")

    def refuse(self, what: str, element: Element) -> None:
        self._reasons.setdefault(what, element.location.line)

    def rule(self, name: str) -> BuyRule | None:
        """Return the rule, or None when there are reasons against it."""
        entries = []
        for child in self._element.children:
            if child.tag == "buy":
                entry = self._entry(child)
                if entry is not None:
                    entries.append(entry)
            elif child.tag == "board":
                self._try(_check_board, child)
            elif child.tag == "start_state":
                self.refuse("a start_state of its own", child)
            elif child.tag != "type":  # which only sorts bots in the simulator's lists
                self.refuse(f"unknown element <{shortened(child.tag)}>", child)
        if not any(child.tag == "buy" for child in self._element.children):
            self.refuse("it buys nothing", self._element)
        if len(entries) > _MAX_ENTRIES:
            self.refuse(f"more than {_MAX_ENTRIES} buys", self._element)
        if self._reasons:
            return None
        author = self._element.attributes.get("author", "").strip()
        description = self._element.attributes.get("description", "").strip()
        origin = ": ".join(part for part in (author, description) if part)
        return BuyRule(tuple(entries), name=name, source=origin)

    def _entry(self, buy: Element) -> Entry | None:
        card = self._try(_card_bought, buy)
        conditions = []
        for child in buy.children:
            if child.tag == "condition":
                conditions.append(self._try(_condition, child))
            else:
                self.refuse(f"unknown element <{shortened(child.tag)}>", child)
        if card is None:
            return None
        known = tuple(condition for condition in conditions if condition is not None)
        return Entry(card, known, buy.location)

    def _try(self, convert: Callable[[Element], _T], element: Element) -> _T | None:
        try:
            return convert(element)
        except _Unsupported as found:
            self.refuse(found.what, found.element)
            return None


def _check_board(board: Element) -> None:
    """Raise for a board that asks for more than the cards that are known here."""
    for name in re.split(r",| and ", board.attributes.get("contents", "")):
        if name.strip():
            _card(name.strip(), board)
    for attribute, harmless in (
        ("bane", ("",)),
        ("Mountain_Pass_Bid", ("", "0")),
        ("Obelisk_Choice", ("",)),
        ("Riverboat_Choice", ("",)),
        ("Shelters", ("", "false")),
    ):
        value = board.attributes.get(attribute, "").strip()
        if value not in harmless and value != "null":  # as old versions write none at all
            raise _Unsupported(f"{attribute} {shortened(value)!r}", board)


def _card_bought(buy: Element) -> Card:
    strategy = buy.attributes.get("strategy", "")
    if strategy not in ("", "standard"):
        raise _Unsupported(f"play strategy {shortened(strategy)!r}", buy)
    bane = buy.attributes.get("bane", "")
    if bane:
        raise _Unsupported(f"bane {shortened(bane)!r}", buy)
    return _card(buy.attributes.get("name", ""), buy)


def _card(name: str, element: Element) -> Card:
    card = find_card(name.replace("$", "'"))  # King$s_Court
    if card is None:
        home = home_of(name)
        where = f" of {home}" if home else ""
        raise _Unsupported(f"unsupported card {shortened(name)!r}{where}", element)
    return card


# -- conditions --------------------------------------------------------------------------------


def _condition(element: Element) -> Condition:
    parts: dict[str, Element] = {}
    for child in element.children:
        if child.tag not in ("left", "operator", "right", "extra_operation"):
            raise _Unsupported(f"unknown element <{shortened(child.tag)}>", child)
        if child.tag in parts:
            raise _Unsupported(f"a condition with two <{child.tag}>", child)
        parts[child.tag] = child
    for tag in ("left", "operator", "right"):
        if tag not in parts:
            raise _Unsupported(f"a condition without <{tag}>", element)
    called = parts["operator"].attributes.get("type", "")
    if called not in COMPARISONS:
        raise _Unsupported(f"unsupported operator {shortened(called)!r}", parts["operator"])
    left, right = _side(parts["left"]), _side(parts["right"])
    condition = _with_extra(left, COMPARISONS[called], right, parts.get("extra_operation"))
    for term in condition.terms:
        if isinstance(term.factor, Fraction) and not is_readable(term.factor):
            raise _Unsupported(f"a number of more than {MAX_DIGITS} digits", element)
    return condition


def _side(element: Element) -> Quantity | Fraction:
    """Return what one side of a condition looks at."""
    function = element.attributes.get("type", "")
    attribute = element.attributes.get("attribute", "")
    if function == "constant":
        return _number(attribute, element)
    if function in CARD_FUNCTIONS:
        card = _card(attribute, element)
        name = CARD_FUNCTIONS[function]
        if (name, card) == ("supply", PROVINCE):
            return Quantity("provinces", None, element.location)
        return Quantity(name, card, element.location)
    if function == "countCardTypeInDeck":
        if attribute not in CARD_TYPES:
            raise _Unsupported(f"unsupported card type {shortened(attribute)!r}", element)
        return Quantity(CARD_TYPES[attribute], None, element.location)
    if function in PLAIN_FUNCTIONS:
        return Quantity(PLAIN_FUNCTIONS[function], None, element.location)
    raise _Unsupported(f"unsupported function {shortened(function)!r}", element)


def _number(text: str, element: Element) -> Fraction:
    match = _NUMBER.fullmatch(text.strip())
    if match is None:
        raise _Unsupported(f"{shortened(text)!r} is not a number", element)
    sign, digits, exponent = match.groups()
    return Fraction(f"{sign}{digits}") * Fraction(10) ** int(exponent or 0)


def _with_extra(
    left: Quantity | Fraction, operator: str, right: Quantity | Fraction, extra: Element | None
) -> Condition:
    """Return ``left operator right`` with the extra operation applied to the right side."""
    first: Expression = (_scaled(left, None),)
    second: Expression = (_scaled(right, None),)
    if extra is not None:
        kind = extra.attributes.get("type", "")
        number = _number(extra.attributes.get("attribute", ""), extra)
        if kind not in ("plus", "minus", "multiplyWith", "divideBy"):
            raise _Unsupported(f"unsupported extra_operation {shortened(kind)!r}", extra)
        if kind == "divideBy" and number == 0:
            raise _Unsupported("a division by 0", extra)
        if isinstance(right, Quantity):
            second = _shifted_or_scaled(right, kind, number)
        elif kind == "divideBy" and decimal(right / number) is None:
            # a third has no decimal form: both sides are multiplied instead
            first = (_scaled(left, number),)
            operator = MIRRORED[operator] if number < 0 else operator
        else:
            second = (_scaled(_worked_out(right, kind, number), None),)
    return Condition(first, operator, second)


def _shifted_or_scaled(quantity: Quantity, kind: str, number: Fraction) -> Expression:
    if kind == "multiplyWith":
        return (_scaled(quantity, number),)
    if kind == "divideBy":
        return (Term(quantity, abs(number), divided=True, negative=number < 0),)
    shift = number if kind == "plus" else -number
    return (Term(quantity), _scaled(shift, None)) if shift else (Term(quantity),)


def _worked_out(constant: Fraction, kind: str, number: Fraction) -> Fraction:
    match kind:
        case "plus":
            return constant + number
        case "minus":
            return constant - number
        case "multiplyWith":
            return constant * number
    return constant / number


def _scaled(side: Quantity | Fraction, factor: Fraction | None) -> Term:
    """Return the side as a term, multiplied by `factor` if there is one."""
    if isinstance(side, Fraction):
        number = side if factor is None else side * factor
        return Term(None, abs(number), negative=number < 0)
    if factor is None:
        return Term(side)
    return Term(side, abs(factor), negative=factor < 0)


def is_readable(number: Fraction) -> bool:
    """Return whether the rule language can write that number."""
    text = decimal(number)
    return text is not None and len(text.replace(".", "")) <= MAX_DIGITS
