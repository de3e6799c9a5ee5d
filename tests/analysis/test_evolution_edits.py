"""Edits always give rules that can be played, and tidying never changes how a rule plays."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.questions.optimise.evolution.chance import Chance
from analysis.questions.optimise.evolution.edits import grow, length, tidy
from analysis.questions.optimise.evolution.simplify import shorter
from analysis.questions.optimise.evolution.vocabulary import Vocabulary
from fastsim.game.setup import GameSetup, basic, simplified
from fastsim.lower.compile import compile_rule
from fastsim.play.games import simulate
from fastsim.rules.check import check_rule
from fastsim.rules.describe import describe
from fastsim.rules.library import library
from fastsim.rules.parse import parse_rule
from tests.strategies import rules, setups

LIBRARY = list(library().rules.values())


@given(setup=setups(), data=st.data(), seed=st.integers(0, 2**64 - 1))
def test_edits_give_rules_that_can_be_played(
    setup: GameSetup, data: st.DataObject, seed: int
) -> None:
    words = Vocabulary.of(setup)
    if not words.cards:
        return
    rule, other = data.draw(rules(setup)), data.draw(rules(setup))
    for step in range(20):
        rule = grow(rule, [rule, other], words, Chance(seed, step))
        assert rule.entries
        check_rule(rule, setup)
        compile_rule(rule, setup)
        assert parse_rule(describe(rule)) == rule


def test_chains_of_edits_reach_every_card_quantity_and_operator() -> None:
    words = Vocabulary.of(simplified())
    seen = ""
    for step in range(1500):
        chance = Chance(7, step)
        rule = parse_rule("Copper")
        for _ in range(4):
            rule = grow(rule, LIBRARY[:3], words, chance)
        seen += describe(rule) + "\n"
    for card in words.cards:
        assert f"\n{card.name}" in seen
    for measures in words.measures:
        assert measures[0].quantity.name in seen
    for part in ("<=", ">=", "==", " and ", "avoid_losing_end", " + ", " - ", "-"):
        assert part in seen


def test_edits_are_a_function_of_the_seed_and_the_step() -> None:
    words = Vocabulary.of(basic())

    def grown(seed: int, step: int) -> str:
        return describe(grow(LIBRARY[2], LIBRARY, words, Chance(seed, step)))

    steps = range(40)
    assert [grown(1, k) for k in steps] == [grown(1, k) for k in steps]
    assert [grown(1, k) for k in steps] != [grown(2, k) for k in steps]
    assert len({grown(1, k) for k in steps}) > 20


def test_chance_is_fair() -> None:
    # 4 choices, 8,000 draws: a share is off by more than 0.03 once in 10**9 runs
    chance = Chance(0, 0)
    counts = np.bincount([chance.below(4) for _ in range(8000)], minlength=4)
    assert np.abs(counts / 8000 - 0.25).max() < 0.03
    assert {chance.between(-2, 2) for _ in range(200)} == {-2, -1, 0, 1, 2}
    assert 400 < sum(chance.once_in(4) for _ in range(2000)) < 600


@settings(max_examples=30)
@given(data=st.data(), seed=st.integers(0, 1000))
def test_tidy_rules_play_the_same(data: st.DataObject, seed: int) -> None:
    setup = simplified()
    rule, other = data.draw(rules(setup)), data.draw(rules(setup))
    doubled = (
        parse_rule("; ".join(describe(r, separator="; ") for r in (rule, rule)))
        if (not rule.otherwise and not rule.avoid_losing_end)
        else rule
    )
    before = simulate(setup, (doubled, other), games=40, seed=seed)
    after = simulate(setup, (tidy(doubled), other), games=40, seed=seed)
    np.testing.assert_array_equal(before.vp, after.vp)
    np.testing.assert_array_equal(before.turns, after.turns)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Province; Gold; Silver", 3),
        ("Province; Duchy if provinces <= 4; Silver", 4),
        ("Gold if own(Gold) >= own(Silver) + 2 and turn <= 9; avoid_losing_end", 5),
        ("Silver; otherwise Estate", 2),
    ],
)
def test_length_counts_what_there_is_to_read(text: str, expected: int) -> None:
    assert length(parse_rule(text)) == expected


def test_what_can_never_matter_is_tidied_away() -> None:
    rule = parse_rule(
        "Gold if turn >= 3 and turn >= 3; Silver; Gold if turn >= 3 and money >= 7; "
        "Silver if turn >= 2; Gold"
    )
    assert describe(tidy(rule), separator="; ") == "Gold if turn >= 3; Silver; Gold"


def test_every_deletion_makes_a_rule_shorter() -> None:
    rule = parse_rule("Province; Duchy if provinces <= 4 and turn >= 9; Silver; avoid_losing_end")
    texts = {describe(found, separator="; ") for found in shorter(rule)}
    assert texts == {
        "Duchy if provinces <= 4 and turn >= 9; Silver; avoid_losing_end",
        "Province; Silver; avoid_losing_end",
        "Province; Duchy if turn >= 9; Silver; avoid_losing_end",
        "Province; Duchy if provinces <= 4; Silver; avoid_losing_end",
        "Province; Duchy if provinces <= 4 and turn >= 9; avoid_losing_end",
        "Province; Duchy if provinces <= 4 and turn >= 9; Silver",
    }
    for first in LIBRARY:
        assert all(length(found) < length(first) for found in shorter(first))
    assert shorter(parse_rule("Copper")) == []


def test_words_are_those_of_the_setup() -> None:
    small = GameSetup("small", dict.fromkeys(basic().supply, 3), basic().deck)
    for setup in (simplified(), basic(), basic(4), small):
        words = Vocabulary.of(setup)
        for measure in itertools.chain(*words.measures):
            assert measure.low <= measure.high
        assert set(words.cards) <= set(setup.supply)
