"""Chunks on the threads of this process."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import Final

from fastsim import chunks
from fastsim.errors import InvalidInput
from fastsim.execute.jobs import C, Chunk, Executor, Job, prepared
from fastsim.execute.paces import Paces
from fastsim.numbers import CountLike, WholeLike, as_count, as_optional, as_whole
from fastsim.pace import Pace

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


def play_job(
    job: Job[C],
    *,
    games: CountLike,
    start: WholeLike,
    threads: WholeLike | None,
    chunk: WholeLike | None,
    executor: Executor | None,
) -> Iterator[C]:
    """Yield the counts of a job's chunks as they finish.

    Parameters
    ----------
    job : Job
    games : int
        Game indices, at least 1.
    start : int
        The first of them.
    threads : int, optional
        Of this process, when there is no `executor`.
    chunk : int, optional
        Game indices of a chunk, at most; the executor's choice when not given.
    executor : Executor, optional

    Raises
    ------
    InvalidInput
        Before anything is played, as `Job.prepare`, and for numbers out of range.
    """
    games, start = as_count("games", games), as_whole("start", start)
    threads, size = as_optional("threads", threads), as_optional("chunk", chunk)
    if games > job.most_games:
        raise InvalidInput(
            f"{games:,} game indices", f"Counts of such games hold at most {job.most_games:,}."
        )
    chunks.check(start, games, 1 if size is None else size)
    prepared(job)  # what cannot be played is refused here, not by the first chunk
    executor = executor or LocalExecutor(threads)
    spans = [Chunk(job, start, start + games)]
    return (counts for _, counts in executor.run(spans, size))
