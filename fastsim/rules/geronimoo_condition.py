"""Conditions of the bots of Geronimoo's Dominion Simulator, read from their elements."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from fastsim.cards import PROVINCE, Card, find_card
from fastsim.cards.other_sets import home_of
from fastsim.rules.describe import decimal
from fastsim.rules.geronimoo_format import (
    ATTRIBUTES,
    CARD_FUNCTIONS,
    CARD_TYPES,
    COMPARISONS,
    MEANT,
    MIRRORED,
    PLAIN_FUNCTIONS,
    SAME_FUNCTIONS,
)
from fastsim.rules.model import Condition, Expression, Quantity, Term
from fastsim.rules.parse import MAX_DIGITS
from fastsim.rules.xml_tree import Element
from fastsim.text.words import shortened

#: A Java double, as the simulator writes it or a hand may have.
_NUMBER: Final = re.compile(
    r"([+-]?)([0-9]{1,30}(?:\.[0-9]{0,30})?|\.[0-9]{1,30})(?:[eE]([+-]?[0-9]{1,2}))?"
)


class Unsupported(Exception):
    """Something of a bot that the rule language does not have.

    Parameters
    ----------
    what : str
    element : Element
        Where it stands.
    """

    def __init__(self, what: str, element: Element) -> None:
        super().__init__(what)
        self.what = what
        self.element = element


def check_content(element: Element) -> None:
    """Raise `Unsupported` for attributes and text that would be passed over."""
    for name in element.attributes.keys() - ATTRIBUTES[element.tag]:
        raise Unsupported(f"unknown attribute {shortened(name)!r} of <{element.tag}>", element)
    if element.text:
        raise Unsupported(f"text in <{element.tag}>: {shortened(element.text)!r}", element)


def read_card(name: str, element: Element) -> Card:
    """Return the card that an element names."""
    card = find_card(name.replace("$", "'"))  # King$s_Court
    if card is None:
        home = home_of(name)
        where = f" of {home}" if home else ""
        raise Unsupported(f"unsupported card {shortened(name)!r}{where}", element)
    return card


def read_condition(element: Element) -> Condition:
    """Return the condition of a ``condition``; `Unsupported` when it cannot be expressed."""
    check_content(element)
    parts: dict[str, Element] = {}
    for child in element.children:
        if child.tag not in ("left", "operator", "right", "extra_operation"):
            raise Unsupported(f"unknown element <{shortened(child.tag)}>", child)
        if child.tag in parts:
            raise Unsupported(f"a condition with two <{child.tag}>", child)
        if child.children:
            inner = child.children[0]
            raise Unsupported(f"unknown element <{shortened(inner.tag)}>", inner)
        check_content(child)
        parts[child.tag] = child
    for tag in ("left", "operator", "right"):
        if tag not in parts:
            raise Unsupported(f"a condition without <{tag}>", element)
    called = parts["operator"].attributes.get("type", "")
    if called not in COMPARISONS:
        raise Unsupported(f"unsupported operator {shortened(called)!r}", parts["operator"])
    left, right = _side(parts["left"]), _side(parts["right"])
    condition = _with_extra(left, COMPARISONS[called], right, parts.get("extra_operation"))
    for term in condition.terms:
        if isinstance(term.factor, Fraction) and not is_readable(term.factor):
            raise Unsupported(f"a number of more than {MAX_DIGITS} digits", element)
    return condition


def _side(element: Element) -> Quantity | Fraction:
    """Return what one side of a condition looks at."""
    function = element.attributes.get("type", "")
    attribute = element.attributes.get("attribute", "")
    meant = element.attributes.get(MEANT)
    if meant is not None:
        if (function, meant) != ("getTotalMoney", "total_money"):
            raise Unsupported(f"{MEANT} {shortened(meant)!r}", element)
        return Quantity("total_money", None, element.location)
    function = SAME_FUNCTIONS.get(function, function)
    if function == "constant":
        return _number(attribute, element)
    if function in CARD_FUNCTIONS:
        card = read_card(attribute, element)
        name = CARD_FUNCTIONS[function]
        if (name, card) == ("supply", PROVINCE):
            return Quantity("provinces", None, element.location)
        return Quantity(name, card, element.location)
    if function == "countCardTypeInDeck":
        if attribute not in CARD_TYPES:
            raise Unsupported(f"unsupported card type {shortened(attribute)!r}", element)
        return Quantity(CARD_TYPES[attribute], None, element.location)
    if function in PLAIN_FUNCTIONS:
        return Quantity(PLAIN_FUNCTIONS[function], None, element.location)
    raise Unsupported(f"unsupported function {shortened(function)!r}", element)


def _number(text: str, element: Element) -> Fraction:
    match = _NUMBER.fullmatch(text.strip())
    if match is None:
        raise Unsupported(f"{shortened(text)!r} is not a number", element)
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
            raise Unsupported(f"unsupported extra_operation {shortened(kind)!r}", extra)
        if kind == "divideBy" and number == 0:
            raise Unsupported("a division by 0", extra)
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
