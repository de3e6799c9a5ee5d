"""Numbers as printed tables and sentences show them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from analysis.report import words
from analysis.statistics import format_with_error
from analysis.statistics.estimate import two_sided_z


def rate_with_error(row: Mapping[Any, Any]) -> str:
    """Return a win rate with the longer arm of its interval, which a rate of 100 % has, too."""
    arm = max(row["high"] - row["win_rate"], row["win_rate"] - row["low"])
    return format_with_error(row["win_rate"], arm / two_sided_z(row["level"]), percent=True)


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
