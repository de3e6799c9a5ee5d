import threading
import time

import pytest

from fastsim.execute import chunks
from fastsim.text.errors import InvalidInput


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


def test_what_is_under_way_is_given_up_when_a_run_is_stopped() -> None:
    """A part that would play for ever ends with the run, and the others are yielded."""
    begun = threading.Event()

    def work(k: int) -> int:
        if k == 0:
            return k
        begun.set()
        while True:
            chunks.breathe()
            time.sleep(0.001)

    results = chunks.run(work, iter([(0,), (1,), (1,), (1,)]), 2)
    assert next(results) == 0
    assert begun.wait(60)
    with pytest.raises(KeyboardInterrupt):
        results.throw(KeyboardInterrupt)  # type: ignore[attr-defined]
    assert not [t for t in threading.enumerate() if t.name.startswith("fastsim")]


def test_one_thread_and_small_work_need_no_other() -> None:
    here = threading.get_ident()
    for threads, small in ((1, False), (2, True)):
        items = ((None,) for _ in range(3))
        ran = chunks.run(lambda _: threading.get_ident(), items, threads, are_small=small)
        assert set(ran) == {here}


def test_threads_are_started_when_there_is_work_for_them() -> None:
    def work(_: None) -> int:
        time.sleep(0.003)
        return threading.get_ident()

    ran = list(chunks.run(work, ((None,) for _ in range(20)), 2, are_small=True))
    assert ran[0] == threading.get_ident()
    assert len(set(ran)) == 3


def test_more_threads_than_processors_have_use_for_are_not_started() -> None:
    most = chunks.most_threads()
    assert chunks.usable_threads(100_000) == most < 100_000
    assert chunks.usable_threads(2) == 2
    items = ((None,) for _ in range(4 * most))
    threads = set(chunks.run(lambda _: threading.get_ident(), items, 100_000))
    assert len(threads) <= most
