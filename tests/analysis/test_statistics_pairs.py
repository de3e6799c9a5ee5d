"""Differences over common games."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from analysis.statistics import (
    PairSums,
    paired_mean_difference,
    paired_score_difference,
    paired_win_difference,
)
from fastsim.text.errors import InvalidInput

CELL = st.integers(0, 3000)
TABLE = st.tuples(CELL, CELL, CELL, CELL).filter(any)


# The airway data of Bentur et al. in Fagerland, Lydersen & Laake (2013), BMC Medical Research
# Methodology 13, 91: p = 0.070 exact, 0.039 mid-p, 0.034 asymptotic.
def test_mcnemars_published_p_values():
    p = {m: paired_win_difference(1, 1, 7, 12, method=m).p_value for m in METHODS}
    assert p["exact"] == pytest.approx(0.0703, abs=5e-5)
    assert p["mid-p"] == pytest.approx(0.0391, abs=5e-5)
    assert p["normal"] == pytest.approx(0.0339, abs=5e-5)
    # As many either way: 1 less half the chance of that, here C(6, 3) / 64.
    tied = {m: paired_win_difference(2, 3, 3, 5, method=m).p_value for m in METHODS}
    # Rounding of the smallest numbers there are must not leave one below 0.
    assert paired_win_difference(0, 1, 1074, 0, method="mid-p").p_value >= 0
    assert tied == pytest.approx({"exact": 1, "mid-p": 1 - 20 / 128, "normal": 1})


METHODS = ("exact", "mid-p", "normal")


def test_bonett_price_interval_by_hand():
    e = paired_win_difference(1, 1, 7, 12).estimate
    assert e.value == pytest.approx(-6 / 21)
    error = math.sqrt((2 / 23 + 8 / 23 - (6 / 23) ** 2) / 23)
    assert e.low == pytest.approx(-6 / 23 - 1.959964 * error)
    assert e.high == pytest.approx(-6 / 23 + 1.959964 * error)


@given(TABLE)
def test_exact_p_is_the_binomial_test_of_the_games_that_differ(table):
    _, a, b, _ = table
    p = paired_win_difference(*table).p_value
    expected = stats.binomtest(a, a + b).pvalue if a + b else 1.0
    assert p == pytest.approx(expected, abs=1e-9)
    mid = paired_win_difference(*table, method="mid-p").p_value
    assert 0 <= mid <= p
    if a + b > 2000 and p > 1e-3:
        assert p == pytest.approx(paired_win_difference(*table, method="normal").p_value, abs=0.03)


@given(TABLE)
def test_interval_is_bounded_has_width_and_changes_sign_with_the_sides(table):
    both, a, b, neither = table
    x, y = paired_win_difference(both, a, b, neither), paired_win_difference(both, b, a, neither)
    e = x.estimate
    assert -1 <= e.low < e.high <= 1
    assert (-y.estimate.high, -y.estimate.low) == pytest.approx((e.low, e.high))
    assert x.p_value == pytest.approx(y.p_value)


def test_counts_and_scores_give_the_same():
    a = np.repeat([1, 1, 0, 0], [300, 80, 50, 170])
    b = np.repeat([1, 0, 1, 0], [300, 80, 50, 170])
    counted = paired_win_difference(300, 80, 50, 170, method="normal")
    direct = paired_score_difference(PairSums.from_values(a, b))
    assert direct == counted
    assert direct.estimate.standard_error == pytest.approx(np.std(a - b) / math.sqrt(600))
    unpaired = math.sqrt((np.var(a) + np.var(b)) / 600)
    assert direct.unpaired_standard_error == pytest.approx(unpaired)
    assert direct.efficiency == pytest.approx((np.var(a) + np.var(b)) / np.var(a - b))
    chi2 = (80 - 50) ** 2 / 130
    assert direct.p_value == pytest.approx(stats.chi2.sf(chi2, 1))


def test_cells_that_never_differed_are_not_known_to_be_equal():
    d = paired_win_difference(600, 0, 0, 400)
    assert d.estimate.value == d.estimate.standard_error == 0
    assert d.p_value == 1
    # Up to 3.7 games in n may differ; the interval allows for it.
    assert 0.0025 < d.estimate.high < 0.0040
    assert math.isinf(d.efficiency)
    assert paired_win_difference(600, 0, 0, 400, method="mid-p").p_value == 1


def test_mean_difference_is_the_paired_t_test():
    rng = np.random.default_rng(3)
    turns = rng.poisson(18, 400)
    longer = turns + rng.integers(-1, 3, 400)
    d = paired_mean_difference(PairSums.from_values(longer, turns), level=0.9)
    test = stats.ttest_rel(longer, turns)
    theirs = test.confidence_interval(0.9)
    assert d.p_value == pytest.approx(test.pvalue)
    assert (d.estimate.low, d.estimate.high) == pytest.approx((theirs.low, theirs.high))
    apart = math.sqrt((np.var(longer, ddof=1) + np.var(turns, ddof=1)) / 400)
    assert d.unpaired_standard_error == pytest.approx(apart)
    assert d.efficiency > 10


def test_equal_and_constantly_different_quantities():
    x = np.arange(10.0)
    same = paired_mean_difference(PairSums.from_values(x, x))
    assert (same.estimate.value, same.estimate.high, same.p_value) == (0, 0, 1)
    shifted = paired_mean_difference(PairSums.from_values(x + 2, x))
    assert (shifted.estimate.value, shifted.p_value) == (2, 0)


@given(
    st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=60),
    st.integers(1, 59),
)
def test_sums_of_parts_are_the_sums_of_the_whole(pairs, cut):
    a, b = np.array(pairs).T / 4
    cut = min(cut, len(a) - 1)
    parts = PairSums.from_values(a[:cut], b[:cut]) + PairSums.from_values(a[cut:], b[cut:])
    whole = PairSums.from_values(a, b)
    assert parts == whole  # quarters add exactly
    d = paired_score_difference(whole)
    assert d.estimate.value == pytest.approx(np.mean(a - b))
    assert -1 <= d.estimate.low < d.estimate.high <= 1


def test_many_cells_against_one_at_once():
    rng = np.random.default_rng(5)
    cells, best = rng.integers(0, 2, (4, 300)), rng.integers(0, 2, 300)
    many = paired_score_difference(PairSums.from_values(cells, best))
    for i in range(4):
        one = paired_score_difference(PairSums.from_values(cells[i], best))
        assert isinstance(one.p_value, float)
        assert many.estimate.low[i] == pytest.approx(one.estimate.low)
        assert many.p_value[i] == pytest.approx(one.p_value)
        assert many.efficiency[i] == pytest.approx(one.efficiency)
    table = np.array([3, 4]), np.array([5, 0]), np.array([1, 0]), np.array([0, 7])
    for method in METHODS:
        many = paired_win_difference(*table, method=method)
        for i in range(2):
            one = paired_win_difference(*(int(c[i]) for c in table), method=method)
            assert many.p_value[i] == pytest.approx(one.p_value)


def test_what_is_not_paired_is_refused():
    with pytest.raises(InvalidInput, match="same games"):
        PairSums.from_values([1, 2, 3], [1, 2])
    with pytest.raises(InvalidInput, match="same games"):
        PairSums.from_values(1.0, [1, 2])
    with pytest.raises(InvalidInput, match="at least 1"):
        PairSums.from_values([], [])
    with pytest.raises(InvalidInput, match="finite"):
        PairSums.from_values([1, np.nan], [1, 2])
    with pytest.raises(InvalidInput, match="paired_mean_difference"):
        paired_score_difference(PairSums.from_values([30, 40], [10, 20]))
    with pytest.raises(InvalidInput, match="at least 2"):
        paired_mean_difference(PairSums.from_values([30], [10]))
    with pytest.raises(InvalidInput, match="at least 0"):
        paired_win_difference(3, -1, 2, 2)
    with pytest.raises(InvalidInput, match="at least 1"):
        paired_win_difference(0, 0, 0, 0)
    with pytest.raises(InvalidInput, match="no method 'wald'"):
        paired_win_difference(3, 1, 2, 2, method="wald")
    for question in (paired_mean_difference, paired_score_difference):
        with pytest.raises(InvalidInput, match="level"):
            question(PairSums.from_values([0, 1], [1, 1]), level=2)
