"""What the statistics ask of their input, with one clear error for each way to fail."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from fastsim.text.errors import InvalidInput


def check_level(level: float) -> float:
    """Return the level when it lies strictly between 0 and 1.

    Raises
    ------
    InvalidInput
        Otherwise; 95 for 95 % is the usual slip.
    """
    if not 0 < level < 1:
        raise InvalidInput(
            f"A level must lie strictly between 0 and 1, not {level}.",
            "Write 0.95 for an interval at 95 %.",
        )
    return level


def as_counts(values: npt.ArrayLike, name: str, least: int = 0) -> npt.NDArray[np.float64]:
    """Return counts as float64, exact up to 2**53.

    Parameters
    ----------
    values : int or integer array
        Counts.
    name : str
        What is counted, for the message.
    least : int
        Smallest count allowed.

    Raises
    ------
    InvalidInput
        When the values are not of an integer type, or one of them is below `least`.
    """
    array: npt.NDArray[Any] = np.asarray(values)
    if array.dtype.kind not in "iu":
        raise InvalidInput(f"The number of {name} must be an integer, not {array.dtype}.")
    if array.size and array.min() < least:
        raise InvalidInput(
            f"The number of {name} must be at least {least}, not {array.min()}.",
            "There is nothing to estimate without games." if least else None,
        )
    return array.astype(np.float64)


def as_finite(values: npt.ArrayLike, name: str) -> npt.NDArray[np.float64]:
    """Return values as float64.

    Raises
    ------
    InvalidInput
        When one of them is not a finite number.
    """
    array = np.asarray(values, dtype=np.float64)
    if not np.isfinite(array).all():
        raise InvalidInput(f"{name} must be finite numbers.")
    return array


def as_probabilities(values: npt.ArrayLike, name: str) -> npt.NDArray[np.float64]:
    """Return values as float64 when each lies in [0, 1].

    Raises
    ------
    InvalidInput
        When one of them does not, or is not a number.
    """
    array = np.asarray(values, dtype=np.float64)
    if not ((array >= 0) & (array <= 1)).all():
        raise InvalidInput(f"{name} must lie between 0 and 1.")
    return array


def as_reference(reference: float) -> float:
    """Return a reference win rate when it lies strictly between 0 and 1.

    Raises
    ------
    InvalidInput
        Otherwise: a rate of exactly 0 or 1 is refuted or not by a single game.
    """
    if not 0 < reference < 1:
        raise InvalidInput(
            f"A reference win rate must lie strictly between 0 and 1, not {reference}."
        )
    return reference
