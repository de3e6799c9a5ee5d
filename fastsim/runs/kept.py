"""What a run has kept: read, added up, and never changed."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from fastsim.execute import database
from fastsim.execute.jobs import Job, key_of
from fastsim.execute.packing import unpack
from fastsim.execute.store import seal_of
from fastsim.runs.restore import job_of

#: Longest description of a job that is read, in bytes.
_MAX_TEXT: Final = 2**28


@dataclass(frozen=True)
class KeptJob:
    """A job as a run has it.

    Attributes
    ----------
    number : int
        In this run.
    key : str
        Content hash.
    text, names_text : str
        As `Job` has them.
    chunks, finished : int
        Chunks that were asked for, and those that are finished.
    games : int
        Games of the finished ones.
    """

    number: int
    key: str
    text: str
    names_text: str
    chunks: int
    finished: int
    games: int

    @property
    def job(self) -> Job[Any]:
        """The job itself; ValueError as `job_of`."""
        return job_of(self.text, self.names_text)


@dataclass(frozen=True)
class KeptChunk:
    """A finished chunk as a run has it: `counts` are packed."""

    first: int
    stop: int
    session: int
    seal: bytes
    counts: bytes

    def is_sealed(self, key: str) -> bool:
        """Return whether it is as it was when it was kept."""
        return self.seal == seal_of(key, self.first, self.stop, self.session, self.counts)


class KeptRun:
    """A run that is only read.

    Parameters
    ----------
    directory : Path

    Raises
    ------
    InvalidInput
        When no run is kept there, or it is another program's or of a newer version.
    StoreError
        When it is damaged; so does every method.
    """

    def __init__(self, directory: Path) -> None:
        self.path = database.database_of(directory)
        self.connection = database.open_to_read(directory)

    def __enter__(self) -> KeptRun:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.connection.close()

    def sessions(self) -> dict[int, dict[str, Any]]:
        """Return what each process that worked on the run said of itself, by its number."""
        rows = self.rows("SELECT id, facts, seal FROM sessions ORDER BY id")
        found = {}
        for number, facts, seal in rows:
            if seal != seal_of(number, facts):
                raise database.damaged(self.path, f"session {number}")
            found[number] = json.loads(facts)
        return found

    def jobs(self) -> Iterator[KeptJob]:
        """Yield all jobs, in the order in which they were first asked for."""
        rows = self.rows("SELECT id, key, description, names, seal FROM jobs ORDER BY id")
        for number, key, description, names, seal in rows:
            try:
                yield self._job(number, key, description, names, seal)
            except ValueError as error:
                raise database.damaged(self.path, f"job {number}: {error}") from None

    def chunks(self, job: KeptJob) -> Iterator[KeptChunk]:
        """Yield the finished chunks of a job, by their first game, longer ones first."""
        rows = self.rows(
            "SELECT first, stop, session, seal, counts FROM chunks "
            "WHERE job = ? AND counts IS NOT NULL ORDER BY first, stop DESC",
            job.number,
        )
        return (KeptChunk(*row) for row in rows)

    def total(self, job: KeptJob) -> Any:
        """Return the sum of a job's finished chunks, or None when there are none.

        Two runs may have cut the same games differently: each game is counted once.
        """
        total, reached = None, 0
        played = job.job
        for chunk in self.chunks(job):
            if chunk.first < reached:
                continue
            if not chunk.is_sealed(job.key):
                raise database.damaged(self.path, f"job {job.number}, game {chunk.first}")
            counts = played.from_arrays(chunk.first, chunk.stop, unpack(chunk.counts))
            total = counts if total is None else total + counts
            reached = chunk.stop
        return total

    def _job(self, number: int, key: str, description: bytes, names: bytes, seal: bytes) -> KeptJob:
        text, names_text = checked_texts(key, description, names, seal)
        (row,) = self.rows(
            "SELECT count(*), count(counts), sum(iif(counts IS NULL, 0, stop - first)) "
            "FROM chunks WHERE job = ?",
            number,
        )
        chunks, finished, indices = row
        kind = json.loads(text)
        each = 2 * len(kind["pairs"]) if "pairs" in kind else 1
        return KeptJob(number, key, text, names_text, chunks, finished, each * (indices or 0))

    def rows(self, statement: str, *values: object) -> Iterator[Any]:
        """Yield what a query finds."""
        with database.explained(self.path):
            # `yield from` would close the cursor of a reader that has left, whose connection may
            # be closed by then
            for row in self.connection.execute(statement, values):  # noqa: UP028
                yield row


def checked_texts(key: str, description: bytes, names: bytes, seal: bytes) -> tuple[str, str]:
    """Return a stored job's two texts.

    Raises
    ------
    ValueError
        When they are not what was put there.
    """
    if seal != seal_of(key, description, names):
        raise ValueError("its seal is broken")
    try:
        text, names_text = (
            zlib.decompressobj().decompress(part, _MAX_TEXT).decode()
            for part in (description, names)
        )
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if key != key_of(text):
        raise ValueError("its key is not that of its description")
    return text, names_text
