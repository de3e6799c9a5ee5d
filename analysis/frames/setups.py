"""Matchups in several setups as frames: one row a matchup and setup."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import pandas as pd

from analysis.questions.duel import scores
from analysis.questions.setups import Settings, decided
from analysis.statistics import Estimate, histogram_shape
from analysis.statistics import win_rate as score_rate
from fastsim.game.setup import GameSetup
from fastsim.play.results import END_REASONS, Tally
from fastsim.rules.model import BuyRule

#: The columns of `settings_frame`.
SETTINGS_COLUMNS: Final[Mapping[str, str]] = {
    "setup": "name of the setup",
    "buy": "mandatory or optional",
    "tie": "second or fewer_turns",
    "a": "name of rule a; of a rule against itself, the player who moves first",
    "b": "name of rule b; of a rule against itself, the other player",
    "mirror": "whether both are the same rule",
    "games": "games of the matchup, half in each seat order unless it is a mirror",
    "win_rate": "share of games that a won; a shared victory is half a win",
    "standard_error": "standard error of win_rate",
    "low": "lower end of win_rate's interval",
    "high": "upper end of win_rate's interval",
    "level": "level of the interval",
    "points_a": "games in which a had more victory points",
    "tie_a": "games with equal points that the tie rule gave to a",
    "shared": "games with equal points whose victory was shared",
    "tie_b": "games with equal points that the tie rule gave to b",
    "points_b": "games in which b had more victory points",
    "first_mover": "win rate of whoever moves first, over both seat orders",
    "mean_turns": "mean length of a game, both players' turns together",
    "turns_error": "standard error of mean_turns",
    "cut": "games that were cut for being too long",
}


def settings_frame(settings: Settings) -> pd.DataFrame:
    """Return one row a matchup and setup: mirrors before pairs, all setups of one together.

    Returns
    -------
    DataFrame
        The columns of `SETTINGS_COLUMNS`: ``setup, buy, tie, a, b`` (str); ``mirror`` (bool);
        ``win_rate, standard_error, low, high, level, first_mover, mean_turns, turns_error``
        (float64); the others int64. ``points_a, tie_a, shared, tie_b, points_b`` sum to ``games``.
    """
    rows = []
    for mirrors in zip(*settings.mirrors, strict=True):
        for setup, tally in zip(settings.setups, mirrors, strict=True):
            rate = score_rate(scores(tally, 0), level=settings.level)
            rows.append(_settings_row(setup, tally.rules, (tally,), rate, rate.value))
    for duels in zip(*settings.duels, strict=True):
        for setup, duel in zip(settings.setups, duels, strict=True):
            orders, mover = (duel.a_first, duel.b_first), duel.first_player_effect.first_mover
            rows.append(
                _settings_row(setup, duel.a_first.rules, orders, duel.win_rate, mover.value)
            )
    return pd.DataFrame(rows, columns=list(SETTINGS_COLUMNS))


def _settings_row(
    setup: GameSetup,
    rules: Sequence[BuyRule],
    orders: Sequence[Tally],
    rate: Estimate[float],
    first_mover: float,
) -> dict[str, Any]:
    """Return a row of one matchup: games with a moving first and, but for a mirror, second."""
    how = decided(orders[0])
    for order in orders[1:]:
        how += decided(order).reversed
    turns = np.sum([order.turns for order in orders], axis=0)
    length = histogram_shape(turns).mean
    return {
        "setup": setup.name,
        "buy": str(setup.buy),
        "tie": str(setup.tie),
        "a": rules[0].name,
        "b": rules[1].name,
        "mirror": len(orders) == 1,
        "games": sum(order.games for order in orders),
        "win_rate": rate.value,
        "standard_error": rate.standard_error,
        "low": rate.low,
        "high": rate.high,
        "level": rate.level,
        "points_a": how.points_a,
        "tie_a": how.tie_a,
        "shared": how.shared,
        "tie_b": how.tie_b,
        "points_b": how.points_b,
        "first_mover": first_mover,
        "mean_turns": length.value,
        "turns_error": length.standard_error,
        "cut": sum(int(order.ended[END_REASONS.index("cut")]) for order in orders),
    }
