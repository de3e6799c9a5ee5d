"""How the games ended: classes that sum to the number of games, with simultaneous intervals."""

from __future__ import annotations

import numpy as np

from analysis.statistics.checks import as_counts, check_level
from analysis.statistics.estimate import Estimate, FloatArray, IntArray
from analysis.statistics.proportions import wilson
from fastsim.text.errors import InvalidInput


def outcome_shares(
    counts: IntArray, games: int | IntArray, *, level: float = 0.95
) -> Estimate[FloatArray]:
    """Estimate the share of every outcome class, with intervals that hold all at once.

    Parameters
    ----------
    counts : integer array [..., n_classes]
        Games in each class. The classes exclude each other and leave no game out.
    games : int or integer array [...]
        Number of games; stated apart, so that a lost or doubly counted class cannot pass.
    level : float
        Probability, in (0, 1), with which *all* the intervals of one row hold their share.

    Returns
    -------
    Estimate
        Shares, float64 [..., n_classes]; they sum to 1 along the last axis.

    Raises
    ------
    InvalidInput
        When the classes do not sum to the number of games, or as `wilson`.

    Notes
    -----
    Goodman's intervals in their Bonferroni form: Wilson's at level 1 − (1 − level) / n_classes.
    Coverage is that of Wilson's interval, an approximation, summed over the classes: in practice
    at or a little above the level. The `level` of the result is the joint one.

    References
    ----------
    Goodman (1965), Technometrics 7, 247-254. Sison & Glaz (1995), JASA 90, 366-369.
    """
    check_level(level)
    k = np.asarray(counts)
    if k.ndim == 0 or k.shape[-1] < 2:
        raise InvalidInput("Outcome shares need at least two classes.")
    n = np.asarray(games)
    totals = as_counts(k, "games in a class").sum(axis=-1)
    wrong = totals != as_counts(n, "games", least=1)
    if wrong.any():
        total, stated = (a[wrong][0] for a in np.broadcast_arrays(totals, n, wrong)[:2])
        raise InvalidInput(
            f"The outcome classes sum to {total:.0f} games, but there were {stated}.",
            "Every game belongs to exactly one class.",
        )
    each = wilson(k, n[..., np.newaxis], level=1 - (1 - level) / k.shape[-1])
    return Estimate(each.value, each.standard_error, each.low, each.high, level)
