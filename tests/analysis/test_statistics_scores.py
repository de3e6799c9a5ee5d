"""Win rates with shared wins, both seat orders, and weighted sums of estimates."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from analysis.statistics import (
    Estimate,
    ScoreSums,
    averaged_win_rate,
    balanced_win_rate,
    balanced_win_rate_p_value,
    combine,
    first_player_effect,
    mean,
    wilson,
    win_rate,
    win_rate_p_value,
)
from fastsim.text.errors import InvalidInput

COUNTS = st.tuples(st.integers(0, 5000), st.integers(0, 5000), st.integers(0, 5000)).filter(any)


def test_a_shared_win_counts_one_over_the_number_who_share_it():
    scores = [1, 1, 1, 0, 0, 1 / 2, 1 / 2, 1 / 3]
    direct = ScoreSums.from_scores(scores)
    counted = ScoreSums.from_counts(3, 2, 2) + ScoreSums.from_counts(0, 1, 0, ways=3)
    assert counted.games == direct.games == 8
    assert counted.total == pytest.approx(direct.total)
    assert counted.squares == pytest.approx(direct.squares)
    assert win_rate(counted).value == pytest.approx(np.mean(scores))
    assert win_rate(counted).standard_error == pytest.approx(np.std(scores) / np.sqrt(8))


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.floats(0.5, 0.9999))
def test_without_shared_wins_it_is_wilsons_interval(wins, losses, level):
    if wins + losses == 0:
        return
    ours = win_rate(ScoreSums.from_counts(wins, 0, losses), level=level)
    theirs = wilson(wins, wins + losses, level=level)
    for field in ("value", "low", "high"):
        assert getattr(ours, field) == pytest.approx(getattr(theirs, field), abs=1e-10)
    assert ours.standard_error == pytest.approx(theirs.standard_error, abs=1e-10)


@given(COUNTS)
def test_win_rate_is_bounded_mirrored_and_never_without_width(counts):
    wins, shared, losses = counts
    e = win_rate(ScoreSums.from_counts(wins, shared, losses))
    m = win_rate(ScoreSums.from_counts(losses, shared, wins))
    assert 0 <= e.low <= e.value <= e.high <= 1
    assert e.high - e.low > 0
    assert (1 - m.high, 1 - m.low) == pytest.approx((e.low, e.high), abs=1e-9)


def test_shared_wins_narrow_the_interval_by_their_smaller_variance():
    n = 100_000
    mixed = win_rate(ScoreSums.from_counts(30_000, 40_000, 30_000))
    assert mixed.half_width == pytest.approx(1.959964 * math.sqrt(0.15 / n), rel=1e-3)
    # All shared: the share of other games is still uncertain by some four games.
    alike = win_rate(ScoreSums.from_counts(0, n, 0))
    assert alike.value == 0.5
    assert alike.standard_error == 0
    assert 1.8 / n < alike.half_width < 2.2 / n


@given(COUNTS, st.floats(0.01, 0.99))
def test_p_value_and_interval_say_the_same(counts, reference):
    scores = ScoreSums.from_counts(*counts)
    p = win_rate_p_value(scores, reference=reference)
    e = win_rate(scores)
    gap = min(abs(e.low - reference), abs(e.high - reference))
    if gap > 1e-9:
        assert (p < 0.05) == (not e.low <= reference <= e.high)


def test_p_value_without_shared_wins_is_the_score_test():
    z = (0.56 - 0.5) / math.sqrt(0.25 / 400)
    p = win_rate_p_value(ScoreSums.from_counts(224, 0, 176))
    assert p == pytest.approx(2 * stats.norm.sf(z))
    assert win_rate_p_value(ScoreSums.from_counts(200, 0, 200)) == 1


def test_many_cells_at_once_give_what_one_gives():
    w, s, x = np.array([5, 0, 7]), np.array([5, 9, 0]), np.array([90, 0, 0])
    many = ScoreSums.from_counts(w, s, x)
    rates, p = win_rate(many), win_rate_p_value(many)
    for i in range(3):
        one = ScoreSums.from_counts(int(w[i]), int(s[i]), int(x[i]))
        assert isinstance(win_rate(one).low, float)
        assert rates.low[i] == pytest.approx(win_rate(one).low)
        assert p[i] == pytest.approx(win_rate_p_value(one))
    rows = ScoreSums.from_scores(np.array([[1, 0, 0.5], [1, 1, 1]]))
    assert rows.total.tolist() == [1.5, 3]
    assert rows.games.tolist() == [3, 3]


@pytest.mark.parametrize(
    "sums",
    [
        (0, 0.0, 0.0),
        (10, 11.0, 10.0),
        (10, 5.0, 6.0),
        (10, 5.0, 2.0),
        (10, -1.0, 1.0),
        (10, float("nan"), 1.0),
        (2.5, 1.0, 1.0),
    ],
)
def test_impossible_sums_of_scores_are_refused(sums):
    with pytest.raises(InvalidInput):
        ScoreSums(*sums)


def test_scores_outside_the_unit_interval_are_refused():
    with pytest.raises(InvalidInput, match="between 0 and 1"):
        ScoreSums.from_scores([0, 1, 2])
    with pytest.raises(InvalidInput, match="at least two players"):
        ScoreSums.from_counts(1, 1, 1, ways=1)
    with pytest.raises(InvalidInput, match="at least 1"):
        ScoreSums.from_counts(0, 0, 0)
    with pytest.raises(InvalidInput, match="losses must be at least 0"):
        ScoreSums.from_counts(2, 1, -1)
    for reference in (0, 1, 50):
        with pytest.raises(InvalidInput, match="reference"):
            win_rate_p_value(ScoreSums.from_counts(1, 1, 1), reference=reference)


# Newcombe (1998), Statistics in Medicine 17, 873-890, table II, method 10.
@pytest.mark.parametrize(
    ("a", "b", "interval"),
    [
        ((56, 70), (48, 80), (0.0524, 0.3339)),
        ((9, 10), (3, 10), (0.1705, 0.8090)),
        ((6, 7), (2, 7), (0.0582, 0.8062)),
        ((5, 56), (0, 29), (-0.0381, 0.1926)),
        ((0, 10), (0, 20), (-0.1611, 0.2775)),
        ((10, 10), (0, 10), (0.6075, 1.0000)),
    ],
)
def test_newcombes_published_differences(a, b, interval):
    e = combine(wilson(*a), wilson(*b), (1, -1))
    assert (e.low, e.high) == pytest.approx(interval, abs=5e-5)
    mirrored = combine(wilson(*a), wilson(*b), (-1, 1))
    assert (-mirrored.high, -mirrored.low) == pytest.approx((e.low, e.high))


def test_weighted_sums_of_symmetric_intervals_add_variances():
    a, b = mean(500.0, 3500.0, 1000), mean(200.0, 1200.0, 1000)
    for r in (-0.7, 0.0, 0.4):
        e = combine(a, b, (2, -0.5), correlation=r)
        x, y = 2 * a.standard_error, 0.5 * b.standard_error
        assert e.value == pytest.approx(2 * a.value - 0.5 * b.value)
        assert e.standard_error == pytest.approx(math.sqrt(x * x + y * y - 2 * r * x * y))
        assert e.half_width == pytest.approx(stats.t.isf(0.025, 999) * e.standard_error)


def test_estimates_that_cannot_be_combined_are_refused():
    a = wilson(5, 10)
    with pytest.raises(InvalidInput, match="cannot be combined"):
        combine(a, wilson(5, 10, level=0.9), (1, 1))
    with pytest.raises(InvalidInput, match="correlation"):
        combine(a, a, (1, 1), correlation=1.5)


# A Big Money mirror under the rule that the second player wins ties: 24.83 % for whoever is first.
MIRROR = ScoreSums.from_counts(24_830, 0, 75_170), ScoreSums.from_counts(75_170, 0, 24_830)


def test_a_rule_against_itself_is_even_however_much_the_seat_decides():
    e = balanced_win_rate(*MIRROR)
    assert e.value == 0.5
    assert balanced_win_rate_p_value(*MIRROR) == 1
    # Fixed seats: less error than 200,000 games with seats drawn at random.
    within = math.sqrt(0.2483 * 0.7517 / 200_000)
    assert e.standard_error == pytest.approx(within)
    assert within < math.sqrt(0.25 / 200_000)
    assert e.half_width == pytest.approx(1.959964 * within, rel=1e-3)


def test_first_player_effect_is_the_same_for_both_players():
    first, second = ScoreSums.from_counts(500, 100, 400), ScoreSums.from_counts(300, 60, 640)
    e = first_player_effect(first, second)
    assert e.effect.value == pytest.approx(0.55 - 0.33)
    assert e.first_mover.value == pytest.approx((0.55 + 0.67) / 2)
    other = first_player_effect(
        ScoreSums.from_counts(640, 60, 300), ScoreSums.from_counts(400, 100, 500)
    )
    for a, b in ((e.effect, other.effect), (e.first_mover, other.first_mover)):
        assert (b.value, b.low, b.high) == pytest.approx((a.value, a.low, a.high))
    assert other.p_value == pytest.approx(e.p_value)
    assert e.p_value < 1e-10
    assert first_player_effect(*MIRROR).first_mover.value == pytest.approx(0.2483)
    assert first_player_effect(first, first).p_value == 1


def test_winning_every_game_is_significant_but_not_without_error():
    won = ScoreSums.from_counts(10, 0, 0)
    e = balanced_win_rate(won, won)
    assert e.value == e.high == 1
    assert 0.75 < e.low < 0.9
    # The score test of 20 wins in 20 games.
    assert balanced_win_rate_p_value(won, won) == pytest.approx(2 * stats.norm.sf(math.sqrt(20)))


@given(COUNTS, COUNTS)
def test_balanced_interval_is_bounded_and_mirrors(a, b):
    n = min(sum(a), sum(b))
    a, b = (np.minimum(c, n).tolist() for c in (np.array(a), np.array(b)))
    a, b = ([w, min(s, n - w), n - w - min(s, n - w)] for w, s, _ in (a, b))
    first, second = ScoreSums.from_counts(*a), ScoreSums.from_counts(*b)
    e = balanced_win_rate(first, second)
    assert -1e-12 <= e.low < e.value + 1e-12
    assert e.value - 1e-12 < e.high <= 1 + 1e-12
    m = balanced_win_rate(
        ScoreSums.from_counts(*second_seen_from_the_other_side(b)),
        ScoreSums.from_counts(*second_seen_from_the_other_side(a)),
    )
    assert (1 - m.high, 1 - m.low) == pytest.approx((e.low, e.high), abs=1e-9)
    p = balanced_win_rate_p_value(first, second)
    assert 0 <= p <= 1
    effect = first_player_effect(first, second).effect
    assert -1 - 1e-12 <= effect.low <= effect.high <= 1 + 1e-12


def second_seen_from_the_other_side(counts):
    return counts[::-1]


def test_common_streams_change_the_error_as_the_covariance_says():
    rng = np.random.default_rng(7)
    luck = rng.standard_normal(5000)
    first = (luck + 0.3 * rng.standard_normal(5000) > 0).astype(float)
    second = (luck + 0.3 * rng.standard_normal(5000) < 0).astype(float)
    sums = ScoreSums.from_scores(first), ScoreSums.from_scores(second)
    products = float(first @ second)
    rate = balanced_win_rate(*sums, products=products)
    effect = first_player_effect(*sums, products=products)
    assert rate.standard_error == pytest.approx(np.std((first + second) / 2) / math.sqrt(5000))
    assert effect.effect.standard_error == pytest.approx(np.std(first - second) / math.sqrt(5000))
    assert rate.half_width < 0.6 * balanced_win_rate(*sums).half_width
    assert effect.effect.half_width > 1.3 * first_player_effect(*sums).effect.half_width
    p = balanced_win_rate_p_value(*sums, products=products)
    assert p == pytest.approx(
        2 * stats.norm.sf(abs(rate.value - 0.5) / rate.standard_error), rel=0.05
    )


def test_unbalanced_or_contradictory_orders_are_refused():
    a, b = ScoreSums.from_counts(5, 0, 5), ScoreSums.from_counts(5, 0, 6)
    for question in (balanced_win_rate, balanced_win_rate_p_value, first_player_effect):
        with pytest.raises(InvalidInput, match="as many games"):
            question(a, b)
        with pytest.raises(InvalidInput, match="contradicts"):
            question(a, a, products=9.0)


# Student (1908): hours of sleep gained with the second drug, 2.33 on average.
def test_mean_is_students_interval():
    extra = np.array([1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4])
    e = mean(extra.sum(), (extra**2).sum(), 10)
    theirs = stats.ttest_1samp(extra, 0).confidence_interval(0.95)
    assert e.value == pytest.approx(2.33)
    assert (e.low, e.high) == pytest.approx((theirs.low, theirs.high))
    many = mean(np.array([10, 20]), np.array([60, 50]), 10)
    assert isinstance(many, Estimate)
    assert many.low[1] == pytest.approx(mean(20, 50, 10).low)


def test_impossible_means_are_refused():
    with pytest.raises(InvalidInput, match="at least 2"):
        mean(1.0, 1.0, 1)
    with pytest.raises(InvalidInput, match="No values"):
        mean(10.0, 5.0, 10)
    with pytest.raises(InvalidInput, match="finite"):
        mean(float("inf"), 5.0, 10)
    with pytest.raises(InvalidInput, match="level"):
        mean(1.0, 5.0, 10, level=1.0)


def test_means_of_one_game_are_games() -> None:
    scores = ScoreSums(np.array([50, 80]), np.array([20.0, 80.0]), np.array([19.0, 80.0]))
    ours, theirs = averaged_win_rate(scores, 1, level=0.9), win_rate(scores, level=0.9)
    for name in ("value", "standard_error", "low", "high"):
        assert getattr(ours, name) == pytest.approx(getattr(theirs, name))


def test_means_of_many_games_are_known_better() -> None:
    # fifty means of a hundred games each, of which a half was won, give or take a tenth
    means = 0.5 + 0.1 * np.resize([1.0, -1.0], 50)
    scores = ScoreSums(np.array([50]), np.array([means.sum()]), np.array([(means**2).sum()]))
    rate = averaged_win_rate(scores, 100)
    assert rate.standard_error == pytest.approx(0.1 / np.sqrt(50))
    assert rate.half_width == pytest.approx(1.96 * 0.1 / np.sqrt(50), rel=0.06)
    # all games won leave an interval
    won = averaged_win_rate(ScoreSums(np.array([50]), np.array([50.0]), np.array([50.0])), 100)
    assert 0.9 < won.low[0] < won.high[0] == 1
    with pytest.raises(InvalidInput, match="one game or more"):
        averaged_win_rate(scores, 0)
