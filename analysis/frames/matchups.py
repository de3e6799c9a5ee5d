"""Matchups as frames: one row a seat order, or one a matchup."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import pandas as pd

from analysis.questions.duel import Duel, order_summary
from analysis.statistics import holm, wilson
from fastsim.play.results import Tally, histogram_mean

_ENDED: Final = ("ended_provinces", "ended_piles", "cut")


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


def convergence_frame(duels: Sequence[Duel]) -> pd.DataFrame:
    """Return one row a look at a matchup (see `analysis.questions.convergence.converge`).

    Returns
    -------
    DataFrame
        ``a``, ``b`` (rule names), ``games`` (int64, so far), ``win_rate, standard_error, low,
        high`` (float64, of a over both seat orders), ``level`` (float64).
    """
    rows = [
        {
            "a": duel.a.name,
            "b": duel.b.name,
            "games": duel.games,
            "win_rate": duel.win_rate.value,
            "standard_error": duel.win_rate.standard_error,
            "low": duel.win_rate.low,
            "high": duel.win_rate.high,
            "level": duel.level,
        }
        for duel in duels
    ]
    return pd.DataFrame(rows)


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
