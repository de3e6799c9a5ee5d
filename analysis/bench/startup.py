"""What a fresh process costs: imports, compilation, and runs of every length with their memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import fastsim
from analysis.bench import child, kernels
from analysis.bench.sample import Sample, take_turns
from fastsim.errors import FastsimError
from fastsim.kernels.cache import CACHE_VARIABLE, cache_directory


@dataclass(frozen=True)
class StartUp:
    """How long a fresh process takes to its first game.

    Attributes
    ----------
    kernel : str
    cache : str
        ``cold``: the kernel is compiled. ``warm``: it was compiled before and is loaded.
    imports : Sample
        Seconds of ``import fastsim``.
    engines : Sample
        Seconds that importing the engines adds.
    first_game : Sample
        Seconds of the first call, of one game.
    """

    kernel: str
    cache: str
    imports: Sample
    engines: Sample
    first_game: Sample

    def to_json(self) -> dict[str, Any]:
        """Return the figures as plain values."""
        return {
            "kernel": self.kernel,
            "cache": self.cache,
            "import_seconds": self.imports.to_json(),
            "import_engines_seconds": self.engines.to_json(),
            "first_game_seconds": self.first_game.to_json(),
        }


@dataclass(frozen=True)
class Cost:
    """What `fastsim.tally` of so many games costs, with all threads and the fastest kernel.

    Attributes
    ----------
    games : int
    seconds : Sample
        Of the call, in a process that has played before.
    peak_megabytes : Sample or None
        The most memory that the process has held; None where the system does not tell.
    """

    games: int
    seconds: Sample
    peak_megabytes: Sample | None

    def to_json(self) -> dict[str, Any]:
        """Return the figures as plain values."""
        return {
            "games": self.games,
            "seconds": self.seconds.to_json(),
            "peak_megabytes": self.peak_megabytes and self.peak_megabytes.to_json(),
        }


class ProcessRuns:
    """Fresh processes: start-up of every kernel, and runs of so many games.

    Parameters
    ----------
    sizes : sequence of int
        Numbers of games.
    cold : bool
        Whether starts without compiled kernels are measured, too, which takes most of the time.
        Then every cold start has a directory of its own for them; else they are this process's.
    """

    def __init__(self, sizes: Sequence[int], *, cold: bool = True) -> None:
        self._cold = cold
        caches = ("cold", "warm") if cold else ("warm",)
        self._starts = [(kernel, cache) for kernel in kernels.KERNELS for cache in caches]
        self._sizes = sizes
        self._rows: list[list[dict[str, Any]]] = [[] for _ in (*self._starts, *sizes)]

    def measure(self, runs: int, report: Callable[[], None] | None = None) -> None:
        """Run each so many times, in turn.

        Parameters
        ----------
        runs : int
        report : callable, optional
            Called after each run.
        """
        with tempfile.TemporaryDirectory(prefix="fastsim-bench-") as folder:
            caches: dict[str, Path] = {}  # of each kernel's last cold start

            def start(kernel: str, cache: str) -> dict[str, Any]:
                if cache == "cold":
                    caches[kernel] = Path(tempfile.mkdtemp(dir=folder))
                return run(kernel, 1)

            def run(kernel: str, games: int) -> dict[str, Any]:
                return _run(caches.get(kernel, cache_directory().parent), games, kernel)

            works = [partial(start, *which) for which in self._starts]
            works += [partial(run, kernels.KERNELS[0], games) for games in self._sizes]
            take_turns(works, runs, report, self._rows)

    @property
    def starts(self) -> list[StartUp]:
        """What was measured of each kernel's start-up."""
        return [
            StartUp(
                kernel,
                cache,
                _column(rows, "import_seconds"),
                _column(rows, "import_engines_seconds"),
                _column(rows, "first_game_seconds"),
            )
            for (kernel, cache), rows in zip(self._starts, self._rows, strict=False)
            if rows
        ]

    @property
    def costs(self) -> list[Cost]:
        """What was measured of each number of games."""
        return [
            Cost(
                games,
                _column(rows, "seconds"),
                None if rows[0]["peak_megabytes"] is None else _column(rows, "peak_megabytes"),
            )
            for games, rows in zip(self._sizes, self._rows[len(self._starts) :], strict=True)
            if rows
        ]


def _column(rows: Sequence[dict[str, Any]], name: str) -> Sample:
    return Sample(tuple(float(row[name]) for row in rows))


def _run(cache: Path, games: int, kernel: str) -> dict[str, Any]:
    """Return what a fresh process measured of itself."""
    home = str(Path(str(fastsim.__file__)).parents[1])
    path = os.pathsep.join(filter(None, (home, os.environ.get("PYTHONPATH"))))
    run = subprocess.run(
        [sys.executable, "-P", str(child.__file__), str(games), kernel],
        env={**os.environ, CACHE_VARIABLE: str(cache), "PYTHONPATH": path},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if run.returncode:
        raise FastsimError(f"a process that was to be measured failed:\n{run.stderr.strip()}")
    document: dict[str, Any] = json.loads(run.stdout)
    return document
