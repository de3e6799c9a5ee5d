"""Numbers as printed tables and sentences show them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from analysis.questions.optimise.race import Race
from analysis.statistics import Estimate, format_with_error, words
from analysis.statistics.estimate import two_sided_z


def rate_with_error(row: Mapping[Any, Any]) -> str:
    """Return a win rate with the longer arm of its interval, which a rate of 100 % has, too."""
    arm = max(row["high"] - row["win_rate"], row["win_rate"] - row["low"])
    return format_with_error(row["win_rate"], arm / two_sided_z(row["level"]), percent=True)


def with_error(estimate: Estimate[float], level: float | None = None) -> str:
    """Return a rate with its error at a level, that of its interval when not given.

    Half of the games without any spread is what a rule wins against itself, exactly. Other games
    that show none are no certainty: that all went one way is said, and else the error is what the
    interval says.
    """
    reach = max(estimate.high - estimate.value, estimate.value - estimate.low)
    error = estimate.standard_error
    if error == 0 and estimate.value != 0.5:
        error = reach / two_sided_z(estimate.level)
    return _rate(estimate.value, error, level or estimate.level)


def row_with_error(row: Mapping[Any, Any], level: float | None = None) -> str:
    """Return the win rate of a frame's row as `with_error`."""
    names = ("win_rate", "standard_error", "low", "high", "level")
    return with_error(Estimate(*(float(row[name]) for name in names)), level)


def raced(race: Race, rule: int) -> str:
    """Return a rule's win rate in a race with its error, at 95 %."""
    return _rate(float(race.win_rate[rule]), float(race.standard_error[rule]), 0.95)


def possible_ranks(row: Mapping[Any, Any]) -> str:
    """Return the ranks that a rule may truly have."""
    return words.span(row["best_rank"], row["worst_rank"])


def share(value: float, decimals: int = 1) -> str:
    """Return a share without interval: "33.3 %"."""
    return words.plain_percent(value, decimals).replace("\u00a0", " ")


def p_value(p: float) -> str:
    """Return "p = 0.012", or "p < 0.0001"."""
    text = words.p_value(p).replace("\u00a0", " ")
    return f"p {text}" if text.startswith("<") else f"p = {text}"


def _rate(rate: float, error: float, level: float) -> str:
    if rate in (0, 1):
        return "100 % (all)" if rate else "0 % (none)"
    return format_with_error(rate, error, level=level, percent=True)
