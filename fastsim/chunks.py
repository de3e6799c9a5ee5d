"""Ranges of games cut into chunks, and chunks run on threads."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Final, TypeVar, TypeVarTuple

from fastsim.errors import InvalidInput
from fastsim.pace import SECONDS, WORTH

_R = TypeVar("_R")
_Ts = TypeVarTuple("_Ts")

#: Most game indices of a chunk, whose results are kept until they are counted.
DEFAULT_CHUNK: Final = 262_144

_here: Final = threading.local()


class Abandoned(Exception):
    """A chunk was given up: its run is over, and nobody waits for it."""


def breathe() -> None:
    """Give up what this thread plays when its run is over (Ctrl-C).

    For work that may take longer than a tenth of a second: to be called between its parts.

    Raises
    ------
    Abandoned
    """
    over: threading.Event | None = getattr(_here, "over", None)
    if over is not None and over.is_set():
        raise Abandoned


def default_threads() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def most_threads() -> int:
    """Return how many threads play at most: many more than processors only wait for each other."""
    return max(16, 4 * default_threads())


def usable_threads(threads: int | None) -> int:
    """Return how many threads play when so many are asked for; all processors for None.

    Raises
    ------
    InvalidInput
        For fewer than one.
    """
    if threads is None:
        return default_threads()
    if threads < 1:
        raise InvalidInput(f"{threads} threads", "At least one thread must play.")
    return min(threads, most_threads())


def check(start: int, games: int, chunk: int = 1) -> None:
    """Raise InvalidInput unless `games` games from `start` on can be cut into chunks.

    They cannot for a negative start, a range beyond 2**63, and fewer than one game or game a chunk.
    """
    if games < 1:
        raise InvalidInput(f"{games} games", "At least one game must be played.")
    if start < 0 or start + games > 2**63 - 1:
        raise InvalidInput(f"games {start} to {start + games - 1}", "Games count from 0 to 2^63.")
    if chunk < 1:
        raise InvalidInput(f"chunks of {chunk} games", "A chunk has at least one game.")


def split(start: int, games: int, chunk: int) -> Iterator[tuple[int, int]]:
    """Yield half-open ranges of at most `chunk` games that cover `games` games from `start` on.

    Raises
    ------
    InvalidInput
        As `check`.
    """
    check(start, games, chunk)
    return _ranges(start, start + games, chunk)


def _ranges(start: int, stop: int, chunk: int) -> Iterator[tuple[int, int]]:
    for first in range(start, stop, chunk):
        yield first, min(first + chunk, stop)


def run(
    work: Callable[[*_Ts], _R],
    items: Iterable[tuple[*_Ts]],
    threads: int | None,
    *,
    are_small: bool = False,
) -> Iterator[_R]:
    """Yield ``work(*item)`` of every item, as they finish.

    `work` runs on `threads` threads (all processors when None), of which one is this thread when
    there is no other. A few items are under way at a time, so memory does not grow with their
    number. When the consumer stops early, no further item is begun; nor on an interrupt (Ctrl-C),
    which is passed on when all that had begun is yielded, or has given up (`breathe`).

    Parameters
    ----------
    work : callable
    items : iterable of tuple
    threads : int, optional
    are_small : bool
        Whether an item takes some milliseconds: other threads are started only when there turns
        out to be work for them.

    Raises
    ------
    InvalidInput
        For fewer than one thread.
    """
    return _run(work, iter(items), usable_threads(threads), are_small)


def _run(
    work: Callable[[*_Ts], _R], items: Iterator[tuple[*_Ts]], threads: int, are_small: bool
) -> Iterator[_R]:
    if threads == 1 or are_small:
        worked = 0.0
        while threads == 1 or worked < WORTH * SECONDS:
            item = next(items, None)
            if item is None:
                return
            breathe()  # this thread may itself play for a run
            begun = time.perf_counter()
            result = work(*item)
            worked += time.perf_counter() - begun
            yield result
    yield from _run_on_threads(work, items, threads)


def _run_on_threads(
    work: Callable[[*_Ts], _R], items: Iterator[tuple[*_Ts]], threads: int
) -> Iterator[_R]:
    under_way: set[Future[_R]] = set()
    over = threading.Event()

    def begin() -> None:
        _here.over = over

    def finished() -> Iterator[_R]:
        """Yield results of at least one item, and forget it."""
        for future in wait(under_way, return_when=FIRST_COMPLETED).done:
            under_way.remove(future)
            try:
                result = future.result()
            except Abandoned:
                continue
            yield result

    with ThreadPoolExecutor(threads, thread_name_prefix="fastsim", initializer=begin) as pool:
        try:
            for item in items:
                under_way.add(pool.submit(work, *item))
                if len(under_way) >= 2 * threads:
                    yield from finished()
            while under_way:
                yield from finished()
        except KeyboardInterrupt:
            over.set()
            for future in list(under_way):
                if future.cancel():
                    under_way.remove(future)
            while under_way:
                yield from finished()
            raise
        finally:
            over.set()
            for future in under_way:
                future.cancel()
