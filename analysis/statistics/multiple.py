"""Many questions at once: p-values adjusted so that the error rate of the whole holds."""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt
from scipy import stats

from analysis.statistics.checks import as_probabilities
from analysis.statistics.estimate import FloatArray


def holm(p_values: npt.ArrayLike) -> FloatArray:
    """Adjust p-values so that rejecting those ≤ α makes *any* false rejection with P ≤ α.

    Parameters
    ----------
    p_values : float64 array
        p-values of any shape, any dependence; all of them are one family.

    Returns
    -------
    float64 array
        Adjusted p-values, of the same shape.

    Raises
    ------
    InvalidInput
        When one lies outside [0, 1].

    References
    ----------
    Holm (1979), Scandinavian J. Statistics 6, 65-70.
    """
    p = as_probabilities(p_values, "p-values")
    flat = p.ravel()
    order = np.argsort(flat, kind="stable")
    stepped = np.maximum.accumulate(flat[order] * np.arange(flat.size, 0, -1))
    adjusted = np.empty_like(flat)
    adjusted[order] = np.minimum(stepped, 1.0)
    return adjusted.reshape(p.shape)


def false_discovery(p_values: npt.ArrayLike, *, method: Literal["bh", "by"] = "bh") -> FloatArray:
    """Adjust p-values so that of those rejected at ≤ q, a share ≤ q is false on average.

    Parameters
    ----------
    p_values : float64 array
        p-values of any shape; all of them are one family.
    method : {"bh", "by"}
        Benjamini–Hochberg holds for independent or positively dependent tests (cells compared
        with one opponent on common games); Benjamini–Yekutieli, more cautious, for any.

    Returns
    -------
    float64 array
        Adjusted p-values, of the same shape.

    Raises
    ------
    InvalidInput
        When one lies outside [0, 1].

    References
    ----------
    Benjamini & Hochberg (1995), JRSS B 57, 289-300. Benjamini & Yekutieli (2001), Annals of
    Statistics 29, 1165-1188.
    """
    p = as_probabilities(p_values, "p-values")
    if p.size == 0:
        return p
    adjusted = stats.false_discovery_control(p.ravel(), method=method)
    return np.asarray(adjusted, dtype=np.float64).reshape(p.shape)
