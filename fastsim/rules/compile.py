"""From a rule to integers: the tables that the kernels play by.

Every condition becomes ``sum(coefficient * register) REL bound`` in exact integers, whatever
fractions the text had. A rule is data: no rule ever causes a kernel to be compiled.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import floor, gcd, lcm
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fastsim import registers as reg
from fastsim.cards import CARDS, PROVINCE, Card, column_of
from fastsim.errors import InvalidInput
from fastsim.rules.check import check_rule
from fastsim.rules.model import BuyRule, Condition, Quantity
from fastsim.setup import FALLBACK, MAX_OWNED, Buy, GameSetup

IntArray = NDArray[np.int64]

#: Keeps every sum, and what it differs from its bound by, inside 64 bits: no register exceeds 20
#: times the cards a player can own.
_MAX_BOUND: Final = 2**61
_MAX_WEIGHT: Final = _MAX_BOUND // (20 * MAX_OWNED)


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


@dataclass(frozen=True, slots=True)
class _Linear:
    """A condition over registers; `weights` holds no zeros."""

    relation: int
    bound: int
    weights: dict[int, int]


@functools.lru_cache(maxsize=256)  # an opponent meets many, and everybody plays both seats
def compile_rule(rule: BuyRule, setup: GameSetup) -> RuleTable:
    """Return the table of `rule` in `setup`.

    Raises
    ------
    InvalidInput, RuleError
        As `fastsim.rules.check.check_rule`; and for numbers too large for exact arithmetic.
    """
    check_rule(rule, setup)
    entries: list[tuple[int, int, list[_Linear]]] = []
    for entry in rule.entries:
        conditions = [_linear(condition, setup) for condition in entry.conditions]
        if False in conditions:
            continue  # one condition can never hold
        kept = [c for c in conditions if isinstance(c, _Linear)]
        entries.append((column_of(entry.card), int(rule.avoid_losing_end), kept))
    if setup.buy is Buy.MANDATORY:
        order = dict.fromkeys((*rule.otherwise, *FALLBACK))
        entries += [(column_of(card), 0, []) for card in order if card in setup.supply]

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


def _linear(condition: Condition, setup: GameSetup) -> _Linear | bool:
    """Return the condition over registers, or its value when it looks at nothing."""
    weights: dict[int, Fraction] = {}
    constant = Fraction(0)
    for side, sign in ((condition.left, 1), (condition.right, -1)):
        for term in side:
            coefficient = sign * term.coefficient
            if term.quantity is None:
                constant += coefficient
                continue
            registers, offset = _registers(term.quantity, setup)
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


#: Quantities that never change in this game: one buy a turn, no Actions.
_CONSTANTS: Final = {"buys": 1}

_BLOCKS: Final = {"own": reg.OWN, "supply": reg.SUPPLY, "hand": reg.HAND}
_SINGLE: Final = {
    "money": reg.MONEY,
    "turn": reg.TURN,
    "seat": reg.SEAT,
    "vp": reg.VP,
    "opponent_vp": reg.OPPONENT_VP,
    "empty_piles": reg.EMPTY_PILES,
    "gains_to_end": reg.GAINS_TO_END,
}


def _registers(quantity: Quantity, setup: GameSetup) -> tuple[dict[int, int], int]:
    """Return the registers whose weighted sum is `quantity`, and what is to be added to it."""
    name, card = quantity.name, quantity.card
    if card is not None and name == "opponents":
        # no card ever leaves the game: they own what is neither in the pile nor one's own
        own, pile = reg.OWN + column_of(card), reg.SUPPLY + column_of(card)
        cards = setup.supply.get(card, 0) + setup.players * setup.deck.get(card, 0)
        return {own: -1, pile: -1}, cards
    if card is not None and name in _BLOCKS:
        return {_BLOCKS[name] + column_of(card): 1}, 0
    if name in _SINGLE:
        return {_SINGLE[name]: 1}, 0
    if name == "provinces":
        return {reg.SUPPLY + column_of(PROVINCE): 1}, 0
    if name == "lead":
        return {reg.VP: 1, reg.OPPONENT_VP: -1}, 0
    counted: dict[str, Callable[[Card], int]] = {
        "treasures": lambda card: "Treasure" in card.types,
        "victories": lambda card: "Victory" in card.types,
        "actions": lambda card: "Action" in card.types,
        "deck_size": lambda card: 1,
        "total_money": lambda card: card.money,
    }
    if name in counted:
        return {reg.OWN + column_of(card): int(counted[name](card)) for card in CARDS}, 0
    return {}, _CONSTANTS.get(name, 0)


def _array(values: object) -> IntArray:
    return np.fromiter(values, np.int64)  # type: ignore[call-overload,no-any-return]


def _offsets(lengths: object) -> IntArray:
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(_array(lengths), dtype=np.int64)])
