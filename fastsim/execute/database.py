"""The SQLite database of a run: made once, checked whenever it is opened, never overwritten."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from fastsim.errors import InvalidInput, StoreError
from fastsim.files import unwritable

#: Name of the database in a run's directory.
FILE: Final = "run.sqlite"
#: Version of the tables below.
SCHEMA: Final = 1
#: "fsim": tells our databases from those of other programs.
_APPLICATION: Final = 0x6673696D
_MAGIC: Final = b"SQLite format 3\0"
#: Seconds to wait for another process that is writing.
_PATIENCE: Final = 60.0

# A chunk without counts is asked for; with a session it is claimed. Seals are hashes of their rows.
_TABLES: Final = """
CREATE TABLE jobs (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    description BLOB NOT NULL,
    names BLOB NOT NULL,
    seal BLOB NOT NULL
);
CREATE TABLE sessions (
    id INTEGER PRIMARY KEY,
    facts TEXT NOT NULL,
    seal BLOB NOT NULL,
    place TEXT NOT NULL,
    process INTEGER NOT NULL,
    alive_until REAL NOT NULL
);
CREATE TABLE chunks (
    job INTEGER NOT NULL REFERENCES jobs,
    first INTEGER NOT NULL,
    stop INTEGER NOT NULL,
    session INTEGER REFERENCES sessions,
    seal BLOB,
    counts BLOB,
    PRIMARY KEY (job, first, stop)
);
"""


def database_of(directory: Path) -> Path:
    """Return where a run's database is, or would be."""
    return directory / FILE


def open_to_write(directory: Path) -> sqlite3.Connection:
    """Return a connection to a directory's database, which is made if there is none.

    Raises
    ------
    InvalidInput
        For a directory that cannot be one, and as `open_to_read`.
    OutputError
        When the disk, or a permission, does not let it be made.
    StoreError
        When the database is damaged, or cannot be written.
    """
    path = database_of(directory)
    try:
        directory.mkdir(parents=True, exist_ok=True)
        is_new = not path.exists() or path.stat().st_size == 0
    except OSError as error:
        raise unwritable(directory, error) from None
    if not is_new:
        _check_magic(path)
    with explained(path):
        connection = connect(path, "rwc")
    try:
        with explained(path):
            connection.execute("PRAGMA synchronous = NORMAL")  # a kill loses nothing that is kept
            if is_new or _is_blank(connection):
                _make(connection)
        _check(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def find_runs(directory: Path) -> list[Path]:
    """Return the directory when it is a run, else the runs directly in it.

    Raises
    ------
    InvalidInput
        When there are none.
    """
    try:
        places = [directory, *sorted(place for place in directory.iterdir() if place.is_dir())]
    except OSError as error:
        raise InvalidInput(f"{directory}: cannot be read: {error.strerror or error}") from None
    found = [place for place in places if os.path.isfile(database_of(place))]
    if not found:
        raise InvalidInput(f"{directory}: no run is kept here")
    return found


def open_to_read(directory: Path) -> sqlite3.Connection:
    """Return a connection that can only read.

    Raises
    ------
    InvalidInput
        When there is no database, or it is another program's or of a newer version.
    StoreError
        When it is damaged.
    """
    path = database_of(directory)
    if not os.path.isfile(path):  # unlike its twin of pathlib, it takes any name
        raise InvalidInput(f"{directory}: no run is kept here", f"There is no {FILE} in it.")
    _check_magic(path)
    connection = _connect_to_read(path)
    try:
        _check(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Make the statements within one change: all of them, or none."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.rollback()
        raise
    connection.commit()


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn the errors of SQLite into ours.

    Raises
    ------
    StoreError
        That says what is wrong with the database at `path`.
    """
    try:
        yield
    except sqlite3.Error as error:
        raise _explain(path, error) from None
    except UnicodeDecodeError as error:  # out of a text, or of SQLite's own message about one
        raise damaged(path, f"a text in it cannot be read: {error}") from None


def damaged(path: Path, what: str) -> StoreError:
    """Return the error of a database that does not hold what was put into it."""
    return StoreError(
        f"{path} is damaged: {what}",
        "Nothing in it was changed. `fastsim runs verify` names all that is wrong; restore a copy, "
        "or name another directory.",
    )


def _explain(path: Path, error: sqlite3.Error) -> StoreError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return StoreError(
            f"{path}: the disk is full",
            "All finished chunks are kept. Make room, and give the same command again.",
        )
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return StoreError(f"{path} cannot be written: {error}", "What it holds is as it was.")
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreError(f"{path} is locked by another program", "Try again when it has ended.")
    if code == sqlite3.SQLITE_IOERR:
        return StoreError(
            f"{path} cannot be read or written: {error}", "All finished chunks are kept."
        )
    return damaged(path, str(error))


def _check_magic(path: Path) -> None:
    """Refuse a file that is no SQLite database, before SQLite touches it."""
    try:
        with path.open("rb") as file:
            head = file.read(len(_MAGIC))
    except OSError as error:
        raise InvalidInput(f"{path}: cannot be read: {error.strerror or error}") from None
    if head != _MAGIC:
        raise InvalidInput(f"{path} is not a run of fastsim", "Name another directory.")


def connect(path: Path, mode: str, more: str = "") -> sqlite3.Connection:
    """Return a connection without any checks; `mode` and `more` as in an SQLite URI."""
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}{more}", uri=True,
        timeout=_PATIENCE, isolation_level=None, check_same_thread=False,
    )  # fmt: skip


def _connect_to_read(path: Path) -> sqlite3.Connection:
    with explained(path):
        connection = connect(path, "ro")
        try:
            connection.execute("SELECT 1 FROM sqlite_master").fetchone()
        except sqlite3.OperationalError:
            connection.close()
            # on a disk that cannot be written, SQLite reads what nobody has open only like this
            if path.with_name(f"{path.name}-wal").exists():
                raise
            connection = connect(path, "ro", "&immutable=1")
    return connection


def _is_blank(connection: sqlite3.Connection) -> bool:
    """Return whether the database has nothing in it: its maker was killed before the tables."""
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    marks = (_number(connection, "application_id"), _number(connection, "user_version"))
    return tables == 0 and marks == (0, 0)


def _number(connection: sqlite3.Connection, pragma: str) -> int:
    return int(connection.execute(f"PRAGMA {pragma}").fetchone()[0])


def _make(connection: sqlite3.Connection) -> None:
    """Make the tables, unless another process that started at the same time has made them."""
    _use_log(connection)
    with transaction(connection):
        if _is_blank(connection):
            for statement in _TABLES.split(";"):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {SCHEMA}")
            connection.execute(f"PRAGMA application_id = {_APPLICATION}")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _use_log(connection: sqlite3.Connection) -> None:
    """Have changes written to a log first (WAL), which lets several processes work at once."""
    last = time.monotonic() + _PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:  # SQLite does not wait for others here
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > last:
                raise
            time.sleep(0.01)


def _check(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse what is not ours, newer than this version, or damaged."""
    with explained(path):
        application = _number(connection, "application_id")
        schema = _number(connection, "user_version")
    if application != _APPLICATION:
        raise InvalidInput(
            f"{path} is another program's database", "It was not changed. Name another directory."
        )
    if schema > SCHEMA:
        raise InvalidInput(
            f"{path} was made by a newer fastsim (schema {schema}, this one knows {SCHEMA})",
            "It was not changed. Update fastsim, or name another directory.",
        )
    if schema != SCHEMA:
        raise damaged(path, f"schema {schema}")
    with explained(path):
        (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise damaged(path, str(found).replace("\n", " "))
