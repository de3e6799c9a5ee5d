"""The kingdom kernel against the slow engine, move by move, and against the six-card kernels."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fastsim.rules.model import BuyRule
from fastsim.setup import GameSetup
from fastsim.simulation import simulate
from fastsim.verify import compare
from tests.kingdom_strategies import kingdom_matches
from tests.strategies import matches

Match = tuple[GameSetup, tuple[BuyRule, ...]]
#: The deep run plays 20,000 games; the usual one a share of them.
DEEP_MATCHES, USUAL_MATCHES, GAMES_EACH = 4000, 400, 5


def assert_same_games(match: Match, seed: int, games: int = GAMES_EACH) -> None:
    setup, rules = match
    found = compare(setup, rules, games=games, seed=seed, kernel="kingdom")
    differences = [difference for difference in found if difference is not None]
    assert not differences, "\n".join(map(str, differences))


@settings(max_examples=USUAL_MATCHES)
@given(kingdom_matches(), st.integers(0, 2**64 - 1))
def test_random_kingdom_games_are_the_same_on_both_engines(match: Match, seed: int) -> None:
    assert_same_games(match, seed)


@pytest.mark.deep
@settings(max_examples=DEEP_MATCHES)
@given(kingdom_matches(), st.integers(0, 2**64 - 1))
def test_twenty_thousand_kingdom_games_are_the_same_on_both_engines(
    match: Match, seed: int
) -> None:
    assert_same_games(match, seed)


@settings(max_examples=200)
@given(matches(), st.integers(0, 2**64 - 1))
def test_games_of_the_six_cards_are_those_of_the_other_kernels(match: Match, seed: int) -> None:
    setup, rules = match
    batches = [
        simulate(setup, rules, games=20, seed=seed, threads=1, kernel=kernel)
        for kernel in ("kingdom", "general")
    ]
    for column in ("turns", "vp", "end", "winners"):
        one, other = (getattr(batch, column).tolist() for batch in batches)
        assert one == other, column
