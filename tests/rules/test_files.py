"""Rule files in TOML, read and written."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fastsim.cards import COPPER, ESTATE
from fastsim.rules.collection import RuleCollection, listed
from fastsim.rules.describe import describe
from fastsim.rules.files import read_rule_file, rules_from_toml, write_rule_file
from fastsim.rules.model import BuyRule
from fastsim.rules.parse import parse_entries, parse_rule
from fastsim.text.errors import FastsimError, InvalidInput, RuleError
from fastsim.text.words import fault_of_name, shortened
from tests.strategies import rules

FILE = '''\
# Two rules, in two styles.
[rules."Two Golds First"]
source = "a post, somewhere"
buy = """
Province if own(Gold) >= 2   # not earlier
Gold; Silver
"""
otherwise = ["copper", "Estate"]
avoid_losing_end = true

[rules.Short]
buy = "Gold; Silver if vp > 3"
'''


def read(text: str) -> RuleCollection:
    return rules_from_toml(tomllib.loads(text), source="my.toml", text=text)


def test_a_rule_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(FILE, encoding="utf-8")
    found = read_rule_file(path)
    assert list(found.rules) == found.names == ["Two Golds First", "Short"]
    assert not found.refused
    first = found.rules["Two Golds First"]
    assert describe(first, separator="; ") == (
        "Province if own(Gold) >= 2; Gold; Silver; otherwise Copper, Estate; avoid_losing_end"
    )
    assert (first.name, first.source) == ("Two Golds First", "a post, somewhere")
    assert first.otherwise == (COPPER, ESTATE)
    assert found.rules["Short"].source == ""


def test_rules_know_the_lines_of_their_file() -> None:
    found = read(FILE)
    places = [entry.location for entry in found.rules["Two Golds First"].entries]
    assert [(p.line, p.column) for p in places if p] == [(5, 1), (6, 1), (6, 7)]
    places = [entry.location for entry in found.rules["Short"].entries]
    assert [(p.line, p.column) for p in places if p] == [(12, 8), (12, 14)]


# -- where a fault is --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('[rules.X]\nbuy = "Gold; Sliver"', "my.toml, line 2, column 14"),
        ("[rules.X]\nbuy = 'Gold; Sliver'", "my.toml, line 2, column 14"),
        ('[rules.X]\nsource = "s"\n\n  buy   =   "Sliver"', "my.toml, line 4, column 14"),
        ('[rules.X]\nbuy = """\nGold\n Sliver"""', "my.toml, line 4, column 2"),
        ('[rules.X]\nbuy = """Gold\n Sliver\n"""', "my.toml, line 3, column 2"),
        ('[rules.X]\nbuy = """Sliver\n"""', "my.toml, line 2, column 10"),
        ("[rules.X]\nbuy = '''  \n\nSliver\n'''", "my.toml, line 4, column 1"),
        ('[ rules . "X" ] # a comment\n"buy" = "Sliver"', "my.toml, line 2, column 10"),
        ('[rules.W]\nbuy = "Sliver"\n[rules.X]\nbuy = "Sliver"', "my.toml, line 4, column 8"),
        ('[rules.X]\r\nbuy = """\r\nGold\r\nSliver\r\n"""', "my.toml, line 4, column 1"),
        # lists of plays are texts like that of buy
        ('[rules.X]\nbuy = "Gold"\ntrash = "Curse; Sliver"', "my.toml, line 3, column 17"),
        ('[rules.X]\nplay = """\nMoat\n  Sliver"""\nbuy = "Gold"', "my.toml, line 4, column 3"),
        # in an unusual form the place is the one within the rule
        ('[rules]\nX = {buy = "Gold; Sliver"}', "my.toml, rule 'X', line 1, column 7"),
        ('rules.X.buy = "Gold; Sliver"', "my.toml, rule 'X', line 1, column 7"),
        ('[rules.X]\nbuy = "Gold;\\nSliver"', "my.toml, rule 'X', line 2, column 1"),
        ('[rules.X]\nbuy = """\nGold;\\\n  Sliver"""', "my.toml, rule 'X', line 1, column 6"),
    ],
)
def test_a_fault_in_a_rule_is_placed_in_the_file(text: str, place: str) -> None:
    refusal = read(text.replace("\r\n", "\n")).refused[-1]
    assert refusal.name == "X"
    error = refusal.error
    assert isinstance(error, RuleError)
    assert str(error.location) == place
    shown = str(error).splitlines()
    assert shown[1][shown[2].index("^") :].startswith("Sliver")
    assert shown[3] == "  Did you mean 'Silver'?"


def test_the_line_of_the_file_is_shown() -> None:
    (refusal,) = read('[rules.X]\nbuy = "Gold; Sliver"').refused
    assert str(refusal.error).splitlines()[1] == '    buy = "Gold; Sliver"'
    assert refusal.reason == "line 2: unknown card 'Sliver'"


def test_one_fault_does_not_spoil_the_other_rules() -> None:
    found = read('[rules.A]\nbuy = "Sliver"\n[rules.B]\nbuy = "Silver"')
    assert list(found.rules) == ["B"]
    assert [refusal.name for refusal in found.refused] == ["A"]


# -- shape -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "what", "hint"),
    [
        ("", "buy is missing", "Example"),
        ("byu = 'Gold'", "unknown key 'byu'", "Did you mean 'buy'?"),
        ("quantity = 1", "unknown key 'quantity'", "Known: source, buy"),
        ("buy = ['Gold']", "buy = ['Gold'] is not a text", ""),
        ("buy = ''", "the rule has no entries", "Silver"),
        ("buy = 'Gold'\nsource = 1", "source = 1 is not a text", ""),
        ("buy = 'Gold'\notherwise = 'Copper'", "otherwise = 'Copper' is not a list", ""),
        ("buy = 'Gold'\notherwise = ['Cooper']", "otherwise: unknown card 'Cooper'", "'Copper'"),
        ("buy = 'Gold'\notherwise = [3]", "otherwise holds 3, which is not a card", ""),
        ("buy = 'Gold'\navoid_losing_end = 1", "avoid_losing_end = 1 is not true or false", ""),
        ("buy = 'Gold; avoid_losing_end'\navoid_losing_end = false", "its key says false", ""),
        ("buy = 'Gold; otherwise Gold'\notherwise = ['Copper']", "otherwise is given both", ""),
        ("buy = 'Gold'\nplay = ['Smithy']", "play = ['Smithy'] is not a text", ""),
        ("buy = 'Gold'\npaly = 'Smithy'", "unknown key 'paly'", "Did you mean 'play'?"),
        ("buy = 'Gold;[play];Moat'\nplay = ''", "play is given both as a key and in", "Drop one."),
    ],
)
def test_keys_are_checked(table: str, what: str, hint: str) -> None:
    found = read(f"[rules.X]\n{table}")
    assert not found.rules
    (refusal,) = found.refused
    assert what in refusal.error.what
    assert what in refusal.reason
    assert str(refusal.error).startswith("my.toml: rule 'X': ")
    assert hint in (refusal.error.hint or "")


def test_lists_of_plays() -> None:
    found = read(
        "[rules.A]\nbuy = 'Gold'\nplay = 'Village; Smithy if turn > {t}'\ntrash = ''\n"
        "[rules.B]\nbuy = 'Gold; [play]; Village; Smithy if turn > {t}'\ntrash = '# nothing'"
    )
    a, b = found.rules.values()
    assert a == b
    assert a.parameters == ("t",)
    assert a.plays.trash == ()
    assert a.plays.discard is None
    entries = a.fill({"t": 3}).plays.play
    assert entries == parse_entries("Village; Smithy if turn > 3")
    place = a.plays.play[1].location if a.plays.play else None
    assert place is not None
    assert (place.line, place.column) == (3, 18)


def test_options_may_stand_in_the_text_or_beside_it() -> None:
    found = read(
        "[rules.A]\nbuy = 'Gold; otherwise Copper; avoid_losing_end'\n"
        "[rules.B]\nbuy = 'Gold'\notherwise = ['Copper', 'copper']\navoid_losing_end = true\n"
        "[rules.C]\nbuy = 'Gold; otherwise Copper'\notherwise = ['Copper']\navoid_losing_end = true"
    )
    assert found.rules["A"] == found.rules["B"] == found.rules["C"]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "my.toml: the file holds no rules"),
        ("[rules]", "my.toml: the file holds no rules"),
        ("rules = 3", "my.toml: rules is not a table"),
        ("[rule.X]\nbuy = 'Gold'", "my.toml: unknown key 'rule'"),
        ("[aliases]\nA = 'X'\n[rules.X]\nbuy = 'Gold'", "my.toml: unknown key 'aliases'"),
    ],
)
def test_files_of_another_shape(text: str, what: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        read(text)
    assert caught.value.what == what
    assert caught.value.hint


def test_rules_of_another_shape() -> None:
    found = read("[rules]\nX = 'Gold'\n'' = {buy = 'Gold'}\n' ' = {buy = 'Gold'}")
    assert [refusal.reason for refusal in found.refused] == [
        "it is not a table", "its name is empty", "its name is empty",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"[rules.X\n", "not valid TOML"),
        (b"[rules.X]\nbuy = 'a'\nbuy = 'b'", "not valid TOML"),
        (b"\xff\xfe", r"not UTF-8 text \(byte 0\)"),
        (b"#" * 200_001, "too large for a rule file"),
    ],
)
def test_files_that_cannot_be_used(tmp_path: Path, content: bytes, what: str) -> None:
    path = tmp_path / "broken.toml"
    path.write_bytes(content)
    with pytest.raises(InvalidInput, match=what) as caught:
        read_rule_file(path)
    assert str(path) in caught.value.what


def test_a_large_file_takes_bounded_time(tmp_path: Path) -> None:
    path = tmp_path / "many.toml"
    path.write_text("".join(f"[rules.r{n}]\nbuy='Gold'\n" for n in range(5000)))
    assert len(read_rule_file(path).rules) == 5000


_LINES = (
    "[rules.X]|[rules.'Y Z']|[rules]|[[rules]]|buy = 'Gold'|buy = '''|Silver if vp > 2|'''|Sliver|"
    "otherwise = ['Copper']|avoid_losing_end = true|play = 1|play = 'Moat; [trash]'|[trash]|"
    "X = {buy = 'Gold'}|# comment|é"
)


@settings(deadline=None, max_examples=150)
@given(st.lists(st.sampled_from(_LINES.split("|")), max_size=12).map("\n".join) | st.text())
def test_any_document_is_rules_or_one_clear_error(text: str) -> None:
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    try:
        found = rules_from_toml(document, source="x.toml", text=text)
    except FastsimError:
        return
    for rule in found.rules.values():
        assert parse_rule(describe(rule)) == rule


# -- writing -----------------------------------------------------------------------------------

_TEXTS = st.text(st.characters(codec="utf-8"), max_size=20)


@settings(deadline=None, max_examples=100)
@given(
    st.lists(
        st.builds(
            lambda rule, name, source: replace(rule, name=name, source=source),
            rules(any_text=True),
            _TEXTS.filter(lambda text: text.strip() and not fault_of_name(text)),
            _TEXTS,
        ),
        min_size=1,
        max_size=3,
        unique_by=lambda rule: rule.name,
    )
)
def test_what_is_written_comes_back_equal(written: list[BuyRule]) -> None:
    text = write_rule_file(written)
    found = rules_from_toml(tomllib.loads(text), source="x.toml", text=text)
    assert not found.refused
    assert list(found.rules.values()) == written
    assert [(r.name, r.source) for r in found.rules.values()] == [
        (rule.name, rule.source) for rule in written
    ]
    for rule in found.rules.values():
        place = rule.entries[0].location
        assert place is not None
        assert text.split("\n")[place.line - 1].startswith(rule.entries[0].card.name)


def test_the_written_form() -> None:
    rule = parse_rule("Gold if vp > 2; Silver; otherwise Copper; avoid_losing_end", name='A "B"')
    other = parse_rule("Gold; [play]; Moat; Smithy; [trash]", name="C", source="a\tb\x7f")
    assert (
        write_rule_file([rule, other])
        == '''\
[rules."A \\"B\\""]
buy = """
Gold if vp > 2
Silver
"""
otherwise = ["Copper"]
avoid_losing_end = true

[rules."C"]
source = "a\\tb\\u007f"
buy = """
Gold
"""
play = """
Moat
Smithy
"""
trash = ""
'''
    )


@pytest.mark.parametrize(
    ("names", "what"),
    [
        (["x", "x"], "two rules are named 'x'"),
        ([""], "a rule without a name"),
    ],
)
def test_rules_that_cannot_be_written(names: list[str], what: str) -> None:
    with pytest.raises(InvalidInput, match=what):
        write_rule_file([parse_rule("Gold", name=name) for name in names])
    with pytest.raises(InvalidInput, match="cannot be written as UTF-8"):
        write_rule_file([parse_rule("Gold", name="x", source="a\ud800")])


# -- collections -------------------------------------------------------------------------------


def test_names_are_found_in_any_case_but_exactly_first() -> None:
    found = read("[rules.bm]\nbuy = 'Gold'\n[rules.BM]\nbuy = 'Silver'\n[rules.x]\nbuy = 'Sliver'")
    assert describe(found.get("BM")) == "Silver"
    assert describe(found.get("bm")) == "Gold"
    assert describe(found.get(" Bm ")) == "Gold"
    assert found.find("nothing") is None
    with pytest.raises(RuleError, match="unknown card"):
        found.find("X")


def test_lists_of_names_stay_short() -> None:
    assert listed([]) == "nothing"
    assert listed(["a", "b"]) == "a, b"
    assert listed(map(str, range(14))) == "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 2 more"
    assert shortened("a\n b") == "a b"
    assert shortened("x" * 100) == "x" * 59 + "…"
