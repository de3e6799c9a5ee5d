import threading
import time

import pytest

from fastsim import chunks
from fastsim.errors import InvalidInput


def test_chunks_cover_the_range_once() -> None:
    assert list(chunks.split(5, 10, 4)) == [(5, 9), (9, 13), (13, 15)]
    assert list(chunks.split(0, 1, 1000)) == [(0, 1)]


@pytest.mark.parametrize("threads", [1, 2, 3, None])
def test_every_chunk_is_run_once(threads: int | None) -> None:
    results = chunks.run(lambda a, b: (a, b), chunks.split(0, 100, 7), threads)
    assert sorted(results) == list(chunks.split(0, 100, 7))


def test_few_chunks_are_under_way_at_a_time() -> None:
    begun: list[int] = []

    def work(first: int, stop: int) -> int:
        begun.append(first)
        return first

    results = chunks.run(work, chunks.split(0, 10**9, 1), 2)
    for _ in range(5):
        next(results)
    time.sleep(0.05)
    assert len(begun) <= 20  # of a thousand million
    results.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("threads", [1, 2])
def test_a_fault_in_a_chunk_reaches_the_caller(threads: int) -> None:
    def work(first: int, stop: int) -> int:
        raise InvalidInput("broken")

    with pytest.raises(InvalidInput, match="broken"):
        list(chunks.run(work, chunks.split(0, 100, 1), threads))


def test_a_consumer_that_stops_leaves_no_thread_behind() -> None:
    results = chunks.run(lambda a, b: a, chunks.split(0, 1000, 1), 2)
    next(results)
    results.close()  # type: ignore[attr-defined]
    assert not [t for t in threading.enumerate() if t.name.startswith("fastsim")]


@pytest.mark.parametrize(
    ("start", "games", "chunk", "message"),
    [
        (0, 0, 1, "0 games"),
        (0, -5, 1, "-5 games"),
        (-1, 1, 1, "games -1 to -1"),
        (2**63, 1, 1, "games 9223372036854775808"),
        (0, 1, 0, "chunks of 0 games"),
    ],
)
def test_impossible_ranges_are_refused(start: int, games: int, chunk: int, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        chunks.split(start, games, chunk)


def test_at_least_one_thread() -> None:
    with pytest.raises(InvalidInput, match="0 threads"):
        list(chunks.run(lambda a, b: a, chunks.split(0, 1, 1), 0))
