"""Moments and quantiles from histograms of integers."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from analysis.statistics import histogram_quantiles, histogram_shape, histograms
from fastsim.text.errors import InvalidInput

HISTOGRAM = st.lists(st.integers(0, 50), min_size=1, max_size=30).filter(lambda h: sum(h) >= 2)


@given(HISTOGRAM, st.integers(-50, 1000))
def test_shape_is_that_of_the_values_themselves(bins, start):
    h = np.array(bins)
    values = np.repeat(start + np.arange(len(h)), h)
    s = histogram_shape(h, start=start)
    assert (s.games, s.lowest, s.highest) == (len(values), values.min(), values.max())
    assert s.mean.value == pytest.approx(values.mean())
    assert s.sd.value == pytest.approx(values.std(ddof=1), abs=1e-9)
    if values.min() < values.max():
        assert s.mean.standard_error == pytest.approx(stats.sem(values))
        assert s.skew.value == pytest.approx(stats.skew(values), abs=1e-6)
    else:
        assert s.sd.value == s.sd.standard_error == s.mean.standard_error == 0
        assert math.isnan(s.skew.value)


def test_errors_of_the_shape_are_those_of_the_bootstrap():
    rng = np.random.default_rng(11)
    values = rng.negative_binomial(6, 0.3, 3000)
    s = histogram_shape(np.bincount(values))
    for estimate, statistic in (
        (s.mean, np.mean),
        (s.sd, lambda x, axis: np.std(x, axis=axis, ddof=1)),
        (s.skew, stats.skew),
    ):
        resampled = stats.bootstrap(
            (values,), statistic, n_resamples=1500, batch=250, method="percentile", rng=rng
        )
        assert estimate.standard_error == pytest.approx(resampled.standard_error, rel=0.1)
        assert estimate.low == pytest.approx(
            resampled.confidence_interval.low, abs=0.5 * estimate.standard_error
        )


def test_symmetric_histograms_have_no_skew_and_mirrored_ones_the_opposite():
    assert histogram_shape(np.array([1, 5, 9, 5, 1])).skew.value == pytest.approx(0, abs=1e-12)
    h = np.array([9, 5, 1, 1])
    a, b = histogram_shape(h), histogram_shape(h[::-1])
    assert a.skew.value == pytest.approx(-b.skew.value)
    assert a.skew.low == pytest.approx(-b.skew.high)


@given(HISTOGRAM, st.lists(st.integers(1, 99), min_size=1, max_size=5), st.integers(-5, 5))
def test_quantiles_are_those_of_the_values_themselves(bins, percents, start):
    h = np.array(bins)
    values = np.repeat(start + np.arange(len(h)), h)
    q = np.array(percents) / 100
    r = histogram_quantiles(h, q, start=start)
    # The smallest value with at least q of the games at or below it, counted in whole numbers.
    at_or_below = np.searchsorted(values, np.unique(values), side="right")
    expected = [
        np.unique(values)[np.argmax(100 * at_or_below >= p * len(values))] for p in percents
    ]
    assert r.values.tolist() == expected
    assert (r.low <= r.values).all()
    assert (r.values <= r.high).all()


# Conover, Practical Nonparametric Statistics: the median of 10 lies between the 2nd and 9th order
# statistic with probability 97.9 %, of 20 between the 6th and 15th with 95.9 %.
@pytest.mark.parametrize(("games", "ranks"), [(10, (2, 9)), (20, (6, 15)), (5, None)])
def test_published_ranks_of_the_median(games, ranks):
    r = histogram_quantiles(np.ones(games, dtype=int), start=1)
    expected = ranks or (-math.inf, math.inf)
    assert (r.low[0], r.high[0]) == expected


def test_order_statistics_never_cover_less_than_the_level():
    # Exactly, for a lumpy distribution: which order statistics hold the true quantile follows
    # from how many values fall at or below it, and below it.
    cumulative = np.array([0.05, 0.30, 0.62, 0.70, 0.95, 1.0])
    for games in (6, 30, 201):
        for q in (0.1, 0.5, 0.62, 0.9):
            true = int(np.argmax(cumulative >= q))
            below = cumulative[true - 1] if true else 0.0
            ranks = histogram_quantiles(np.ones(games, dtype=int), [q], start=1)
            missed_low = (
                0
                if math.isinf(ranks.low[0])
                else stats.binom.cdf(ranks.low[0] - 1, games, cumulative[true])
            )
            missed_high = (
                0 if math.isinf(ranks.high[0]) else stats.binom.sf(ranks.high[0] - 1, games, below)
            )
            assert missed_low <= 0.025
            assert missed_high <= 0.025
            if games == 201:  # and no rank is given away: one rank further in would err
                assert stats.binom.cdf(ranks.low[0], games, q) > 0.025
                assert stats.binom.sf(ranks.high[0] - 2, games, q) > 0.025


def test_shares_of_games_are_whole_numbers_despite_binary_fractions():
    # 0.07 × 100 is 7.000000000000001 in floating point, 0.29 × 100 is 28.999999999999996.
    r = histogram_quantiles(np.ones(100, dtype=int), [0.07, 0.29], start=1)
    assert r.values.tolist() == [7, 29]


def test_many_games_pin_an_integer_median_to_itself():
    h = np.array([0, 100_000, 300_000, 500_000, 100_000])
    r = histogram_quantiles(h, [0.5, 0.4])
    assert r.values.tolist() == [3, 2]
    assert (r.low[0], r.high[0]) == (3, 3)
    assert (r.low[1], r.high[1]) == (2, 3)  # 40 % is exactly the edge between two values


@pytest.mark.parametrize("question", [histogram_shape, histogram_quantiles])
def test_impossible_histograms_are_refused(question):
    for h in (np.zeros(3, dtype=int), np.array([1, -1, 3]), np.ones((2, 2), dtype=int), np.ones(3)):
        with pytest.raises(InvalidInput):
            question(h)
    with pytest.raises(InvalidInput, match="level"):
        question(np.array([5, 5]), level=0)


def test_impossible_probabilities_are_refused():
    for q in ([0.0], [1.0], [50], [float("nan")]):
        with pytest.raises(InvalidInput, match=r"probability of|Probabilities of"):
            histogram_quantiles(np.array([5, 5]), q)
    with pytest.raises(InvalidInput, match="at least 2 games"):
        histogram_shape(np.array([0, 1]))


def test_ranks_of_very_many_games_are_those_of_the_binomial() -> None:
    """From where scipy still finds them; the expansion gives away two games, and no more."""
    q = np.array([0.01, 0.05, 0.3, 0.5, 0.975])
    for games in (1e13, 1e14):
        low, high = histograms._binomial_range(games, q, 0.025)
        assert ((stats.binom.ppf(0.025, games, q) - low) >= 0).all()
        assert ((stats.binom.ppf(0.025, games, q) - low) <= 4).all()
        assert ((high - stats.binom.isf(0.025, games, q)) >= 0).all()
        assert ((high - stats.binom.isf(0.025, games, q)) <= 4).all()
