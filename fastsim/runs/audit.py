"""A run held against itself: every hash, and a random sample of chunks played again."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from fastsim.execute.jobs import Chunk, Job
from fastsim.execute.packing import unpack
from fastsim.execute.store import seal_of
from fastsim.runs.kept import KeptChunk, KeptRun, checked_texts
from fastsim.runs.restore import job_of
from fastsim.text.errors import StoreError


@dataclass(frozen=True)
class Audit:
    """What was found.

    Attributes
    ----------
    jobs, chunks : int
        That were looked at; chunks that are finished.
    replayed : int
        Chunks that were played again.
    faults : tuple of str
        What is wrong, one line each.
    """

    jobs: int
    chunks: int
    replayed: int
    faults: tuple[str, ...]


def audit(
    run: KeptRun,
    *,
    sample: int,
    seed: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Audit:
    """Check a whole run and play some of its chunks again.

    Parameters
    ----------
    run : KeptRun
    sample : int
        Chunks to play again, at most.
    seed : int, optional
        Of their choice; another one each time when not given.
    progress : callable, optional
        Called with the number of chunks played again so far.

    Notes
    -----
    Every row that counts carries a hash of itself, SQLite's own check covers how rows hang
    together, and a replay is right whatever was written. What nothing covers is harmless: free
    space, and claims.
    """
    faults: list[str] = []
    jobs: dict[int, tuple[str, Job[Any]]] = {}
    found: list[tuple[int, int, int]] = []
    parts = (_structure(run), _sessions(run), _jobs(run, jobs), _chunks(run, jobs, found))
    for part in parts:
        try:
            faults.extend(part)
        except (StoreError, sqlite3.Error) as error:
            faults.append(str(error).splitlines()[0])
    chosen = random.Random(seed).sample(found, min(sample, len(found)))
    for done, place in enumerate(chosen):
        faults += _replay(run, jobs, *place)
        if progress:
            progress(done + 1)
    return Audit(len(jobs), len(found), len(chosen), tuple(faults))


def _structure(run: KeptRun) -> Iterator[str]:
    for (line,) in run.rows("PRAGMA integrity_check"):
        if line != "ok":
            yield f"the database: {str(line).strip()}"
    for table, row, parent, _ in run.rows("PRAGMA foreign_key_check"):
        yield f"row {row} of {table} belongs to none of {parent}"


def _sessions(run: KeptRun) -> Iterator[str]:
    for number, facts, seal in run.rows("SELECT id, facts, seal FROM sessions"):
        if seal != seal_of(number, facts):
            yield f"session {number}: its seal is broken"


def _jobs(run: KeptRun, jobs: dict[int, tuple[str, Job[Any]]]) -> Iterator[str]:
    """Yield what is wrong with the jobs; put the others into `jobs`."""
    rows = run.rows("SELECT id, key, description, names, seal FROM jobs")
    for number, key, description, names, seal in rows:
        try:
            jobs[number] = key, job_of(*checked_texts(key, description, names, seal))
        except (ValueError, TypeError) as error:
            yield f"job {number}: {error}"


def _chunks(
    run: KeptRun, jobs: dict[int, tuple[str, Job[Any]]], found: list[tuple[int, int, int]]
) -> Iterator[str]:
    """Yield what is wrong with the finished chunks; add the places of the others to `found`."""
    rows = run.rows(
        "SELECT job, first, stop, session, seal, counts FROM chunks "
        "WHERE counts IS NOT NULL OR seal IS NOT NULL"
    )
    for number, *values in rows:
        chunk = KeptChunk(*values)
        where = f"job {number}, games {chunk.first} to {chunk.stop}"
        if number not in jobs:
            yield f"{where}: of a job that cannot be read"
        elif not chunk.is_sealed(jobs[number][0]):
            yield f"{where}: the seal is broken"
        else:
            found.append((number, chunk.first, chunk.stop))


def _replay(
    run: KeptRun, jobs: dict[int, tuple[str, Job[Any]]], number: int, first: int, stop: int
) -> Iterator[str]:
    """Play a chunk again; yield what is wrong with what is kept of it."""
    (row,) = run.rows(
        "SELECT counts FROM chunks WHERE job = ? AND first = ? AND stop = ?", number, first, stop
    )
    job = jobs[number][1]
    where = f"job {number}, games {first} to {stop}"
    try:
        kept = unpack(row[0])
    except ValueError as error:
        yield f"{where}: {error}"
        return
    played = job.to_arrays(Chunk(job, first, stop).play())
    for name, counts in played.items():
        if not np.array_equal(counts, kept.get(name, ())):
            yield f"{where}: {name} is not what the games give"
