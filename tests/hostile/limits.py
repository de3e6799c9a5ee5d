"""What hostile input may cost, and what it may touch."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from fastsim.text.errors import FastsimError
from fastsim.text.words import SHAPELESS
from tests.hostile.corpus import ROOT

try:
    import resource
except ImportError:  # Windows has no such limit; the rest is checked there all the same
    resource = None  # type: ignore[assignment]

#: Of memory for one input, in bytes, and of processor time, in seconds.
MEMORY: Final = 200_000_000
SECONDS: Final = 1.0

_opened: list[tuple[str, int]] | None = None


def _listen(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "open" and _opened is not None:
        path, _, flags = arguments
        if isinstance(path, str | bytes | os.PathLike):
            _opened.append((os.fsdecode(path), flags))


sys.addaudithook(_listen)  # for good: Python has no way to take one away


@contextlib.contextmanager
def opened_files() -> Iterator[list[tuple[str, int]]]:
    """Give the list of (path, flags) of every file that is opened meanwhile."""
    global _opened
    _opened = found = []
    try:
        yield found
    finally:
        _opened = None


@contextlib.contextmanager
def bounded_memory() -> Iterator[None]:
    """Let this process have `MEMORY` bytes more than it has now, and no more."""
    if resource is None or not Path("/proc/self/statm").exists():
        yield
        return
    has = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (has + MEMORY, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


@contextlib.contextmanager
def held_to_the_limits(*named: object, timed: bool) -> Iterator[None]:
    """Check what happens inside: it ends well, or in one clear error; it costs little; and it
    reads no file but those whose names are part of `named`, and writes none.
    """
    began = time.process_time()
    with opened_files() as opened, bounded_memory():
        try:
            yield
        except FastsimError as error:
            check_message(str(error))
    if timed:
        assert time.process_time() - began < SECONDS
    said = " ".join(map(str, named))
    for path, flags in opened:
        own = Path(path).is_relative_to(ROOT) or Path(path).is_relative_to(sys.prefix)
        own = (
            own or Path(path).is_relative_to(Path(os.__file__).parent) or path == "/proc/self/statm"
        )
        assert own or path in said, path
        assert not flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT), path


def check_message(text: str) -> None:
    """One clear error: not empty, not endless, nothing in it directs a terminal."""
    assert text.strip()
    assert len(text) < 3000
    assert "Traceback" not in text
    assert not SHAPELESS.search(text.replace("\n", "").replace("\t", ""))


#: One run of few cases, and one of many that are timed, too.
FEW_AND_MANY: Final = [
    pytest.param(False, id="few"),
    pytest.param(True, id="many", marks=pytest.mark.deep),
]
