"""An executor that keeps what it has played, so that a run can be gone on with."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterable, Iterator
from typing import Any, Final

from fastsim.execute.jobs import C, Chunk, Executor, Job
from fastsim.execute.store import Store


class StoredExecutor:
    """Takes finished chunks from a store; has others played by an executor, and keeps them.

    Run again, a question asks for the same chunks in the same order: to go on with a run is to
    start it once more.

    Parameters
    ----------
    inner : Executor
        Plays what is missing.
    store : Store
        Open; other processes may have it open, too, and play other chunks.
    """

    #: Chunks that are looked up at a time.
    _BATCH: Final = 256
    #: Seconds between looks for what other processes have finished.
    _WAIT: Final = 0.1

    def __init__(self, inner: Executor, store: Store) -> None:
        self._inner = inner
        self._store = store

    def chunk_size(self, job: Job[Any], games: int) -> int:
        """Return the job's own size: what is kept does not depend on who played it."""
        return job.fixed_chunk

    def run(self, chunks: Iterable[Chunk[C]]) -> Iterator[tuple[Chunk[C], C]]:
        """Yield every chunk with its counts: first those that are kept, then as they finish.

        Raises
        ------
        StoreError
            When the store turns out to be damaged, or cannot be written any more.
        """
        missing: list[Chunk[C]] = []
        asked = iter(chunks)
        while batch := list(itertools.islice(asked, self._BATCH)):
            self._store.ask(batch)
            yield from self._finished(batch, missing)
        while missing:
            self._store.bury_the_dead()
            others: list[Chunk[C]] = []
            for chunk, counts in self._inner.run(self._claimed(missing, others)):
                self._store.keep(chunk, counts)
                yield chunk, counts
            missing = []
            yield from self._finished(others, missing)
            if missing:
                time.sleep(self._WAIT)

    def _finished(
        self, chunks: list[Chunk[C]], missing: list[Chunk[C]]
    ) -> Iterator[tuple[Chunk[C], C]]:
        """Yield the chunks that are kept; add the others to `missing`."""
        for chunk in chunks:
            counts = self._store.load(chunk)
            if counts is None:
                missing.append(chunk)
            else:
                yield chunk, counts

    def _claimed(self, chunks: list[Chunk[C]], others: list[Chunk[C]]) -> Iterator[Chunk[C]]:
        """Yield the chunks that are this process's to play; add those of others to `others`."""
        for chunk in chunks:
            if self._store.claim(chunk):
                yield chunk
            else:
                others.append(chunk)
