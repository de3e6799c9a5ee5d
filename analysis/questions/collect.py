"""Adding up chunks as they finish, and keeping what there is when the user stops the run."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from fastsim.text.errors import Stopped


class _Adds(Protocol):
    def __add__(self, other: Any, /) -> Any: ...


_T = TypeVar("_T", bound=_Adds)


class Collected(NamedTuple, Generic[_T]):
    """A sum, the seconds it took, and whether an interrupt ended it, be it behind the last part."""

    total: _T
    seconds: float
    interrupted: bool


def collect(
    parts: Iterator[_T],
    *,
    total: _T | None = None,
) -> Collected[_T]:
    """Return the sum of all parts, the seconds it took, and whether the user stopped it.

    An interrupt (Ctrl-C) ends the sum early: every part is a whole chunk, so what has been added
    is a right result of fewer games. Before there is anything to keep, the run is `Stopped`.

    Parameters
    ----------
    parts : iterator
        At least one.
    total : optional
        What to add the parts to.
    """
    begun, interrupted = time.perf_counter(), False
    try:
        for part in parts:
            total = part if total is None else total + part
    except KeyboardInterrupt:
        if total is None:
            raise Stopped("stopped before any games were finished") from None
        interrupted = True
    assert total is not None  # there is at least one chunk
    return Collected(total, time.perf_counter() - begun, interrupted)
