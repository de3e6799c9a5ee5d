"""Bradley–Terry strengths: published fits, exact cases, and games that tell nothing."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special

from analysis.statistics import bradley_terry
from fastsim.text.errors import InvalidInput

#: Wins of rows over columns, American League East, 1987: Milwaukee, Detroit, Toronto, New York,
#: Boston, Cleveland, Baltimore. Agresti (2002), Categorical Data Analysis, 2nd ed., table 10.10.
BASEBALL = np.array(
    [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ]
)


def all_pairs(n):
    return list(itertools.combinations(range(n), 2))


def fit_wins(wins, **options):
    pairs = all_pairs(len(wins))
    games = np.array([wins[i, j] + wins[j, i] for i, j in pairs])
    return bradley_terry(pairs, [wins[i, j] for i, j in pairs] / games, games, **options)


def test_the_published_fit_of_the_baseball_season():
    # table 10.11, with Baltimore at 0
    found = fit_wins(BASEBALL).estimate
    against_last = found.value - found.value[-1]
    assert np.round(against_last, 2).tolist() == [1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0]
    assert found.value.sum() == pytest.approx(0, abs=1e-12)


def test_standard_errors_are_those_of_a_logistic_regression():
    # with Baltimore at 0 there are six free strengths, and their information is X' W X
    pairs = all_pairs(7)
    games = np.array([BASEBALL[i, j] + BASEBALL[j, i] for i, j in pairs])
    found = fit_wins(BASEBALL).estimate
    design = np.array([np.eye(7)[i] - np.eye(7)[j] for i, j in pairs])
    rates = special.expit(design @ found.value)
    free = design[:, :6]
    covariance = np.linalg.inv(free.T * (games * rates * (1 - rates)) @ free)
    assert np.round(np.sqrt(covariance.diagonal()), 1).tolist() == [0.3] * 6  # as published
    centre = np.eye(7)[:, :6] - 1 / 7
    expected = np.sqrt(np.diag(centre @ covariance @ centre.T))
    assert found.standard_error == pytest.approx(expected)
    assert found.high - found.low == pytest.approx(2 * 1.959964 * found.standard_error)


def test_two_players_are_a_log_odds():
    found = bradley_terry([(0, 1)], [0.8], 100)
    assert found.estimate.value == pytest.approx([np.log(2), -np.log(2)])
    assert found.estimate.standard_error == pytest.approx(2 * [0.5 / np.sqrt(0.16 * 100)])
    assert found.win_rates()[0, 1] == pytest.approx(0.8)


@given(st.lists(st.floats(-6, 6), min_size=2, max_size=8), st.floats(1, 1e6))
def test_strengths_that_made_the_rates_are_found_again(strengths, games):
    s = np.array(strengths)
    pairs = np.array(all_pairs(len(s)))
    rates = special.expit(s[pairs[:, 0]] - s[pairs[:, 1]])
    found = bradley_terry(pairs, rates, games)
    assert found.estimate.value == pytest.approx(s - s.mean(), abs=1e-6)
    assert found.on_scale.all()


@given(st.data())
def test_each_players_wins_are_those_expected_and_the_order_is_that_of_the_mean(data):
    n = data.draw(st.integers(2, 7))
    rates = np.array(
        data.draw(st.lists(st.floats(0.01, 0.99), min_size=n * (n - 1) // 2,
                           max_size=n * (n - 1) // 2))
    )  # fmt: skip
    found = bradley_terry(all_pairs(n), rates)
    won = np.zeros((n, n))
    for (i, j), rate in zip(all_pairs(n), rates, strict=True):
        won[i, j], won[j, i] = rate, 1 - rate
    implied = found.win_rates()
    np.fill_diagonal(implied, 0)
    assert implied.sum(axis=1) == pytest.approx(won.sum(axis=1), abs=1e-6)
    order = np.argsort(won.sum(axis=1))
    assert (np.diff(found.estimate.value[order]) > -1e-6).all()


def test_the_covariance_of_independent_games_changes_nothing_where_the_model_is_right():
    s = np.array([0.5, 0.0, -0.5])
    pairs = np.array(all_pairs(3))
    rates = special.expit(s[pairs[:, 0]] - s[pairs[:, 1]])
    covariance = np.diag(rates * (1 - rates) / 400)
    plain = bradley_terry(pairs, rates, 400).estimate
    robust = bradley_terry(pairs, rates, 400, covariance=covariance).estimate
    assert robust.standard_error == pytest.approx(plain.standard_error)


def test_who_always_wins_or_loses_is_off_the_scale():
    # 0 beats all, 1 and 2 share their games, 3 loses to all
    found = bradley_terry(all_pairs(4), [1, 1, 1, 0.6, 1, 1], 100)
    assert found.on_scale.tolist() == [False, True, True, False]
    assert found.estimate.value[[0, 3]].tolist() == [np.inf, -np.inf]
    assert found.estimate.low[[0, 3]].tolist() == [-np.inf, -np.inf]
    assert found.estimate.high[[0, 3]].tolist() == [np.inf, np.inf]
    # the others are as if they had met alone
    alone = bradley_terry([(0, 1)], [0.6], 100).estimate
    assert found.estimate.value[1:3] == pytest.approx(alone.value)
    assert found.estimate.standard_error[1:3] == pytest.approx(alone.standard_error)
    rates = found.win_rates()
    assert (rates[0, 1], rates[3, 2], rates[0, 3]) == (1, 0, 1)


def test_without_wins_both_ways_there_is_no_scale():
    found = bradley_terry(all_pairs(3), [1, 1, 1], 100)
    assert not found.on_scale.any()
    assert np.isnan(found.estimate.value).all()
    assert np.isnan(found.win_rates()[0, 1])


def test_a_win_in_a_million_still_has_a_strength():
    found = bradley_terry([(0, 1)], [1 - 1e-6], 1e6)
    assert found.estimate.value[0] - found.estimate.value[1] == pytest.approx(np.log(1e6), rel=1e-4)


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        (([], []), {}),
        (([(0, 0)], [0.5]), {}),
        (([(0, 1)], [0.5, 0.5]), {}),
        (([(0, 1, 2)], [0.5]), {}),
        (([(0, 1)], [1.5]), {}),
        (([(0, 1)], [0.5], 0), {}),
        (([(0, -1)], [0.5]), {}),
        (([(0, 1)], [0.5]), {"covariance": np.eye(2)}),
        (([(0, 1)], [0.5]), {"level": 95}),
    ],
)
def test_what_cannot_be_fitted_is_refused(arguments, options):
    with pytest.raises(InvalidInput):
        bradley_terry(*arguments, **options)
