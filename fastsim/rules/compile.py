"""From a rule to integers: the tables that the kernels play by.

Every condition becomes ``sum(coefficient * register) REL bound`` in exact integers, whatever
fractions the text had. A rule is data: no rule ever causes a kernel to be compiled.
"""

from __future__ import annotations

import functools
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import floor, gcd, lcm
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fastsim import registers as reg
from fastsim.cards import Card
from fastsim.errors import InvalidInput
from fastsim.rules.check import check_rule
from fastsim.rules.decisions import decision_lists
from fastsim.rules.layouts import Layout, SixCardLayout
from fastsim.rules.model import BuyRule, Condition, Decision, Entry, Quantity, Term
from fastsim.setup import FALLBACK, MAX_OWNED, Buy, GameSetup
from fastsim.shown import brief

IntArray = NDArray[np.int64]

#: Keeps every sum, and what it differs from its bound by, inside 64 bits: no register exceeds 20
#: times the cards a player can own.
_MAX_BOUND: Final = 2**61
_MAX_WEIGHT: Final = _MAX_BOUND // (20 * MAX_OWNED)


_FORCED: Final = Condition((Term(Quantity("forced")),), "==", (Term(None, Fraction(1)),))


@dataclass(frozen=True, eq=False, slots=True)
class Linear:
    """A condition over registers.

    Attributes
    ----------
    relation, bound : int
        `registers.AT_MOST`, ``EQUAL`` or ``UNEQUAL``, and the bound it is about.
    terms : tuple of (int, int)
        Registers, ascending, and what each is multiplied with, never 0.
    """

    relation: int
    bound: int
    terms: tuple[tuple[int, int], ...]


@dataclass(frozen=True, eq=False, slots=True)
class Row:
    """An entry, for one setup.

    Attributes
    ----------
    card : int
        Column of the card that it buys.
    avoids_losing_end : bool
        Whether it is skipped when it would end the game in a loss.
    conditions : tuple of Linear
        That all must hold; those that always do are left out.
    """

    card: int
    avoids_losing_end: bool
    conditions: tuple[Linear, ...]


@dataclass(frozen=True, eq=False)
class RuleTable:
    """A rule for one setup: its entries, and the same as flat arrays of integers.

    Attributes
    ----------
    rows : tuple of Row
        Where buying is mandatory, the fallback order stands behind the rule's own entries. Rules
        share the rows of entries that they share.
    """

    rows: tuple[Row, ...]

    __repr__ = brief

    @functools.cached_property
    def card(self) -> IntArray:
        """Column of the card that each entry buys: [n_entries]."""
        return _array(row.card for row in self.rows)

    @functools.cached_property
    def avoid_losing_end(self) -> IntArray:
        """1 where the entry is skipped when it would end the game in a loss: [n_entries]."""
        return _array(row.avoids_losing_end for row in self.rows)

    @functools.cached_property
    def first_condition(self) -> IntArray:
        """Where the conditions of each entry begin, and the end of all: [n_entries + 1]."""
        return _offsets(len(row.conditions) for row in self.rows)

    @functools.cached_property
    def relation(self) -> IntArray:
        """What each condition asks: [n_conditions]."""
        return _array(condition.relation for condition in self._conditions)

    @functools.cached_property
    def bound(self) -> IntArray:
        """The bound that each condition is about: [n_conditions]."""
        return _array(condition.bound for condition in self._conditions)

    @functools.cached_property
    def first_term(self) -> IntArray:
        """Where the terms of each condition begin, and the end of all: [n_conditions + 1]."""
        return _offsets(len(condition.terms) for condition in self._conditions)

    @functools.cached_property
    def register(self) -> IntArray:
        """The register of each term: [n_terms]."""
        return _array(register for register, _ in self._terms)

    @functools.cached_property
    def coefficient(self) -> IntArray:
        """What each term's register is multiplied with: [n_terms]."""
        return _array(coefficient for _, coefficient in self._terms)

    def looks_at(self, register: int) -> bool:
        """Return whether a condition looks at this register."""
        return any(register == looked_at for looked_at, _ in self._terms)

    @property
    def _conditions(self) -> Iterator[Linear]:
        return (condition for row in self.rows for condition in row.conditions)

    @property
    def _terms(self) -> Iterator[tuple[int, int]]:
        return (term for condition in self._conditions for term in condition.terms)


def compile_rule(rule: BuyRule, setup: GameSetup) -> RuleTable:
    """Return the table of what `rule` buys in `setup`, a game of the six cards.

    Raises
    ------
    InvalidInput, RuleError
        As `fastsim.rules.check.check_rule`; and for numbers too large for exact arithmetic.
    """
    check_rule(rule, setup)
    return _compile(_buys(rule, setup), _six_cards(setup))


def compile_list(
    rule: BuyRule,
    setup: GameSetup,
    kind: Decision,
    layout: Layout,
    choosable: Container[Card],
) -> RuleTable:
    """Return the table of one kind of decision by `rule` in `setup`.

    Parameters
    ----------
    rule : BuyRule
        One that can be played in this setup (`fastsim.rules.check.check_rule`).
    setup : GameSetup
    kind : Decision
    layout : Layout
    choosable : container of Card
        What can ever be chosen; entries of other cards are left out.

    Raises
    ------
    InvalidInput
        For numbers too large for exact arithmetic.
    """
    if kind is Decision.BUY:
        rows = _buys(rule, setup)
    else:
        decision = decision_lists(rule, setup)[kind]
        avoids = rule.avoid_losing_end and kind is Decision.GAIN
        rows = [(entry, avoids) for entry in decision.entries]
        rows += [(Entry(card, (_FORCED,)), False) for card in decision.last_resort]
    return _compile([row for row in rows if row[0].card in choosable], layout)


def _buys(rule: BuyRule, setup: GameSetup) -> list[tuple[Entry, bool]]:
    """Return a rule's buys, with the fallback order where buying is mandatory."""
    entries = [(entry, rule.avoid_losing_end) for entry in rule.entries]
    if setup.buy is Buy.MANDATORY:
        order = dict.fromkeys((*rule.otherwise, *FALLBACK))
        entries += [(Entry(card), False) for card in order if card in setup.supply]
    return entries


def _compile(entries: Iterable[tuple[Entry, bool]], layout: Layout) -> RuleTable:
    """Return the table of entries, each with whether it avoids losing ends."""
    rows = [_row(entry, avoids, layout) for entry, avoids in entries]
    return RuleTable(tuple([row for row in rows if row is not None]))


@functools.lru_cache(maxsize=4096)
def _row(entry: Entry, avoids: bool, layout: Layout) -> Row | None:
    """Return the row of an entry, or None when one of its conditions can never hold."""
    conditions = [_linear(condition, layout) for condition in entry.conditions]
    if False in conditions:
        return None
    kept = tuple([condition for condition in conditions if isinstance(condition, Linear)])
    return Row(layout.column(entry.card), avoids, kept)


@functools.lru_cache(maxsize=64)
def _six_cards(setup: GameSetup) -> SixCardLayout:
    """Return the layout of a setup: the same one, so that what was compiled for it is known."""
    return SixCardLayout(setup)


def _linear(condition: Condition, layout: Layout) -> Linear | bool:
    """Return the condition over registers, or its value when it looks at nothing."""
    weights: dict[int, Fraction] = {}
    constant = Fraction(0)
    for side, sign in ((condition.left, 1), (condition.right, -1)):
        for term in side:
            coefficient = sign * term.coefficient
            if term.quantity is None:
                constant += coefficient
                continue
            registers, offset = layout.registers(term.quantity)
            for register, weight in registers.items():
                weights[register] = weights.get(register, Fraction(0)) + coefficient * weight
            constant += coefficient * offset
    weights = {register: w for register, w in weights.items() if w}
    scale = lcm(constant.denominator, *(w.denominator for w in weights.values()))
    integers = {register: int(w * scale) for register, w in weights.items()}
    rest = int(constant * scale)

    operator = condition.operator
    if operator in (">", ">="):  # turned round, so that every order is "at most"
        integers = {register: -w for register, w in integers.items()}
        rest = -rest
    if operator in ("<", ">"):
        rest += 1
    relation = {"==": reg.EQUAL, "!=": reg.UNEQUAL}.get(operator, reg.AT_MOST)
    return _reduced(relation, Fraction(-rest), integers)


def _reduced(relation: int, bound: Fraction, weights: dict[int, int]) -> Linear | bool:
    """Return ``sum(weights) REL bound`` with coefficients that share no factor."""
    divisor = gcd(*weights.values()) or 1
    bound /= divisor
    if relation == reg.AT_MOST:
        bound = Fraction(floor(bound))
    elif bound.denominator != 1:
        return relation == reg.UNEQUAL  # integers never equal a fraction
    if not weights:
        return {reg.AT_MOST: bound >= 0, reg.EQUAL: bound == 0, reg.UNEQUAL: bound != 0}[relation]
    weights = {register: w // divisor for register, w in weights.items()}
    if sum(map(abs, weights.values())) > _MAX_WEIGHT or abs(bound) > _MAX_BOUND:
        raise InvalidInput(
            "a condition's numbers are too large or too finely divided for exact arithmetic",
            "Use fewer digits.",
        )
    return Linear(relation, int(bound), tuple(sorted(weights.items())))


def _array(values: Iterable[int]) -> IntArray:
    return np.fromiter(values, np.int64)


def _offsets(lengths: Iterable[int]) -> IntArray:
    return _array(accumulate(lengths, initial=0))
