"""Whether several means over common games are what they should be: one test for all of them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy import stats

from analysis.statistics.checks import as_counts, as_finite
from fastsim.text.errors import InvalidInput


def equal_shares_p_value(means: npt.ArrayLike, covariance: npt.ArrayLike, games: int) -> float:
    """Return the p-value of "all means are equal", for means whose sum is known.

    Parameters
    ----------
    means : float64 [n]
        Of quantities that have the same sum in every game: at least two.
    covariance : float64 [n, n]
        Of the means (see `mean_and_covariance`).
    games : int
        Number of common games, more than n.

    Returns
    -------
    float
        Of Hotelling's test. 1 when the means are equal, 0 when they differ and nothing varies.

    Raises
    ------
    InvalidInput
        For fewer than two means, too few games, or a covariance of another shape.

    References
    ----------
    Hotelling (1931), Annals of Mathematical Statistics 2, 360-378.
    """
    values, spread = as_finite(means, "Means"), as_finite(covariance, "Covariances")
    n = values.size
    if n < 2 or spread.shape != (n, n):
        raise InvalidInput(f"{n} means with a covariance of shape {spread.shape}")
    count = float(as_counts(games, "common games", least=n + 1))
    # the last follows from the others, whose covariance can be inverted where it is not 0
    free = n - 1
    gaps = (values - values.mean())[:free]
    if np.abs(gaps).max() < 1e-12:
        return 1.0
    inverse = np.linalg.pinv(spread[:free, :free], hermitian=True)
    explained = inverse @ spread[:free, :free] @ gaps
    if not np.allclose(explained, gaps, atol=1e-12):
        return 0.0  # a gap where nothing varies
    squared = float(gaps @ inverse @ gaps)
    return float(stats.f.sf(squared * (count - free) / (free * (count - 1)), free, count - free))
