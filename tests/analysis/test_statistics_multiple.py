"""Holm's and Benjamini–Hochberg's corrections, and the cells that cannot be told from the best."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from analysis.statistics import (
    false_discovery,
    holm,
    indistinguishable_from_best,
    mean_and_covariance,
)
from fastsim.errors import InvalidInput

P_VALUES = st.lists(st.floats(0, 1), min_size=1, max_size=40)

# The 15 comparisons of Benjamini & Hochberg (1995): corrections of the family-wise error reject
# three at 0.05, that of the false discovery rate four.
THROMBOLYSIS = [
    *(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344),
    *(0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000),
]


def test_holms_worked_example():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_benjamini_and_hochbergs_example():
    assert (holm(THROMBOLYSIS) <= 0.05).sum() == 3
    adjusted = false_discovery(THROMBOLYSIS)
    assert (adjusted <= 0.05).sum() == 4
    assert adjusted[3] == pytest.approx(0.0095 * 15 / 4)
    assert (false_discovery(THROMBOLYSIS, method="by") <= 0.05).sum() == 3


@given(P_VALUES)
def test_holm_by_its_definition(p):
    # Reject in ascending order while p ≤ α / (how many are left), at the edge of each adjustment.
    adjusted = holm(p)
    for alpha in (0.01, 0.05, 0.3):
        rejected, left = set(), len(p)
        for i in np.argsort(p, kind="stable"):
            if p[i] * left > alpha:
                break
            rejected.add(i)
            left -= 1
        assert set(np.flatnonzero(adjusted <= alpha)) == rejected
    assert (adjusted >= p).all()
    assert (adjusted <= np.minimum(np.array(p) * len(p), 1)).all()


@given(P_VALUES, st.randoms())
def test_corrections_keep_order_and_shape(p, random):
    shuffled = list(range(len(p)))
    random.shuffle(shuffled)
    for correct in (holm, false_discovery):
        adjusted = correct(p)
        order = np.argsort(p, kind="stable")
        assert (np.diff(adjusted[order]) >= 0).all()
        assert correct(np.array(p)[shuffled]) == pytest.approx(adjusted[shuffled])
        assert correct(np.array(p)[np.newaxis]).shape == (1, len(p))
    assert (false_discovery(p) <= holm(p) + 1e-12).all()


def test_no_cells_and_impossible_p_values():
    for correct in (holm, false_discovery):
        assert correct([]).shape == (0,)
        for p in ([0.5, 1.2], [-0.1], [float("nan")]):
            with pytest.raises(InvalidInput, match="between 0 and 1"):
                correct(p)


def test_a_clear_winner_stands_alone():
    r = indistinguishable_from_best([0.5, 0.6, 0.4], np.full(3, 0.01**2))
    assert r.best == 1
    assert r.members.tolist() == [False, True, False]
    assert r.shortfall == pytest.approx([0.1, 0.0, 0.2])
    # Alone in the set, it loses nothing; the others at most their shortfall and its error.
    assert r.loss_at_most[1] == 0
    c = stats.norm.isf(0.05 / 2) * np.sqrt(2) * 0.01
    assert r.loss_at_most[[0, 2]] == pytest.approx([0.1 + c, 0.2 + c])


def test_the_bonferroni_threshold_by_hand():
    # Three comparisons: the critical value is z(0.05 / 3) = 2.128.
    error = 0.01 * np.sqrt(2)
    means = np.array([0.5, 0.5 - 2.12 * error, 0.5 - 2.14 * error, 0.2])
    r = indistinguishable_from_best(means, np.full(4, 1e-4))
    assert r.members.tolist() == [True, True, False, False]
    assert r.p_values[1] == pytest.approx(3 * stats.norm.sf(2.12))
    assert r.p_values[0] == 1


def test_common_games_tell_apart_what_separate_games_cannot():
    rng = np.random.default_rng(2)
    luck = rng.standard_normal((4000, 1))
    scores = (luck + 0.1 * rng.standard_normal((4000, 3)) > [0.0, 0.03, 0.2]).astype(float)
    means, covariance = mean_and_covariance(scores.sum(axis=0), scores.T @ scores, 4000)
    assert means == pytest.approx(scores.mean(axis=0))
    assert covariance == pytest.approx(np.cov(scores.T) / 4000)
    together = indistinguishable_from_best(means, covariance)
    apart = indistinguishable_from_best(means, np.diag(covariance))
    assert together.members.tolist() == [True, False, False]
    assert apart.members.tolist() == [True, True, False]
    assert (together.loss_at_most[1:] < apart.loss_at_most[1:]).all()


def test_cells_that_play_alike_stay_together():
    x = np.array([[1, 1, 0], [0, 0, 0], [1, 1, 0], [1, 1, 1]] * 200, dtype=float)
    cells = mean_and_covariance(x.sum(axis=0), x.T @ x, len(x))
    for method in ("bonferroni", "maximum"):
        r = indistinguishable_from_best(*cells, method=method)
        assert r.best == 0
        assert r.members.tolist() == [True, True, False]
        assert r.loss_at_most[:2].tolist() == [0, 0]
        alike = indistinguishable_from_best(cells[0][:2], cells[1][:2, :2], method=method)
        assert alike.members.all()
        assert alike.p_values.tolist() == [1, 1]
        # Rounding may leave a covariance a little above the variance.
        rounded = np.array([[0.3, 0.3 + 1e-16], [0.3 + 1e-16, 0.3]])
        assert rounded[0, 1] > 0.3
        r = indistinguishable_from_best([0.5, 0.5], rounded, method=method)
        assert r.loss_at_most.tolist() == [0, 0]


def test_the_maximum_method_keeps_fewer_correlated_cells_and_repeats_itself():
    n = 40
    distance = np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
    covariance = 1e-4 * np.exp(-distance / 20)
    means = 0.5 - 0.0015 * np.arange(n)
    wide = indistinguishable_from_best(means, covariance)
    narrow = indistinguishable_from_best(means, covariance, method="maximum")
    again = indistinguishable_from_best(means, covariance, method="maximum")
    assert 1 < narrow.members.sum() < wide.members.sum()
    assert (wide.members | ~narrow.members).all()
    assert (narrow.p_values == again.p_values).all()
    assert (narrow.loss_at_most <= wide.loss_at_most + 1e-12).all()


def test_two_independent_cells_need_no_correction():
    # One comparison: both methods are the one-sided z test.
    means, variances = [0.5, 0.48], [1e-4, 1e-4]
    z = 0.02 / np.sqrt(2e-4)
    one = indistinguishable_from_best(means, variances)
    many = indistinguishable_from_best(means, variances, method="maximum", draws=200_000)
    assert one.p_values[1] == pytest.approx(stats.norm.sf(z))
    assert many.p_values[1] == pytest.approx(stats.norm.sf(z), abs=0.003)
    # Both may be the best: the first loses at most its lead's error, the second the lead as well.
    reach = stats.norm.isf(0.05) * np.sqrt(2e-4)
    for r, leeway in ((one, 1e-12), (many, 2e-4)):
        assert r.members.all()
        assert r.loss_at_most == pytest.approx([reach - 0.02, reach + 0.02], abs=leeway)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12), st.floats(1e-4, 0.2))
def test_the_set_holds_the_best_and_every_bound_exceeds_the_shortfall(means, error):
    r = indistinguishable_from_best(means, np.full(len(means), error**2))
    assert r.members[r.best]
    assert r.shortfall[r.best] == 0
    assert (r.loss_at_most >= r.shortfall - 1e-12).all()
    wider = indistinguishable_from_best(means, np.full(len(means), error**2), level=0.99)
    assert (wider.members | ~r.members).all()


def test_a_single_cell_is_the_best():
    for method in ("bonferroni", "maximum"):
        r = indistinguishable_from_best([0.3], [0.01], method=method)
        assert (r.best, r.members.tolist(), r.loss_at_most.tolist()) == (0, [True], [0.0])


@pytest.mark.parametrize(
    ("means", "covariance"),
    [
        ([], []),
        ([[0.5]], [[0.1]]),
        ([0.5, np.nan], [0.1, 0.1]),
        ([0.5, 0.4], [0.1]),
        ([0.5, 0.4], [0.1, -0.1]),
        ([0.5, 0.4], [[0.1, 0.0], [0.05, 0.1]]),
    ],
)
def test_impossible_cells_are_refused(means, covariance):
    with pytest.raises(InvalidInput):
        indistinguishable_from_best(means, covariance)


def test_impossible_covariances_methods_and_levels_are_refused():
    negative = np.array([[1.0, 0.9, -0.9], [0.9, 1.0, 0.9], [-0.9, 0.9, 1.0]])
    with pytest.raises(InvalidInput, match="negative eigenvalue"):
        indistinguishable_from_best([0.1, 0.2, 0.3], negative, method="maximum")
    with pytest.raises(InvalidInput, match="no method 'tukey'"):
        indistinguishable_from_best([0.1, 0.2], [1.0, 1.0], method="tukey")
    with pytest.raises(InvalidInput, match="level"):
        indistinguishable_from_best([0.1, 0.2], [1.0, 1.0], level=5)
    with pytest.raises(InvalidInput, match="at least 2"):
        mean_and_covariance([1.0], [[1.0]], 1)
    with pytest.raises(InvalidInput, match="2 × 2 products"):
        mean_and_covariance([1.0, 2.0], [[1.0]], 5)


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 4)), min_size=1, max_size=30))
def test_cells_of_unknown_dependence_are_each_compared_with_every_other(cells):
    means, errors = np.array(cells, float).T
    means, errors = means / 8, errors / 50
    found = indistinguishable_from_best(means, errors**2, dependence="any")
    n = len(means)
    comparisons = max(n - 1, 1)
    sums = errors[:, None] + errors
    critical = -stats.norm.ppf(0.05 / comparisons)
    for i in range(n):
        deficits = [0.0]
        for j in range(n):
            deficit = means[j] - means[i]
            if deficit > 0:
                deficits.append(deficit / sums[i, j] if sums[i, j] else np.inf)
        worst = max(deficits)
        p_value = min(1.0, comparisons * stats.norm.sf(worst)) if worst else 1.0
        assert found.p_values[i] == pytest.approx(p_value)
        losses = [
            means[k] - means[i] + critical * sums[i, k]
            for k in np.flatnonzero(found.members)
            if k != i
        ]
        assert found.loss_at_most[i] == pytest.approx(max([0.0, *losses]))


def test_a_hundred_thousand_cells_are_compared_at_once():
    generator = np.random.default_rng(7)
    means = np.round(generator.random(100_000), 3)
    found = indistinguishable_from_best(means, means * (1 - means) / 200, dependence="any")
    assert found.best == means.argmax()
    assert found.members[found.best]
    assert 0 < found.members.sum() < 100_000
