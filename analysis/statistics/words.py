"""Numbers as a sentence says them: no digit beyond what the games can tell."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from analysis.statistics import Estimate, decimals_to_show
from analysis.statistics.estimate import two_sided_z
from analysis.statistics.rounding import exact_figure
from fastsim.text.words import number_of

#: A space at which no line is broken.
_TIE = "\u00a0"
#: Decimals beyond which nobody reads: rules that play alike differ by nothing, however well known.
_MOST_DECIMALS = 3
_COUNTED = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
            "eleven", "twelve")  # fmt: skip


def percent(rate: Estimate[float]) -> str:
    """Return a share with its interval: "78.87 % (±0.18)", or its ends where they are lopsided."""
    value, interval = _parts(rate)
    return f"{value}{_TIE}% ({interval})"


def percent_of_games(rate: Estimate[float]) -> str:
    """Return "78.87 % of games (±0.18)"."""
    value, interval = _parts(rate)
    return f"{value}{_TIE}% of games ({interval})"


def plain_percent(share: float, decimals: int = 1) -> str:
    """Return a share without interval; never "0.0 %" or "100.0 %" for what is not exactly that."""
    text = f"{100 * share:.{decimals}f}"
    least = 10.0**-decimals
    if share > 0 and float(text) == 0:
        text = f"<{_TIE}{least:.{decimals}f}"
    elif share < 1 and float(text) == 100:
        text = f">{_TIE}{100 - least:.{decimals}f}"
    elif share in (0.0, 1.0):
        text = f"{float(text):.0f}"
    return f"{text}{_TIE}%"


def estimate(row: pd.Series, prefix: str = "win_rate") -> Estimate[float]:
    """Return the estimate in a row that has ``standard_error, low, high, level``."""
    return Estimate(
        float(row[prefix]),
        float(row["standard_error"]),
        float(row["low"]),
        float(row["high"]),
        float(row["level"]),
    )


def amount(value: Estimate[float]) -> str:
    """Return a quantity with its interval: "35.64 (±0.02)"."""
    shown, interval = _parts(value, 1.0)
    return f"{shown} ({interval})"


def p_value(p: float) -> str:
    """Return a p-value with two digits."""
    return f"<{_TIE}0.0001" if p < 1e-4 else f"{p:.2g}" if p < 0.995 else "1"


def counted(n: int, thing: str, things: str | None = None) -> str:
    """Return "one cell", "three cells", "28 pairs"."""
    shown = number_of(n, thing, things)
    return f"{_COUNTED[n]}{shown[len(str(n)) :]}" if 0 <= n < len(_COUNTED) else shown


def listed(items: Sequence[str]) -> str:
    """Return "a", "a and b", "a, b and c"."""
    *most, last = items
    return f"{', '.join(most)} and {last}" if most else last


def span(low: int, high: int) -> str:
    """Return "3 to 5", or "3" alone."""
    return f"{low}" if low == high else f"{low} to {high}"


def tied(text: str) -> str:
    """Return the text in one piece: no line is broken within it."""
    return text.replace(" ", _TIE)


def capital(text: str) -> str:
    """Return the text with a capital first letter."""
    return text[:1].upper() + text[1:]


def _parts(rate: Estimate[float], scale: float = 100.0) -> tuple[str, str]:
    """Return a number, and its interval as one reach or as two ends."""
    below, above = scale * (rate.value - rate.low), scale * (rate.high - rate.value)
    resolution = max(scale * rate.standard_error, (below + above) / (2 * two_sided_z(rate.level)))
    if resolution <= 0:
        return exact_figure(scale * rate.value), "exactly"
    decimals = min(max(0, decimals_to_show(resolution)), _MOST_DECIMALS)
    value = f"{round(scale * rate.value, decimals) + 0.0:.{decimals}f}"
    if abs(above - below) <= 0.2 * max(above, below):
        reach = f"{(above + below) / 2:.{decimals}f}"
        return value, f"±{reach}" if float(reach) else f"±<{_TIE}{10.0**-decimals:.{decimals}f}"
    low, high = (
        f"{round(scale * end, decimals) + 0.0:.{decimals}f}" for end in (rate.low, rate.high)
    )
    return value, f"{low} to {high}"
