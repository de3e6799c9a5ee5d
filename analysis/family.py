"""A family of rules: a template, and what may stand for each of its parameters."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from analysis.axes import Number, parse_axis
from fastsim.cards import CARDS, Card, find_card
from fastsim.errors import InvalidInput, suggest
from fastsim.numbers import as_number
from fastsim.rules.describe import decimal, describe
from fastsim.rules.model import BuyRule
from fastsim.shown import brief
from fastsim.text import read_number, read_whole
from fastsim.values import as_list, as_rule

#: An order of entries: their numbers in the template, from 1, in the order in which they stand.
Order = tuple[int, ...]
Value = Number | Card | Order

#: Name under which the order of entries appears among the parameters.
ORDER: Final = "order"
#: Rules of one family, at most.
MOST_RULES: Final = 50_000


@dataclass(frozen=True)
class Choice:
    """A parameter and what may stand for it, in order: numbers, cards, or orders of entries."""

    parameter: str
    values: tuple[Value, ...]

    __repr__ = brief

    def __post_init__(self) -> None:
        values = as_list(self.values, f"values of {self.parameter}")
        exact = (v if isinstance(v, Card | tuple) else as_number(self.parameter, v) for v in values)
        object.__setattr__(self, "values", tuple(exact))


@dataclass(frozen=True)
class Family:
    """Every rule that a template makes with the values of its parameters.

    Attributes
    ----------
    template : BuyRule
        Whose parameters all have a choice.
    choices : tuple of Choice
        At least one. One named `ORDER` permutes entries.

    Raises
    ------
    InvalidInput
        For choices and parameters that do not belong together, or more than `MOST_RULES` rules.
    """

    template: BuyRule
    choices: tuple[Choice, ...]

    __repr__ = brief

    def __post_init__(self) -> None:
        object.__setattr__(self, "template", as_rule(self.template))
        object.__setattr__(self, "choices", tuple(as_list(self.choices, "choices")))
        names = [choice.parameter for choice in self.choices]
        known = self.template.parameters
        for name in names:
            if name not in known and name != ORDER:
                raise InvalidInput(
                    f"the rule has no parameter {{{name}}}",
                    f"Its parameters: {', '.join(known) or 'none'}.",
                )
            if names.count(name) > 1:
                raise InvalidInput(f"{{{name}}} has two lists of values")
        if ORDER in names and ORDER in known:
            raise InvalidInput(f"{{{ORDER}}} is the order of entries", "Rename the parameter.")
        missing = [name for name in known if name not in names]
        if missing:
            raise InvalidInput(
                f"no values for the parameter {{{missing[0]}}}",
                f"Give some, for example --over {missing[0]}=0:8, or --set {missing[0]}=5.",
            )
        if not self.choices:
            raise InvalidInput(
                "a family of one rule: the template has no {parameters}",
                "Put one where a number or a card stands, or let entries change places: --orders.",
            )
        size = math.prod(len(choice.values) for choice in self.choices)
        if size > MOST_RULES:
            raise InvalidInput(
                f"a family of {size:,} rules", f"At most {MOST_RULES:,}: narrow the ranges."
            )

    @functools.cached_property
    def _members(self) -> tuple[tuple[dict[str, Value], BuyRule], ...]:
        found: dict[BuyRule, tuple[dict[str, Value], BuyRule]] = {}
        for point in self._points():
            rule = self._filled(point)
            found.setdefault(rule, (point, rule))
        return tuple(found.values())

    @property
    def points(self) -> list[dict[str, Value]]:
        """The values of each rule; of values that make the same rule, the first."""
        return [point for point, _ in self._members]

    @property
    def rules(self) -> list[BuyRule]:
        """The different rules, in row-major order: the last choice varies fastest."""
        return [rule for _, rule in self._members]

    def __len__(self) -> int:
        return len(self._members)

    def label(self, rule: BuyRule) -> str:
        """Return a member's values, as ``duchy = 4, treasure = Gold``, and another rule's name."""
        point = self._point_of.get(rule)
        if point is None:
            return rule.name
        return ", ".join(f"{name} = {shown(value)}" for name, value in point.items())

    @functools.cached_property
    def _point_of(self) -> dict[BuyRule, dict[str, Value]]:
        return {rule: point for point, rule in self._members}

    def line(self, through: int, parameter: str, most: int) -> list[int]:
        """Return the rules that differ from one in this parameter alone, and that one.

        Parameters
        ----------
        through : int
            Index of a rule.
        parameter : str
        most : int
            How many at most: the nearest ones.
        """
        values = next(c.values for c in self.choices if c.parameter == parameter)
        points = self.points
        centre = points[through]

        def distance(index: int) -> tuple[int, int]:
            here, there = points[index][parameter], centre[parameter]
            if isinstance(here, tuple) and isinstance(there, tuple):
                return sum(a != b for a, b in zip(here, there, strict=True)), index
            return abs(values.index(here) - values.index(there)), index

        on_line = [
            index
            for index, point in enumerate(points)
            if all(point[name] == centre[name] for name in centre if name != parameter)
        ]
        return sorted(sorted(on_line, key=distance)[:most])

    def _points(self) -> Iterator[dict[str, Value]]:
        names = [choice.parameter for choice in self.choices]
        for values in itertools.product(*(choice.values for choice in self.choices)):
            yield dict(zip(names, values, strict=True))

    def _filled(self, point: Mapping[str, Value]) -> BuyRule:
        entries = self.template.entries
        values: dict[str, Number | Card] = {}
        for name, value in point.items():
            if isinstance(value, tuple):
                first = min(value) - 1
                moved = tuple(self.template.entries[number - 1] for number in value)
                entries = (*entries[:first], *moved, *entries[first + len(value) :])
            else:
                values[name] = value
        rule = replace(self.template, entries=entries).fill(values)
        return replace(rule, name=describe(rule, separator="; "), source="")


def shown(value: Value) -> int | float | str:
    """Return a parameter's value as tables hold it."""
    if isinstance(value, int):
        return value
    if isinstance(value, Fraction):
        return float(value)
    return value.name if isinstance(value, Card) else " ".join(map(str, value))


def parse_choice(text: str) -> Choice:
    """Return the choice written ``name=low:high[:step]`` or ``name=value,value,...``.

    Values are numbers or cards, as in ``duchy=2,4,6`` and ``treasure=Silver,Gold``.

    Raises
    ------
    InvalidInput
        For anything else.
    """
    name, equals, values = (part.strip() for part in text.partition("="))
    if ":" in values:
        axis = parse_axis(text)
        return Choice(axis.parameter, axis.values)
    if not equals or not name.isidentifier() or not values:
        raise InvalidInput(
            f"--over {text}: not a parameter and its values",
            "Examples: duchy=0:8, share=0:1:0.25, treasure=Silver,Gold.",
        )
    found = [_value(part.strip(), text) for part in values.split(",")]
    return Choice(name, tuple(dict.fromkeys(found)))


def _value(text: str, option: str) -> Number | Card:
    card = find_card(text)
    if card is not None:
        return card
    try:
        number = read_number(text)
    except (ValueError, ZeroDivisionError):
        raise InvalidInput(
            f"--over {option}: {text!r} is neither a number nor a card",
            suggest(text, [card.name for card in CARDS]),
        ) from None
    if decimal(abs(number)) is None:
        raise InvalidInput(f"--over {option}: {text} has no short decimal form")
    return int(number) if number.denominator == 1 else number


def parse_orders(text: str, template: BuyRule) -> Choice:
    """Return all orders of the entries written ``first:last``, or ``all``.

    Parameters
    ----------
    text : str
        Numbers of entries in the template, from 1; the first and last one that may change places.
    template : BuyRule

    Raises
    ------
    InvalidInput
        For anything else, or more orders than a family may have rules.
    """
    n = len(template.entries)
    first, _, last = text.partition(":")
    if text.strip().lower() == "all":
        first, last = "1", str(n)
    try:
        low, high = read_whole(first), read_whole(last)
    except (ValueError, ZeroDivisionError):
        low = high = 0
    if not 1 <= low < high <= n:
        raise InvalidInput(
            f"--orders {text}: not a range of entries",
            f"The template has {n} entries; write --orders 2:4 for the second to the fourth, "
            "or --orders all.",
        )
    numbers: Sequence[int] = range(low, high + 1)
    if math.factorial(len(numbers)) > MOST_RULES:
        raise InvalidInput(
            f"--orders {text}: {math.factorial(len(numbers)):,} orders",
            f"At most {MOST_RULES:,}: let fewer entries change places.",
        )
    return Choice(ORDER, tuple(itertools.permutations(numbers)))
