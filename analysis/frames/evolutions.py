"""A search from nothing as frames: one row a rule of the frontier, or one a champion on the way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import pandas as pd

from analysis.questions.optimise.evolution.edits import length
from analysis.questions.optimise.evolution.result import Evolution
from analysis.questions.optimise.evolution.scores import Scores
from fastsim.rules.describe import describe

#: The columns of `frontier_frame`.
FRONTIER_COLUMNS: Final[Mapping[str, str]] = {
    "length": "entries, conditions, further terms and other statements of the rule",
    "rule": "name of the rule",
    "text": "what it says",
    "result": "whether it is the result: the shortest that scores nearly as much as the best",
    "win_rate_when_chosen": "mean win rate over the panel, on the games that chose the rules",
    "games": "fresh games against the panel, both seat orders together",
    "win_rate": "mean win rate over the panel, on fresh games",
    "standard_error": "standard error of win_rate",
    "low": "lower end of win_rate's interval, for this rule alone",
    "high": "upper end of win_rate's interval",
    "level": "level of the interval",
    "pool_win_rate": "mean win rate over the given opponents, on fresh games",
    "hardest": "name of the given opponent that it wins least against",
    "hardest_win_rate": "win rate against that one, on fresh games",
}
#: The columns of `champion_frame`.
CHAMPION_COLUMNS: Final[Mapping[str, str]] = {
    "island": "number of the search from nothing, from 1; 0 for the one that goes on from all",
    "generation": "generations before it, over all islands",
    "played": "games that had been played by then",
    "length": "as in the frontier",
    "text": "what the rule says",
    "games": "fresh games against the given opponents, both seat orders together",
    "win_rate": "mean win rate over the given opponents, on fresh games",
    "standard_error": "standard error of win_rate",
    "low": "lower end of win_rate's interval, for this rule alone",
    "high": "upper end of win_rate's interval",
    "level": "level of the interval",
}


def frontier_frame(evolution: Evolution) -> pd.DataFrame:
    """Return one row a rule of the frontier, the shortest first.

    Returns
    -------
    DataFrame
        The columns of `FRONTIER_COLUMNS`: ``rule, text, hardest`` (str); ``length, games``
        (int64); ``result`` (bool); the others float64.
    """
    against = evolution.pool_scores.by_opponent
    rows = []
    for k, rule in enumerate(evolution.frontier):
        hardest = int(against[k].argmin())
        rows.append(
            {
                "length": length(rule),
                "rule": rule.name,
                "text": describe(rule, separator="; "),
                "result": k == evolution.winner,
                "win_rate_when_chosen": float(evolution.chosen.mean[k]),
                **_score(evolution.fresh, k, evolution.level),
                "pool_win_rate": float(np.mean(against[k])),
                "hardest": evolution.pool[hardest].name,
                "hardest_win_rate": float(against[k][hardest]),
            }
        )
    return pd.DataFrame(rows)[list(FRONTIER_COLUMNS)]


def length_frame(scores: Scores, *, within: float, level: float = 0.95) -> pd.DataFrame:
    """Return one row a rule of some scores, in their order: what its length is worth.

    Parameters
    ----------
    scores : Scores
    within : float
        Share of the games that a shorter rule may cost; the result is the shortest such.
    level : float
        Of every interval.

    Returns
    -------
    DataFrame
        Those columns of `FRONTIER_COLUMNS` that speak of the games at hand; `games` and `win_rate`
        are over all opponents.
    """
    lengths, mean = list(map(length, scores.rules)), scores.mean
    enough = [n for n, rate in zip(lengths, mean, strict=True) if rate >= mean.max() - within]
    rows = []
    for k, rule in enumerate(scores.rules):
        hardest = int(scores.by_opponent[k].argmin())
        rows.append(
            {
                "length": lengths[k],
                "rule": rule.name,
                "text": describe(rule, separator="; "),
                "result": lengths[k] == min(enough) and bool(mean[k] >= mean.max() - within),
                **_score(scores, k, level),
                "hardest": scores.panel[hardest].name,
                "hardest_win_rate": float(scores.by_opponent[k][hardest]),
            }
        )
    return pd.DataFrame(rows)


def champion_frame(evolution: Evolution) -> pd.DataFrame:
    """Return one row a champion: the best rule of some island at some time.

    Returns
    -------
    DataFrame
        The columns of `CHAMPION_COLUMNS`: ``text`` (str); ``island, generation, played, length,
        games`` (int64); the others float64.
    """
    rows = [
        {
            "island": champion.island,
            "generation": champion.generation,
            "played": champion.games,
            "length": length(champion.rule),
            "text": describe(champion.rule, separator="; "),
            **_score(evolution.champion_scores, k, evolution.level),
        }
        for k, champion in enumerate(evolution.champions)
    ]
    return pd.DataFrame(rows)[list(CHAMPION_COLUMNS)]


def _score(scores: Scores, index: int, level: float) -> dict[str, Any]:
    estimate = scores.estimate(index, level)
    return {
        "games": scores.games,
        "win_rate": estimate.value,
        "standard_error": estimate.standard_error,
        "low": estimate.low,
        "high": estimate.high,
        "level": level,
    }
