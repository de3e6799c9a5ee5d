"""The text of rules: what it means, how it is described, and how faults are pointed at."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fastsim.cards import COPPER, DUCHY, ESTATE, GOLD, PROVINCE, SILVER, find_card
from fastsim.rules.check import kingdom_of
from fastsim.rules.classes import CardClass
from fastsim.rules.describe import decimal, describe, digest
from fastsim.rules.model import (
    OPERATORS,
    PLAIN_QUANTITIES,
    BuyRule,
    Condition,
    Entry,
    Parameter,
    Quantity,
    Term,
)
from fastsim.rules.parse import MAX_DIGITS, parse_entries, parse_rule
from fastsim.text.errors import FastsimError, InvalidInput, RuleError
from tests.strategies import rules

BIG_MONEY_ULTIMATE = """
Province if total_money > 18
Duchy if provinces <= 4     # the end is near
Estate if provinces <= 2
Gold
Duchy if provinces <= 6
Silver
"""


def number(value: float, *, negative: bool = False) -> Term:
    return Term(None, Fraction(str(value)), negative=negative)


# -- meaning -----------------------------------------------------------------------------------


def test_the_example_of_the_language() -> None:
    rule = parse_rule(BIG_MONEY_ULTIMATE, name="BMU", source="somewhere")
    assert [entry.card for entry in rule.entries] == [PROVINCE, DUCHY, ESTATE, GOLD, DUCHY, SILVER]
    assert rule.entries[0].conditions == (
        Condition((Term(Quantity("total_money")),), ">", (number(18),)),
    )
    assert rule.entries[3].conditions == ()
    assert (rule.name, rule.source) == ("BMU", "somewhere")
    assert (rule.otherwise, rule.avoid_losing_end) == ((), False)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("treasures/11", (Term(Quantity("treasures"), Fraction(11), divided=True),)),
        ("2*own(Gold)", (Term(Quantity("own", GOLD), Fraction(2)),)),
        ("own(Gold)*2", (Term(Quantity("own", GOLD), Fraction(2)),)),
        ("vp - 2.5", (Term(Quantity("vp")), number(2.5, negative=True))),
        ("-3 + lead", (number(3, negative=True), Term(Quantity("lead")))),
        ("{x}", (Term(None, Parameter("x")),)),
        ("{x}*vp - {y}", (Term(Quantity("vp"), Parameter("x")), Term(None, Parameter("y"), negative=True))),  # noqa: E501
        ("vp/{x}", (Term(Quantity("vp"), Parameter("x"), divided=True),)),
        (".5", (number(0.5),)),
        ("-hand(Copper)", (Term(Quantity("hand", COPPER), negative=True),)),
    ],
)  # fmt: skip
def test_sums(text: str, right: tuple[Term, ...]) -> None:
    (entry,) = parse_rule(f"Gold if money >= {text}").entries
    assert entry == Entry(GOLD, (Condition((Term(Quantity("money")),), ">=", right),))


@pytest.mark.parametrize("operator", OPERATORS)
def test_operators(operator: str) -> None:
    (entry,) = parse_rule(f"Gold if turn {operator} 3 and seat==1").entries
    assert [condition.operator for condition in entry.conditions] == [operator, "=="]


@pytest.mark.parametrize("quantity", sorted(PLAIN_QUANTITIES))
def test_every_quantity_in_any_case(quantity: str) -> None:
    (entry,) = parse_rule(f"Gold if {quantity.upper()} > 1").entries
    assert entry.conditions[0].left == (Term(Quantity(quantity)),)


def test_case_and_blanks_do_not_matter() -> None:
    assert parse_rule("  pROVINCE\tIF provinces<=4 AND turn>2 ;; \r\n gold;") == parse_rule(
        "Province if provinces <= 4 and turn > 2\nGold"
    )


@pytest.mark.parametrize(
    ("pasted", "typed"),
    [
        ("Gold\u00a0if\u2009vp\u202f>\u30003", "Gold if vp > 3"),
        ("\ufeffThrone\u00a0Room", "Throne Room"),
        ("Gold if vp ≤ 3 and turn≥2 and seat ≠ 1", "Gold if vp <= 3 and turn >= 2 and seat != 1"),
        ("Gold if lead > −3 – 1", "Gold if lead > -3 - 1"),
        ("Gold if vp > 2×turn − deck_size÷4", "Gold if vp > 2*turn - deck_size/4"),
    ],
)
def test_what_pages_print_is_understood(pasted: str, typed: str) -> None:
    assert parse_rule(pasted) == parse_rule(typed)


def test_statements_beside_the_entries() -> None:
    rule = parse_rule("Gold; otherwise copper, Estate, Copper; avoid_losing_end")
    assert rule.otherwise == (COPPER, ESTATE)
    assert rule.avoid_losing_end


def test_lists_of_plays_follow_the_buys() -> None:
    rule = parse_rule("Gold; Silver; [play]\nVillage; Smithy if hand(Gold) < 2; [trash]")
    assert [str(entry.card) for entry in rule.entries] == ["Gold", "Silver"]
    assert rule.plays.play == parse_entries("Village; Smithy if hand(Gold) < 2")
    assert rule.plays.trash == ()
    assert rule.plays.gain is None
    assert describe(rule, separator="; ") == (
        "Gold; Silver; [play]; Village; Smithy if hand(Gold) < 2; [trash]"
    )
    assert digest(rule) != digest(parse_rule("Gold; Silver")) != digest(parse_rule("Silver; Gold"))


def test_classes_of_cards_stand_in_lists_of_plays() -> None:
    text = "Gold; [discard]; Victory; terminal if actions_needed > 1; Treasure; Action"
    rule = parse_rule(text.upper().replace("[DISCARD]", "[discard]"))
    assert rule == parse_rule(text)
    assert [entry.choice for entry in parse_entries("Action; terminal; Smithy if vp > 1")] == [
        CardClass.ACTION, CardClass.TERMINAL, find_card("Smithy"),
    ]  # fmt: skip
    assert describe(rule, separator="; ") == text
    assert kingdom_of(rule) == ()
    assert rule.plays.discard is not None
    with pytest.raises(ValueError, match="several cards"):
        assert rule.plays.discard[0].card


def test_entries_and_quantities_know_their_places() -> None:
    rule = parse_rule("Gold\n  Silver if own(Gold) > 2", where="here", first_line=7)
    place = rule.entries[1].location
    assert place is not None
    assert str(place) == "here, line 8, column 3"
    quantity = rule.entries[1].conditions[0].left[0].quantity
    assert quantity is not None
    assert str(quantity.location) == "here, line 8, column 13"


# -- faults ------------------------------------------------------------------------------------

FAULTS = [
    ("Gold; Action", 1, 7, "Action is a class of cards, and a card is wanted here", "[discard]"),
    ("Gold; otherwise victory", 1, 17, "Victory is a class of cards", "head of entries"),
    ("Gold; [trash]; Estate if own(terminal) > 1", 1, 30, "terminal is a class", "[discard]"),
    ("Gold; [trash]; Action Estate", 1, 16, "unknown card 'Action Estate'", "'Estate'"),
    ("Gold\nProvnce if vp > 1", 2, 1, "unknown card 'Provnce'", "Did you mean 'Province'?"),
    ("Gold if provinxes < 2", 1, 9, "unknown quantity 'provinxes'", "Did you mean 'provinces'?"),
    ("Gold if own(Slver) < 2", 1, 13, "unknown card 'Slver'", "Did you mean 'Silver'?"),
    ("Gold; Smity", 1, 7, "unknown card 'Smity'", "Did you mean 'Smithy'?"),
    ("Gold; Xyzzy", 1, 7, "unknown card 'Xyzzy'", "fastsim cards lists those of the base set"),
    ("Gold; Feast", 1, 7, "unknown card 'Feast': it is of the base set's First Edition", "Second"),
    ("Gold; King's Court", 1, 7, "unknown card \"King's Court\": it is of Prosperity", None),
    ("Gold if", 1, 8, "a condition is missing after 'if'", "Example"),
    ("Gold if vp > 1 and", 1, 19, "a condition is missing after 'and'", "Example"),
    ("Gold if vp", 1, 11, "a comparison is missing", "<="),
    ("Gold if vp >", 1, 13, "a value is missing after '>'", "Example"),
    ("Gold if vp > and vp < 3", 1, 14, "a value is missing after '>'", "Example"),
    ("Gold if vp = 3", 1, 12, "'=' is not a comparison", "'=='"),
    ("Gold if vp =< 3", 1, 12, "'=<' is not a comparison", "Did you mean '<='?"),
    ("Gold if vp => 3", 1, 12, "'=>' is not a comparison", "Did you mean '>='?"),
    ("Gold if vp <> 3", 1, 12, "'<>' is not a comparison", "Did you mean '!='?"),
    ("Gold if vp === 3", 1, 12, "'===' is not a comparison", "'=='"),
    ("Gold if vp is 3", 1, 12, "'is' is not part of the language", "'=='"),
    ("Gold if vp at least 3", 1, 12, "a comparison is missing", "<="),
    ("Gold if coins >= 3", 1, 9, "unknown quantity 'coins'", "Did you mean 'money', coins avail"),
    ("Gold if Cash >= 3", 1, 9, "unknown quantity 'Cash'", "Did you mean 'money'"),
    ("Gold if countCardsInDeck(Gold) > 1", 1, 9, "unknown quantity 'countCardsInD", "'own(Gold)'"),
    ("Gold if Throne Room > 1", 1, 9, "unknown quantity 'Throne'", "own(Throne Room) counts those"),
    ("Gold if vp > 1 && turn > 2", 1, 16, "'&&' is not part of the language", "'and'"),
    ("Gold if vp > 1 || turn > 2", 1, 16, "'||' is not part of the language", "the card again"),
    ("Gold when vp > 1", 1, 6, "'when' is not part of the language", "Did you mean 'if'?"),
    ("Gold unless vp > 1", 1, 6, "'unless' is not part", "turn the comparison around"),
    ("Gold if vp > 1 else Silver", 1, 16, "'else' is not part", "the next entry is tried where"),
    ("Gold if vp > 1; else Silver", 1, 17, "'else' is not part", "the next entry is tried where"),
    ("Gold if not vp > 1", 1, 9, "'not' is not part", "turn the comparison around"),
    ("Gold if !vp", 1, 9, "'!' is not part", "turn the comparison around"),
    ("Gold if vp > 1 and (vp < 3 or vp > 9)", 1, 20, "a number or a quantity is", "Parentheses"),
    ("if vp > 1 then Gold", 1, 1, "the card to buy is missing", None),
    ("Buy Gold if vp > 1", 1, 1, "'Buy' is not part", "An entry is a card, then"),
    ("Gold; 2 Smithy", 1, 7, "the card to buy is missing", "Smithy if own(Smithy) < 2"),
    ("Gold: vp > 1", 1, 5, "':' is not part", "introduced by 'if'"),
    ('"Gold"; Silver', 1, 1, "'\"' is not part", "without quotes"),
    ("“Gold”; Silver", 1, 1, "'\"' is not part", "without quotes"),
    ("Gold if vp > 50%", 1, 16, "'%' is not part", "0.5 for 50 %"),
    ("Gold if vp > ٣", 1, 14, "unexpected character '٣'", "Write '3'."),
    ("Gold if vp > ３", 1, 14, "unexpected character '３'", "Write '3'."),
    ("Gold； Silver", 1, 5, "unexpected character '；'", "Write ';'."),
    ("Colony; Gold", 1, 1, "unknown card 'Colony': it is of Prosperity", None),
    ("Prov; Gold", 1, 1, "unknown card 'Prov'", "Did you mean 'Province'?"),
    ("Gold; lab", 1, 7, "unknown card 'lab'", "Did you mean 'Laboratory'?"),
    ("Gold; TR", 1, 7, "unknown card 'TR'", "Did you mean 'Throne Room'?"),
    ("Gold; Smithies", 1, 7, "unknown card 'Smithies'", "Did you mean 'Smithy'?"),
    ("Gold if 1 < vp < 3", 1, 16, "a condition has one comparison", "'and'"),
    ("Gold if vp > 1 or vp < 9", 1, 16, "'or' is not part of the language", "again"),
    ("Gold Silver", 1, 6, "';' is missing between two cards", "Gold; Silver"),
    ("Gold vp > 1", 1, 6, "'if' is missing before the condition", "Gold if vp"),
    ("Gold Xyzzy", 1, 1, "unknown card 'Gold Xyzzy'", None),
    ("Gold, Silver", 1, 5, "',' is not expected here", "Separate entries by ';' or a new line"),
    ("if vp > 1", 1, 1, "the card to buy is missing", None),
    ("Gold if own > 1", 1, 13, "own takes a card", "own(Gold)"),
    ("Gold if own(Gold > 1", 1, 18, "')' is missing after own(Gold", None),
    ("Gold if own() > 1", 1, 13, "the card of own(...) is missing", None),
    ("Gold if vp > 2*", 1, 16, "a number or a quantity is missing", "Example"),
    ("Gold if vp > vp*vp", 1, 17, "a number is missing", None),
    ("Gold if vp > vp/0", 1, 17, "a quantity is divided by 0", None),
    ("Gold if vp > vp/0.00", 1, 17, "a quantity is divided by 0", None),
    ("Gold if vp > {2}", 1, 14, "not a parameter", "{duchy}"),
    ("Gold if vp > 1234567890", 1, 14, f"a number of more than {MAX_DIGITS} digits", None),
    ("Gold if vp > 0.123456789", 1, 14, f"a number of more than {MAX_DIGITS} digits", None),
    ("Gold if vp > 1e5", 1, 15, "'e' is not expected here", None),
    ("Gold; otherwise", 1, 16, "a card after 'otherwise' is missing", None),
    ("Gold; otherwise Copper,", 1, 24, "a card after ',' is missing", None),
    ("Gold; otherwise Copper; otherwise Gold", 1, 35, "a second 'otherwise'", "one place"),
    ("Gold; avoid_losing_end 1", 1, 24, "'1' is not expected after 'avoid_losing_end'", None),
    ("Gold; [plya]; Moat", 1, 8, "not a list of plays", "[play], [discard], [trash], [gain]"),
    ("Gold; [", 1, 8, "not a list of plays", None),
    ("Gold; [play", 1, 12, "']' is missing after [play", None),
    ("Gold; [play] Moat", 1, 14, "'Moat' is not expected after [play]", None),
    ("Gold; [play]; Moat; [play]", 1, 27, "a second [play]", "one place"),
    ("Gold; [play]; otherwise Gold", 1, 15, "'otherwise' belongs to the buys", None),
    ("Gold; [play]; avoid_losing_end", 1, 15, "'avoid_losing_end' belongs to the buys", None),
    ("Gold @ 3", 1, 6, "unexpected character '@'", None),
    ("Gold # fine\nSilver if (vp > 3)", 2, 11, "a number or a quantity is missing", "Parenth"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "column", "what", "hint"), FAULTS)
def test_a_fault_is_named_and_placed(
    text: str, line: int, column: int, what: str, hint: str | None
) -> None:
    with pytest.raises(RuleError) as caught:
        parse_rule(text, where="my.toml", first_line=11)
    error = caught.value
    assert error.what.startswith(what)
    place = error.location
    assert place is not None
    assert (place.source, place.line, place.column) == ("my.toml", line + 10, column)
    shown = str(error).splitlines()
    assert shown[0] == f"my.toml, line {line + 10}, column {column}: {error.what}"
    assert shown[1] == "    " + text.split("\n")[line - 1]
    assert shown[2] == " " * (3 + column) + "^"
    assert (hint or "") in (error.hint or "")


@pytest.mark.parametrize(
    "text", ["", "  \n\t;;\n", "# only a comment", "avoid_losing_end", "[play]; Moat"]
)
def test_a_rule_has_entries(text: str) -> None:
    with pytest.raises(RuleError, match="mine: the rule has no entries"):
        parse_rule(text, where="mine")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("Gold;" * 501, "more than 500 entries"),
        ("Gold if vp > " + "+".join(["1"] * 65), "more than 64 terms"),
        (" " * 50_001, "longer than 50000 characters"),
    ],
)
def test_hostile_sizes_are_refused(text: str, what: str) -> None:
    with pytest.raises(RuleError, match=what):
        parse_rule(text)


def test_a_long_line_is_shown_around_the_fault() -> None:
    with pytest.raises(RuleError) as caught:
        parse_rule("Gold;" * 100 + "Sliver;" + "Gold;" * 100)
    first, line, mark, *_ = str(caught.value).splitlines()
    assert first.startswith("rule, line 1, column 501")
    assert len(line) < 130
    assert line[mark.index("^") :].startswith("Sliver")


# -- and back ----------------------------------------------------------------------------------


@settings(deadline=None, max_examples=200)
@given(rules(any_text=True))
def test_parse_after_describe_is_the_identity(rule: BuyRule) -> None:
    for separator in ("\n", "; ", "\n\n;# a comment\n"):
        text = describe(rule, separator=separator)
        assert parse_rule(text) == rule
    assert describe(parse_rule(describe(rule))) == describe(rule)
    assert digest(replace(rule, name="another", source="else")) == digest(rule)


def test_describe_writes_one_statement_a_line() -> None:
    rule = parse_rule("gold if 0.50*own( gold )<vp/.25 - -0+3".replace("- -0", "- 0"))
    assert describe(rule) == "Gold if 0.5*own(Gold) < vp/0.25 - 0 + 3"
    full = parse_rule(BIG_MONEY_ULTIMATE + "otherwise Copper\navoid_losing_end")
    assert describe(full).splitlines() == [
        "Province if total_money > 18", "Duchy if provinces <= 4", "Estate if provinces <= 2",
        "Gold", "Duchy if provinces <= 6", "Silver", "otherwise Copper", "avoid_losing_end",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (Fraction(0), "0"),
        (Fraction(18), "18"),
        (Fraction(1, 2), "0.5"),
        (Fraction(12345, 1000), "12.345"),
        (Fraction(101, 100), "1.01"),
        (Fraction(1, 10**12), "0.000000000001"),
        (Fraction(1, 10**13), None),
        (Fraction(1, 3), None),
    ],
)
def test_decimal(number: Fraction, text: str | None) -> None:
    assert decimal(number) == text


def test_a_number_without_a_decimal_form_cannot_be_described() -> None:
    rule = parse_rule("Gold if vp > {x}").fill({"x": Fraction(1, 3)})
    with pytest.raises(InvalidInput, match="1/3 has no short decimal form"):
        describe(rule)


# -- anything else -----------------------------------------------------------------------------

_WORDS = (
    "[play] [trash] [ ] "
    "Gold Province Throne_Room if and or otherwise avoid_losing_end own supply provinces vp ( ) "
    "< <= == != >= > = + - * / , ; # {x} {x 1 0 2.5 .5 . 12345678901 ≤ é"
)
_TOKENS = st.sampled_from([*_WORDS.split(), "\n", "\t", "\r"])


@settings(deadline=None, max_examples=300)
@given(st.text(max_size=80) | st.lists(_TOKENS, max_size=25).map(" ".join))
def test_any_text_is_a_rule_or_one_clear_error(text: str) -> None:
    try:
        rule = parse_rule(text)
    except FastsimError:
        return
    assert parse_rule(describe(rule)) == rule
