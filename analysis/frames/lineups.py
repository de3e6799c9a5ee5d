"""Line-ups as frames: one row a rule, a rule and seat, or a line-up's member."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import pandas as pd

from analysis.questions.lineups import LineupResults
from analysis.statistics import Estimate
from analysis.statistics.estimate import FloatArray
from fastsim.play.results import Tally, histogram_mean

_RATE_COLUMNS: Final[Mapping[str, str]] = {
    "win_rate": "share of games won; a victory shared by j players counts 1/j",
    "standard_error": "standard error of win_rate, over game indices that all orders share",
    "low": "lower end of win_rate's interval, for this row alone",
    "high": "upper end of win_rate's interval",
    "level": "level of the interval",
}

#: The columns of `lineup_ranking_frame`.
LINEUP_RANKING_COLUMNS: Final[Mapping[str, str]] = {
    "rank": "place by win rate, from 1",
    "rule": "name of the rule",
    "lineups": "line-ups it played in",
    "games": "games of all of them, each in every seat order",
    **_RATE_COLUMNS,
    "may_be_best": "whether the rule cannot be told from the one with the highest win_rate",
    "best_rank": "the best rank that the rule may truly have",
    "worst_rank": "the worst rank that it may truly have",
    "group": "number of its group, from 1: each of a group is above each of all later groups",
}

#: The columns of `seat_frame`.
SEAT_COLUMNS: Final[Mapping[str, str]] = {
    "rule": "name of the rule; empty for all rules together",
    "seat": "1 for who moves first, 2 for the next, ...",
    "games": "games of the rule in that seat",
    **_RATE_COLUMNS,
}

#: The columns of `lineup_frame`.
LINEUP_COLUMNS: Final[Mapping[str, str]] = {
    "lineup": "number of the line-up, from 1",
    "rules": "names of its rules",
    "rule": "name of the rule of this row",
    "games": "games of the line-up, all seat orders together",
    **_RATE_COLUMNS,
    "mean_vp": "mean victory points of the rule",
    "wins": "games that it won alone",
    "shared": "games whose victory it shared",
    "mean_turns": "mean length of the line-up's games, all players' turns together",
    "cut": "games of the line-up that were cut for being too long",
}


def lineup_ranking_frame(results: LineupResults) -> pd.DataFrame:
    """Return the rules by win rate, the highest first.

    Returns
    -------
    DataFrame
        The columns of `LINEUP_RANKING_COLUMNS`: ``rule`` (str); ``rank, lineups, games, best_rank,
        worst_rank, group`` (int64); ``may_be_best`` (bool); the others float64.
    """
    tally, ranking = results.tally, results.ranking
    group = {i: number for number, group in enumerate(ranking.groups, 1) for i in group}
    frame = pd.DataFrame(
        {
            "rule": [rule.name for rule in tally.rules],
            "lineups": [sum(rule in each.rules for each in tally.lineups) for rule in tally.rules],
            "games": tally.plays.sum(axis=1) * tally.games,
            **_rate_columns(results.win_rates),
            "may_be_best": results.may_be_best,
            "best_rank": ranking.best_rank,
            "worst_rank": ranking.worst_rank,
            "group": [group[i] for i in range(len(tally.rules))],
        }
    )
    frame = frame.iloc[ranking.order].reset_index(drop=True)
    frame.insert(0, "rank", np.arange(1, len(frame) + 1))
    return frame


def seat_frame(results: LineupResults) -> pd.DataFrame:
    """Return the win rate of each rule in each seat, and of each seat.

    Returns
    -------
    DataFrame
        The columns of `SEAT_COLUMNS`: ``rule`` (str); ``seat, games`` (int64); the others float64.
        The seats of all rules together come last.
    """
    plays = results.tally.plays
    seats = np.arange(1, plays.shape[1] + 1)
    names = [rule.name for rule in results.rules]
    by_rule = pd.DataFrame(
        {
            "rule": np.repeat(names, len(seats)),
            "seat": np.tile(seats, len(names)),
            "games": plays.ravel() * results.tally.games,
            **_rate_columns(results.by_seat),
        }
    )
    together = pd.DataFrame(
        {
            "rule": "",
            "seat": seats,
            "games": plays.sum(axis=0) * results.tally.games,
            **_rate_columns(results.seats),
        }
    )
    return pd.concat([by_rule, together], ignore_index=True)


def lineup_frame(results: LineupResults) -> pd.DataFrame:
    """Return one row a member of each line-up.

    Returns
    -------
    DataFrame
        The columns of `LINEUP_COLUMNS`: ``rules, rule`` (str); ``lineup, games, wins, shared, cut``
        (int64); the others float64.
    """
    rows = []
    for number, (lineup, tallies) in enumerate(
        zip(results.tally.lineups, results.tally.tallies, strict=True)
    ):
        rates = _rate_columns(results.of_lineup(number))
        games = sum(tally.games for tally in tallies)
        turns = np.sum([tally.turns for tally in tallies], axis=0)
        head = {
            "lineup": number + 1,
            "rules": ", ".join(rule.name for rule in lineup.rules),
        }
        tail = {
            "mean_turns": histogram_mean(turns, np.arange(len(turns))),
            "cut": sum(int(tally.ended[2]) for tally in tallies),
        }
        for k, rule in enumerate(lineup.members):
            seats = [(t, s) for t in tallies for s, other in enumerate(t.rules) if other == rule]
            own = {
                "rule": rule.name,
                "games": games,
                **{name: float(np.broadcast_to(x, len(lineup.members))[k])
                   for name, x in rates.items()},
                "mean_vp": _mean_vp(seats),
                "wins": sum(int(tally.wins[seat]) for tally, seat in seats),
                "shared": sum(int(tally.shared[seat]) for tally, seat in seats),
            }  # fmt: skip
            rows.append(head | own | tail)
    return pd.DataFrame(rows)[list(LINEUP_COLUMNS)]


def game_summary(results: LineupResults) -> dict[str, Any]:
    """Return what all games have in common, as plain values.

    Returns
    -------
    dict
        ``games, shared, cut, ended_provinces, ended_piles`` (int; ``shared``: games whose victory
        was shared), ``mean_turns`` (float, all players' turns together).
    """
    tallies = list(itertools.chain(*results.tally.tallies))
    turns = np.sum([tally.turns for tally in tallies], axis=0)
    ended = np.sum([tally.ended for tally in tallies], axis=0)
    return {
        "games": results.games,
        "shared": sum(int(tally.outcomes.sum() - tally.wins.sum()) for tally in tallies),
        "mean_turns": histogram_mean(turns, np.arange(len(turns))),
        "ended_provinces": int(ended[0]),
        "ended_piles": int(ended[1]),
        "cut": int(ended[2]),
    }


def _rate_columns(rates: Estimate[FloatArray]) -> dict[str, FloatArray | float]:
    """Return estimates under their column names."""
    return {
        "win_rate": np.ravel(rates.value),
        "standard_error": np.ravel(rates.standard_error),
        "low": np.ravel(rates.low),
        "high": np.ravel(rates.high),
        "level": rates.level,
    }


def _mean_vp(seats: Sequence[tuple[Tally, int]]) -> float:
    counts = np.sum([tally.vp[seat] for tally, seat in seats], axis=0)
    return histogram_mean(counts, seats[0][0].vp_values)
