"""The shipped rules."""

from __future__ import annotations

import tomllib
from importlib import resources

import pytest

from fastsim.cards import find_card
from fastsim.game.kingdoms import base
from fastsim.game.setup import PRESETS
from fastsim.game.setup_file import load_setup
from fastsim.rules.check import check_rule, kingdom_of
from fastsim.rules.collection import RuleCollection
from fastsim.rules.describe import describe
from fastsim.rules.files import write_rule_file
from fastsim.rules.library import FOUND, library, published
from fastsim.rules.load import load_rule, playable
from fastsim.rules.model import BuyRule
from fastsim.rules.parse import parse_rule
from fastsim.text.errors import InvalidInput, RuleError

RULES = library().rules
#: The rules whose results are known from elsewhere: these texts must not change.
KNOWN = {
    "Big Money": "Province; Gold; Silver",
    "A": "Province; Gold; Silver",
    "B": "Province; Duchy if provinces <= 5; Estate if provinces <= 2; Gold; Silver",
    "Big Money with Duchies": "Province; Gold; Duchy if provinces <= 5; Silver",
    "Big Money Ultimate": "Province if total_money > 18; Duchy if provinces <= 4; "
    "Estate if provinces <= 2; Gold; Duchy if provinces <= 6; Silver",
    "Big Money Ultimate for 3 or 4": "Province if own(Gold) > 0; Duchy if gains_to_end <= 7; "
    "Estate if gains_to_end <= 3; Gold; Silver",
    "BMD": "Province; Duchy if provinces <= 1; Gold; Silver; Copper",
    "Greedy": "Province; Gold; Duchy; Silver; Estate; Copper",
    "CAP": "Province; Duchy; Silver if own(Silver) < 2; Estate if turn >= 3; Copper",
}


@pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))
def test_every_rule_has_a_source_and_can_be_played(rule: BuyRule) -> None:
    assert RULES[rule.name] is rule
    published_or_own = "://" in rule.source or rule.source == "baseline, this project"
    assert published_or_own or rule.source.startswith(FOUND)
    assert rule.entries
    assert not rule.parameters
    kingdom = kingdom_of(rule)
    for players in (2, 3, 4):
        check_rule(rule, base(kingdom, players=players, size=len(kingdom)))
    if not kingdom:
        for name in PRESETS:
            check_rule(rule, load_setup(name))


def test_the_bots_of_the_simulator_are_found_by_their_names() -> None:
    for name in (
        "First Game", "Basic Big Money", "Big Money Ultimate", "Big Money Ultimate for 3 or 4",
        "Laboratory", "Militia", "Moat", "Smithy", "Witch", "Workshop/Gardens", "Council Room",
    ):  # fmt: skip
        rule = load_rule(name)
        assert "bot" in rule.source
        assert rule.avoid_losing_end is bool(kingdom_of(rule))


def test_what_can_be_played_in_a_setup() -> None:
    first = playable(library(), load_setup("first-game"))
    assert {"First Game", "Big Money + Smithy", "Double Militia", "Big Money"} <= set(first.rules)
    assert {refusal.name for refusal in first.refused} >= {"Double Witch", "Workshop/Gardens"}
    assert "Smithy" in first.aliases
    assert "Witch" not in first.aliases
    assert first.find("Smithy") is RULES["Big Money + Smithy"]
    assert first.refused[0].reason.startswith("the setup 'first-game' has no ")
    simple = playable(library(), load_setup("simplified")).rules
    assert set(simple) == {name for name, rule in RULES.items() if not kingdom_of(rule)}


def test_the_library_is_worth_having() -> None:
    assert len(RULES) >= 14
    assert not library().refused
    texts = [describe(rule) for rule in RULES.values()]
    assert len(set(texts)) == len(texts)  # the same rule under another name is an alias


def test_what_a_search_found_is_no_opponent_of_the_next() -> None:
    opponents = published(load_setup("simplified"))
    found = [rule for rule in RULES.values() if rule.source.startswith(FOUND)]
    assert found
    assert [*opponents, *found] == [rule for rule in RULES.values() if not kingdom_of(rule)]


@pytest.mark.parametrize(("name", "text"), KNOWN.items(), ids=list(KNOWN))
def test_known_rules_are_these(name: str, text: str) -> None:
    assert describe(library().get(name), separator="; ") == text


def test_every_file_of_the_folder_is_in_the_library() -> None:
    folder = resources.files("fastsim.rules.library")
    names: set[str] = set()
    for file in folder.iterdir():
        if file.name.endswith(".toml"):
            document = tomllib.loads(file.read_text(encoding="utf-8"))
            assert not names & set(document["rules"])
            names |= set(document["rules"])
    assert names == set(RULES)


def test_aliases_name_rules_and_nothing_else() -> None:
    known = library()
    taken = {name.casefold() for name in known.rules}
    for alias, name in known.aliases.items():
        assert name in known.rules
        assert alias.casefold() not in taken
    assert known.get("bmu") is known.get("Big Money Ultimate")
    assert known.get("BASIC  big money") is known.get("Big Money")


def test_no_name_could_be_the_text_of_a_rule() -> None:
    for name in (*RULES, *library().aliases):
        if find_card(name):  # nobody wants to buy that one card and nothing else
            assert find_card(name) in kingdom_of(library().get(name))
        else:
            with pytest.raises(RuleError):
                parse_rule(name)


def test_rules_know_their_places() -> None:
    place = RULES["Big Money"].entries[0].location
    assert place is not None
    assert place.source == "library/big_money.toml"
    assert place.text == "Province"


def test_the_library_can_be_written_and_read() -> None:
    document = tomllib.loads(write_rule_file(RULES.values()))
    for name, table in document["rules"].items():
        assert table["source"] == RULES[name].source


def test_unknown_names_are_told_the_nearest() -> None:
    with pytest.raises(InvalidInput, match="no rule is named 'Gredy'") as caught:
        library().get("Gredy")
    assert caught.value.hint == "Did you mean 'Greedy'?"
    with pytest.raises(InvalidInput) as caught:
        library().get("xyzzy")
    assert "Big Money, Big Money with Duchies" in (caught.value.hint or "")


def test_the_library_is_read_once() -> None:
    assert library() is library()
    assert isinstance(library(), RuleCollection)
    assert load_rule("big money") is RULES["Big Money"]
