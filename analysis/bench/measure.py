"""The whole benchmark, as `fastsim bench` runs it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, Final

from analysis.bench import cases, kernels
from analysis.bench.speed import Speed, measure_speed
from analysis.bench.startup import Cost, StartUp, measure_processes
from analysis.provenance import environment
from fastsim.chunks import default_threads

#: Numbers of games whose cost is measured; the larger ones take minutes.
SIZES: Final = (10**4, 10**5, 10**6, 10**7)
LARGE_SIZES: Final = (10**8, 10**9)


@dataclass(frozen=True)
class Effort:
    """How much is measured.

    Attributes
    ----------
    runs : int
        Of each speed.
    seconds : float
        That such a run should take.
    processes : int
        Runs of each figure that takes a fresh process.
    sizes : sequence of int
        Numbers of games whose cost is measured.
    """

    runs: int = 7
    seconds: float = 0.25
    processes: int = 7
    sizes: Sequence[int] = SIZES


#: A look, not a measurement to quote.
QUICK: Final = Effort(runs=3, seconds=0.05, processes=1, sizes=SIZES[:2])
#: Up to 1e9 games.
FULL: Final = Effort(sizes=(*SIZES, *LARGE_SIZES))


@dataclass(frozen=True)
class Benchmark:
    """What was measured.

    Attributes
    ----------
    speeds : list of Speed
    starts : list of StartUp
    costs : list of Cost
    effort : Effort
    """

    speeds: list[Speed]
    starts: list[StartUp]
    costs: list[Cost]
    effort: Effort

    @property
    def processor_share(self) -> float:
        """The share of the processors that the runs of the speeds had, in the middle."""
        return median(speed.processor_share.median for speed in self.speeds)

    def to_json(self) -> dict[str, Any]:
        """Return all figures, and where they were measured, as plain values."""
        return {
            "runs": self.effort.runs,
            "processes": self.effort.processes,
            "processor_share": round(self.processor_share, 3),
            "speed": [speed.to_json() for speed in self.speeds],
            "start_up": [start.to_json() for start in self.starts],
            "cost": [cost.to_json() for cost in self.costs],
            "large_rule": cases.LARGE_RULE.strip(),
            "provenance": {
                **environment(),
                "processors": default_threads(),
                "kernels": list(kernels.KERNELS),
            },
        }


def measure(effort: Effort, report: Callable[[], None] | None = None) -> Benchmark:
    """Measure speeds, start-up and costs.

    Parameters
    ----------
    effort : Effort
    report : callable, optional
        Called after each run.
    """
    speeds = measure_speed(runs=effort.runs, seconds=effort.seconds, report=report)
    starts, costs = measure_processes(effort.sizes, runs=effort.processes, report=report)
    return Benchmark(speeds, starts, costs, effort)
