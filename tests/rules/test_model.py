"""Templates and the invariants of the model."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from fastsim.cards import COPPER, GOLD, Card
from fastsim.game.setup import simplified
from fastsim.rules.check import check_rule
from fastsim.rules.describe import describe
from fastsim.rules.model import BuyRule, Quantity, Term
from fastsim.rules.parse import parse_rule
from fastsim.text.errors import InvalidInput

TEMPLATE = parse_rule(
    "Duchy if provinces <= {duchy}\n"
    "Estate if provinces <= {estate} and vp > own(Gold)/{x} - {duchy}"
)


def test_parameters_in_order_of_appearance() -> None:
    assert TEMPLATE.parameters == ("duchy", "estate", "x")
    assert parse_rule("Gold").parameters == ()


def test_fill() -> None:
    filled = TEMPLATE.fill({"duchy": 5, "estate": 2.5, "x": Fraction(4)})
    assert describe(filled, separator="; ") == (
        "Duchy if provinces <= 5; Estate if provinces <= 2.5 and vp > own(Gold)/4 - 5"
    )
    assert filled.parameters == ()
    filled.require_filled()


def test_fill_in_part() -> None:
    assert TEMPLATE.fill({"x": 4, "estate": 1}).parameters == ("duchy",)


def test_negative_values_change_the_sign_of_their_term() -> None:
    filled = TEMPLATE.fill({"duchy": -1, "estate": 0, "x": 1})
    assert describe(filled, separator="; ") == (
        "Duchy if provinces <= -1; Estate if provinces <= 0 and vp > own(Gold)/1 + 1"
    )
    assert parse_rule(describe(filled)) == filled


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.1, "0.1"), (1e-7, "0.0000001"), (np.float64(2.5), "2.5"), (np.int64(3), "3"), (7, "7")],
)
def test_values_are_the_decimal_numbers_they_show(value: float, text: str) -> None:
    assert describe(parse_rule("Gold if vp > {x}").fill({"x": value})) == f"Gold if vp > {text}"


@pytest.mark.parametrize(
    ("values", "what"),
    [
        ({"dutchy": 1}, "no parameter {dutchy}"),
        ({"x": 0}, "divided by 0"),
        ({"x": -2}, "would divide"),
        ({"x": float("nan")}, "{x} = nan is not a number"),
        ({"duchy": float("inf")}, "{duchy} = inf is not a number"),
    ],
)
def test_values_that_cannot_be_filled_in(values: dict[str, float], what: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        TEMPLATE.fill(values)
    assert what in caught.value.what


CARDS_OPEN = parse_rule("{first}; {second} if own({first}) < {n} and provinces > 4")


def test_a_parameter_may_stand_for_a_card() -> None:
    assert CARDS_OPEN.parameters == ("first", "second", "n")
    assert CARDS_OPEN.card_parameters == ("first", "second")
    assert parse_rule(describe(CARDS_OPEN)) == CARDS_OPEN
    filled = CARDS_OPEN.fill({"first": GOLD, "n": 3})
    assert describe(filled, separator="; ") == ("Gold; {second} if own(Gold) < 3 and provinces > 4")
    assert filled.fill({"second": COPPER}) == parse_rule(
        "Gold; Copper if own(Gold) < 3 and provinces > 4"
    )


@pytest.mark.parametrize(
    ("values", "what"),
    [
        ({"first": 3}, "{first} = 3 is not a card"),
        ({"n": GOLD}, "{n} = Gold is not a number"),
    ],
)
def test_cards_and_numbers_do_not_stand_for_each_other(
    values: dict[str, int | Card], what: str
) -> None:
    with pytest.raises(InvalidInput) as caught:
        CARDS_OPEN.fill(values)
    assert caught.value.what == what


def test_a_card_still_to_be_chosen_is_none() -> None:
    with pytest.raises(InvalidInput, match=r"no value for the parameter \{first\}") as caught:
        _ = CARDS_OPEN.entries[0].card
    assert caught.value.hint == "Give one, for example --set first=Gold."
    with pytest.raises(InvalidInput, match=r"\{first\}, \{second\}, \{n\}"):
        check_rule(CARDS_OPEN, simplified())


def test_a_template_cannot_be_played() -> None:
    with pytest.raises(InvalidInput, match=r"no value for the parameters \{duchy\}, \{estate\}"):
        check_rule(TEMPLATE, simplified())
    one = parse_rule("Gold if vp > {x}", name="Mine")
    with pytest.raises(InvalidInput, match=r"no value for the parameter \{x\} of 'Mine'") as caught:
        one.require_filled()
    assert caught.value.hint == "Give one, for example --set x=5."
    with pytest.raises(InvalidInput):
        _ = one.entries[0].conditions[0].right[0].coefficient


def test_equality_is_about_what_a_rule_does() -> None:
    one = parse_rule("Gold\nSilver", name="One", source="here", where="a.toml")
    other = parse_rule(" Gold;Silver", name="Other")
    assert one == other
    assert hash(one) == hash(other)
    assert one != parse_rule("Silver; Gold")
    assert one != parse_rule("Gold; Silver; avoid_losing_end")
    assert str(one) == "One"


@pytest.mark.parametrize(
    "term",
    [
        lambda: Term(None),
        lambda: Term(None, Fraction(2), divided=True),
        lambda: Term(Quantity("own", GOLD), Fraction(-2)),
        lambda: Term(Quantity("own", GOLD), Fraction(0), divided=True),
    ],
)
def test_terms_that_mean_nothing(term: Callable[[], Term]) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - InvalidInput is one, too
        term()


def test_coefficients() -> None:
    gold = Quantity("own", GOLD)
    assert Term(gold).coefficient == 1
    assert Term(gold, negative=True).coefficient == -1
    assert Term(gold, Fraction(4), divided=True, negative=True).coefficient == Fraction(-1, 4)
    assert Term(None, Fraction(5, 2)).coefficient == Fraction(5, 2)


def test_an_empty_rule_is_possible_in_the_model() -> None:
    assert BuyRule(()).parameters == ()
