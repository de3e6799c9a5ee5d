"""Chunks take the wanted time, whatever a game takes: here time is made up."""

import pytest

from fastsim.execute.pace import LONGEST, SECONDS, Pace


def played(pace: Pace, games: int, a_second: float, threads: int = 1, begin: float = 0.0):
    """The sizes of chunks, and the seconds of each at this speed; every chunk costs `begin`."""
    sizes, seconds = [], []
    for first, stop in pace.ranges(0, games, threads):
        sizes.append(stop - first)
        seconds.append(begin + sizes[-1] / a_second)
        pace.took(sizes[-1], seconds[-1])
    return sizes, seconds


@pytest.mark.parametrize("a_second", [5e3, 2e5, 4e7])
def test_no_chunk_takes_long_from_the_first_one_on(a_second: float) -> None:
    sizes, seconds = played(Pace(512, 1, 2**40), int(30 * a_second), a_second)
    assert sum(sizes) == int(30 * a_second)
    # in the end one may be half as large again, so that no crumb is left
    assert max(seconds[:-1]) <= 1.05 * SECONDS
    assert seconds[-1] <= 1.5 * SECONDS + 1e-9
    assert sum(s >= SECONDS / 2 for s in seconds) > 0.9 * len(seconds)  # and most are worth it


def test_chunks_shrink_when_games_take_longer() -> None:
    pace = Pace(8192, 1, 2**40)
    pace.took(8192, 0.01)
    pace.took(32768, 0.04)
    large = pace.games
    pace.took(large, 10 * SECONDS)
    assert pace.games <= large / 9


def test_a_chunk_that_waited_for_the_compiler_is_soon_forgotten() -> None:
    pace = Pace(512, 1, 2**40)
    pace.took(512, 20.0)
    sizes, _ = played(pace, 10**7, 1e6)
    assert len(sizes) < 10**7 / 1e5 + 20


def test_few_games_are_not_divided() -> None:
    pace = Pace(8192, 1, 2**40)
    assert list(pace.ranges(5, 10_005, 2)) == [(5, 10_005)]
    pace.took(10_000, 0.001)
    assert len(list(pace.ranges(0, 20_000, 2))) == 1


def test_every_thread_has_a_part_of_many() -> None:
    pace = Pace(8192, 1, 2**40)
    pace.took(8192, 0.001)
    pace.took(32768, 0.004)
    pace.took(131072, 0.016)
    sizes, _ = played(pace, 1_000_000, 8e6, threads=4)
    assert max(sizes) <= 1_000_000 / 8
    assert sizes[-1] < sizes[0]


def test_what_is_sent_is_divided_evenly() -> None:
    pace = Pace(10**6, 1, 2**40, seconds=1.0, turns=1)
    assert [stop - first for first, stop in pace.ranges(0, 2000, 2)] == [2000]
    pace.took(10**6, 1.0)
    assert [stop - first for first, stop in pace.ranges(0, 2**20, 2)] == [2**19, 2**19]


def test_a_chunk_has_enough_games_to_begin_with_unless_they_take_too_long() -> None:
    many_cells = Pace(64, 1024, 2**40)
    _, seconds = played(many_cells, 100_000, 2000.0)  # 1024 take half a second
    assert SECONDS < max(seconds) < LONGEST
    slower = Pace(64, 1024, 2**40)
    _, seconds = played(slower, 2000, 50.0)
    assert max(seconds[2:]) <= 1.5 * LONGEST


def test_a_chunk_has_memory() -> None:
    sizes, _ = played(Pace(64, 1, 1000), 10_500, 1e9)
    assert max(sizes) <= 1000
    assert sum(sizes) == 10_500
