"""Tournaments as frames: one row an ordered pair, or one a rule."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Final

import numpy as np
import pandas as pd

from analysis.frames.matchups import win_rate_row
from analysis.questions.standings import standings
from analysis.questions.tournament import Tournament
from analysis.statistics import holm
from fastsim.play.matchups import MatchupTally

#: The columns of `tournament_frame`.
TOURNAMENT_COLUMNS: Final[Mapping[str, str]] = {
    "rule": "name of the rule",
    "opponent": "name of the rule it played",
    "games": "games of the pair, half with the rule moving first, half with it second",
    "win_rate": "share of those games that the rule won; a shared victory is half a win",
    "standard_error": "standard error of win_rate",
    "low": "lower end of win_rate's interval, for this pair alone",
    "high": "upper end of win_rate's interval",
    "level": "level of the interval; of significant; and of beats, for all pairs together",
    "p_value": "two-sided p-value of win_rate against 0.5, for this pair alone",
    "p_adjusted": "the same after Holm's correction for the number of pairs",
    "significant": "whether p_adjusted is at most 1 - level",
    "beats": "whether the rule is shown to beat the opponent, after Holm over both directions",
    "expected": "win rate that the Bradley-Terry strengths imply",
    "win_rate_first": "win rate of the games in which the rule moved first",
    "win_rate_second": "win rate of the games in which it moved second",
    "wins": "games that the rule won alone",
    "losses": "games that the opponent won alone",
    "shared": "games whose victory was shared",
}


#: The columns of `ranking_frame`.
RANKING_COLUMNS: Final[Mapping[str, str]] = {
    "rank": "place by mean win rate, from 1",
    "rule": "name of the rule",
    "opponents": "rules it played",
    "games": "games against all of them",
    "win_rate": "mean over opponents of the win rate; a shared victory is half a win",
    "standard_error": "standard error of win_rate, from the covariance over common games",
    "low": "lower end of win_rate's interval, for this rule alone",
    "high": "upper end of win_rate's interval",
    "level": "level of each interval; of all ranks and groups together; and of may_be_best",
    "may_be_best": "whether the rule cannot be told from the one with the highest win_rate",
    "best_rank": "the best rank that the rule may truly have",
    "worst_rank": "the worst rank that it may truly have",
    "group": "number of its group, from 1: each of a group is above each of all later groups",
    "strength": "Bradley-Terry strength s: wins 1 / (1 + exp(t - s)) against strength t; mean 0",
    "strength_error": "standard error of strength, from the covariance over common games",
    "strength_low": "lower end of strength's interval, for this rule alone",
    "strength_high": "upper end of strength's interval",
}


def tournament_frame(tournament: Tournament) -> pd.DataFrame:
    """Return one row an ordered pair of rules: all opponents of the first rule, and so on.

    Returns
    -------
    DataFrame
        The columns of `TOURNAMENT_COLUMNS`: ``rule, opponent`` (str); ``games, wins, losses,
        shared`` (int64); ``significant, beats`` (bool); the others float64. ``expected`` is nan
        where no strengths tell.
    """
    adjusted = dict(
        zip(tournament.pairs, holm([duel.p_value for duel in tournament.duels]), strict=True)
    )
    expected = tournament.standings.strengths.win_rates()
    rows = []
    for i, j in itertools.permutations(range(len(tournament.rules)), 2):
        p_adjusted = float(adjusted[min(i, j), max(i, j)])
        rows.append(
            {"rule": tournament.rules[i].name, "opponent": tournament.rules[j].name}
            | win_rate_row(tournament.duel(i, j))
            | {
                "p_adjusted": p_adjusted,
                "significant": p_adjusted <= 1 - tournament.level,
                "beats": bool(tournament.beats[i, j]),
                "expected": float(expected[i, j]),
            }
        )
    return pd.DataFrame(rows)[list(TOURNAMENT_COLUMNS)]


def ranking_frame(tally: MatchupTally, *, level: float = 0.95) -> pd.DataFrame:
    """Return the rules of a tournament by their mean win rate, the highest first.

    Parameters
    ----------
    tally : MatchupTally
        With its products; no rule plays itself, and no pair meets twice.
    level : float
        Of the intervals, of the ranking, and of the set of rules that may be best.

    Returns
    -------
    DataFrame
        The columns of `RANKING_COLUMNS`: ``rule`` (str); ``rank, opponents, games, best_rank,
        worst_rank, group`` (int64); ``may_be_best`` (bool); the others float64. See
        `analysis.statistics.rank` for what ranks and groups promise, and
        `analysis.statistics.bradley_terry` for strengths that are infinite or nan.
    """
    found = standings(tally, level=level)
    rate, strength, ranking = found.win_rate, found.strengths.estimate, found.ranking
    group = {i: number for number, group in enumerate(ranking.groups, 1) for i in group}
    frame = pd.DataFrame(
        {
            "rule": found.names,
            "opponents": found.opponents,
            "games": 2 * tally.games * found.opponents,
            "win_rate": rate.value,
            "standard_error": rate.standard_error,
            "low": rate.low,
            "high": rate.high,
            "level": level,
            "may_be_best": found.may_be_best,
            "best_rank": ranking.best_rank,
            "worst_rank": ranking.worst_rank,
            "group": [group[i] for i in range(len(found.names))],
            "strength": strength.value,
            "strength_error": strength.standard_error,
            "strength_low": strength.low,
            "strength_high": strength.high,
        }
    )
    frame = frame.iloc[ranking.order].reset_index(drop=True)
    frame.insert(0, "rank", np.arange(1, len(frame) + 1))
    return frame
