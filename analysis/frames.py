"""Results as tidy pandas frames: the one place that names columns."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from analysis.duel import Duel, order_summary
from analysis.sweep import Sweep
from fastsim.results import END_REASONS, Tally


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
        One column a parameter; ``games`` (int64), ``win_rate, standard_error, low, high, p_value``
        (float64, of the template's rule, both orders), ``win_rate_first, win_rate_second``
        (float64, when moving first and second), ``wins, losses, shared`` (int64),
        ``undecided`` (bool: the interval holds 50 %), ``best`` (bool: the highest win rate),
        ``may_be_best`` (bool: cannot be told from the best), ``shortfall`` (float64: the best win
        rate less this one).
    """
    best = sweep.best()
    rows = []
    for index, point in enumerate(sweep.points):
        parameters = {
            name: value if isinstance(value, int) else float(value) for name, value in point.items()
        }
        row = parameters | win_rate_row(sweep.cell(index))
        row["undecided"] = row["low"] <= 0.5 <= row["high"]
        row["best"] = index == best.best
        row["may_be_best"] = bool(best.members[index])
        row["shortfall"] = float(best.shortfall[index])
        rows.append(row)
    return pd.DataFrame(rows)


def distribution_frame(duel: Duel) -> pd.DataFrame:
    """Return the distributions of game length, VP and margin.

    Returns
    -------
    DataFrame
        ``first`` (name of the rule that moved first), ``quantity`` ("turns", "vp", "margin"),
        ``rule`` (whose VP or margin; empty for turns), ``value`` (int64), ``games`` (int64),
        ``share`` (float64, of the games of that order). Values that never occurred are left out.
    """
    rows: list[dict[str, Any]] = []
    for tally in (duel.a_first, duel.b_first):
        rows += _histogram(tally, "turns", "", tally.turns, np.arange(len(tally.turns)))
        for seat, rule in enumerate(tally.rules):
            rows += _histogram(tally, "vp", rule.name, tally.vp[seat], tally.vp_values)
            rows += _histogram(tally, "margin", rule.name, tally.margin[seat], tally.margin_values)
    return pd.DataFrame(rows)


def _histogram(
    tally: Tally,
    quantity: str,
    rule: str,
    counts: np.ndarray[Any, np.dtype[np.int64]],
    values: np.ndarray[Any, np.dtype[np.int64]],
) -> list[dict[str, Any]]:
    return [
        {
            "first": tally.rules[0].name,
            "quantity": quantity,
            "rule": rule,
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
        for tally in (duel.a_first, duel.b_first)
        for reason, n in zip(END_REASONS, tally.ended, strict=True)
    ]
    return pd.DataFrame(rows)
