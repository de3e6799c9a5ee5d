"""From a rule to integers: the tables that the kernels play by.

Every condition becomes ``sum(coefficient * register) REL bound`` in exact integers, whatever
fractions the text had. A rule is data: no rule ever causes a kernel to be compiled.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass
from fractions import Fraction
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


@dataclass(frozen=True, eq=False)
class RuleTable:
    """A rule for one setup, as flat integer arrays.

    Attributes
    ----------
    card : int64 [n_entries]
        Column of the card that each entry buys. Where buying is mandatory, the fallback order
        stands behind the rule's own entries.
    avoid_losing_end : int64 [n_entries]
        1 where the entry is skipped when it would end the game in a loss.
    first_condition : int64 [n_entries + 1]
        Entry e has the conditions ``first_condition[e]`` up to, not including, the next.
    relation, bound : int64 [n_conditions]
        `registers.AT_MOST`, ``EQUAL`` or ``UNEQUAL``, and the bound it is about.
    first_term : int64 [n_conditions + 1]
        Condition c has the terms ``first_term[c]`` up to, not including, the next.
    register, coefficient : int64 [n_terms]
        See `fastsim.registers`.
    """

    card: IntArray
    avoid_losing_end: IntArray
    first_condition: IntArray
    relation: IntArray
    bound: IntArray
    first_term: IntArray
    register: IntArray
    coefficient: IntArray

    __repr__ = brief


@dataclass(frozen=True, slots=True)
class _Linear:
    """A condition over registers; `weights` holds no zeros."""

    relation: int
    bound: int
    weights: dict[int, int]


def compile_rule(rule: BuyRule, setup: GameSetup) -> RuleTable:
    """Return the table of what `rule` buys in `setup`, a game of the six cards.

    Raises
    ------
    InvalidInput, RuleError
        As `fastsim.rules.check.check_rule`; and for numbers too large for exact arithmetic.
    """
    check_rule(rule, setup)
    return _compile(_buys(rule, setup), SixCardLayout(setup))


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


def _compile(rows: Iterable[tuple[Entry, bool]], layout: Layout) -> RuleTable:
    """Return the table of entries, each with whether it avoids losing ends."""
    entries: list[tuple[int, int, list[_Linear]]] = []
    for entry, avoids in rows:
        conditions = [_linear(condition, layout) for condition in entry.conditions]
        if False in conditions:
            continue  # one condition can never hold
        kept = [c for c in conditions if isinstance(c, _Linear)]
        entries.append((layout.column(entry.card), int(avoids), kept))

    conditions_of = [linear for _, _, linear in entries]
    flat = [condition for conditions in conditions_of for condition in conditions]
    terms = [term for condition in flat for term in sorted(condition.weights.items())]
    return RuleTable(
        card=_array(card for card, _, _ in entries),
        avoid_losing_end=_array(avoid for _, avoid, _ in entries),
        first_condition=_offsets(map(len, conditions_of)),
        relation=_array(c.relation for c in flat),
        bound=_array(c.bound for c in flat),
        first_term=_offsets(len(c.weights) for c in flat),
        register=_array(register for register, _ in terms),
        coefficient=_array(coefficient for _, coefficient in terms),
    )


def _linear(condition: Condition, layout: Layout) -> _Linear | bool:
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


def _reduced(relation: int, bound: Fraction, weights: dict[int, int]) -> _Linear | bool:
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
    return _Linear(relation, int(bound), weights)


def _array(values: object) -> IntArray:
    return np.fromiter(values, np.int64)  # type: ignore[call-overload,no-any-return]


def _offsets(lengths: object) -> IntArray:
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(_array(lengths), dtype=np.int64)])
