"""The one place that knows that stdout and stderr may be closed, full, or read by nobody."""

from __future__ import annotations

import errno
import io
import os
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Any, cast


class OutputLost(Exception):
    """What a command says on stdout cannot be written; no OSError, which others would explain.

    Parameters
    ----------
    error : OSError
        What the system says.
    """

    def __init__(self, error: OSError) -> None:
        super().__init__(error.strerror or str(error))
        #: Whether the reader has gone, such as ``head``: it has what it wanted.
        self.reader_has_gone = isinstance(error, BrokenPipeError) or (
            os.name == "nt" and error.errno == errno.EINVAL
        )


@contextmanager
def guarded() -> Iterator[None]:
    """Have this process's stdout raise `OutputLost`, and its stderr lose what it must.

    Raised where stdout fails, so that a command does not go on for nobody, and again at the end,
    if somebody caught it on the way. Streams that were closed by whoever began the process take
    what is written and keep nothing. Characters that a stream's encoding does not have are written
    as escapes.
    """
    before = sys.stdout, sys.stderr
    lost: list[OutputLost] = []

    def lose(error: OSError) -> None:
        lost.append(OutputLost(error))
        raise lost[0]

    sys.stdout = _stream(sys.stdout, sys.__stdout__, lose)
    sys.stderr = _stream(sys.stderr, sys.__stderr__, _ignore)
    try:
        yield
        sys.stdout.flush()
        if lost:
            raise lost[0]
    finally:
        sys.stdout, sys.stderr = before


def _ignore(error: OSError) -> None:
    """Do nothing: there is nobody left to tell."""


def _stream(now: IO[str] | None, own: IO[str] | None, fail: Callable[[OSError], None]) -> Any:
    """Return what to write to in place of a stream; the same where it is not the process's own."""
    if now is None:
        return io.TextIOWrapper(io.BufferedWriter(_Nothing()), encoding="utf-8")
    if now is not own or not isinstance(now, io.TextIOWrapper):
        return now  # somebody else's, such as a notebook's
    buffer: Any = now.buffer
    guard = _Guard(getattr(buffer, "raw", buffer), fail)
    return io.TextIOWrapper(
        cast(Any, guard) if now.write_through else io.BufferedWriter(guard),
        encoding=now.encoding,
        errors="backslashreplace",
        line_buffering=now.line_buffering,
        write_through=now.write_through,
    )


class _Nothing(io.RawIOBase):
    """Takes everything, and keeps nothing."""

    def writable(self) -> bool:
        return True

    def write(self, data: Any, /) -> int:
        return len(data)


class _Guard(io.RawIOBase):
    """A descriptor that is written to until it fails, and takes everything from then on.

    Parameters
    ----------
    raw : raw binary stream
    fail : callable
        Called with the error by which it failed.
    """

    def __init__(self, raw: Any, fail: Callable[[OSError], None]) -> None:
        self._raw = raw
        self._fail = fail
        self._failed = False

    def writable(self) -> bool:
        return True

    def isatty(self) -> bool:
        return bool(self._raw.isatty())

    def fileno(self) -> int:
        return int(self._raw.fileno())

    def write(self, data: Any, /) -> int:
        if self._failed or not len(data):
            return len(data)
        try:
            while (written := self._raw.write(data)) is None:  # full, and not to be waited for
                select.select([], [self._raw], [])
        except OSError as error:
            self._failed = True
            self._fail(error)
            return len(data)
        return int(written)
