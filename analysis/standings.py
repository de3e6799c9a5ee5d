"""From the results of all pairs to each rule: mean win rate, strength and rank."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from analysis.statistics import (
    Estimate,
    Ranking,
    Strengths,
    bradley_terry,
    indistinguishable_from_best,
    mean_and_covariance,
    rank,
)
from analysis.statistics.estimate import FloatArray, two_sided_z
from fastsim.equality import ByValue
from fastsim.matchups import MatchupTally
from fastsim.shown import brief


@dataclass(frozen=True, eq=False)
class Standings(ByValue):
    """What the results of all pairs say of each rule.

    Attributes
    ----------
    names : tuple of str
        The rules, in the order in which the tally names them; arrays have that order.
    opponents : int64 [n_rules]
        How many others each rule met.
    win_rate : Estimate
        Mean over opponents of the win rate, float64 [n_rules]. Normal intervals, from the
        covariance of all pairs over their common games.
    strengths : Strengths
        Of the Bradley–Terry model, with intervals that allow for the common games.
    ranking : Ranking
        By mean win rate.
    may_be_best : bool [n_rules]
        The rules that cannot be told from the one with the highest mean win rate.
    """

    names: tuple[str, ...]
    opponents: np.ndarray[tuple[int, ...], np.dtype[np.int64]]
    win_rate: Estimate[FloatArray]
    strengths: Strengths
    ranking: Ranking
    may_be_best: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]

    __repr__ = brief


def standings(tally: MatchupTally, *, level: float = 0.95) -> Standings:
    """Return what the results of pairs say of each rule.

    Parameters
    ----------
    tally : MatchupTally
        With its products; no rule plays itself, and no pair meets twice.
    level : float
        In (0, 1): of each interval, of the ranking, and of the set of rules that may be best.

    Notes
    -----
    Pairs share their luck, so the error of a mean over opponents comes from the covariance of all
    pairs over common games. That rests on normality, so on some hundreds of games a pair. Lest a
    handful of games all won be taken for certainty, intervals, strengths and ranks give each pair
    the spread (not the mean) of two wins and two losses more, as Agresti & Coull (1998) do; with
    a few hundred games that makes them a little conservative.
    """
    names = tuple(dict.fromkeys(rule.name for m in tally.matchups for rule in (m.a, m.b)))
    ends = [(names.index(m.a.name), names.index(m.b.name)) for m in tally.matchups]
    signs = np.zeros((len(names), len(ends)))
    for column, (a, b) in enumerate(ends):
        signs[a, column], signs[b, column] = 1.0, -1.0
    opponents = np.abs(signs).sum(axis=1)
    weights = signs / opponents[:, None]
    means, covariance = _pair_rates(tally)
    rates = np.clip(0.5 + weights @ (means - 0.5), 0.0, 1.0)
    errors = np.sqrt(np.maximum((weights @ covariance @ weights.T).diagonal(), 0.0))
    careful = covariance + np.eye(len(means)) / tally.games**2
    spread = weights @ careful @ weights.T
    reach = two_sided_z(level) * np.sqrt(spread.diagonal())
    return Standings(
        names,
        opponents.astype(np.int64),
        Estimate(rates, errors, np.maximum(rates - reach, 0), np.minimum(rates + reach, 1), level),
        bradley_terry(ends, means, 2 * tally.games, covariance=careful, level=level),
        rank(rates, spread, level=level),
        indistinguishable_from_best(rates, spread, level=level).members,
    )


def _pair_rates(tally: MatchupTally) -> tuple[FloatArray, FloatArray]:
    """Return the win rate of each pair's rule a, and the covariance of those rates."""
    totals = (tally.a_first.score(0) + tally.b_first.score(1)) / 2
    assert tally.products is not None  # a tournament has at most MAX_PAIRED pairs
    return mean_and_covariance(totals, tally.products / 16, tally.games)
