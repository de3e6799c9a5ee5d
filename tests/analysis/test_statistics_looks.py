"""Stopping rules on fixed schedules."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from analysis.statistics import (
    LookSchedule,
    doubling_schedule,
    run_looks,
    schedule_for_half_width,
    take_look,
    wilson,
)
from fastsim.text.errors import InvalidInput


def test_errors_by_hand():
    s = LookSchedule((250, 500, 1000), power=2)
    assert s.errors == pytest.approx([0.05 / 16, 0.05 * 3 / 16, 0.05 * 12 / 16])
    assert s.level_at(2) == pytest.approx(0.9625)
    assert LookSchedule((1000,)).level_at(0) == pytest.approx(0.95)


@given(
    st.lists(st.integers(1, 10**9), min_size=1, max_size=15, unique=True),
    st.floats(0.5, 0.999),
    st.floats(0.3, 3),
)
def test_errors_sum_to_the_whole_error(games, level, power):
    games = tuple(sorted(games))
    shares = np.diff((np.array(games) / games[-1]) ** power, prepend=0) * (1 - level)
    if shares.min() < 1e-11:
        return
    s = LookSchedule(games, level, power)
    assert s.errors.sum() == pytest.approx(1 - level)
    assert (s.errors > 0).all()
    assert all(level - 1e-12 <= s.level_at(i) < 1 for i in range(len(games)))


@given(st.integers(1, 1000), st.integers(1, 10**6), st.sampled_from([1, 2, 10]))
def test_doubling_ends_at_the_cap_and_stays_balanced(first, rounds, multiple):
    last = rounds * multiple
    if last < first:
        return
    games = doubling_schedule(first, last, multiple=multiple).games
    assert games[-1] == last
    assert games[0] >= min(first, last)
    assert all(g % multiple == 0 for g in games)
    assert all(0 <= 2 * a - b < 2 * multiple for a, b in pairwise(games))
    assert doubling_schedule(1000, 8000).games == (1000, 2000, 4000, 8000)


@pytest.mark.parametrize("half_width", [0.05, 0.01, 0.001, 0.0001])
def test_the_last_look_of_a_plan_reaches_the_width(half_width):
    s = schedule_for_half_width(half_width)
    n, level = s.games[-1], s.level_at(len(s.games) - 1)
    assert wilson(n // 2, n, level=level).half_width <= half_width
    # A plan costs an eighth more games than one look; not much more.
    one = 0.25 * (stats.norm.isf(0.025) / half_width) ** 2
    assert 1.1 * one < n < 1.15 * one + 40
    assert len(s.games) == 5
    wanted = schedule_for_half_width(half_width, looks=1)
    assert wanted.games[0] == pytest.approx(one, abs=2)


def test_a_cap_ends_the_plan():
    s = schedule_for_half_width(0.001, cap=100_001)
    assert s.games == (6250, 12_500, 25_000, 50_000, 100_000)
    assert schedule_for_half_width(0.001, cap=10**9) == schedule_for_half_width(0.001)
    assert schedule_for_half_width(0.001, cap=3).games == (2,)
    assert schedule_for_half_width(0.5, variance=1e-6).games == (2,)


def at_rate(rate):
    return lambda games, level: wilson(round(rate * games), games, level=level)


def test_reasons_to_stop():
    s = LookSchedule((1000, 2000, 4000))
    assert run_looks(s, at_rate(0.5), reference=0.5).reason == "cap"
    far = run_looks(s, at_rate(0.9), reference=0.5)
    assert (far.reason, far.look, far.games, far.stop) == ("different", 0, 1000, True)
    assert run_looks(s, at_rate(0.1), reference=0.5).reason == "different"
    near = run_looks(s, at_rate(0.525), reference=0.5)
    assert (near.reason, near.games) == ("different", 4000)
    wide = take_look(s, 0, wilson(500, 1000, level=s.level_at(0)), half_width=0.01)
    assert (wide.reason, wide.stop) == ("continue", False)
    assert run_looks(s, at_rate(0.01), half_width=0.01).reason == "precise"
    both = run_looks(s, at_rate(0.99), half_width=0.02, reference=0.5)
    assert (both.reason, both.games) == ("precise", 1000)


def test_games_are_played_once_and_no_further_than_needed():
    asked = []

    def estimate_at(games, level):
        asked.append((games, level))
        return wilson(games * 9 // 10, games, level=level)

    s = LookSchedule((100, 200, 400, 800))
    stopped = run_looks(s, estimate_at, half_width=0.06)
    assert asked == [(g, s.level_at(i)) for i, g in enumerate(s.games)][: stopped.look + 1]
    assert stopped.estimate.half_width <= 0.06


def test_an_interval_at_the_plain_level_is_refused():
    s = LookSchedule((1000, 2000))
    with pytest.raises(InvalidInput, match=r"schedule\.level_at"):
        take_look(s, 0, wilson(500, 1000), half_width=0.1)
    with pytest.raises(InvalidInput, match="to stop for"):
        take_look(s, 0, wilson(500, 1000, level=s.level_at(0)))
    for look in (-1, 2):
        with pytest.raises(InvalidInput, match="looks 0 to 1"):
            s.level_at(look)


@pytest.mark.parametrize(
    "arguments",
    [
        ((),),
        ((0, 10),),
        ((10, 10),),
        ((20, 10),),
        ((10, 20), 1.0),
        ((10, 20), 0.95, 0.0),
        ((10, 20), 0.95, float("inf")),
        ((1, 10**8), 0.95, 2.0),
    ],
)
def test_impossible_schedules_are_refused(arguments):
    with pytest.raises(InvalidInput):
        LookSchedule(*arguments)


def test_impossible_plans_are_refused():
    with pytest.raises(InvalidInput, match="from 10 to 5"):
        doubling_schedule(10, 5)
    with pytest.raises(InvalidInput, match="multiple"):
        doubling_schedule(1, 5)
    for arguments in ({"looks": 0}, {"variance": 0.0}, {"cap": 1}):
        with pytest.raises(InvalidInput):
            schedule_for_half_width(0.01, **arguments)
    for half_width in (0, -0.1, float("nan")):
        with pytest.raises(InvalidInput):
            schedule_for_half_width(half_width)
