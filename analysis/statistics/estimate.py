"""An estimate with its error: the one result type of the statistics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt
from scipy import special

from analysis.statistics.checks import check_level
from fastsim.text.equality import ByValue
from fastsim.text.shown import brief

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.integer[Any]]

#: One number, or one for each cell of an array.
Number = TypeVar("Number", float, FloatArray)


@dataclass(frozen=True, slots=True, eq=False)
class Estimate(ByValue, Generic[Number]):
    """An estimate, its standard error and its two-sided interval.

    All fields but the level have the unit of the estimate; they are floats, or float64 arrays of
    one shape when the question was asked of many cells at once.

    Parameters
    ----------
    value : float or float64 array
        The estimate itself. Intervals need not have it at their centre.
    standard_error : float or float64 array
        Estimated standard deviation of `value` over repetitions of the whole run. It may be 0
        (every game won, say) where the interval rightly is not.
    low, high : float or float64 array
        Ends of the interval.
    level : float
        Probability with which the interval holds the true value, in (0, 1).
    """

    value: Number
    standard_error: Number
    low: Number
    high: Number
    level: float

    __repr__ = brief

    @property
    def half_width(self) -> Number:
        """Half the distance between the ends of the interval."""
        return (self.high - self.low) / 2


def one_of(estimates: Estimate[FloatArray], index: int) -> Estimate[float]:
    """Return one of several estimates."""
    value, error = float(estimates.value[index]), float(estimates.standard_error[index])
    low, high = float(estimates.low[index]), float(estimates.high[index])
    return Estimate(value, error, low, high, estimates.level)


def as_number(values: npt.ArrayLike) -> Any:
    """Return a float for a single value and a float64 array for many."""
    array = np.asarray(values, dtype=np.float64)
    return array.item() if array.ndim == 0 else array


def two_sided_z(level: float) -> float:
    """Return z such that a standard normal lies within ±z with probability `level`."""
    return float(-special.ndtri((1 - check_level(level)) / 2))


def two_sided_p(z: npt.ArrayLike) -> FloatArray:
    """Return the probability that a standard normal is at least as far from 0 as `z`."""
    return np.asarray(2 * special.ndtr(-np.abs(z)), dtype=np.float64)


def ratio(numerator: npt.ArrayLike, error: npt.ArrayLike) -> FloatArray:
    """Divide a deviation by its standard error; 0 / 0 is 0, for nothing deviates from itself."""
    top, bottom = np.broadcast_arrays(np.asarray(numerator, float), np.asarray(error, float))
    result = np.where(top == 0, 0.0, np.copysign(np.inf, top))
    np.divide(top, bottom, out=result, where=bottom > 0)
    return result
