"""The interval of a weighted sum of two estimates, from the intervals of each."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analysis.statistics.estimate import Estimate, Number, as_number
from fastsim.text.errors import InvalidInput


def combine(
    a: Estimate[Number],
    b: Estimate[Number],
    weights: tuple[float, float],
    *,
    correlation: npt.ArrayLike = 0.0,
) -> Estimate[Number]:
    """Estimate weights[0] × a + weights[1] × b.

    Parameters
    ----------
    a, b : Estimate
        Estimates at the same level.
    weights : tuple of two floats
        (1, −1) for the difference, (0.5, 0.5) for the mean.
    correlation : float or float64 array
        Correlation of the two estimates, in [−1, 1]; 0 for independent games.

    Returns
    -------
    Estimate
        At the common level.

    Raises
    ------
    InvalidInput
        When the levels differ or the correlation is outside [−1, 1].

    Notes
    -----
    The method of variance estimates recovery: each end of the result takes its variance from
    the ends of `a` and `b` on the same side, so asymmetry near 0 and 1 is kept. The difference of
    two Wilson intervals is Newcombe's hybrid score interval.

    References
    ----------
    Newcombe (1998), Statistics in Medicine 17, 873-890 (method 10). Zou & Donner (2008),
    Statistics in Medicine 27, 1693-1702.
    """
    if a.level != b.level:
        raise InvalidInput(f"Intervals at levels {a.level} and {b.level} cannot be combined.")
    r = np.asarray(correlation, dtype=np.float64)
    if not (np.abs(r) <= 1).all():
        raise InvalidInput("A correlation must lie between −1 and 1.")
    w, v = weights
    cross = 2 * r * np.sign(w * v)

    def length(x: npt.ArrayLike, y: npt.ArrayLike) -> npt.NDArray[np.float64]:
        p, q = np.abs(w) * np.asarray(x), np.abs(v) * np.asarray(y)
        apart = p * p + q * q
        square = apart + cross * p * q
        # what cancels in every game leaves rounding, and no variance
        return np.asarray(np.sqrt(np.where(square > 1e-12 * apart, square, 0.0)))

    value = w * np.asarray(a.value) + v * np.asarray(b.value)
    a_down, a_up = a.value - a.low, a.high - a.value
    b_down, b_up = b.value - b.low, b.high - b.value
    if w < 0:
        a_down, a_up = a_up, a_down
    if v < 0:
        b_down, b_up = b_up, b_down
    return Estimate(
        as_number(value),
        as_number(length(a.standard_error, b.standard_error)),
        as_number(value - length(a_down, b_down)),
        as_number(value + length(a_up, b_up)),
        a.level,
    )
