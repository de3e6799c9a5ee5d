"""Finished chunks on disk: each is kept whole or not at all, once, whoever played it.

Processes that share a store share the work: each claims chunks before it plays them, and says every
few seconds that it is still there. What a process had claimed when it died is free for the others.
Claims only keep two from doing the same work; the counts of a chunk are the same from anybody, and
the first to bring them is the one whose are kept.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import platform
import sqlite3
import threading
import time
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from fastsim.execute import database
from fastsim.execute.jobs import C, Chunk, Job
from fastsim.execute.packing import pack, unpack
from fastsim.numbers import LARGEST

#: Seconds for which a process counts as alive after it has last said so.
LEASE: Final = 10.0


class Store:
    """The finished chunks of a run, open for playing more of them.

    Parameters
    ----------
    directory : Path
        Made if there is none.
    facts : mapping, optional
        Plain values that say what this process is: they stand beside the chunks that it plays.
    lease : float
        Seconds for which this process counts as alive after it has last said so.

    Raises
    ------
    InvalidInput
        For another program's database, one of a newer version, and a directory that cannot be made.
    StoreError
        When the database is damaged or cannot be written; so does every method.
    """

    def __init__(
        self, directory: Path, facts: Mapping[str, Any] | None = None, *, lease: float = LEASE
    ) -> None:
        self.directory = directory
        self._path = database.database_of(directory)
        self._connection = database.open_to_write(directory)
        self._jobs: dict[str, int] = {}
        self._lease = lease
        try:
            with self._explained():
                self._session = self._begin(json.dumps(dict(facts or {}), sort_keys=True))
        except BaseException:
            self._connection.close()
            raise
        self._pulse = _Pulse(self._path, self._session, lease)

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give up what is claimed and not finished, and close the database."""
        self._pulse.stop()
        # a store that cannot be written any more has said so; its claims lapse by themselves
        with contextlib.suppress(sqlite3.Error):
            self._execute(
                "UPDATE chunks SET session = NULL WHERE session = ? AND counts IS NULL",
                self._session,
            )
            self._execute("UPDATE sessions SET alive_until = 0 WHERE id = ?", self._session)
        self._connection.close()

    def ask(self, chunks: Sequence[Chunk[Any]]) -> None:
        """Note that these chunks are wanted, which `fastsim runs` shows."""
        with self._explained(), database.transaction(self._connection):
            self._connection.executemany(
                "INSERT OR IGNORE INTO chunks (job, first, stop) VALUES (?, ?, ?)",
                [self._place(chunk) for chunk in chunks],
            )

    def ends_of(self, job: Job[Any]) -> dict[int, list[int]]:
        """Return where the finished chunks of a job end, by where they begin."""
        ends: dict[int, list[int]] = {}
        with self._explained():
            rows = self._connection.execute(
                "SELECT first, stop FROM chunks WHERE job = ? AND counts IS NOT NULL",
                (self._number_of(job),),
            )
            for first, stop in rows:
                ends.setdefault(first, []).append(stop)
        return ends

    def load(self, chunk: Chunk[C]) -> C | None:
        """Return a chunk's counts, or None when nobody has finished it.

        Raises
        ------
        StoreError
            When what is kept is not what was put there.
        """
        with self._explained():
            row = self._connection.execute(
                "SELECT session, seal, counts FROM chunks "
                "WHERE job = ? AND first = ? AND stop = ? AND counts IS NOT NULL",
                self._place(chunk),
            ).fetchone()
        if row is None:
            return None
        session, seal, counts = row
        job, first, stop = chunk.job, chunk.first, chunk.stop
        where = f"games {first} to {stop - 1} of job {job.key[:12]}"
        if seal != seal_of(job.key, first, stop, session, counts):
            raise database.damaged(self._path, where)
        try:
            return job.from_arrays(first, stop, unpack(counts))
        except (ValueError, KeyError, IndexError, TypeError) as error:
            raise database.damaged(self._path, f"{where}: {error}") from None

    def claim(self, chunk: Chunk[Any]) -> bool:
        """Return whether the chunk is this process's to play; if not, it is finished or another's.

        What a process has claimed that is no longer alive can be claimed anew.
        """
        with self._explained():
            return self._execute(
                "UPDATE chunks SET session = ?1 "
                "WHERE job = ?2 AND first = ?3 AND stop = ?4 AND counts IS NULL AND ("
                "session IS NULL OR session = ?1 OR session NOT IN "
                "(SELECT id FROM sessions WHERE alive_until > ?5))",
                self._session, *self._place(chunk), time.time(),
            ) == 1  # fmt: skip

    def keep(self, chunk: Chunk[C], counts: C) -> bool:
        """Keep the counts of a chunk; return whether nobody had kept them before."""
        packed = pack(chunk.job.to_arrays(counts))
        seal = seal_of(chunk.job.key, chunk.first, chunk.stop, self._session, packed)
        with self._explained():
            return self._execute(
                "UPDATE chunks SET session = ?, seal = ?, counts = ? "
                "WHERE job = ? AND first = ? AND stop = ? AND counts IS NULL",
                self._session, seal, packed, *self._place(chunk),
            ) == 1  # fmt: skip

    def bury_the_dead(self) -> None:
        """Free at once what processes of this machine had claimed that are gone."""
        here = _place_of_processes()
        with self._explained():
            others = self._connection.execute(
                "SELECT id, process FROM sessions WHERE place = ? AND alive_until > ? AND id != ?",
                (here, time.time(), self._session),
            ).fetchall()
            for session, process in others:
                if not _is_running(process):
                    self._execute("UPDATE sessions SET alive_until = 0 WHERE id = ?", session)

    def _begin(self, facts: str) -> int:
        """Return the number of a new session of this process."""
        with database.transaction(self._connection):
            (last,) = self._connection.execute("SELECT max(id) FROM sessions").fetchone()
            session = (last or 0) + 1
            if not 0 < session <= LARGEST:
                raise database.damaged(self._path, f"session {last}")
            self._execute(
                "INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?)",
                session, facts, seal_of(session, facts),
                _place_of_processes(), os.getpid(), time.time() + self._lease,
            )  # fmt: skip
        return session

    def _place(self, chunk: Chunk[Any]) -> tuple[int, int, int]:
        return self._number_of(chunk.job), chunk.first, chunk.stop

    def _number_of(self, job: Job[Any]) -> int:
        """Return a job's number in this database, which it is given when it is first seen."""
        if job.key not in self._jobs:
            description, names = (zlib.compress(t.encode()) for t in (job.text, job.names_text))
            self._execute(
                "INSERT OR IGNORE INTO jobs (key, description, names, seal) VALUES (?, ?, ?, ?)",
                job.key, description, names, seal_of(job.key, description, names),
            )  # fmt: skip
            (self._jobs[job.key],) = self._connection.execute(
                "SELECT id FROM jobs WHERE key = ?", (job.key,)
            ).fetchone()
        return self._jobs[job.key]

    def _execute(self, statement: str, *values: object) -> int:
        """Change something; return how many rows were."""
        return self._connection.execute(statement, values).rowcount

    def _explained(self) -> contextlib.AbstractContextManager[None]:
        return database.explained(self._path)


def seal_of(*parts: bytes | str | int) -> bytes:
    """Return a hash that tells whether any of the parts has changed."""
    digest = hashlib.sha256()
    for part in parts:
        content = part if isinstance(part, bytes) else str(part).encode()
        digest.update(b"%d:" % len(content) + content)
    return digest.digest()


class _Pulse:
    """Says every few seconds that a session is alive, from a thread of its own."""

    def __init__(self, path: Path, session: int, lease: float) -> None:
        self._path, self._session, self._lease = path, session, lease
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._beat, name="fastsim-pulse", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the thread."""
        self._ended.set()
        self._thread.join()

    def _beat(self) -> None:
        connection = database.connect(self._path, "rw")
        try:
            while not self._ended.wait(self._lease / 4):
                # where it cannot be said, claims lapse, and at worst a chunk is played twice
                with contextlib.suppress(sqlite3.Error):
                    connection.execute(
                        "UPDATE sessions SET alive_until = ? WHERE id = ?",
                        (time.time() + self._lease, self._session),
                    )
        finally:
            connection.close()


def _place_of_processes() -> str:
    """Return where numbers of processes mean the same as in this one."""
    try:
        namespace = os.stat("/proc/self/ns/pid").st_ino
    except OSError:
        namespace = 0
    return f"{platform.node()} {namespace}"


def _is_running(process: int) -> bool:
    """Return whether there is such a process here, or that cannot be known."""
    if os.name != "posix":
        return True
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):  # too large a number is nobody's
        return False
    except OSError:
        pass  # there is one, of another user
    return True
