"""Wilson and Clopper–Pearson intervals, and the shares of outcome classes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from analysis.statistics import clopper_pearson, outcome_shares, wilson
from fastsim.text.errors import InvalidInput

METHODS = [wilson, clopper_pearson]


@st.composite
def counts(draw):
    games = draw(st.integers(1, 10**6))
    return draw(st.integers(0, games)), games


# Newcombe (1998), Statistics in Medicine 17, 857-872, table I: methods 3 and 5.
@pytest.mark.parametrize(
    ("successes", "games", "score", "exact"),
    [
        (81, 263, (0.2553, 0.3662), (0.2527, 0.3676)),
        (15, 148, (0.0624, 0.1605), (0.0578, 0.1617)),
        (0, 20, (0.0000, 0.1611), (0.0000, 0.1684)),
        (1, 29, (0.0061, 0.1718), (0.0009, 0.1776)),
    ],
)
def test_newcombes_published_intervals(successes, games, score, exact):
    w, c = wilson(successes, games), clopper_pearson(successes, games)
    assert (w.low, w.high) == pytest.approx(score, abs=5e-5)
    assert (c.low, c.high) == pytest.approx(exact, abs=5e-5)
    assert w.value == c.value == successes / games


@given(counts(), st.floats(0.5, 0.9999))
def test_agrees_with_scipy_at_any_level(case, level):
    test = stats.binomtest(*case)
    for method, name in ((wilson, "wilson"), (clopper_pearson, "exact")):
        ours, theirs = method(*case, level=level), test.proportion_ci(level, name)
        assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=1e-7)


@pytest.mark.parametrize("method", METHODS)
@given(case=counts())
def test_interval_holds_its_estimate_and_mirrors(method, case):
    k, n = case
    e, mirrored = method(k, n), method(n - k, n)
    assert 0 <= e.low <= e.value <= e.high <= 1
    assert e.low < e.high
    assert (e.low == 0) == (k == 0)
    assert (e.high == 1) == (k == n)
    assert (1 - mirrored.high, 1 - mirrored.low) == pytest.approx((e.low, e.high), abs=1e-9)
    assert e.standard_error == pytest.approx(mirrored.standard_error)


@pytest.mark.parametrize("method", METHODS)
@given(games=st.integers(2, 2000), data=st.data())
def test_ends_rise_with_successes_and_width_falls_with_games(method, games, data):
    k = data.draw(st.integers(0, games - 1))
    e, more = method(k, games), method(k + 1, games)
    assert e.low < more.low
    assert e.high < more.high
    assert method(2 * k, 2 * games).half_width < e.half_width
    assert method(k, games, level=0.99).half_width > e.half_width


@pytest.mark.parametrize("method", METHODS)
def test_arrays_give_what_numbers_give(method):
    k, n = np.array([[0, 3, 10]]), np.array([[10], [400]])
    many = method(k, n)
    assert many.value.shape == many.low.shape == many.standard_error.shape == (2, 3)
    for i in range(2):
        for j in range(3):
            one = method(int(k[0, j]), int(n[i, 0]))
            assert isinstance(one.low, float)
            assert (many.value[i, j], many.low[i, j], many.high[i, j]) == pytest.approx(
                (one.value, one.low, one.high)
            )


def test_exact_interval_never_covers_less_than_its_level():
    # By enumeration, not simulation: every p on a grid, every outcome weighed by its probability.
    p = np.linspace(0.001, 0.999, 997)[:, np.newaxis]
    for games in (1, 5, 20, 61):
        k = np.arange(games + 1)
        chance = stats.binom.pmf(k, games, p)
        e = clopper_pearson(k, games)
        assert (chance * ((e.low <= p) & (p <= e.high))).sum(axis=1).min() >= 0.95
        w = wilson(k, games)
        assert (chance * ((w.low <= p) & (p <= w.high))).sum(axis=1).min() < 0.95


def test_a_billion_games_keep_their_digits():
    e = wilson(514_370_000, 1_000_000_000)
    assert e.half_width == pytest.approx(1.959964 * np.sqrt(0.51437 * 0.48563 / 1e9), rel=1e-6)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 0), "at least 1"),
        ((5, 4), "more successes than games"),
        ((-1, 4), "at least 0"),
        ((1.0, 4), "integer"),
        ((True, 4), "integer"),
        ((np.array([1, 5]), 4), "more successes than games"),
        ((np.array([1, 2]), np.array([3, 0])), "at least 1"),
    ],
)
def test_impossible_counts_are_refused(method, arguments, message):
    with pytest.raises(InvalidInput, match=message):
        method(*arguments)


@pytest.mark.parametrize("level", [0, 1, 95, -0.5, float("nan")])
def test_levels_outside_the_unit_interval_are_refused(level):
    for method in METHODS:
        with pytest.raises(InvalidInput, match="strictly between 0 and 1"):
            method(1, 2, level=level)
    with pytest.raises(InvalidInput, match="strictly between 0 and 1"):
        outcome_shares(np.array([1, 1]), 2, level=level)


# Sison & Glaz (1995), JASA 90, 366-369: Goodman's intervals of their examples, to three decimals.
def test_goodmans_published_intervals():
    e = outcome_shares(np.array([56, 72, 73, 59, 62, 87, 58]), 467)
    assert e.low == pytest.approx([0.085, 0.115, 0.116, 0.091, 0.096, 0.143, 0.089], abs=5e-4)
    assert e.high == pytest.approx([0.166, 0.204, 0.207, 0.173, 0.181, 0.239, 0.171], abs=5e-4)
    e = outcome_shares(np.repeat([1, 12, 5, 3, 4], 10), 250)
    assert e.low[::10] == pytest.approx([0.000, 0.019, 0.005, 0.002, 0.004], abs=5e-4)
    assert e.high[::10] == pytest.approx([0.049, 0.114, 0.075, 0.062, 0.069], abs=5e-4)


def test_shares_sum_to_one_and_are_wider_than_one_interval():
    k = np.array([[10, 20, 70], [0, 0, 100]])
    e = outcome_shares(k, 100)
    assert e.value.sum(axis=-1) == pytest.approx([1, 1])
    assert e.level == 0.95
    assert (e.half_width > wilson(k, 100).half_width).all()


def test_classes_that_do_not_sum_to_the_games_are_refused():
    with pytest.raises(InvalidInput, match="sum to 95 games, but there were 100"):
        outcome_shares(np.array([[30, 30, 40], [30, 25, 40]]), 100)
    with pytest.raises(InvalidInput, match="sum to 95 games, but there were 96"):
        outcome_shares(np.array([[30, 30, 40], [30, 25, 40]]), np.array([100, 96]))
    with pytest.raises(InvalidInput, match="two classes"):
        outcome_shares(np.array([100]), 100)
