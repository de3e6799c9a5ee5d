"""Where a command's games run, and where finished chunks are kept: ``--run`` and ``--dask``."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from analysis.cli import console, options
from fastsim.errors import Stopped
from fastsim.rules.model import BuyRule
from fastsim.setup import GameSetup

if TYPE_CHECKING:
    from analysis.games import Games
    from fastsim.execute.jobs import Executor

#: Games that are worth a look at how fast they are played, and seconds that are worth a word.
_LONG_BUDGET: Final = 1_000_000
_LONG: Final = 20.0


@contextmanager
def executor(threads: int | None, run: Path | None, dask: str | None) -> Iterator[Executor]:
    """Open what a command's games run on, as its options say.

    Parameters
    ----------
    threads : int, optional
        ``--threads``.
    run : Path, optional
        ``--run``: finished chunks are taken from there, and kept there.
    dask : str, optional
        ``--dask``: workers of a cluster play, not threads of this process.

    Raises
    ------
    InvalidInput
        For a directory that is no run, and a cluster that cannot be used.
    StoreError
        When the run is damaged, or cannot be written.
    """
    from fastsim.execute.local import LocalExecutor

    with ExitStack() as opened:
        player: Executor = LocalExecutor(threads)
        if dask is not None:
            from fastsim.execute.cluster import ClusterExecutor

            player = opened.enter_context(ClusterExecutor(dask))
        if run is not None:
            from fastsim.execute.store import Store
            from fastsim.execute.stored import StoredExecutor

            store = opened.enter_context(Store(run, _facts()))
            player = StoredExecutor(player, store)
        try:
            yield player
        except (Stopped, KeyboardInterrupt) as stopped:
            what = stopped.what if isinstance(stopped, Stopped) else "stopped"
            raise Stopped(what, going_on(run)) from None


@contextmanager
def games(
    setup: GameSetup,
    budget: int,
    *,
    seed: int,
    time: str | None,
    threads: int | None,
    run: Path | None,
    dask: str | None,
    kernel: str | None,
    rules: Sequence[BuyRule],
) -> Iterator[Games]:
    """Open the source of an optimiser's games, with progress towards `budget`, as options say.

    How long it may take is said before, by how fast some of the rules play, where that is long.
    Errors as `executor` and `options.parse_seconds`.
    """
    limit = None if time is None else options.parse_seconds(time)
    from analysis.games import Games, pace

    if dask is None and budget >= _LONG_BUDGET:
        _say_how_long(budget, pace(setup, rules, threads=threads, kernel=kernel), limit)
    with executor(threads, run, dask) as player, console.progress(budget) as report:
        yield Games(
            setup, seed, threads, kernel, limit,
            lambda played: report(min(played, budget)), player,
        )  # fmt: skip


def _say_how_long(budget: int, speed: float, limit: float | None) -> None:
    """Say how long so many games take at most, where that is long and no limit ends it sooner."""
    seconds = budget / speed
    if seconds < _LONG or (limit is not None and limit < seconds):
        return
    console.note(
        f"{budget:,} games take up to {_duration(seconds)} here, at about "
        f"{float(f'{speed:.2g}'):,.0f} games a second; --games or --time make it shorter."
    )


def _duration(seconds: float) -> str:
    """Return a time in the unit that suits it."""
    for unit, length in (("days", 86_400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{seconds:.0f} seconds"


def going_on(run: Path | None) -> str:
    """Return how to go on with a run that was stopped."""
    if run is None:
        return "With --run DIR, finished games would have been kept."
    return f"Finished games are kept in {run}: the same command goes on from there."


def _facts() -> dict[str, str]:
    """Return what this process is, to stand beside the chunks that it plays."""
    from analysis.provenance import environment

    command = shlex.join(["fastsim", *sys.argv[1:]])
    return {"command": command, "began": datetime.now(UTC).isoformat(timespec="seconds")} | (
        environment()
    )
