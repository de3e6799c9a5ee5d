"""Whether two programs play the same game: their results side by side, with standard errors."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

#: A larger difference, in standard errors, is no chance: 6 in 100,000 figures that agree.
MOST_ERRORS: Final = 4.0


@dataclass(frozen=True)
class Figure:
    """An estimate and its standard error."""

    value: float
    error: float

    @classmethod
    def share(cls, count: int, games: int) -> Figure:
        """Return the percentage of games that `count` is."""
        p = count / games
        return cls(100 * p, 100 * math.sqrt(p * (1 - p) / games))

    @classmethod
    def mean(cls, histogram: NDArray[np.int64]) -> Figure:
        """Return the mean of the values 0, 1, 2, ... that occurred `histogram` times."""
        values, n = np.arange(len(histogram)), histogram.sum()
        mean = float((histogram * values).sum() / n)
        return cls(mean, math.sqrt((histogram * (values - mean) ** 2).sum() / n / n))

    def apart(self, other: Figure) -> float:
        """Return the difference in standard errors of the difference."""
        difference = self.value - other.value
        return difference / math.hypot(self.error, other.error) if difference else 0.0


Figures = Mapping[str, Figure]


def compare(ours: Figures, theirs: Figures, name: str) -> tuple[list[dict[str, Any]], bool]:
    """Print figures side by side; return them as rows, and whether all agree.

    Parameters
    ----------
    ours, theirs : mapping of str to Figure
        Of fastsim and of the other program, by the same names.
    name : str
        Of the other program.
    """
    rows: list[dict[str, Any]] = []
    agree = True
    for figure, our in ours.items():
        their = theirs[figure]
        rows.append(
            {
                "figure": figure,
                "fastsim": round(our.value, 4),
                name: round(their.value, 4),
                "standard_errors_apart": round(our.apart(their), 2),
            }
        )
        print(
            f"  {figure:<22} fastsim {our.value:8.3f} ± {our.error:.3f}   "
            f"{name} {their.value:8.3f} ± {their.error:.3f}   "
            f"{our.apart(their):+.1f} standard errors apart"
        )
        agree &= abs(our.apart(their)) <= MOST_ERRORS
    return rows, agree
