"""Adding up chunks as they finish, and keeping what there is when the user stops the run."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, Protocol, TypeVar

from fastsim.text.errors import Stopped


class _Adds(Protocol):
    def __add__(self, other: Any, /) -> Any: ...


_T = TypeVar("_T", bound=_Adds)


def collect(
    parts: Iterator[_T],
    *,
    total: _T | None = None,
) -> tuple[_T, float]:
    """Return the sum of all parts and the seconds it took.

    An interrupt (Ctrl-C) ends the sum early: every part is a whole chunk, so what has been added
    is a right result of fewer games. Before there is anything to keep, the run is `Stopped`.

    Parameters
    ----------
    parts : iterator
        At least one.
    total : optional
        What to add the parts to.
    """
    begun = time.perf_counter()
    try:
        for part in parts:
            total = part if total is None else total + part
    except KeyboardInterrupt:
        if total is None:
            raise Stopped("stopped before any games were finished") from None
    assert total is not None  # there is at least one chunk
    return total, time.perf_counter() - begun
