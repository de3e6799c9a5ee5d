"""The whole benchmark, as `fastsim bench` runs it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, Final

from analysis.bench import cases, kernels
from analysis.bench.speed import Speed, SpeedRuns
from analysis.bench.startup import Cost, ProcessRuns, StartUp
from analysis.provenance import environment
from fastsim.chunks import default_threads

#: Numbers of games whose cost is measured; the larger ones take minutes.
SIZES: Final = (10**4, 10**5, 10**6, 10**7)
LARGE_SIZES: Final = (10**8, 10**9)
#: The share of the processors below which other work has slowed a row down.
_FAIR: Final = 0.9


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
    cold : bool
        Whether processes are started that have to compile their kernels.
    """

    runs: int = 7
    seconds: float = 0.25
    processes: int = 7
    sizes: Sequence[int] = SIZES
    cold: bool = True


#: A look, not a measurement to quote.
QUICK: Final = Effort(runs=3, seconds=0.05, processes=1, sizes=SIZES[:2], cold=False)
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
    interrupted : bool
        Whether it was stopped: then rows have fewer runs, and some there are not.
    """

    speeds: list[Speed]
    starts: list[StartUp]
    costs: list[Cost]
    effort: Effort
    interrupted: bool = False

    @property
    def processor_share(self) -> float | None:
        """The share of the processors that the runs of the speeds had, in the middle."""
        if not self.speeds:
            return None
        return median(speed.processor_share.median for speed in self.speeds)

    @property
    def slowed(self) -> list[Speed]:
        """The rows whose runs had less than `_FAIR` of the processors they asked for."""
        return [speed for speed in self.speeds if speed.processor_share.median < _FAIR]

    def to_json(self) -> dict[str, Any]:
        """Return all figures, and where they were measured, as plain values."""
        return {
            "runs": self.effort.runs,
            "processes": self.effort.processes,
            "interrupted": self.interrupted,
            "processor_share": self.processor_share and round(self.processor_share, 3),
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
    """Measure speeds, start-up and costs; when stopped (Ctrl-C), return what there is.

    Parameters
    ----------
    effort : Effort
    report : callable, optional
        Called after each run.
    """
    speeds, processes = SpeedRuns(effort.seconds), ProcessRuns(effort.sizes, cold=effort.cold)
    interrupted = False
    try:
        speeds.measure(effort.runs, report)
        processes.measure(effort.processes, report)
    except KeyboardInterrupt:
        interrupted = True
    return Benchmark(speeds.speeds, processes.starts, processes.costs, effort, interrupted)
