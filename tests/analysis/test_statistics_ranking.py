"""Rankings that say what they do not know, and cycles."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.statistics import find_cycles, holm, holm_directions, rank
from fastsim.text.errors import InvalidInput


def test_what_is_far_apart_is_ranked_and_what_is_close_is_grouped():
    r = rank([0.3, 0.701, 0.5, 0.7], 0.01**2 * np.eye(4))
    assert r.order.tolist() == [1, 3, 2, 0]
    assert r.groups == ((1, 3), (2,), (0,))
    assert r.best_rank.tolist() == [4, 1, 3, 1]
    assert r.worst_rank.tolist() == [4, 2, 3, 2]
    assert r.above.tolist() == [
        [False, False, False, False],
        [True, False, True, False],
        [True, False, False, False],
        [True, False, True, False],
    ]


def test_a_chain_of_close_neighbours_is_one_group():
    # the ends are told apart, but no cut has all above all
    r = rank([0.54, 0.52, 0.50], 0.007**2 * np.eye(3))
    assert r.above[0, 2]
    assert not r.above[0, 1]
    assert not r.above[1, 2]
    assert r.groups == ((0, 1, 2),)
    assert (r.best_rank[2], r.worst_rank[0]) == (2, 2)


def test_luck_in_common_tells_neighbours_apart():
    shared = 0.01**2 * (0.99 + 0.01 * np.eye(2))
    assert rank([0.51, 0.50], 0.01**2 * np.eye(2)).groups == ((0, 1),)
    assert rank([0.51, 0.50], shared).groups == ((0,), (1,))


def test_equals_are_never_told_apart():
    for covariance in (np.zeros((3, 3)), np.ones((3, 3))):
        r = rank([0.5, 0.5 + 1e-12, 0.5], covariance)
        assert r.groups == (tuple(r.order.tolist()),)
        assert not r.above.any()
    assert rank([0.5], [[0.0]]).groups == ((0,),)


@given(st.lists(st.floats(0, 1), min_size=2, max_size=8), st.floats(0.001, 0.1))
def test_ranks_groups_and_comparisons_agree(values, error):
    n = len(values)
    r = rank(values, error**2 * np.eye(n))
    assert (r.best_rank <= r.worst_rank).all()
    ranks = np.empty(n, int)
    ranks[r.order] = np.arange(1, n + 1)
    assert (r.best_rank <= ranks).all()
    assert (ranks <= r.worst_rank).all()
    assert sorted(i for group in r.groups for i in group) == list(range(n))
    for first, second in itertools.combinations(range(len(r.groups)), 2):
        assert r.above[np.ix_(r.groups[first], r.groups[second])].all()
    assert not (r.above & r.above.T).any()


def test_directions_are_one_family():
    p = np.array([[0.9, 0.001, 0.2], [0.999, 0.9, 0.004], [0.8, 0.996, 0.9]])
    adjusted = holm_directions(p)
    others = ~np.eye(3, dtype=bool)
    assert adjusted[others].tolist() == holm(p[others]).tolist()
    assert adjusted.diagonal().tolist() == [1, 1, 1]
    assert adjusted[0, 1] == pytest.approx(0.006)


@pytest.mark.parametrize(
    "arguments", [([], np.eye(0)), ([1, 2], np.eye(3)), ([1, 2], [1, 1]), ([[1]], [[1]])]
)
def test_impossible_rankings_are_refused(arguments):
    with pytest.raises(InvalidInput):
        rank(*arguments)


def graph(n, *edges):
    beats = np.zeros((n, n), bool)
    for a, b in edges:
        beats[a, b] = True
    return beats


def test_cycles_of_three_are_all_found_once_and_in_order():
    assert find_cycles(graph(3, (0, 1), (1, 2), (2, 0))) == ((0, 1, 2),)
    assert find_cycles(graph(3, (1, 0), (2, 1), (0, 2))) == ((0, 2, 1),)
    two = graph(4, (0, 1), (1, 2), (2, 0), (1, 3), (3, 0))
    assert find_cycles(two) == ((0, 1, 2), (0, 1, 3))


def test_longer_cycles_are_found_where_there_are_none_of_three():
    assert find_cycles(graph(5, (1, 4), (4, 2), (2, 3), (3, 1))) == ((1, 4, 2, 3),)
    assert find_cycles(graph(5, (0, 1), (1, 2), (2, 3), (3, 4), (4, 0))) == ((0, 1, 2, 3, 4),)


@given(st.permutations(range(6)), st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5))))
def test_an_order_has_no_cycle(order, pairs):
    beats = graph(6, *((order[i], order[j]) for i, j in pairs if i < j))
    assert find_cycles(beats) == ()


@given(st.lists(st.sampled_from("<>="), min_size=15, max_size=15))
def test_what_is_found_is_a_cycle_and_nothing_is_missed(signs):
    beats = np.zeros((6, 6), bool)
    for (i, j), sign in zip(itertools.combinations(range(6), 2), signs, strict=True):
        beats[i, j], beats[j, i] = sign == ">", sign == "<"
    cycles = find_cycles(beats)
    for cycle in cycles:
        assert all(beats[a, b] for a, b in zip(cycle, (*cycle[1:], cycle[0]), strict=True))
        assert len(set(cycle)) == len(cycle) >= 3
        assert cycle[0] == min(cycle)
    reach = beats.copy()
    for k in range(6):
        reach |= np.outer(reach[:, k], reach[k])
    assert bool(cycles) == bool(reach.diagonal().any())


def test_two_that_beat_each_other_are_refused():
    for beats in (graph(2, (0, 1), (1, 0)), graph(2, (0, 0)), np.zeros((2, 3), bool)):
        with pytest.raises(InvalidInput):
            find_cycles(beats)
