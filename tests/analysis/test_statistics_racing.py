"""Races: the looks fit the budget, and the best candidate leaves no more often than stated."""

import itertools

import numpy as np
import pytest
from scipy import stats

from analysis.statistics import judge_look, mean_and_covariance, plan_looks
from analysis.statistics.racing import FIRST_SHARE, GROWTH, LEAST
from fastsim.text.errors import InvalidInput


@pytest.mark.parametrize(("n", "budget"), [(1, 1000), (2, 1000), (81, 10**6), (5000, 10**7)])
def test_the_looks_fit_the_budget(n: int, budget: int) -> None:
    looks = plan_looks(n, budget)
    assert looks[0] == max(LEAST, int(budget * FIRST_SHARE / n))
    assert all(b == np.ceil(a * GROWTH) for a, b in itertools.pairwise(looks))
    spent = n * looks[0] + 2 * (looks[-1] - looks[0])
    assert spent <= budget
    assert n == 1 or spent + 2 * np.ceil(GROWTH * looks[-1] - looks[-1]) > budget - 2


def test_a_budget_below_the_least_is_refused() -> None:
    with pytest.raises(InvalidInput, match="1,000 games for 100 candidates"):
        plan_looks(100, 1000)


def test_a_share_of_the_error_goes_to_each_look_and_candidate() -> None:
    """Two in play of 11, at one of 5 looks: p-values are those of one comparison, times 50."""
    means, error = np.array([0.52, 0.5]), 0.005
    found = judge_look(means, np.eye(2) * error**2 / 2, candidates=11, looks=5, level=0.95)
    one = stats.norm.sf(0.02 / error)
    assert found.p_values[1] == pytest.approx(50 * one)
    assert found.members.tolist() == [True, 50 * one > 0.05]


@pytest.mark.statistical
@pytest.mark.parametrize("level", [0.5, 0.8])
def test_the_best_leaves_no_more_often_than_stated(level: float) -> None:
    """Twelve equal candidates, whose games are correlated: the worst case for a named one.

    False-alarm rate below 1e-6: 300 races, whose error is at most 1 − level by the theory, against
    the binomial's far quantile. At level 0.5 more than none must leave, or nothing was tested.
    """
    generator = np.random.default_rng(11)
    candidates, budget, races, lost = 12, 12 * 2000, 300, 0
    looks = plan_looks(candidates, budget)
    for _ in range(races):
        luck = generator.random((looks[-1], 1)) < 0.5
        own = generator.random((looks[-1], candidates)) < 0.5
        scores = np.where(generator.random((looks[-1], candidates)) < 0.8, luck, own).astype(float)
        in_play = list(range(candidates))
        for upto in looks:
            x = scores[:upto, in_play]
            found = judge_look(
                *mean_and_covariance(x.sum(0), x.T @ x, upto),
                candidates=candidates, looks=len(looks), level=level,
            )  # fmt: skip
            in_play = [index for index, stays in zip(in_play, found.members, strict=True) if stays]
            if 0 not in in_play:
                lost += 1
                break
    assert lost <= stats.binom.ppf(1 - 1e-6, races, 1 - level)
    assert lost > 0
