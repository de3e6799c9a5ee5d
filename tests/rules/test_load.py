"""From what a user writes to a rule."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fastsim.cards import COPPER, SILVER
from fastsim.game.setup import GameSetup, basic, simplified
from fastsim.rules.describe import describe
from fastsim.rules.load import load_rule, load_rules, rule_file
from fastsim.rules.parse import parse_rule
from fastsim.text.errors import FastsimError, InvalidInput, RuleError

SMITHY = load_rule("Smithy")
BOTS = str(Path(__file__).parent / "data" / "bots.xml")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "one.toml").write_text("[rules.'The One']\nbuy = 'Gold'\n")
    (tmp_path / "two.TOML").write_text("[rules.A]\nbuy='Gold'\n[rules.'B#2']\nbuy='Silver'\n")
    (tmp_path / "bad.toml").write_text("[rules.Bad]\nbuy = 'Sliver'\n")
    (tmp_path / "empty.xml").write_text("<playerCollection/>")
    (tmp_path / "one.toml#2.toml").write_text("[rules.'Another']\nbuy = 'Duchy'\n")
    (tmp_path / "a#1").mkdir()
    (tmp_path / "a#1" / "one.toml").write_text("[rules.'The One']\nbuy = 'Gold'\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("spec", "name", "text"),
    [
        ("Big Money", "Big Money", "Province; Gold; Silver"),
        (" big  MONEY ", "Big Money", "Province; Gold; Silver"),
        ("A", "Big Money", "Province; Gold; Silver"),
        ("one.toml", "The One", "Gold"),
        ("one.toml#the one", "The One", "Gold"),
        ("two.TOML#A", "A", "Gold"),
        ("two.TOML#b#2", "B#2", "Silver"),
        ("./one.toml # The One", "The One", "Gold"),
        (f"{BOTS}#plain money", "Plain Money", "Province; Gold; Silver; avoid_losing_end"),
        ("a#1/one.toml#The One", "The One", "Gold"),
        ("a#1/one.toml", "The One", "Gold"),
        ("one.toml#2.toml", "Another", "Duchy"),
        ("one.toml#2.toml#another", "Another", "Duchy"),
        ("“Big Money”", "Big Money", "Province; Gold; Silver"),
        ("'Gold; Silver'", "Gold; Silver", "Gold; Silver"),
        ("Big\u00a0Money + Smithy", "Big Money + Smithy", describe(SMITHY, separator="; ")),
        ("gold", "Gold", "Gold"),
        ("Gold # all of it", "Gold", "Gold"),
        ("Gold # all of x.toml", "Gold", "Gold"),
        ("gold\nsilver if vp>3", "Gold; Silver if vp > 3", "Gold; Silver if vp > 3"),
        ("Duchy if provinces <= {d}", "Duchy if provinces <= {d}", "Duchy if provinces <= {d}"),
    ],
)
def test_what_stands_for_a_rule(folder: Path, spec: str, name: str, text: str) -> None:
    rule = load_rule(spec)
    assert rule.name == name
    assert describe(rule, separator="; ") == text


def test_a_long_text_has_a_short_name() -> None:
    rule = load_rule("Province if total_money > 18; Duchy if provinces <= 4; Gold; Silver; Copper")
    assert rule.name == "Province if total_money > 18; Duchy if provinces <= 4; Gold…"
    assert len(rule.name) == 60


@pytest.mark.parametrize(
    ("spec", "what", "hint"),
    [
        ("Big Mony", "no rule is named 'Big Mony'", "Did you mean the rule 'Big Money'?"),
        ("Sliver", "no rule is named 'Sliver'", "Did you mean the card 'Silver'?"),
        ("Capper", "no rule is named 'Capper'", "the rule 'Capped' or the card 'Copper'?"),
        ("Feast", "unknown card 'Feast': it is of the base set's First", "Here is the base set"),
        ("xyzzy", "no rule is named 'xyzzy'", "fastsim rules list shows the rules of the library"),
        ("Big Money + 2 Smithies", "no rule is named", "Did you mean the rule 'Two Smithies'?"),
        ("smithy and big money", "no rule is named", "Did you mean the rule 'Big Money + Smithy'?"),
        ("double smithy", "no rule is named", "the rule 'Two Smithies' or the card 'Smithy'?"),
        ("Big", "no rule is named 'Big'", "Did you mean 'Big Money'? A shell needs quotes around"),
        ("“Big", "no rule is named '“Big'", 'A shell knows straight quotes only: "Big Money".'),
        ("2 Smithy", "no rule is named '2 Smithy'", "Did you mean the rule 'Two Smithies'"),
        ("rules.txt", "no rule is named 'rules.txt'", "Files of rules end in .toml or .xml."),
        ("../somewhere", "no rule is named '../somewhere'", "Files of rules end in"),
        ("nowhere.toml", "nowhere.toml: cannot be read: No such file", ""),
        ("nowhere.xml#x", "nowhere.xml: cannot be read: No such file", ""),
        ("one.toml#The Two", "one.toml: no rule is named 'The Two'", "Did you mean 'The One'?"),
        ("two.TOML#xyzzy", "two.TOML: no rule is named 'xyzzy'", "It holds: A, B#2."),
        ("two.TOML#", "two.TOML: no rule is named ''", "It holds: A, B#2."),
        ("two.TOML", "two.TOML: the file holds 2 rules; say which one", "two.TOML#NAME; it holds"),
        ("empty.xml", "empty.xml: the file holds no rules", ""),
        ("bad.toml", "unknown card 'Sliver'", "'Silver'"),
        (f"{BOTS}#Spy Ring", "bot 'Spy Ring' cannot be expressed", ""),
        ("a#2/one.toml", "no rule is named 'a#2/one.toml'", "There is no file of that name."),
        (".toml", ".toml: cannot be read", ""),
        ("a\0.toml", "is not the name of a file", ""),
        ("a\ud800.xml", "is not the name of a file", ""),
        ("x" * 300 + ".toml", "cannot be read: File name too long", ""),
    ],
)
def test_what_stands_for_none(folder: Path, spec: str, what: str, hint: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        load_rule(spec)
    assert what in caught.value.what
    assert hint in (caught.value.hint or "")


@pytest.mark.parametrize(
    ("spec", "column", "what"),
    [
        ("Gold; Sliver", 7, "unknown card 'Sliver'"),
        ("Gold if", 8, "a condition is missing"),
        ("Gold if vp = 3", 12, "'=' is not a comparison"),
        ("Province, Gold, Silver", 9, "',' is not expected here"),
        ("Gold Silver", 6, "';' is missing between two cards"),
        ("buy Province", 1, "'buy' is not part of the language"),
        ("Province when provinces", 10, "'when' is not part of the language"),
        ("Gold or Estates and", 6, "'or' is not part of the language"),
    ],
)
def test_faults_in_a_text_are_placed(spec: str, column: int, what: str) -> None:
    with pytest.raises(RuleError) as caught:
        load_rule(spec)
    assert caught.value.what.startswith(what)
    place = caught.value.location
    assert place is not None
    assert (place.source, place.line, place.column) == ("rule", 1, column)


@pytest.mark.parametrize("spec", ["", "  ", "\n", ";", "# nothing"])
def test_nothing_is_no_rule(spec: str) -> None:
    with pytest.raises(InvalidInput, match="no entries"):
        load_rule(spec)


# -- the game to be played ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("setup", "careful"), [(basic(), True), (simplified(), False), (None, True)]
)
def test_imported_rules_avoid_losing_ends_where_buying_is_optional(
    setup: GameSetup | None, careful: bool
) -> None:
    assert load_rule(f"{BOTS}#Plain Money", setup).avoid_losing_end is careful
    found = load_rules(BOTS, setup)
    assert [rule.avoid_losing_end for rule in found.rules.values()] == [careful] * 2
    assert len(found.refused) == 2


def test_other_rules_are_left_as_they_are(folder: Path) -> None:
    for spec in ("Big Money Ultimate", "one.toml", "Gold; Silver"):
        assert not load_rule(spec, basic()).avoid_losing_end


def test_a_rule_without_a_meaning_in_the_setup() -> None:
    setup = GameSetup("coins", {COPPER: 5, SILVER: 5}, {COPPER: 5}, end_piles=2)
    with pytest.raises(RuleError, match="the setup 'coins' has no Province pile"):
        load_rule("Big Money", setup)
    assert load_rule("Silver", setup) == parse_rule("Silver")
    # a template cannot be checked before it has its numbers
    assert load_rule("Gold if vp > {x}", setup).parameters == ("x",)


@pytest.mark.parametrize(
    ("spec", "file"),
    [
        ("one.toml", "one.toml"),
        (" a#1/one.toml ", "a#1/one.toml"),
        ("one.toml#2.toml", "one.toml#2.toml"),
        ("none.toml#2.toml", None),
        ("one.toml#The One", None),
        ("one.toml#", None),
        ("Big Money", None),
        ("Gold # in x.toml", None),
    ],
)
def test_a_file_without_a_name_stands_for_all_its_rules(
    folder: Path, spec: str, file: str | None
) -> None:
    assert rule_file(spec) == file


def test_files_of_another_kind() -> None:
    with pytest.raises(InvalidInput, match=r"rules\.txt: not a file of rules"):
        load_rules("rules.txt")


@settings(deadline=None, max_examples=200)
@given(
    st.text(st.characters(), max_size=30)
    | st.text("#./\\ab\0", max_size=10).map(lambda path: path + ".toml#x")
    | st.text("BiG MonEy UltA;#", max_size=20)
)
def test_any_text_is_a_rule_or_one_clear_error(spec: str) -> None:
    try:
        rule = load_rule(spec)
    except FastsimError:
        return
    assert parse_rule(describe(rule)) == rule
    assert rule.name
