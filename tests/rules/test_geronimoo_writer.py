"""Bot files of Geronimoo's Dominion Simulator, written, and what comes back from them."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fastsim.cards import GOLD, PROVINCE, SIX_CARDS
from fastsim.cards.kinds import KINDS
from fastsim.game.kingdoms import base
from fastsim.game.setup import GameSetup, basic, simplified
from fastsim.kernels import registers as reg
from fastsim.lower.compile import compile_list, compile_rule
from fastsim.lower.layouts import KingdomLayout
from fastsim.rules.check import kingdom_of
from fastsim.rules.describe import describe
from fastsim.rules.files import rules_from_toml, write_rule_file
from fastsim.rules.geronimoo import parse_geronimoo
from fastsim.rules.geronimoo_writer import write_geronimoo
from fastsim.rules.library import library
from fastsim.rules.model import (
    PLAIN_QUANTITIES,
    BuyRule,
    Condition,
    Decision,
    Entry,
    PlayPolicy,
    Quantity,
    Term,
)
from fastsim.rules.parse import parse_rule
from fastsim.text.errors import InvalidInput
from fastsim.text.words import fault_of_name
from tests.strategies import MEANINGLESS, rules


def rewritten(rule: BuyRule, setup: GameSetup | None = None) -> BuyRule:
    data = write_geronimoo([rule]).encode()
    found = parse_geronimoo(data, source="x.xml", setup=setup)
    assert not found.refused
    (again,) = found.rules.values()
    return again


def meaning(rule: BuyRule) -> list[tuple[int, frozenset[object]]]:
    """Return each entry's card and conditions, in a form that does not depend on the notation."""
    kingdom = kingdom_of(rule)
    if kingdom:
        setup = base(kingdom, size=len(kingdom))
        table = compile_list(rule, setup, Decision.BUY, KingdomLayout(setup), setup.supply)
    else:
        table = compile_rule(rule, basic())
    entries: list[tuple[int, frozenset[object]]] = []
    for entry, card in enumerate(table.card.tolist()):
        conditions: set[object] = set()
        for c in range(table.first_condition[entry], table.first_condition[entry + 1]):
            terms = slice(table.first_term[c], table.first_term[c + 1])
            weights, bound = table.coefficient[terms], int(table.bound[c])
            if table.relation[c] == reg.EQUAL and weights[0] < 0:
                weights, bound = -weights, -bound
            registers = table.register[terms].tolist()
            conditions.add((int(table.relation[c]), bound, *registers, *weights.tolist()))
        entries.append((card, frozenset(conditions)))
    return entries


#: What the format can say as it stands.
_OURS = ("seat", "lead", "forced", "hand_size", "hand_actions", "actions_needed")
_SIDES = [Quantity(name) for name in PLAIN_QUANTITIES if name not in _OURS]
_SIDES += [
    Quantity(name, card)
    for name in ("own", "supply", "hand", "in_play", "opponents")
    for card in SIX_CARDS
    if (name, card) != ("supply", PROVINCE)  # which reads as `provinces`
]
_QUANTITIES = st.sampled_from(_SIDES)
_NUMBERS = st.builds(Fraction, st.integers(0, 9999), st.sampled_from([1, 2, 10, 1000]))


def _constant(number: Fraction, negative: bool) -> Term:
    return Term(None, number, negative=negative and number != 0)


_CONSTANTS = st.builds(_constant, _NUMBERS, st.booleans())
_POSITIVE = _NUMBERS.filter(bool)
_RIGHT = st.one_of(
    _CONSTANTS.map(lambda term: (term,)),
    _QUANTITIES.map(lambda quantity: (Term(quantity),)),
    st.tuples(_QUANTITIES.map(Term), st.builds(_constant, _POSITIVE, st.booleans())),
    st.builds(Term, _QUANTITIES, _POSITIVE, st.booleans(), st.booleans()).map(lambda term: (term,)),
)
_EXPRESSIBLE = st.builds(
    Condition,
    st.one_of(_QUANTITIES.map(Term), _CONSTANTS).map(lambda term: (term,)),
    st.sampled_from(["<", "<=", "==", ">=", ">"]),
    _RIGHT,
)
_TEXTS = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc"], exclude_characters="\ufffe\uffff")
)
_NAMES = _TEXTS.filter(lambda text: text.strip() and not fault_of_name(text))
_WRITABLE = st.builds(
    BuyRule,
    st.lists(
        st.builds(Entry, st.sampled_from(SIX_CARDS), st.lists(_EXPRESSIBLE, max_size=3).map(tuple)),
        min_size=1,
        max_size=5,
    ).map(tuple),
    avoid_losing_end=st.booleans(),
    name=_NAMES,
    source=st.text(st.sampled_from("ab: \n\t\r\u00a0\u201c\u201d'\"<&")) | _TEXTS,
)


@settings(deadline=None, max_examples=80)
@given(_WRITABLE, st.sampled_from([None, basic(), basic(players=4), simplified()]))
def test_what_the_format_can_say_comes_back_equal(rule: BuyRule, setup: GameSetup | None) -> None:
    again = rewritten(rule, setup)
    assert again == rule
    assert (again.name, again.source) == (rule.name, rule.source)


@settings(deadline=None, max_examples=80)
@given(st.lists(_WRITABLE, min_size=1, max_size=3, unique_by=lambda rule: rule.name))
def test_nothing_is_lost_on_the_way_through_toml(rules: list[BuyRule]) -> None:
    before = write_geronimoo(rules)
    read = parse_geronimoo(before.encode(), source="x.xml")
    text = write_rule_file(read.rules.values())
    from_toml = rules_from_toml(tomllib.loads(text), source="x.toml", text=text)
    assert not read.refused
    assert not from_toml.refused
    assert [*from_toml.rules.values()] == [*read.rules.values()] == rules
    assert write_geronimoo(from_toml.rules.values()) == before


@settings(deadline=None, max_examples=200)
@given(rules())
def test_what_is_written_keeps_its_meaning(rule: BuyRule) -> None:
    bare = replace(rule, name="x", otherwise=())
    try:
        again = rewritten(bare)
    except InvalidInput:
        return
    assert meaning(again) == meaning(bare)
    assert again.avoid_losing_end is rule.avoid_losing_end
    assert rewritten(again) == again


#: They count Treasures only, and buy Actions that give coins.
MONEY_IN_ACTIONS = ("Big Money + Festival", "Big Money + Market", "Big Money + Poacher")


@pytest.mark.parametrize("rule", library().rules.values(), ids=list(library().rules))
def test_the_library_can_be_taken_to_the_simulator(rule: BuyRule) -> None:
    bare = replace(rule, plays=PlayPolicy())  # the simulator has plays of its own
    if rule.name in MONEY_IN_ACTIONS:
        with pytest.raises(InvalidInput, match="'total_money' has no counterpart"):
            write_geronimoo([bare])
        return
    again = rewritten(bare)
    assert meaning(again) == meaning(bare)
    assert again.avoid_losing_end is rule.avoid_losing_end
    assert (again.name, again.source) == (rule.name, rule.source)


@pytest.mark.parametrize(
    ("text", "again"),
    [
        ("lead < 0", "vp < opponent_vp"),
        ("lead > -3", "vp > opponent_vp - 3"),
        ("3 >= 2*own(Gold) + vp - vp", "own(Gold) <= 1.5"),
        ("3*own(Gold) > 4", "3*own(Gold) > 4"),
        ("-own(Gold) < -4", "own(Gold) > 4"),
        ("11*own(Gold) < treasures", "own(Gold) < treasures/11"),
        ("own(Gold) - own(Silver) == 2", "own(Gold) == own(Silver) + 2"),
        ("own(Gold) + own(Silver) == 0", "own(Gold) == -own(Silver)/1"),
        ("supply(Province) < 4", "provinces < 4"),
        ("1 < 2", "1 < 2"),
        ("vp - vp > 1", "-1 > 0"),
        ("own(Gold) >= 0*vp", "own(Gold) >= 0"),
        ("own(Gold) < 3*treasures - 0", "own(Gold) < 3*treasures"),
    ],
)
def test_conditions_are_solved_for_one_quantity(text: str, again: str) -> None:
    rule = parse_rule(f"Gold if {text}", name="x")
    assert describe(rewritten(rule)) == f"Gold if {again}"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("Gold; otherwise Copper", "'otherwise' has no counterpart"),
        ("Gold if vp > {x}", "the parameter {x} has no counterpart"),
        ("Gold if vp != 2", "'!=' has no counterpart"),
        ("Gold if seat == 2", "'seat' has no counterpart"),
        ("Gold if hand_size == 2", "'hand_size' has no counterpart"),
        ("Gold if resolving(Remodel) == 1", "'resolving' has no counterpart"),
        ("Gold; [trash]; Curse", "its list 'trash' has no counterpart"),
        ("Gold if own(Gold) + own(Silver) > 4", "'own(Gold) + own(Silver) > 4' is more than"),
        ("Gold if own(Gold) > treasures/3 + 1", "is more than the format can say"),
        ("Gold if 2*own(Gold) > 3*own(Silver)/1".replace("/1", " + vp"), "is more than"),
        ("Gold if 7*own(Gold) > 3*own(Silver)", "is more than the format can say"),
    ],
)
def test_what_the_format_cannot_say_is_refused(text: str, what: str) -> None:
    rule = parse_rule(text, name="Mine")
    with pytest.raises(InvalidInput) as caught:
        write_geronimoo([rule])
    assert caught.value.what.startswith("rule 'Mine' cannot be written as a bot: ")
    assert what in caught.value.what


def test_numbers_without_a_decimal_form_are_divided() -> None:
    third = Condition((Term(Quantity("own", GOLD)),), "<", (Term(None, Fraction(1, 3)),))
    rule = BuyRule((Entry(GOLD, (third,)),), name="x")
    assert describe(rewritten(rule)) == "Gold if 3*own(Gold) < 1"


def test_money_of_treasures_is_marked_where_no_action_makes_a_difference() -> None:
    text = write_geronimoo([parse_rule("Smithy if total_money > 5; Gold", name="x")])
    assert '<left type="getTotalMoney" quantity="total_money" />' in text
    text = write_geronimoo([parse_rule("Militia if coins_owned > 5; Gold", name="x")])
    assert '<left type="getTotalMoney" />' in text


@pytest.mark.parametrize(
    "text",
    [
        "Militia if total_money > 5; Gold; avoid_losing_end",
        "Moneylender if own(Copper) > total_money - 3",
    ],
)
def test_money_of_treasures_is_refused_where_actions_give_coins_too(text: str) -> None:
    with pytest.raises(
        InvalidInput, match="'total_money' has no counterpart in a rule that buys M"
    ) as e:
        write_geronimoo([parse_rule(text, name="x")])
    assert "coins_owned" in (e.value.hint or "")
    again = parse_rule(text.replace("total_money", "coins_owned"), name="x")
    assert describe(rewritten(again)) == describe(again)


@pytest.mark.parametrize("quantity", KINDS)
def test_kinds_of_cards_are_the_types_of_the_simulator(quantity: str) -> None:
    rule = parse_rule(f"Gold if own(Gold) < {quantity}/3", name="x")
    assert rewritten(rule) == rule


def test_who_spares_the_last_province_but_one_comes_back() -> None:
    bot = """<player name='x'><type name='AppliesPPR'/><buy name='Province'/><buy name='Duchy'/>
        <buy name='Estate'/></player>"""
    (rule,) = parse_geronimoo(bot.encode(), source="x.xml").rules.values()
    assert len(rule.entries) == 8
    assert meaning(rewritten(rule)) == meaning(rule)


def test_the_written_form() -> None:
    rule = replace(parse_rule("Duchy if lead > -2.5; Gold"), name='A "B"', source="<C>\n")
    assert (
        write_geronimoo([rule])
        == """\
<?xml version='1.0' encoding='UTF-8'?>
<playerCollection>
  <player name="A &quot;B&quot;" author="" description="&lt;C&gt;&#10;" avoid_losing_end="false">
    <type name="Bot" />
    <type name="UserCreated" />
    <buy name="Duchy">
      <condition>
        <left type="countVP" />
        <operator type="greaterThan" />
        <right type="countMAXOpponentVP" />
        <extra_operation type="minus" attribute="2.5" />
      </condition>
    </buy>
    <buy name="Gold" />
  </player>
</playerCollection>
"""
    )


@pytest.mark.parametrize(
    ("names", "what"),
    [
        (["x", "x"], "two rules are named 'x'"),
        ([" "], "a rule without a name"),
    ],
)
def test_names_that_cannot_be_written(names: list[str], what: str) -> None:
    with pytest.raises(InvalidInput, match=what):
        write_geronimoo([parse_rule("Gold", name=name) for name in names])


@pytest.mark.parametrize("source", ["a\0b", "a\ud800"])
def test_sources_that_cannot_be_written(source: str) -> None:
    with pytest.raises(InvalidInput, match="characters that XML cannot hold"):
        write_geronimoo([parse_rule("Gold", name="x", source=source)])


def test_quantities_without_a_meaning_here_are_read_all_the_same() -> None:
    assert {side.name for side in _SIDES} >= MEANINGLESS - {"resolving", *_OURS}
