"""Repeated measurements of one figure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, Final, TypeVar

_R = TypeVar("_R")

_SCALES: Final = ((1e6, " M"), (1e3, " k"), (1.0, ""))


@dataclass(frozen=True)
class Sample:
    """What several runs measured.

    Attributes
    ----------
    values : tuple of float
        One a run, in the order of the runs.
    """

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle value."""
        return median(self.values)

    @property
    def low(self) -> float:
        """The smallest value."""
        return min(self.values)

    @property
    def high(self) -> float:
        """The largest value."""
        return max(self.values)

    def map(self, f: Callable[[float], float]) -> Sample:
        """Return the sample of ``f(value)``."""
        return Sample(tuple(f(value) for value in self.values))

    def over(self, other: Sample) -> Sample:
        """Return the ratios of values that were measured in the same round."""
        return Sample(tuple(a / b for a, b in zip(self.values, other.values, strict=True)))

    def text(self, unit: str = "") -> str:
        """Return the median and the extremes, as ``1.27 M (1.21–1.33)``, to three digits."""
        scale, letter = next(
            (scale, letter) for scale, letter in _SCALES if self.median >= scale or scale == 1.0
        )
        median, low, high = (_digits(x / scale) for x in (self.median, self.low, self.high))
        spread = f" ({low}–{high})" if len(self.values) > 1 else ""
        return f"{median}{letter}{unit}{spread}"

    def to_json(self) -> dict[str, Any]:
        """Return the median, the extremes and all values, to five significant digits."""
        return {
            "median": _round(self.median),
            "low": _round(self.low),
            "high": _round(self.high),
            "values": [_round(value) for value in self.values],
        }

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> Sample:
        """Return the sample that `to_json` described."""
        return cls(tuple(document["values"]))


def take_turns(
    works: Sequence[Callable[[], _R]],
    runs: int,
    report: Callable[[], None] | None = None,
    results: list[list[_R]] | None = None,
) -> list[list[_R]]:
    """Run every work once, then every work again, and so on; return the results of each.

    Parameters
    ----------
    works : sequence of callable
    runs : int
        Of each work.
    report : callable, optional
        Called after each run.
    results : list of list, optional
        Lists to put the results into, one a work: what stops the runs leaves there what they had.
    """
    if results is None:
        results = [[] for _ in works]
    for _ in range(runs):
        for result, work in zip(results, works, strict=True):
            result.append(work())
            if report:
                report()
    return results


def _digits(value: float) -> str:
    return f"{value:.3g}" if value < 1000 else f"{value:,.0f}"


def _round(value: float) -> float:
    return float(f"{value:.5g}")
