"""The games that a report asks for, played."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

from analysis.report.page.results import Played, Results
from analysis.report.page.run import Run
from analysis.report.page.spec import PartSpec, ReportSpec
from analysis.report.registry import PARTS
from fastsim.execute.jobs import C, Chunk, Executor
from fastsim.execute.local import LocalExecutor
from fastsim.text.errors import Stopped

#: Called with the number of games played so far, of `ReportSpec.total_games`.
Progress = Callable[[int], None]


def play_report(
    spec: ReportSpec,
    *,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Results:
    """Play all games of a spec.

    Parameters
    ----------
    spec : ReportSpec
    threads : int, optional
        All processors when not given. Changes the time only.
    executor : Executor, optional
        As `fastsim.tally`.
    progress : callable, optional
        Called with the number of games played so far.

    Raises
    ------
    Stopped
        When the run is interrupted (Ctrl-C).
    """
    begun = time.perf_counter()
    executor = _Undivided(executor or LocalExecutor(threads))
    report = progress or (lambda games: None)
    done = 0
    played: dict[str, tuple[Played[PartSpec, Any], ...]] = {}
    for part in PARTS:
        for asked in part.asked(spec.parts):
            run = Run(spec.setup, spec.seed, spec.level, executor, _after(done, report))
            played[part.key] = (*played.get(part.key, ()), part.play(asked, run))
            done += asked.played
    report(spec.total_games)
    return Results(spec, played, time.perf_counter() - begun, datetime.now(UTC))


def _after(done: int, report: Progress) -> Progress:
    """Return the progress of a part, told to who counts the games of the whole report."""
    return lambda games: report(done + games)


class _Undivided:
    """Stops a report as a whole: a part that was interrupted has no place on the page."""

    def __init__(self, inner: Executor) -> None:
        self._inner = inner

    def run(
        self, spans: Iterable[Chunk[C]], size: int | None = None
    ) -> Iterator[tuple[Chunk[C], C]]:
        try:
            yield from self._inner.run(spans, size)
        except KeyboardInterrupt:
            raise Stopped("stopped before the report was complete") from None
