"""Results as tidy pandas frames: the one place that names columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import pandas as pd

from analysis.duel import Duel, order_summary
from analysis.statistics import (
    holm,
    indistinguishable_from_best,
    mean_and_covariance,
    wilson,
)
from analysis.statistics.estimate import two_sided_z
from analysis.sweep import Sweep
from fastsim.matchups import MatchupTally
from fastsim.results import END_REASONS, Tally, histogram_mean
from fastsim.rules.describe import digest

#: The columns of `sweep_frame` beside those of the parameters.
SWEEP_COLUMNS: Final[Mapping[str, str]] = {
    "against": "name of the rule that every cell plays against",
    "games": "games of the cell, half with the cell's rule moving first, half with it second",
    "win_rate": "share of games that the cell's rule won; a shared victory is half a win",
    "standard_error": "standard error of win_rate",
    "low": "lower end of win_rate's interval",
    "high": "upper end of win_rate's interval",
    "level": "level of the interval, and of the set of cells that may be best",
    "p_value": "two-sided p-value of win_rate against 0.5, for this cell alone",
    "win_rate_first": "win rate of the games in which the cell's rule moved first",
    "win_rate_second": "win rate of the games in which it moved second",
    "wins": "games that the cell's rule won alone",
    "losses": "games that its opponent won alone",
    "shared": "games whose victory was shared",
    "undecided": "whether the interval holds 0.5",
    "best": "whether this cell has the highest win rate",
    "may_be_best": "whether this cell cannot be told from the best one at the level",
    "shortfall": "the highest win rate less this one",
}


def duel_frame(duel: Duel) -> pd.DataFrame:
    """Return one row a seat order.

    Returns
    -------
    DataFrame
        ``first``, ``second`` (rule names), ``games, wins_first, wins_second, shared, equal_vp``
        (int64), ``win_rate_first``, ``mean_turns, sd_turns`` (both players' turns together),
        ``mean_vp_first, mean_vp_second`` (float64), ``ended_provinces, ended_piles, cut`` (int64).
    """
    rows = []
    for tally in (duel.a_first, duel.b_first):
        summary = order_summary(tally)
        names = {"first": tally.rules[0].name, "second": tally.rules[1].name}
        rate = {"win_rate_first": float(tally.score[0]) / tally.games}
        rows.append(names | summary | rate)
    columns = [
        "first", "second", "games", "win_rate_first", "wins_first", "wins_second", "shared",
        "equal_vp", "mean_turns", "sd_turns", "mean_vp_first", "mean_vp_second",
        "ended_provinces", "ended_piles", "cut",
    ]  # fmt: skip
    return pd.DataFrame(rows)[columns]


def win_rate_row(duel: Duel) -> dict[str, Any]:
    """Return one matchup's win rate of rule a, with interval and by seat, under column names."""
    rate = duel.win_rate
    first, second = duel.by_seat
    return {
        "games": duel.games,
        "win_rate": rate.value,
        "standard_error": rate.standard_error,
        "low": rate.low,
        "high": rate.high,
        "level": rate.level,
        "p_value": duel.p_value,
        "win_rate_first": first.value,
        "win_rate_second": second.value,
        "wins": int(duel.a_first.wins[0] + duel.b_first.wins[1]),
        "losses": int(duel.a_first.wins[1] + duel.b_first.wins[0]),
        "shared": int(duel.a_first.shared[0] + duel.b_first.shared[0]),
    }


def sweep_frame(sweep: Sweep) -> pd.DataFrame:
    """Return one row a cell.

    Returns
    -------
    DataFrame
        One column a parameter (int64, float64 when a value is no whole number), then those of
        `SWEEP_COLUMNS`: ``against`` (str); ``games, wins, losses, shared`` (int64); ``undecided,
        best, may_be_best`` (bool); the others float64. A parameter of the same name as one of
        those has a column named with its braces, as in ``{games}``.
    """
    best = sweep.best()
    rows = []
    for index, point in enumerate(sweep.points):
        row: dict[str, Any] = {
            parameter_column(name): value if isinstance(value, int) else float(value)
            for name, value in point.items()
        }
        row["against"] = sweep.against.name
        row |= win_rate_row(sweep.cell(index))
        row["undecided"] = row["low"] <= 0.5 <= row["high"]
        row["best"] = index == best.best
        row["may_be_best"] = bool(best.members[index])
        row["shortfall"] = float(best.shortfall[index])
        rows.append(row)
    return pd.DataFrame(rows)


def parameter_column(parameter: str) -> str:
    """Return the name of a parameter's column in `sweep_frame`."""
    return f"{{{parameter}}}" if parameter in SWEEP_COLUMNS else parameter


def parameter_columns(frame: pd.DataFrame) -> list[str]:
    """Return the columns of a `sweep_frame` that hold parameters, in order."""
    return [name for name in frame.columns if name not in SWEEP_COLUMNS]


def comparison_frame(duels: Sequence[Duel]) -> pd.DataFrame:
    """Return one row a matchup; all of them are one family of tests.

    Returns
    -------
    DataFrame
        ``a``, ``b`` (rule names); ``games`` (int64); ``win_rate, standard_error, low, high,
        level, p_value, win_rate_first, win_rate_second`` (float64, of rule a: both orders, moving
        first, moving second); ``wins, losses, shared`` (int64, of rule a); ``p_adjusted``
        (float64, after Holm); ``significant`` (bool: p_adjusted at most 1 - level);
        ``first_mover, first_mover_low, first_mover_high`` (float64: win rate of whoever moves
        first, with interval); ``mean_turns`` (float64, both players' together), ``equal_vp,
        ended_provinces, ended_piles, cut`` (int64).
    """
    rows = []
    for duel in duels:
        orders = (duel.a_first, duel.b_first)
        mover = duel.first_player_effect.first_mover
        ended = duel.a_first.ended + duel.b_first.ended
        turns = duel.a_first.turns + duel.b_first.turns
        rows.append(
            {"a": duel.a.name, "b": duel.b.name}
            | win_rate_row(duel)
            | {
                "p_adjusted": 1.0,
                "significant": False,
                "first_mover": mover.value,
                "first_mover_low": mover.low,
                "first_mover_high": mover.high,
                "mean_turns": histogram_mean(turns, np.arange(len(turns))),
                "equal_vp": sum(tally.equal_vp for tally in orders),
            }
            | {name: int(n) for name, n in zip(_ENDED, ended, strict=True)}
        )
    frame = pd.DataFrame(rows)
    frame["p_adjusted"] = holm(frame["p_value"].to_numpy())
    frame["significant"] = frame["p_adjusted"] <= 1 - frame["level"]
    return frame


_ENDED: Final = ("ended_provinces", "ended_piles", "cut")


def ranking_frame(tally: MatchupTally, *, level: float = 0.95) -> pd.DataFrame:
    """Return the rules of a tournament by their mean win rate, the highest first.

    Parameters
    ----------
    tally : MatchupTally
        With its products; no rule plays itself, and no pair meets twice.
    level : float
        Of the intervals, and of the set of rules that may be best.

    Returns
    -------
    DataFrame
        ``rank`` (int64, from 1), ``rule`` (name), ``opponents`` (int64), ``games`` (int64),
        ``win_rate, standard_error, low, high, level`` (float64: the mean over opponents of the win
        rate; normal intervals, from the covariance over common games), ``may_be_best`` (bool:
        cannot be told from the best).
    """
    names = list(dict.fromkeys(rule.name for m in tally.matchups for rule in (m.a, m.b)))
    signs = np.zeros((len(names), len(tally.matchups)))
    for column, matchup in enumerate(tally.matchups):
        signs[names.index(matchup.a.name), column] = 1.0
        signs[names.index(matchup.b.name), column] = -1.0
    opponents = np.abs(signs).sum(axis=1)
    weights = signs / opponents[:, None]
    totals = np.array(
        [(x.score[0] + y.score[1]) / 2 for x, y in zip(tally.a_first, tally.b_first, strict=True)]
    )
    assert tally.products is not None  # a tournament has at most MAX_PAIRED matchups
    means, covariance = mean_and_covariance(totals, tally.products / 16, tally.games)
    rates = 0.5 + weights @ (means - 0.5)
    spread = weights @ covariance @ weights.T
    errors = np.sqrt(np.maximum(spread.diagonal(), 0.0))
    members = indistinguishable_from_best(rates, spread, level=level).members
    reach = two_sided_z(level) * errors
    frame = pd.DataFrame(
        {
            "rule": names,
            "opponents": opponents.astype(np.int64),
            "games": (2 * tally.games * opponents).astype(np.int64),
            "win_rate": rates,
            "standard_error": errors,
            "low": np.maximum(rates - reach, 0.0),
            "high": np.minimum(rates + reach, 1.0),
            "level": level,
            "may_be_best": members,
        }
    )
    frame = frame.sort_values("win_rate", ascending=False, kind="stable", ignore_index=True)
    frame.insert(0, "rank", np.arange(1, len(frame) + 1))
    return frame


def mirror_frame(tallies: Sequence[Tally], *, level: float = 0.95) -> pd.DataFrame:
    """Return what the first turn is worth to rules that play themselves, one row a rule.

    Returns
    -------
    DataFrame
        ``rule`` (name), ``games, wins_first, wins_second, shared, equal_vp`` (int64),
        ``first_wins, standard_error, low, high, level`` (float64: share of games won alone by
        whoever moved first, with Wilson's interval), ``mean_turns`` (float64, both players'
        together).
    """
    rows = []
    for tally in tallies:
        first = wilson(int(tally.wins[0]), tally.games, level=level)
        rows.append(
            {
                "rule": tally.rules[0].name,
                "games": tally.games,
                "wins_first": int(tally.wins[0]),
                "wins_second": int(tally.wins[1]),
                "shared": int(tally.shared[0]),
                "equal_vp": tally.equal_vp,
                "first_wins": first.value,
                "standard_error": first.standard_error,
                "low": first.low,
                "high": first.high,
                "level": level,
                "mean_turns": histogram_mean(tally.turns, np.arange(len(tally.turns))),
            }
        )
    return pd.DataFrame(rows)


def distribution_frame(duel: Duel) -> pd.DataFrame:
    """Return the distributions of game length, VP and margin.

    Returns
    -------
    DataFrame
        ``first`` (name of the rule that moved first), ``quantity`` ("turns", "vp", "margin"),
        ``rule`` (whose VP or margin; empty for turns), ``seat`` (int64: where that rule sat, 1
        for who moved first; 0 for turns), ``value`` (int64), ``games`` (int64), ``share``
        (float64, of the games of that order). Values that never occurred are left out. A rule
        against itself has one order only: both are the same games.
    """
    rows: list[dict[str, Any]] = []
    for tally in _orders(duel):
        rows += _histogram(tally, "turns", "", 0, tally.turns, np.arange(len(tally.turns)))
        for seat, rule in enumerate(tally.rules):
            vp, margin = tally.vp[seat], tally.margin[seat]
            rows += _histogram(tally, "vp", rule.name, seat + 1, vp, tally.vp_values)
            rows += _histogram(tally, "margin", rule.name, seat + 1, margin, tally.margin_values)
    return pd.DataFrame(rows)


def _orders(duel: Duel) -> tuple[Tally, ...]:
    """Return the tallies of both seat orders, or the one there is of a rule against itself."""
    same = digest(duel.a) == digest(duel.b)
    return (duel.a_first,) if same else (duel.a_first, duel.b_first)


def _histogram(
    tally: Tally,
    quantity: str,
    rule: str,
    seat: int,
    counts: np.ndarray[Any, np.dtype[np.int64]],
    values: np.ndarray[Any, np.dtype[np.int64]],
) -> list[dict[str, Any]]:
    return [
        {
            "first": tally.rules[0].name,
            "quantity": quantity,
            "rule": rule,
            "seat": seat,
            "value": int(values[k]),
            "games": int(counts[k]),
            "share": int(counts[k]) / tally.games,
        }
        for k in np.flatnonzero(counts)
    ]


def end_frame(duel: Duel) -> pd.DataFrame:
    """Return why games ended: ``first``, ``end`` (see `END_REASONS`), ``games``, ``share``."""
    rows = [
        {
            "first": tally.rules[0].name,
            "end": reason,
            "games": int(n),
            "share": int(n) / tally.games,
        }
        for tally in _orders(duel)
        for reason, n in zip(END_REASONS, tally.ended, strict=True)
    ]
    return pd.DataFrame(rows)
