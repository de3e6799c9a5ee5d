"""Games a second, by kernel, threads, rules and setup."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from analysis.bench import cases, kernels
from analysis.bench.cases import Case
from analysis.bench.sample import Sample, take_turns
from fastsim.chunks import default_threads
from fastsim.results import histogram_mean
from fastsim.simulation import tally


@dataclass(frozen=True)
class Speed:
    """How fast one kernel played one case.

    Attributes
    ----------
    kernel : str
    case : Case
    threads : int
    games : int
        Of each run.
    turns : float
        Turns of a game, of all players together, on average.
    seconds : Sample
        Of each run, from rules and setup to counts.
    processor_seconds : Sample
        Of processor time, of all threads together, in the same runs.
    """

    kernel: str
    case: Case
    threads: int
    games: int
    turns: float
    seconds: Sample
    processor_seconds: Sample

    @property
    def games_per_second(self) -> Sample:
        """Games a second, of all threads together."""
        return self.seconds.map(lambda seconds: self.games / seconds)

    @property
    def ns_per_turn(self) -> Sample:
        """Nanoseconds from one turn to the next, of all threads together."""
        return self.seconds.map(lambda seconds: 1e9 * seconds / (self.games * self.turns))

    @property
    def processor_share(self) -> Sample:
        """Processor time over what the threads could have had: less than 1 on a busy machine."""
        return self.processor_seconds.over(self.seconds).map(lambda n: n / self.threads)

    def to_json(self) -> dict[str, Any]:
        """Return the figures as plain values."""
        return {
            "kernel": self.kernel,
            "setup": self.case.setup.name,
            "players": self.case.setup.players,
            "rules": self.case.rules_name,
            "entries": self.case.entries,
            "threads": self.threads,
            "games_a_run": self.games,
            "turns_a_game": round(self.turns, 2),
            "games_per_second": self.games_per_second.to_json(),
            "ns_per_turn": self.ns_per_turn.to_json(),
            "processor_share": self.processor_share.to_json(),
        }


@dataclass(frozen=True)
class _Plan:
    kernel: str
    case: Case
    threads: int
    games: int
    turns: float

    def run(self) -> tuple[float, float]:
        """Play once and return the seconds it took, and those of processor time."""
        begun = time.process_time()
        took = _timed(self.case, self.games, self.threads, self.kernel)
        return took, time.process_time() - begun


class SpeedRuns:
    """Runs of all cases with all kernels that play them, and what they have measured so far.

    Parameters
    ----------
    seconds : float
        That a run should take.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._plans: list[_Plan] = []
        self._values: list[list[tuple[float, float]]] = []

    def measure(self, runs: int, report: Callable[[], None] | None = None) -> None:
        """Run each case so many times, the cases in turn.

        Parameters
        ----------
        runs : int
        report : callable, optional
            Called after each run.
        """
        self._plans = [_plan(*choice, self._seconds) for choice in _choices()]
        self._values = [[] for _ in self._plans]
        take_turns([plan.run for plan in self._plans], runs, report, self._values)

    @property
    def speeds(self) -> list[Speed]:
        """What was measured of each case that was run."""
        return [
            Speed(
                plan.kernel,
                plan.case,
                plan.threads,
                plan.games,
                plan.turns,
                Sample(tuple(took for took, _ in values)),
                Sample(tuple(worked for _, worked in values)),
            )
            for plan, values in zip(self._plans, self._values, strict=True)
            if values
        ]


def _choices() -> Iterator[tuple[str, Case, int]]:
    """Yield what is measured: kernel, case and threads."""
    for kernel in kernels.KERNELS:
        for case in cases.one_thread():
            if kernels.can_play(kernel, case.setup, case.rules):
                yield kernel, case, 1
                if case == cases.reference_case() and default_threads() > 1:
                    yield kernel, case, default_threads()


def _plan(kernel: str, case: Case, threads: int, seconds: float) -> _Plan:
    """Return how many games to play so that a run takes about as long as wanted."""
    games = 256
    while (took := _timed(case, games, 1, kernel)) < min(seconds, 0.02):
        games *= 4
    counts = tally(case.setup, case.rules, games=1024, threads=1, kernel=kernel).turns
    turns = histogram_mean(counts, np.arange(len(counts)))
    games = math.ceil(games * threads * seconds / took)
    return _Plan(kernel, case, threads, games, turns)


def _timed(case: Case, games: int, threads: int, kernel: str) -> float:
    begun = time.perf_counter()
    tally(case.setup, case.rules, games=games, threads=threads, kernel=kernel)
    return time.perf_counter() - begun
