"""Families: what stands for parameters, in which order, and how users write it."""

from fractions import Fraction

import pytest

from analysis.questions.optimise.family import Choice, Family, parse_choice, parse_orders, shown
from fastsim.cards import GOLD, SILVER
from fastsim.rules.parse import parse_rule
from fastsim.text.errors import InvalidInput

TEMPLATE = parse_rule("Province; Duchy if provinces <= {duchy}; {treasure}")


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("x=0:2", (0, 1, 2)),
        ("x=0:1:0.5", (0, Fraction(1, 2), 1)),
        ("x=2, 4,8", (2, 4, 8)),
        ("x=-1", (-1,)),
        ("x = silver,Gold,Silver", (SILVER, GOLD)),
    ],
)
def test_how_values_are_written(text: str, values: tuple[object, ...]) -> None:
    assert parse_choice(text) == Choice("x", values)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("x", "not a parameter and its values"),
        ("x=", "not a parameter and its values"),
        ("2x=3", "not a parameter and its values"),
        ("x=Gold,Slver", "'Slver' is neither a number nor a card"),
        ("x=1/3", "no short decimal form"),
        ("x=3:1", "ends before it begins"),
    ],
)
def test_what_is_not_values(text: str, what: str) -> None:
    with pytest.raises(InvalidInput, match=what):
        parse_choice(text)


def test_the_rules_of_a_family() -> None:
    family = Family(TEMPLATE, (parse_choice("duchy=4:5"), parse_choice("treasure=Silver,Gold")))
    assert [rule.name for rule in family.rules] == [
        "Province; Duchy if provinces <= 4; Silver",
        "Province; Duchy if provinces <= 4; Gold",
        "Province; Duchy if provinces <= 5; Silver",
        "Province; Duchy if provinces <= 5; Gold",
    ]
    assert family.points[1] == {"duchy": 4, "treasure": GOLD}


def test_orders_of_entries() -> None:
    template = parse_rule("Province; Gold; Duchy; Silver")
    family = Family(template, (parse_orders("2:3", template),))
    assert [rule.name for rule in family.rules] == [
        "Province; Gold; Duchy; Silver",
        "Province; Duchy; Gold; Silver",
    ]
    assert [shown(point["order"]) for point in family.points] == ["2 3", "3 2"]
    assert len(parse_orders("all", template).values) == 24


def test_orders_that_make_the_same_rule_count_once() -> None:
    template = parse_rule("Gold; Gold; Silver")
    family = Family(template, (parse_orders("all", template),))
    assert len(family) == 3
    assert len(set(family.rules)) == 3


@pytest.mark.parametrize("text", ["1", "0:2", "2:2", "1:5", "all of them"])
def test_what_is_not_a_range_of_entries(text: str) -> None:
    with pytest.raises(InvalidInput, match="not a range of entries"):
        parse_orders(text, parse_rule("Province; Gold; Duchy; Silver"))


@pytest.mark.parametrize(
    ("choices", "what"),
    [
        (["duchy=0:8"], r"no values for the parameter \{treasure\}"),
        (["duchy=0:8", "treasure=Gold", "gold=2"], r"no parameter \{gold\}"),
        (["duchy=0:8", "duchy=2", "treasure=Gold"], "two lists"),
        (["duchy=1:2000", "treasure=Gold", "silver=1:2000"], "no parameter"),
    ],
)
def test_families_that_are_none(choices: list[str], what: str) -> None:
    with pytest.raises(InvalidInput, match=what):
        Family(TEMPLATE, tuple(map(parse_choice, choices)))


def test_a_family_is_bounded() -> None:
    template = parse_rule("Gold if turn > {a}; Silver if turn > {b}")
    with pytest.raises(InvalidInput, match="a family of 1,000,000 rules"):
        Family(template, (parse_choice("a=1:1000"), parse_choice("b=1:1000")))


def test_a_card_where_a_number_stands_is_refused() -> None:
    with pytest.raises(InvalidInput, match="Gold is not a number"):
        _ = Family(TEMPLATE, (parse_choice("duchy=Gold"), parse_choice("treasure=Gold"))).rules


def test_lines_through_a_rule() -> None:
    family = Family(TEMPLATE, (parse_choice("duchy=0:8"), parse_choice("treasure=Silver,Gold")))
    centre = family.points.index({"duchy": 7, "treasure": GOLD})
    line = family.line(centre, "duchy", most=4)
    assert [family.points[i]["duchy"] for i in line] == [5, 6, 7, 8]
    assert {family.points[i]["treasure"] for i in line} == {GOLD}
    both = family.line(centre, "treasure", most=40)
    assert [family.points[i] for i in both] == [
        {"duchy": 7, "treasure": SILVER},
        {"duchy": 7, "treasure": GOLD},
    ]
