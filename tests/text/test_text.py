"""Texts of others: shown without effect on what shows them, cut, and read as numbers."""

import random
import unicodedata
from fractions import Fraction

import pytest

from fastsim.game.setup_file import load_setup
from fastsim.rules.model import BuyRule
from fastsim.rules.parse import parse_rule
from fastsim.text.errors import InvalidInput, Location, RuleError
from fastsim.text.words import MAX_NAME, SHAPELESS, fault_of_name, read_number, shortened, visible

HOSTILE = ("\x1b[2J", "\x07", "a\rb", "\x9b31m", "x\u202ey", "\u2066", "\u200f", "\ud800", "\0")


@pytest.mark.parametrize("text", HOSTILE)
def test_what_has_no_shape_gets_a_sign_in_its_place(text: str) -> None:
    shown = visible(text)
    assert len(shown) == len(text)
    assert not SHAPELESS.search(shown)
    assert fault_of_name(text)
    assert fault_of_name(shown) == ""


def test_every_character_that_directs_a_terminal_or_the_order_of_letters_is_shapeless() -> None:
    for code in range(0x11_0000):
        directs = unicodedata.category(chr(code)) in ("Cc", "Cs", "Zl", "Zp")
        turns = unicodedata.bidirectional(chr(code)) in (
            "LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI",
        )  # fmt: skip
        if directs or turns:
            assert SHAPELESS.match(chr(code)), hex(code)


def test_writing_of_every_kind_stays_as_it_is() -> None:
    for text in ("Größe", "大金", "כסף גדול", "مال كثير", "👩‍🌾 ½ — “x”", "a\tb\nc"):
        assert visible(text) == text
    assert fault_of_name("כסף גדול") == ""
    assert fault_of_name("two\nlines")


def test_names_are_bounded() -> None:
    assert fault_of_name("x" * MAX_NAME) == ""
    assert str(MAX_NAME) in fault_of_name("x" * (MAX_NAME + 1))


@pytest.mark.parametrize("name", HOSTILE)
def test_rules_and_setups_cannot_have_such_a_name(name: str) -> None:
    with pytest.raises(InvalidInput, match="cannot be shown: it holds the invisible character"):
        BuyRule(parse_rule("Gold").entries, name=f"a {name}")
    with pytest.raises(InvalidInput, match="cannot be shown: it holds the invisible character"):
        load_setup(f"simplified,name=a {name}b")


@pytest.mark.parametrize("text", HOSTILE)
def test_no_error_shows_such_a_text_as_it_is(text: str) -> None:
    place = Location(f"{text}.toml", 1, 5, f"Gold{text}")
    for error in (InvalidInput(f"a {text}", text), RuleError("x", text, place)):
        assert not SHAPELESS.search(str(error).replace("\n", ""))
    *_, line, mark = str(RuleError("x", None, place)).split("\n")
    assert line[mark.index("^")] == visible(text)[0]  # the mark is where it was


def test_shortened_is_one_line_of_bounded_length() -> None:
    random.seed(1)
    for _ in range(200):
        text = "".join(random.choices("ab \n\t", k=random.choice((3, 59, 60, 61, 599, 700))))
        line = shortened(text)
        assert len(line) <= 60
        assert "\n" not in line
        whole = " ".join(text.split())
        assert line == whole if len(whole) <= 60 else whole.startswith(line[:-1])
    assert shortened("x" * 100) == "x" * 59 + "…"
    assert shortened(" " * 10_000_000).strip() in ("", "…")


def test_numbers_are_read_exactly() -> None:
    for text, value in (("3", 3), ("-0.25", "-1/4"), (" 1/3 ", "1/3"), ("1e6", 10**6)):
        assert read_number(text) == Fraction(value)


@pytest.mark.parametrize(
    "text", ["1e999999999", "1e-999999999", "9" * 5000, "1/" + "9" * 5000, "", "x", "nan", "inf"]
)
def test_numbers_beyond_use_are_refused_at_once(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - what it says is for the caller to choose
        read_number(text)
