"""Compiled tables mean what the rule's model means, in exact integers."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fastsim import registers as reg
from fastsim.cards import COPPER, DUCHY, ESTATE, GOLD, PROVINCE, SILVER, SIX_CARDS, Card, column_of
from fastsim.cards.kinds import KINDS
from fastsim.errors import InvalidInput, RuleError
from fastsim.rules.check import check_rule
from fastsim.rules.compile import RuleTable, compile_rule
from fastsim.rules.model import CARD_QUANTITIES, BuyRule, Condition, Expression, Quantity
from fastsim.rules.parse import parse_rule
from fastsim.setup import FALLBACK, Buy, GameSetup, basic, simplified
from tests.strategies import MEANINGLESS, matches

COMPARE = {
    "<": operator.lt, "<=": operator.le, "==": operator.eq,
    "!=": operator.ne, ">=": operator.ge, ">": operator.gt,
}  # fmt: skip


# -- the table against the model ---------------------------------------------------------------


@dataclass(frozen=True)
class State:
    """What conditions can look at, for a player in the first seat."""

    supply: dict[Card, int]
    own: dict[Card, int]
    opponents: dict[Card, int]
    hand: dict[Card, int]
    single: dict[str, int]

    @property
    def vp(self) -> int:
        return self.own[ESTATE] + 3 * self.own[DUCHY] + 6 * self.own[PROVINCE]

    def value(self, quantity: Quantity) -> int:
        """Return the quantity, worked out apart from the compiler."""
        own = self.own
        match quantity.name:
            case "own" | "supply" | "opponents" | "hand":
                return int(getattr(self, quantity.name)[quantity.card])
            case "provinces":
                return self.supply[PROVINCE]
            case "treasures":
                return own[COPPER] + own[SILVER] + own[GOLD]
            case "victories":
                return own[ESTATE] + own[DUCHY] + own[PROVINCE]
            case "deck_size":
                return sum(own.values())
            case "basic_cards":
                return sum(own.values())
            case "total_money" | "coins_owned":
                return own[COPPER] + 2 * own[SILVER] + 3 * own[GOLD]
            case "vp":
                return self.vp
            case "lead":
                return self.vp - self.single["opponent_vp"]
            case "action_phase":
                return 0
            case name if name in KINDS:  # of which the six cards have none
                return 0
            case "buys":
                return 1
        return self.single[quantity.name]

    def registers(self) -> list[int]:
        """Return the registers as the kernel would hold them."""
        values = [0] * (reg.OWN + reg.N_EACH)
        for card in SIX_CARDS:
            values[reg.SUPPLY + column_of(card)] = self.supply[card]
            values[reg.OWN + column_of(card)] = self.own[card]
            values[reg.HAND + column_of(card)] = self.hand[card]
        values[reg.VP] = self.vp
        for name, value in self.single.items():
            values[getattr(reg, name.upper())] = value
        return values


@st.composite
def states(draw: st.DrawFn, setup: GameSetup) -> State:
    """Draw a state in which every card of the setup is somewhere."""
    supply, own, opponents, hand = {}, {}, {}, {}
    for card in SIX_CARDS:
        start = setup.supply.get(card, 0)
        total = start + setup.players * setup.deck.get(card, 0)
        supply[card] = draw(st.integers(0, start))
        own[card] = draw(st.integers(0, total - supply[card]))
        opponents[card] = total - supply[card] - own[card]
        hand[card] = draw(st.integers(0, min(5, own[card])))
    single = {
        "money": draw(st.integers(0, 15)),
        "turn": draw(st.integers(1, 30)),
        "seat": draw(st.integers(1, setup.players)),
        "opponent_vp": draw(st.integers(0, 40)),
        "empty_piles": draw(st.integers(0, 6)),
        "gains_to_end": draw(st.integers(0, 30)),
    }
    return State(supply, own, opponents, hand, single)


def model_holds(condition: Condition, state: State) -> bool:
    def value(expression: Expression) -> Fraction:
        return sum(
            (
                term.coefficient * (1 if term.quantity is None else state.value(term.quantity))
                for term in expression
            ),
            start=Fraction(0),
        )

    return bool(COMPARE[condition.operator](value(condition.left), value(condition.right)))


def table_holds(table: RuleTable, entry: int, registers: list[int]) -> bool:
    for condition in range(table.first_condition[entry], table.first_condition[entry + 1]):
        terms = range(table.first_term[condition], table.first_term[condition + 1])
        total = sum(int(table.coefficient[t]) * registers[table.register[t]] for t in terms)
        bound = int(table.bound[condition])
        held = {
            reg.AT_MOST: total <= bound,
            reg.EQUAL: total == bound,
            reg.UNEQUAL: total != bound,
        }[int(table.relation[condition])]
        if not held:
            return False
    return True


@settings(deadline=None, max_examples=80)
@given(st.data())
def test_a_table_buys_what_its_rule_buys(data: st.DataObject) -> None:
    setup, rules = data.draw(matches(players=(2, 3)))
    drawn = [data.draw(states(setup)) for _ in range(2)]
    for rule in rules:
        table = compile_rule(rule, setup)
        mandatory = setup.buy is Buy.MANDATORY
        order = dict.fromkeys((*rule.otherwise, *FALLBACK)) if mandatory else ()
        fallback = [column_of(card) for card in order if card in setup.supply]
        entries = len(table.card)
        assert table.card[entries - len(fallback) :].tolist() == fallback
        own = entries - len(fallback)
        assert table.avoid_losing_end.tolist() == [rule.avoid_losing_end] * own + [0] * len(
            fallback
        )
        for state in drawn:
            registers = state.registers()
            bought = [
                int(table.card[entry])
                for entry in range(entries)
                if table_holds(table, entry, registers)
            ]
            wanted = [
                column_of(entry.card)
                for entry in rule.entries
                if all(model_holds(condition, state) for condition in entry.conditions)
            ]
            assert bought == wanted + fallback


@settings(deadline=None, max_examples=50)
@given(matches())
def test_tables_are_well_formed(match: tuple[GameSetup, tuple[BuyRule, ...]]) -> None:
    setup, rules = match
    for rule in rules:
        table = compile_rule(rule, setup)
        n_entries, n_conditions = len(table.card), len(table.bound)
        assert len(table.first_condition) == n_entries + 1
        assert len(table.first_term) == n_conditions + 1 == len(table.relation) + 1
        assert table.first_condition[0] == table.first_term[0] == 0
        assert table.first_condition[-1] == n_conditions
        assert table.first_term[-1] == len(table.register) == len(table.coefficient)
        # a condition without terms would have been folded, and so would a term of weight 0
        assert (table.first_term[1:] > table.first_term[:-1]).all()
        assert (table.coefficient != 0).all()
        arrays = [array for array in vars(table).values() if isinstance(array, np.ndarray)]
        assert len(arrays) == 7  # those that were looked at
        assert {array.dtype.name for array in arrays} == {"int64"}


# -- single conditions -------------------------------------------------------------------------


def compiled(condition: str) -> list[tuple[int, int, dict[int, int]]] | None:
    """Return relation, bound and weights of each condition; None when the entry is left out."""
    table = compile_rule(parse_rule(f"Gold if {condition}"), basic())
    if not len(table.card):
        return None
    found = []
    for c in range(len(table.relation)):
        terms = range(table.first_term[c], table.first_term[c + 1])
        weights = {int(table.register[t]): int(table.coefficient[t]) for t in terms}
        found.append((int(table.relation[c]), int(table.bound[c]), weights))
    return found


OWN_GOLD = reg.OWN + column_of(GOLD)
OWN_SILVER = reg.OWN + column_of(SILVER)


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("own(Gold) <= 3", (reg.AT_MOST, 3, {OWN_GOLD: 1})),
        ("own(Gold) < 3", (reg.AT_MOST, 2, {OWN_GOLD: 1})),
        ("own(Gold) > 3", (reg.AT_MOST, -4, {OWN_GOLD: -1})),
        ("own(Gold) >= 3", (reg.AT_MOST, -3, {OWN_GOLD: -1})),
        ("own(Gold) < 2.5", (reg.AT_MOST, 2, {OWN_GOLD: 1})),
        ("own(Gold) <= 2.5", (reg.AT_MOST, 2, {OWN_GOLD: 1})),
        ("own(Gold) > 2.5", (reg.AT_MOST, -3, {OWN_GOLD: -1})),
        ("2*own(Gold) <= 5", (reg.AT_MOST, 2, {OWN_GOLD: 1})),
        ("own(Gold)/3 < 1", (reg.AT_MOST, 2, {OWN_GOLD: 1})),
        ("6 == 3*own(Gold)", (reg.EQUAL, -2, {OWN_GOLD: -1})),
        ("own(Gold) != 2", (reg.UNEQUAL, 2, {OWN_GOLD: 1})),
        ("own(Gold) < own(Silver)/11", (reg.AT_MOST, -1, {OWN_GOLD: 11, OWN_SILVER: -1})),
        ("own(Gold) + 1 > 2*own(Silver)", (reg.AT_MOST, 0, {OWN_GOLD: -1, OWN_SILVER: 2})),
        ("own(Gold) + own(Gold) + buys < 7", (reg.AT_MOST, 2, {OWN_GOLD: 1})),
    ],
)
def test_conditions_in_lowest_terms(
    condition: str, expected: tuple[int, int, dict[int, int]]
) -> None:
    assert compiled(condition) == [expected]


@pytest.mark.parametrize(
    "condition",
    [
        "1 < 2", "2 >= 2", "vp - vp == 0", "0*vp <= 1", "buys == 1", "action_phase != 1",
        "lead == vp - opponent_vp", "2*own(Gold) != 3", "provinces == supply(Province)",
        "deck_size == treasures + victories", "actions == 0",
    ],
)  # fmt: skip
def test_conditions_that_always_hold_are_left_out(condition: str) -> None:
    assert compiled(condition) == []


@pytest.mark.parametrize(
    "condition",
    ["2 < 1", "vp != vp", "buys > 1", "action_phase == 1", "2*own(Gold) == 3", "vp < 9 and 1 > 1"],
)
def test_entries_that_can_never_be_bought_are_left_out(condition: str) -> None:
    assert compiled(condition) is None


@pytest.mark.parametrize(
    "condition",
    [
        "own(Gold)/999999937 + own(Silver)/999999929 > own(Copper)/999999893",
        "999999999*own(Gold) > own(Silver)/99999.9989",
    ],
)
def test_numbers_beyond_exact_arithmetic_are_refused(condition: str) -> None:
    with pytest.raises(InvalidInput, match="too large or too finely divided"):
        compiled(condition)


def test_no_sum_can_leave_64_bits() -> None:
    table = compile_rule(parse_rule("Gold if 99999*lead > 9999.9999*gains_to_end"), simplified())
    largest = int(abs(table.coefficient).sum()) * 20 * 2047 + int(abs(table.bound).max())
    assert largest < 2**63


# -- the fallback order ------------------------------------------------------------------------


def test_a_mandatory_buy_ends_with_the_fallback_order() -> None:
    rule = parse_rule("Gold; otherwise Silver, Estate")
    order = [GOLD, SILVER, ESTATE, COPPER, DUCHY, GOLD, PROVINCE]
    assert compile_rule(rule, simplified()).card.tolist() == [column_of(card) for card in order]
    assert compile_rule(rule, basic()).card.tolist() == [column_of(GOLD)]


def test_losing_ends_are_avoided_in_the_rule_only() -> None:
    table = compile_rule(parse_rule("Gold; Silver; avoid_losing_end"), simplified())
    assert table.avoid_losing_end.tolist() == [1, 1, 0, 0, 0, 0, 0, 0]


# -- rules without a meaning in the setup ------------------------------------------------------

SMALL = GameSetup("small", {COPPER: 3, SILVER: 2}, {COPPER: 5, ESTATE: 1}, end_piles=2)


@pytest.mark.parametrize(
    ("text", "what", "hint"),
    [
        ("Gold", "the setup 'small' has no Gold pile", "Piles: Copper, Silver."),
        ("Silver; otherwise Gold", "the setup 'small' has no Gold pile", "Piles"),
        ("Silver if provinces > 2", "the setup 'small' has no Province pile", "Piles"),
        ("Silver if supply(Estate) > 2", "the setup 'small' has no Estate pile", "Piles"),
        ("Silver if own(Gold) > 2", "the setup 'small' has no Gold", "Cards: Copper, Silver, Est"),
        ("Silver if vp > opponents(Duchy)", "the setup 'small' has no Duchy", "Cards"),
        ("Silver if in_play(Copper) > 2", "in_play has no meaning here", "hand(...)"),
        ("Silver if actions_left > 2", "actions_left has no meaning here", "no Action phase"),
    ],
)
def test_what_a_setup_lacks_is_named(text: str, what: str, hint: str) -> None:
    rule = parse_rule(text, name="Mine", where="my.toml")
    for use in (check_rule, compile_rule):
        with pytest.raises(RuleError) as caught:
            use(rule, SMALL)
        assert caught.value.what == f"rule 'Mine': {what}"
        assert hint in (caught.value.hint or "")
        if "otherwise" not in text:
            place = caught.value.location
            assert place is not None
            assert place.source == "my.toml"


def test_cards_of_the_starting_deck_may_be_looked_at() -> None:
    check_rule(parse_rule("Silver if own(Estate) > 2 and hand(Estate) < 1"), SMALL)


@pytest.mark.parametrize("name", sorted(MEANINGLESS))
def test_decisions_about_actions_have_no_meaning_without_actions(name: str) -> None:
    quantity = f"{name}(Copper)" if name in CARD_QUANTITIES else name
    rule = parse_rule(f"Silver if {quantity} > 0")
    with pytest.raises(RuleError, match=f"{name} has no meaning here"):
        check_rule(rule, SMALL)
