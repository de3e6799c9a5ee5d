"""Chunks on the threads of this process."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import Final

from fastsim.execute import chunks
from fastsim.execute.jobs import C, Chunk
from fastsim.execute.pace import Pace
from fastsim.execute.paces import Paces

#: Of this process: the next question need not find out anew how fast it plays.
PACES: Final = Paces()


class LocalExecutor:
    """Plays on threads of this process, and keeps nothing.

    Parameters
    ----------
    threads : int, optional
        All processors when not given.
    """

    def __init__(self, threads: int | None = None) -> None:
        self._threads = chunks.usable_threads(threads)

    def run(
        self, spans: Iterable[Chunk[C]], size: int | None = None
    ) -> Iterator[tuple[Chunk[C], C]]:
        """Yield the counts of parts of the spans, as they finish, each with the span it is of."""
        return chunks.run(_play, self._parts(spans, size), self._threads, are_small=size is None)

    def _parts(
        self, spans: Iterable[Chunk[C]], size: int | None
    ) -> Iterator[tuple[Chunk[C], Chunk[C], Pace]]:
        for span in spans:
            for part, pace in PACES.cut(span, size, self._threads):
                yield span, part, pace


def _play(span: Chunk[C], part: Chunk[C], pace: Pace) -> tuple[Chunk[C], C]:
    begun = time.perf_counter()
    counts = part.play()
    PACES.took(part, pace, time.perf_counter() - begun)
    return span, counts
