"""Means and quantiles of many histograms at once: one row each, such as one a turn."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analysis.statistics.checks import as_counts, as_probabilities
from analysis.statistics.estimate import FloatArray, IntArray
from fastsim.text.equality import ByValue
from fastsim.text.errors import InvalidInput


@dataclass(frozen=True, slots=True, eq=False)
class RowSummary(ByValue):
    """What each row of a table of histograms says of its quantity.

    Attributes
    ----------
    games : int64 [n_rows]
        Values of each row.
    mean : float64 [n_rows]
    standard_error : float64 [n_rows]
        Of the mean, for independent values; nan for fewer than two.
    quantiles : int64 [n_rows, n_probabilities]
        Smallest value that at least such a share of the games does not exceed.
    """

    games: npt.NDArray[np.int64]
    mean: FloatArray
    standard_error: FloatArray
    quantiles: npt.NDArray[np.int64]


def summarise_rows(
    histograms: IntArray, probabilities: FloatArray, *, start: int = 0
) -> RowSummary:
    """Summarise every row of a table of histograms.

    Parameters
    ----------
    histograms : integer array [n_rows, n_bins]
        Games with value `start`, `start` + 1, …; at least one in each row.
    probabilities : float64 [n_probabilities]
        Each in (0, 1].
    start : int
        Value that the first bin counts.

    Returns
    -------
    RowSummary

    Raises
    ------
    InvalidInput
        When a row has no games, a count is negative or not an integer, or a probability is
        outside (0, 1].

    See Also
    --------
    histogram_shape, histogram_quantiles : of one histogram, with intervals.
    """
    counts = as_counts(histograms, "games in a bin")
    q = as_probabilities(probabilities, "Probabilities of quantiles")
    if counts.ndim != 2 or not counts.sum(axis=1).all():
        raise InvalidInput("A table of histograms needs two axes, and games in each of its rows.")
    if (q == 0).any():
        raise InvalidInput("The probability of a quantile must be above 0.")
    values = start + np.arange(counts.shape[1], dtype=np.float64)
    games = counts.sum(axis=1)
    mean = counts @ values / games
    squares = (counts * (values - mean[:, None]) ** 2).sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):  # one value has no spread: 0 / 0
        error = np.sqrt(squares / (games - 1) / games)
    # as in histogram_quantiles: 0.07 × 100 must mean the seventh value
    rank = np.ceil(q * games[:, None] * (1 - 1e-14))
    below = np.cumsum(counts, axis=1)[:, None, :] < rank[:, :, None]
    return RowSummary(games.astype(np.int64), mean, error, start + below.sum(axis=2))
