"""From the model of a buy rule back to text: the inverse of `fastsim.rules.parse`."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from fastsim.text.errors import InvalidInput

if TYPE_CHECKING:
    from fastsim.rules.model import (
        BuyRule,
        Condition,
        Entry,
        Expression,
        Parameter,
        Quantity,
        Term,
    )

_MAX_DECIMALS: Final = 12


def describe(rule: BuyRule, *, separator: str = "\n") -> str:
    """Return the rule's text; parsing it gives an equal rule.

    Parameters
    ----------
    rule : BuyRule
    separator : str
        What stands between statements: a new line, or ``"; "`` for one line.

    Raises
    ------
    InvalidInput
        When a number has no finite decimal form.
    """
    statements = [_entry(entry) for entry in rule.entries]
    if rule.otherwise:
        statements.append("otherwise " + ", ".join(card.name for card in rule.otherwise))
    if rule.avoid_losing_end:
        statements.append("avoid_losing_end")
    for kind, entries in rule.plays.lists.items():
        statements += [f"[{kind}]", *map(_entry, entries)]
    return separator.join(statements)


def describe_entries(entries: Iterable[Entry], *, separator: str = "\n") -> str:
    """Return the text of a list of entries."""
    return separator.join(map(_entry, entries))


def digest(rule: BuyRule) -> str:
    """Return sixteen hex digits that are equal for rules that read the same."""
    return hashlib.sha256(describe(rule).encode()).hexdigest()[:16]


def _entry(entry: Entry) -> str:
    if not entry.conditions:
        return str(entry.choice)
    return f"{entry.choice} if " + " and ".join(map(describe_condition, entry.conditions))


def describe_condition(condition: Condition) -> str:
    """Return the text of one condition."""
    left, right = _expression(condition.left), _expression(condition.right)
    return f"{left} {condition.operator} {right}"


def _expression(expression: Expression) -> str:
    first, *others = expression
    text = ("-" if first.negative else "") + _unsigned(first)
    for term in others:
        text += (" - " if term.negative else " + ") + _unsigned(term)
    return text


def _unsigned(term: Term) -> str:
    if term.quantity is None:
        assert term.factor is not None  # the model's own invariant
        return _number(term.factor)
    if term.factor is None:
        return _quantity(term.quantity)
    if term.divided:
        return f"{_quantity(term.quantity)}/{_number(term.factor)}"
    return f"{_number(term.factor)}*{_quantity(term.quantity)}"


def _quantity(quantity: Quantity) -> str:
    return quantity.name if quantity.choice is None else f"{quantity.name}({quantity.choice})"


def _number(number: Fraction | Parameter) -> str:
    if not isinstance(number, Fraction):
        return str(number)
    text = decimal(number)
    if text is None:
        raise InvalidInput(f"{number} has no short decimal form", "Use a decimal number.")
    return text


def decimal(number: Fraction) -> str | None:
    """Return a number that is not negative in decimal digits, or None when it takes too many."""
    digits = 0
    while (number * 10**digits).denominator != 1:
        digits += 1
        if digits > _MAX_DECIMALS:
            return None
    if digits == 0:
        return str(number)
    whole, rest = divmod(int(number * 10**digits), 10**digits)
    return f"{whole}.{rest:0{digits}d}"
