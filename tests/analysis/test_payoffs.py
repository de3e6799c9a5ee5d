"""The matrix game between rules, and what its batches say of errors."""

import numpy as np
import pytest
from scipy import stats

from analysis.questions.optimise.games import Games
from analysis.questions.optimise.payoffs import (
    BATCH,
    Payoffs,
    batch_mean,
    play_payoffs,
    with_batches,
    with_rules,
)
from fastsim.game.setup import simplified
from fastsim.play.games import tally
from fastsim.rules.load import load_rule

SETUP = simplified()
RULES = [load_rule(name) for name in ("Big Money Ultimate", "Big Money", "Greedy")]


def test_cells_are_the_first_movers_win_rates() -> None:
    payoffs = play_payoffs(Games(SETUP, seed=3), RULES, batches=2, start=500)
    assert payoffs.games == 2 * BATCH
    for i, a in enumerate(RULES):
        for j, b in enumerate(RULES):
            plain = tally(SETUP, [a, b], games=2 * BATCH, seed=3, start=500)
            assert payoffs.matrix[i, j] == pytest.approx(plain.score[0] / plain.games, abs=1e-12)


def test_rules_and_batches_may_come_later() -> None:
    games = Games(SETUP, seed=3)
    whole = play_payoffs(games, RULES, batches=4, start=7)
    grown = with_batches(games, play_payoffs(games, RULES[:1], batches=2, start=7), 2)
    grown = with_rules(games, grown, RULES[1:])
    np.testing.assert_array_equal(grown.batches, whole.batches)
    assert grown.rules == whole.rules


@pytest.mark.statistical
def test_intervals_from_batches_cover() -> None:
    """200 intervals at 80 % of what mixtures make of each other; false alarm below 1e-4."""
    row, column = np.array([0.7, 0.3, 0.0]), np.array([0.2, 0.5, 0.3])

    def played(seed: int, batches: int) -> Payoffs:
        return play_payoffs(Games(SETUP, seed=seed), RULES, batches)

    truth = played(999, 400).first_mover(row, column).mean()
    covered = 0
    for seed in range(200):
        found = batch_mean(played(seed, 6).first_mover(row, column), 0.8)
        covered += found.low <= truth <= found.high
    low, high = stats.binom.ppf([5e-5, 1 - 5e-5], 200, 0.8)
    assert low <= covered <= high


def scissors(margin: float) -> Payoffs:
    """Three rules that beat each other by a margin, whoever moves first, with noise of 0.02."""
    beats = np.array([[0, 1, -1], [-1, 0, 1], [1, -1, 0]])
    noise = np.random.default_rng(1).normal(scale=0.02, size=(32, 3, 3))
    return Payoffs(tuple(RULES), 0.55 + margin * beats + noise)


def test_cycles_are_found_where_there_are_some() -> None:
    assert scissors(0.05).cycles(0.95) == ((0, 1, 2),)
    assert scissors(-0.05).cycles(0.95) == ((0, 2, 1),)
    assert scissors(0.0).cycles(0.95) == ()


@pytest.mark.statistical
def test_cycles_are_not_made_of_noise() -> None:
    """Equal rules: some statement errs in at most 20 % of runs, a cycle takes three that do.

    False alarm below 1e-6.
    """
    generator, wrong = np.random.default_rng(2), 0
    for _ in range(400):
        noise = generator.normal(scale=0.02, size=(16, 3, 3))
        wrong += bool(Payoffs(tuple(RULES), 0.5 + noise).cycles(0.8))
    assert wrong <= stats.binom.ppf(1 - 1e-6, 400, 0.2)
