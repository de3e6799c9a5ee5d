"""Searches as frames: one row a rule, and one row a rule on the lines through the best."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import pandas as pd

from analysis.questions.optimise.family import shown
from analysis.questions.optimise.search import Search
from analysis.statistics.estimate import two_sided_z

#: The columns of `search_frame` beside those of the parameters.
SEARCH_COLUMNS: Final[Mapping[str, str]] = {
    "rule": "text of the rule",
    "games": "selection games of the rule, half moving first, half second",
    "win_rate": "share of them that it won; a shared victory is half a win",
    "standard_error": "standard error of win_rate",
    "win_rate_first": "win rate of the games in which it moved first",
    "win_rate_second": "win rate of the games in which it moved second",
    "shortfall": "win rate of the best rule in play less this one, over the games that both played",
    "p_value": "adjusted p-value of 'this is the best rule of the family'",
    "may_be_best": "whether it cannot be told from the best rule at the search's level",
    "best": "whether it has the highest win rate of the rules in play last",
}
#: The columns of `line_frame` beside that of the parameter.
LINE_COLUMNS: Final[Mapping[str, str]] = {
    "against": "whom the rule played",
    "games": "fresh games of the rule, which chose nothing, half in each seat order",
    "win_rate": "share of them that it won; a shared victory is half a win",
    "standard_error": "standard error of win_rate",
    "low": "lower end of win_rate's interval",
    "high": "upper end of win_rate's interval",
    "level": "level of the interval",
    "win_rate_first": "win rate of the games in which it moved first",
    "win_rate_second": "win rate of the games in which it moved second",
    "shortfall": "win rate of the best rule less this one; below 0 where fresh games say otherwise",
    "shortfall_low": "lower end of shortfall's interval, over the games in common",
    "shortfall_high": "upper end of it",
    "undecided": "whether the interval of win_rate holds 0.5",
    "best": "whether this is the rule that the selection games chose",
}


def search_frame(search: Search) -> pd.DataFrame:
    """Return one row a rule of the family, the rules that may be best before the others.

    Returns
    -------
    DataFrame
        One column a parameter (int64, float64, or str for cards and orders), then those of
        `SEARCH_COLUMNS`: ``rule`` (str), ``games`` (int64), ``may_be_best, best`` (bool), the
        others float64. Highest win rate first within those that may be best, and then within the
        others by the games that they played: who left last comes first.
    """
    race = search.race
    frame = pd.DataFrame(
        [{name: shown(v) for name, v in point.items()} for point in search.family.points]
    )
    frame.columns = [column(str(name)) for name in frame.columns]
    known = {
        "rule": [rule.name for rule in search.family.rules],
        "games": race.games,
        "win_rate": race.win_rate,
        "standard_error": race.standard_error,
        "win_rate_first": race.win_rate_first,
        "win_rate_second": race.win_rate_second,
        "shortfall": race.shortfall,
        "p_value": race.p_value,
        "may_be_best": race.may_be_best,
        "best": np.arange(len(frame)) == race.best,
    }
    frame = frame.assign(**known)
    order = ["may_be_best", "games", "win_rate"]
    return frame.sort_values(order, ascending=False, kind="stable", ignore_index=True)


def line_frame(search: Search, parameter: str) -> pd.DataFrame:
    """Return the rules that differ from the best one in one parameter, over fresh games.

    Raises
    ------
    InvalidInput
        When the search was stopped before these games were played.

    Returns
    -------
    DataFrame
        A column of the parameter's name, then those of `LINE_COLUMNS`: ``against`` (str),
        ``games`` (int64), ``undecided, best`` (bool), the others float64.
    """
    places = search.on_lines
    means, covariance = search.scored.mean_and_covariance()
    winner, z = places.index(search.race.best), two_sided_z(search.race.level)
    rows: list[dict[str, Any]] = []
    for index in search.lines[parameter]:
        place = places.index(index)
        rate = search.scored.win_rate(place, search.race.level)
        first, second = search.scored.by_seat(place)
        shortfall = float(means[winner] - means[place])
        apart = covariance[winner, winner] + covariance[place, place]
        reach = z * float(np.sqrt(max(apart - 2 * covariance[winner, place], 0.0)))
        rows.append(
            {
                column(parameter): shown(search.family.points[index][parameter]),
                "against": search.opponents.name,
                "games": search.scored.games,
                "win_rate": rate.value,
                "standard_error": rate.standard_error,
                "low": rate.low,
                "high": rate.high,
                "level": rate.level,
                "win_rate_first": first.value,
                "win_rate_second": second.value,
                "shortfall": shortfall,
                "shortfall_low": shortfall - reach,
                "shortfall_high": shortfall + reach,
                "undecided": rate.low <= 0.5 <= rate.high,
                "best": index == search.race.best,
            }
        )
    return pd.DataFrame(rows)


def column(parameter: str) -> str:
    """Return the name of a parameter's column: with braces where it would be another column's."""
    taken = parameter in SEARCH_COLUMNS or parameter in LINE_COLUMNS
    return f"{{{parameter}}}" if taken else parameter
