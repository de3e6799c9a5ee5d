"""The source of an optimiser's games."""

import numpy as np
import pytest

from analysis.questions.optimise.games import Games, pace
from fastsim.game.setup import basic, simplified
from fastsim.play.matchups import Matchup, tally_matchups
from fastsim.rules.load import load_rule
from fastsim.text.errors import InvalidInput

PAIR = Matchup(load_rule("Big Money Ultimate"), load_rule("Big Money"))
MIRROR = Matchup(load_rule("Big Money"), load_rule("Big Money"))


def test_selection_games_are_those_of_the_seed() -> None:
    expected = tally_matchups(simplified(), [PAIR, MIRROR], games=100, seed=3, start=50)
    found = Games(simplified(), seed=3).tally([PAIR, MIRROR], 100, start=50)
    np.testing.assert_array_equal(found.products, expected.products)


def test_fresh_games_are_others_and_their_fresh_games_the_first() -> None:
    games = Games(simplified(), seed=3)
    assert games.fresh.seed == 2**64 - 4
    assert games.fresh.fresh.seed == 3
    one, other = games.tally([PAIR], 2000), games.fresh.tally([PAIR], 2000)
    assert one.order_products[0] != other.order_products[0]


def test_threads_change_nothing() -> None:
    one, two = (Games(simplified(), seed=3, threads=n).tally([PAIR, MIRROR], 5000) for n in (1, 2))
    np.testing.assert_array_equal(one.products, two.products)
    np.testing.assert_array_equal(one.order_products, two.order_products)


def test_fresh_and_selection_games_are_counted_together() -> None:
    seen: list[int] = []
    games = Games(simplified(), progress=seen.append)
    games.tally([PAIR, MIRROR], 100)
    games.fresh.tally([PAIR], 100)
    assert games.played == games.fresh.played == seen[-1] == 600
    assert seen == sorted(seen)


def test_time_runs_out_at_the_limit() -> None:
    assert Games(simplified(), time_limit=0).out_of_time
    assert not Games(simplified(), time_limit=1e9).out_of_time
    assert not Games(simplified()).out_of_time


def test_pace_is_of_the_rules_setup_and_kernel_that_will_play() -> None:
    rules = [load_rule("Big Money"), load_rule("Greedy")]
    assert pace(simplified(), rules, threads=1) > 0
    assert pace(simplified(), rules[:1], kernel="general") > 0
    with pytest.raises(InvalidInput, match="a matchup is of two players"):
        pace(basic(3), rules)
