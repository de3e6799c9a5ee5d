"""Distributions as frames: game length, VP, margin, and why games ended."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from analysis.questions.duel import Duel
from fastsim.play.results import END_REASONS, Tally
from fastsim.rules.describe import digest


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
