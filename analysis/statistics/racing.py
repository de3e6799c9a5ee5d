"""Racing: candidates play on for as long as they may be the best.

All candidates play the same games. After numbers of games that are fixed beforehand, the *looks*,
those that are beaten leave. What is known beforehand is the error: the best candidate ever leaves
with probability at most 1 − level.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
import numpy.typing as npt

from analysis.statistics.best import BestCells, indistinguishable_from_best
from fastsim.text.errors import InvalidInput

#: How many times the games of one look a candidate has played by the next.
GROWTH: Final = 1.5
#: Share of the budget that all candidates together play by the first look.
FIRST_SHARE: Final = 1 / 8
#: Fewest games of a candidate by the first look: means are to be nearly normal.
LEAST: Final = 256


def plan_looks(candidates: int, budget: int) -> tuple[int, ...]:
    """Return how many games a candidate has played by each look of a race.

    Parameters
    ----------
    candidates : int
        At least 1.
    budget : int
        Games of all candidates together.

    Returns
    -------
    tuple of int
        As many looks as the budget allows if all but two candidates leave at the first.

    Raises
    ------
    InvalidInput
        When the budget is below `LEAST` games a candidate.
    """
    if budget < LEAST * candidates:
        raise InvalidInput(
            f"{budget:,} games for {candidates:,} candidates",
            f"At least {LEAST * candidates:,}, {LEAST} each.",
        )
    first = max(LEAST, int(budget * FIRST_SHARE / candidates))
    looks = [first]
    while candidates > 1:
        following = int(np.ceil(looks[-1] * GROWTH))
        if candidates * first + 2 * (following - first) > budget:
            break
        looks.append(following)
    return tuple(looks)


def judge_look(
    means: npt.ArrayLike,
    covariance: npt.ArrayLike,
    *,
    candidates: int,
    looks: int,
    level: float,
) -> BestCells:
    """Find which candidates still in play may be the best, by one look's share of the error.

    Parameters
    ----------
    means, covariance : float64 [n_in_play], float64 [n_in_play, n_in_play]
        Of the scores of candidates in play, over all the games that they have in common.
    candidates : int
        All candidates of the race, including those that have left.
    looks : int
        Looks that were planned.
    level : float
        Probability with which the best candidate never leaves, in (0, 1).

    Returns
    -------
    BestCells
        Members are those that stay; p-values are adjusted for all candidates and looks.

    Notes
    -----
    The best candidate leaves at a look only if one of at most ``candidates − 1`` others, none of
    them truly better, beats it by more than c standard errors of their difference. Each comparison
    at each look has an equal share of the error 1 − level, so by Bonferroni's inequality no look
    errs with probability at least `level`, whoever is in play by then and whatever ends the race.
    The share does not grow as candidates leave, since who leaves depends on the same luck. That
    the numbers of games are fixed beforehand matters: every look is then at a mean of as many
    games, and its normal approximation is that of a plain paired comparison. Rules that play alike
    in most games differ by a few signed units; such a difference over its own standard error has
    lighter tails than the normal, so the approximation errs to the safe side there.
    """
    others = max(candidates - 1, 1)
    here = max(np.size(means) - 1, 1)
    found = indistinguishable_from_best(
        means, covariance, level=1 - (1 - level) / looks * here / others
    )
    p_values = np.minimum(found.p_values * (looks * others / here), 1.0)
    return replace(found, p_values=p_values, level=level)
