"""Ranges of games cut into chunks, and chunks run on threads."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Final, TypeVar, TypeVarTuple

from fastsim.errors import InvalidInput

_R = TypeVar("_R")
_Ts = TypeVarTuple("_Ts")

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
    work: Callable[[*_Ts], _R], items: Iterable[tuple[*_Ts]], threads: int | None
) -> Iterator[_R]:
    """Yield ``work(*item)`` of every item, as they finish.

    `work` runs on `threads` threads (all processors when None). A few items are under way at a
    time, so memory does not grow with their number. When the consumer stops early, no further item
    is begun; nor on an interrupt (Ctrl-C), which is passed on when all that had begun is yielded.
    """
    threads = default_threads() if threads is None else threads
    if threads < 1:
        raise InvalidInput(f"{threads} threads", "At least one thread must play.")
    return _run(work, items, threads)


def _run(work: Callable[[*_Ts], _R], items: Iterable[tuple[*_Ts]], threads: int) -> Iterator[_R]:
    under_way: set[Future[_R]] = set()

    def finished() -> Iterator[_R]:
        """Yield results of at least one item, and forget it."""
        for future in wait(under_way, return_when=FIRST_COMPLETED).done:
            under_way.remove(future)
            yield future.result()

    with ThreadPoolExecutor(threads, thread_name_prefix="fastsim") as pool:
        try:
            for item in items:
                under_way.add(pool.submit(work, *item))
                if len(under_way) >= 2 * threads:
                    yield from finished()
            while under_way:
                yield from finished()
        except KeyboardInterrupt:
            for future in list(under_way):
                if future.cancel():
                    under_way.remove(future)
            while under_way:
                yield from finished()
            raise
        finally:
            for future in under_way:
                future.cancel()
