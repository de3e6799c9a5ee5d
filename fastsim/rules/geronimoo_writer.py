"""Rules as a bot file of Geronimoo's Dominion Simulator, the inverse of `fastsim.rules.geronimoo`.

The format compares one quantity with another one that is shifted or scaled by a number. What comes
down to that is written; everything else is refused by name. Read again, it is the same rule, at
times in other words: a condition is solved for one quantity where it has to be. Two things differ
in the simulator:

- It never makes a buy that would end the game in a loss. Whether a rule does
  (`BuyRule.avoid_losing_end`) is written in words of our own, which it passes over: a rule without
  it plays more carefully there than here.
- It computes in binary fractions. Where a condition multiplies by a number such as 0.1, equality
  may come out differently there.

Its getTotalMoney is `coins_owned`. A rule that looks at `total_money` and buys no Action that gives
coins cannot tell the two apart, in a game of ordinary starting decks; it is marked, too, so that it
comes back as it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Final, NamedTuple
from xml.etree import ElementTree as ET

from fastsim.cards import PROVINCE
from fastsim.rules.describe import decimal, describe_condition
from fastsim.rules.geronimoo_condition import is_readable
from fastsim.rules.geronimoo_format import (
    CARD_FUNCTIONS,
    CARD_TYPES,
    CARE,
    COMPARISONS,
    MEANT,
    MIRRORED,
    PLAIN_FUNCTIONS,
)
from fastsim.rules.model import BuyRule, Condition, Entry, Expression, Quantity, Term
from fastsim.text.errors import InvalidInput
from fastsim.text.words import shortened

_CARD_FUNCTION_OF: Final = {quantity: function for function, quantity in CARD_FUNCTIONS.items()}
_FUNCTION_OF: Final = {quantity: function for function, quantity in PLAIN_FUNCTIONS.items()}
_TYPE_OF: Final = {quantity: card_type for card_type, quantity in CARD_TYPES.items()}
_OPERATOR_OF: Final = {operator: called for called, operator in COMPARISONS.items()}
#: Characters that XML 1.0 cannot hold in any form.
_NOT_XML: Final = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class _Extra(NamedTuple):
    kind: str
    number: Fraction


class _Comparison(NamedTuple):
    """What the format can say: ``left operator (right, extra operation applied)``."""

    left: Quantity | Fraction
    operator: str
    right: Quantity | Fraction
    extra: _Extra | None = None


def write_geronimoo(rules: Iterable[BuyRule]) -> str:
    """Return the XML text of a bot file with these rules.

    Raises
    ------
    InvalidInput
        When the format cannot say what a rule says: ``otherwise``, lists of plays, ``!=``, a
        ``{parameter}``, a sum of several quantities, a quantity that the simulator does not have,
        or no name.
    """
    collection = ET.Element("playerCollection")
    names: set[str] = set()
    for rule in rules:
        name = rule.name
        if not name.strip():
            raise InvalidInput("a rule without a name cannot be written", "Give it one.")
        if name in names:
            raise InvalidInput(f"two rules are named {shortened(name)!r}", "Rename one.")
        names.add(name)
        try:
            collection.append(_player(rule))
        except InvalidInput as error:
            what = f"rule {shortened(name)!r} cannot be written as a bot: {error.what}"
            raise InvalidInput(what, error.hint) from None
    ET.indent(collection)
    return "<?xml version='1.0' encoding='UTF-8'?>\n" + ET.tostring(collection, "unicode") + "\n"


def _player(rule: BuyRule) -> ET.Element:
    if rule.otherwise:
        raise InvalidInput(
            "'otherwise' has no counterpart", "Add its cards as entries at the end instead."
        )
    if rule.parameters:
        raise InvalidInput(
            f"the parameter {{{rule.parameters[0]}}} has no counterpart", "Give it a value."
        )
    for kind in rule.plays.lists:
        raise InvalidInput(
            f"its list '{kind}' has no counterpart",
            "The simulator decides on plays itself: leave the list out.",
        )
    _check_money(rule)
    player = ET.Element(
        "player",
        {
            "name": _text(rule.name),
            "author": "",
            "description": _text(rule.source),
            CARE: "true" if rule.avoid_losing_end else "false",
        },
    )
    for label in ("Bot", "UserCreated"):  # the lists of the simulator in which it appears
        ET.SubElement(player, "type", name=label)
    for entry in rule.entries:
        player.append(_buy(entry))
    return player


def _check_money(rule: BuyRule) -> None:
    """Raise for a rule that looks at total_money and can own Actions that give coins."""
    if any(
        term.quantity is not None and term.quantity.name == "total_money" for term in rule.terms
    ):
        for entry in rule.entries:
            if entry.card.coin_value != entry.card.money:
                raise InvalidInput(
                    f"'total_money' has no counterpart in a rule that buys {entry.card}",
                    f"The simulator counts the coins of {entry.card}, too: coins_owned does so.",
                )


def _text(text: str) -> str:
    if _NOT_XML.search(text):
        raise InvalidInput(f"{shortened(text)!r} holds characters that XML cannot hold")
    return text


def _buy(entry: Entry) -> ET.Element:
    buy = ET.Element("buy", name=_card_name(entry.card.name))
    for condition in entry.conditions:
        said = _directly(condition) or _rearranged(condition)
        element = ET.SubElement(buy, "condition")
        ET.SubElement(element, "left", _side(said.left))
        ET.SubElement(element, "operator", type=_OPERATOR_OF[said.operator])
        ET.SubElement(element, "right", _side(said.right))
        if said.extra is not None:
            number = _number(said.extra.number)
            ET.SubElement(element, "extra_operation", type=said.extra.kind, attribute=number)
    return buy


def _card_name(name: str) -> str:
    return name.replace(" ", "_").replace("'", "$")  # as the simulator spells King's Court


def _side(value: Quantity | Fraction) -> dict[str, str]:
    """Return the attributes of ``left`` or ``right``."""
    if isinstance(value, Fraction):
        return {"type": "constant", "attribute": _number(value)}
    if value.name == "provinces":
        value = Quantity("supply", PROVINCE)
    if value.card is not None and value.name in _CARD_FUNCTION_OF:
        card = _card_name(value.card.name)
        return {"type": _CARD_FUNCTION_OF[value.name], "attribute": card}
    if value.name in _TYPE_OF:
        return {"type": "countCardTypeInDeck", "attribute": _TYPE_OF[value.name]}
    if value.name == "total_money":
        return {"type": "getTotalMoney", MEANT: value.name}
    if value.name in _FUNCTION_OF:
        return {"type": _FUNCTION_OF[value.name]}
    raise InvalidInput(f"{value.name!r} has no counterpart")


def _number(number: Fraction) -> str:
    """Return a number as Java writes a double."""
    text = decimal(abs(number))
    assert text is not None  # both ways of saying a condition see to it
    return ("-" if number < 0 else "") + (text if "." in text else f"{text}.0")


# -- conditions --------------------------------------------------------------------------------


def _directly(condition: Condition) -> _Comparison | None:
    """Return the condition as it stands, when it has the format's own shape."""
    if condition.operator not in _OPERATOR_OF or len(condition.left) != 1:
        return None
    if not all(is_readable(factor) for factor in _factors(condition)):
        return None
    left = _bare(condition.left[0])
    first, *others = condition.right
    right, extra = _bare(first), None
    if len(others) == 1 and isinstance(right, Quantity):
        shift = _bare(others[0])
        if not isinstance(shift, Fraction) or shift == 0:
            return None
        extra = _Extra("minus" if shift < 0 else "plus", abs(shift))
    elif not others and right is None and first.factor:
        right = first.quantity
        number = -_number_of(first) if first.negative else _number_of(first)
        extra = _Extra("divideBy" if first.divided else "multiplyWith", number)
    elif others:
        return None
    if left is None or right is None or "lead" in (_name(left), _name(right)):
        return None
    return _Comparison(left, condition.operator, right, extra)


def _factors(condition: Condition) -> list[Fraction]:
    return [_number_of(term) for term in condition.terms if term.factor is not None]


def _number_of(term: Term) -> Fraction:
    assert isinstance(term.factor, Fraction)  # rules with parameters are refused before
    return term.factor


def _bare(term: Term) -> Quantity | Fraction | None:
    """Return the number or the quantity that a term is, or None when it is a multiple of one."""
    if term.quantity is None:
        return term.coefficient
    return term.quantity if term.factor is None and not term.negative else None


def _name(value: Quantity | Fraction) -> str:
    return value.name if isinstance(value, Quantity) else ""


def _rearranged(condition: Condition) -> _Comparison:
    """Return the condition solved for one quantity.

    With the quantities a, b and the numbers k, r, the format can say: ``a OP k``, ``a OP r*b``,
    ``a OP b/r`` and ``a OP b + k``.
    """
    if condition.operator not in _OPERATOR_OF:
        raise InvalidInput(
            f"{condition.operator!r} has no counterpart",
            "Write the entry twice, with < and with >.",
        )
    weights, constant = _sum(condition)
    if not weights:
        return _Comparison(_writable(constant, condition), condition.operator, Fraction(0))
    (first, weight), *others = weights.items()
    operator = MIRRORED[condition.operator] if weight < 0 else condition.operator
    shift = -constant / weight
    if not others:
        if is_readable(abs(shift)):
            return _Comparison(first, operator, shift)
        over = Fraction(shift.denominator)
        number = _writable(Fraction(shift.numerator), condition)
        return _Comparison(first, operator, number, _Extra("divideBy", _writable(over, condition)))
    (second, other), *more = others
    ratio = -other / weight
    if more or (shift and ratio != 1):
        raise _too_much(condition)
    if shift:
        kind = "minus" if shift < 0 else "plus"
        extra = _Extra(kind, _writable(abs(shift), condition))
        return _Comparison(first, operator, second, extra)
    if ratio == 1:
        return _Comparison(first, operator, second)
    # a division by a whole number is exact at equality, a multiplication may not be
    if not is_readable(abs(ratio)) or (1 / ratio).denominator == 1:
        over = _writable(1 / ratio, condition)
        return _Comparison(first, operator, second, _Extra("divideBy", over))
    return _Comparison(first, operator, second, _Extra("multiplyWith", ratio))


def _sum(condition: Condition) -> tuple[dict[Quantity, Fraction], Fraction]:
    """Return the weights of the quantities and the constant in ``left - right``."""
    weights: dict[Quantity, Fraction] = {}
    constant = Fraction(0)
    sides: tuple[tuple[Expression, int], ...] = ((condition.left, 1), (condition.right, -1))
    for side, sign in sides:
        for term in side:
            coefficient = sign * term.coefficient
            if term.quantity is None:
                constant += coefficient
                continue
            for quantity, weight in _parts(term.quantity).items():
                weights[quantity] = weights.get(quantity, Fraction(0)) + coefficient * weight
    return {quantity: weight for quantity, weight in weights.items() if weight}, constant


def _parts(quantity: Quantity) -> dict[Quantity, int]:
    """Return a quantity as a sum of such as the simulator has."""
    if quantity.name == "lead":
        return {Quantity("vp"): 1, Quantity("opponent_vp"): -1}
    if (quantity.name, quantity.card) == ("supply", PROVINCE):
        return {Quantity("provinces"): 1}
    return {quantity: 1}


def _writable(number: Fraction, condition: Condition) -> Fraction:
    if not is_readable(abs(number)):
        raise _too_much(condition)
    return number


def _too_much(condition: Condition) -> InvalidInput:
    return InvalidInput(
        f"{shortened(describe_condition(condition))!r} is more than the format can say",
        "It can be one quantity and a number, or two with one of them shifted or scaled.",
    )
