"""An executor that keeps what it has played, so that a run can be gone on with."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterable, Iterator
from typing import Final, Generic, NamedTuple

from fastsim.execute.jobs import C, Chunk, Executor
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

    def run(
        self, spans: Iterable[Chunk[C]], size: int | None = None
    ) -> Iterator[tuple[Chunk[C], C]]:
        """Yield the counts of parts of the spans: first of chunks that are kept, then as they come.

        Chunks have the job's own size, unless `size` is given: what is kept does not depend on who
        played it. What the inner executor brings of a chunk is yielded at once, and kept when the
        chunk is whole.

        Raises
        ------
        StoreError
            When the store turns out to be damaged, or cannot be written any more.
        """
        missing: list[_Asked[C]] = []
        asked = self._chunks(spans, size)
        while batch := list(itertools.islice(asked, self._BATCH)):
            self._store.ask([one.chunk for one in batch])
            yield from self._finished(batch, missing)
        while missing:
            self._store.bury_the_dead()
            others: list[_Asked[C]] = []
            yield from self._played(missing, others)
            missing = []
            yield from self._finished(others, missing)
            if missing:
                time.sleep(self._WAIT)

    def _chunks(self, spans: Iterable[Chunk[C]], size: int | None) -> Iterator[_Asked[C]]:
        """Yield the chunks of all spans; a longer one that is kept stands for those it covers.

        An earlier version may have cut larger ones.
        """
        for span in spans:
            step = size or span.job.fixed_chunk
            ends = self._store.ends_of(span.job)
            first = span.first
            while first < span.stop:
                stop = min(first + step, span.stop)
                for end in ends.get(first, ()):
                    on_grid = (end - span.first) % step == 0 or end == span.stop
                    if on_grid and stop < end <= span.stop:
                        stop = end
                yield _Asked(Chunk(span.job, first, stop), span)
                first = stop

    def _played(
        self, asked: list[_Asked[C]], others: list[_Asked[C]]
    ) -> Iterator[tuple[Chunk[C], C]]:
        """Have played, and keep, what is this process's to play; add the others to `others`."""
        span_of: dict[Chunk[C], Chunk[C]] = {}
        so_far: dict[Chunk[C], C] = {}

        def claimed() -> Iterator[Chunk[C]]:
            for one in asked:
                if self._store.claim(one.chunk):
                    span_of[one.chunk] = one.span
                    yield one.chunk
                else:
                    others.append(one)

        for chunk, part in self._inner.run(claimed()):
            counts = so_far.pop(chunk) + part if chunk in so_far else part
            if counts.games == chunk.games:
                self._store.keep(chunk, counts)
            else:
                so_far[chunk] = counts
            yield span_of[chunk], part

    def _finished(
        self, asked: list[_Asked[C]], missing: list[_Asked[C]]
    ) -> Iterator[tuple[Chunk[C], C]]:
        """Yield the chunks that are kept; add the others to `missing`."""
        for one in asked:
            counts = self._store.load(one.chunk)
            if counts is None:
                missing.append(one)
            else:
                yield one.span, counts


class _Asked(NamedTuple, Generic[C]):
    """A chunk of a span."""

    chunk: Chunk[C]
    span: Chunk[C]
