"""How Ctrl-C and SIGTERM stop the process of the command line: within a second, at any moment.

Python's own way will not do. During imports it ends in a traceback; while C code runs, such as the
compiler's, it waits for that to end; and an exception that reaches a callback of such code is lost.

So there are two ways to stop. While nothing is finished there is nothing to lose, and the process
leaves at once, by a thread of its own, which no C code holds up. From the first finished games on
(`has_results`) a signal is a KeyboardInterrupt in the main thread: the command stops at the end of
a chunk, with what there is. A second signal, and a compilation, which would keep it waiting, make
it leave at once all the same.

Leaving at once is safe at any moment: what is written to stay (kept games, compiled kernels,
outputs) is written whole or not at all.
"""

from __future__ import annotations

import atexit
import contextlib
import enum
import os
import select
import signal
import sys
import threading
from types import FrameType
from typing import Any, Final, NoReturn

#: Exit code of a process that was stopped.
STOPPED: Final = 130
_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
#: Seconds between looks at whether the compiler holds up a command that is to stop.
_LOOK: Final = 0.05
#: Seconds that readers of the output have to take what was printed last.
_FLUSH: Final = 0.5
#: Shows a terminal's cursor, which a progress bar hides, on a line of its own.
_CURSOR: Final = b"\x1b[?25h\n"


class _Phase(enum.Enum):
    """What a signal finds; the value is what is said of it when the process leaves at once."""

    NOTHING_YET = "error: stopped before anything was finished\n"
    RESULTS = "error: stopped at once; what was neither shown nor kept yet is lost\n"
    OVER = ""


class _Process:
    """The process, and what becomes of it on a signal."""

    def __init__(self) -> None:
        self.phase = _Phase.NOTHING_YET
        self._leaving = threading.RLock()

    def take_over(self) -> None:
        for number in _SIGNALS:
            # ignored, it stays so: behind nohup, or "&" in a script
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._interrupt)
        sys.unraisablehook = self._unraisable
        atexit.register(_ignore)  # the first to be registered is the last to be called
        if os.name == "posix":  # elsewhere only sockets can be written to by a signal
            wakeups, written = os.pipe()
            os.set_blocking(written, False)
            signal.set_wakeup_fd(written, warn_on_full_buffer=False)
            threading.Thread(
                target=self._watch, args=(wakeups,), name="fastsim-stopping", daemon=True
            ).start()

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        """Act on a signal in the main thread, as soon as that is between two steps of Python."""
        if self.phase is _Phase.RESULTS and not _is_compiling():
            raise KeyboardInterrupt
        self._leave()

    def _watch(self, wakeups: int) -> None:
        """Act on signals that the main thread cannot act on in time."""
        os.read(wakeups, 1)
        while self.phase is _Phase.RESULTS and not _is_compiling():
            another, _, _ = select.select([wakeups], [], [], _LOOK)
            if another:
                break
        self._leave()

    def _unraisable(self, lost: Any) -> None:
        """Leave when an interrupt was raised where nobody can catch it: in a callback of C code."""
        if lost.exc_type is KeyboardInterrupt:
            self._leave()
        sys.__unraisablehook__(lost)

    def _leave(self) -> NoReturn:
        with self._leaving:
            flushed = threading.Thread(target=_flush, daemon=True)
            with contextlib.suppress(RuntimeError):  # no more threads at the interpreter's end
                flushed.start()
                flushed.join(_FLUSH)  # a full pipe that nobody reads must not keep the process
            _tell(self.phase.value.encode())
            os._exit(STOPPED)


_PROCESS: Final = _Process()


def take_over() -> None:
    """Decide from now on what Ctrl-C and SIGTERM do to this process.

    A signal that is ignored when the process starts stays ignored.
    """
    _PROCESS.take_over()


def has_results() -> None:
    """Say that there is something to lose: a signal is a KeyboardInterrupt from now on."""
    if _PROCESS.phase is _Phase.NOTHING_YET:
        _PROCESS.phase = _Phase.RESULTS


def is_over() -> None:
    """Say that all is shown and kept: a signal ends the process without a word from now on."""
    _PROCESS.phase = _Phase.OVER


def _flush() -> None:
    with contextlib.suppress(Exception):
        sys.stdout.flush()


def _tell(words: bytes) -> None:
    """Write to stderr if it takes a line without being waited for."""
    with contextlib.suppress(OSError):
        if os.name != "posix" or select.select([], [2], [], 0)[1]:
            os.write(2, _CURSOR + words if os.isatty(2) else words)


def _is_compiling() -> bool:
    """Return whether kernels are being compiled; asked for without importing the compiler."""
    cache: Any = sys.modules.get("fastsim.kernels.cache")
    return bool(cache) and getattr(cache, "is_compiling", bool)()


def _ignore() -> None:
    """Have what little is left of the process run its course: its exit code is settled."""
    for number in _SIGNALS:
        signal.signal(number, signal.SIG_IGN)
