"""Ranges of games cut into chunks, and chunks run on threads."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any, Final, Protocol, TypeVar

from fastsim.errors import InvalidInput

_R = TypeVar("_R")


class _Counts(Protocol):
    """Counts of games that add: a tally, or what is like one."""

    @property
    def games(self) -> int: ...

    def __add__(self, other: Any, /) -> Any: ...


_C = TypeVar("_C", bound=_Counts)

#: Large enough to hide what a chunk costs outside the kernel, small enough to stop soon.
DEFAULT_CHUNK: Final = 262_144


def default_threads() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def fair_chunk(games: int, threads: int | None, most: int = DEFAULT_CHUNK) -> int:
    """Return a chunk of at most `most` games that gives every thread several chunks."""
    shares = 4 * (default_threads() if threads is None else max(1, threads))
    return max(1, min(max(1024, -(-games // shares)), most))


def split(start: int, games: int, chunk: int) -> Iterator[tuple[int, int]]:
    """Yield half-open ranges of at most `chunk` games that cover `games` games from `start` on.

    Raises
    ------
    InvalidInput
        For a negative start, a range beyond 2**63, or fewer than one game or game a chunk.
    """
    if games < 1:
        raise InvalidInput(f"{games} games", "At least one game must be played.")
    if start < 0 or start + games > 2**63 - 1:
        raise InvalidInput(f"games {start} to {start + games - 1}", "Games count from 0 to 2^63.")
    if chunk < 1:
        raise InvalidInput(f"chunks of {chunk} games", "A chunk has at least one game.")
    return _ranges(start, start + games, chunk)


def _ranges(start: int, stop: int, chunk: int) -> Iterator[tuple[int, int]]:
    for first in range(start, stop, chunk):
        yield first, min(first + chunk, stop)


def run(
    work: Callable[[int, int], _R], ranges: Iterator[tuple[int, int]], threads: int | None
) -> Iterator[_R]:
    """Yield ``work(first, stop)`` of every range, as they finish.

    `work` runs on `threads` threads (all processors when None). A few chunks are under way at a
    time, so memory does not grow with their number. When the consumer stops early, or is
    interrupted, no further chunk is begun.
    """
    threads = default_threads() if threads is None else threads
    if threads < 1:
        raise InvalidInput(f"{threads} threads", "At least one thread must play.")
    if threads == 1:
        for first, stop in ranges:
            yield work(first, stop)
        return
    with ThreadPoolExecutor(threads, thread_name_prefix="fastsim") as pool:
        under_way: set[Future[_R]] = set()
        try:
            for first, stop in ranges:
                under_way.add(pool.submit(work, first, stop))
                if len(under_way) >= 2 * threads:
                    done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
                    for future in done:
                        yield future.result()
            while under_way:
                done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        finally:
            for future in under_way:
                future.cancel()


def add_up(parts: Iterator[_C], progress: Callable[[int], None] | None = None) -> _C:
    """Return the sum of the counts of all chunks, of which there is at least one.

    `progress` is called with the number of games in the sum so far.
    """
    total = next(parts)
    if progress:
        progress(total.games)
    for part in parts:
        total += part
        if progress:
            progress(total.games)
    return total
