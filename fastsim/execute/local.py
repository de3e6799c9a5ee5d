"""Chunks on the threads of this process."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from fastsim import chunks
from fastsim.errors import InvalidInput
from fastsim.execute.jobs import C, Chunk, Executor, Job, prepared
from fastsim.numbers import CountLike, WholeLike, as_count, as_optional, as_whole


class LocalExecutor:
    """Plays chunks on threads of this process, and keeps nothing.

    Parameters
    ----------
    threads : int, optional
        All processors when not given.
    """

    def __init__(self, threads: int | None = None) -> None:
        self._threads = threads

    def chunk_size(self, job: Job[Any], games: int) -> int:
        """Return a size that gives every thread several chunks."""
        return chunks.fair_chunk(games, self._threads, job.largest_chunk)

    def run(self, work: Iterable[Chunk[C]]) -> Iterator[tuple[Chunk[C], C]]:
        """Yield every chunk with its counts, as they finish."""
        return chunks.run(_play, ((chunk,) for chunk in work), self._threads)


def _play(chunk: Chunk[C]) -> tuple[Chunk[C], C]:
    return chunk, chunk.play()


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
        Game indices of a chunk; the executor's choice when not given.
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
    prepared(job)  # what cannot be played is refused here, not by the first chunk
    executor = executor or LocalExecutor(threads)
    if size is None:
        size = executor.chunk_size(job, games)
    ranges = chunks.split(start, games, size)
    return (counts for _, counts in executor.run(Chunk(job, *bounds) for bounds in ranges))
