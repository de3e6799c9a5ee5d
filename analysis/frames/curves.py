"""Curves as frames: one row a rule, seat, turn and quantity."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any, Final

import numpy as np
import pandas as pd

from analysis.questions.curves import SEATS, Curves, PlayerCurves
from analysis.statistics import summarise_rows
from fastsim.cards import SIX_CARDS

#: Quantiles of `curve_frame`, by column.
_QUANTILES: Final = {"q05": 0.05, "q25": 0.25, "q50": 0.5, "q75": 0.75, "q95": 0.95}


#: What is bought in a turn without a buy.
NOTHING: Final = "nothing"


_TURN_COLUMNS: Final[Mapping[str, str]] = {
    "player": "A or B: the rule's place in the matchup",
    "rule": "name of the rule",
    "seat": "where the rule sat: 1 moving first, 2 moving second, 0 both orders together",
    "turn": "the player's own turn, from 1",
    "observed": "games observed",
    "games": "games among them in which the player took this turn",
}


#: The columns of `curve_frame`.
CURVE_COLUMNS: Final[Mapping[str, str]] = {
    **_TURN_COLUMNS,
    "quantity": "money: coins in hand; vp, own(C): VP and cards owned, after the turn's buy",
    "mean": "mean of the quantity over the games that took this turn",
    "standard_error": "standard error of mean, as of independent games; nan for a single one",
    "q05": "smallest value that at least 5 % of those games do not exceed",
    "q25": "likewise 25 %",
    "q50": "likewise 50 %: the median",
    "q75": "likewise 75 %",
    "q95": "likewise 95 %",
}


#: The columns of `buy_frame`.
BUY_COLUMNS: Final[Mapping[str, str]] = {
    **_TURN_COLUMNS,
    "bought": f"name of a card, or {NOTHING!r} for a turn without a buy",
    "buys": "games in which this turn bought it",
    "share": "buys / games",
    "standard_error": "standard error of share, as of independent games",
}


def curve_frame(curves: Curves) -> pd.DataFrame:
    """Return money, VP and cards owned by turn: one row a player, seat, turn and quantity.

    Turns that no game reached are left out; so is player B when a rule plays itself.

    Returns
    -------
    DataFrame
        The columns of `CURVE_COLUMNS`: ``player, rule, quantity`` (str); ``mean, standard_error``
        (float64); the others int64.
    """
    lowest = curves.setup.vp_range[0]
    parts = []
    for head, seen, turns in _by_seat(curves):
        histograms = {"money": (seen.money, 0), "vp": (seen.vp, lowest)}
        for column, card in enumerate(SIX_CARDS):
            if card in curves.setup.in_game:
                histograms[f"own({card})"] = (seen.owned[:, column], 0)
        for quantity, (counts, start) in histograms.items():
            rows = summarise_rows(
                counts[: len(turns)], np.array(list(_QUANTILES.values())), start=start
            )
            quantiles = dict(zip(_QUANTILES, rows.quantiles.T, strict=True))
            spread = {"mean": rows.mean, "standard_error": rows.standard_error}
            parts.append(
                pd.DataFrame({"turn": turns, "games": rows.games, **spread, **quantiles}).assign(
                    **head, quantity=quantity
                )
            )
    return pd.concat(parts, ignore_index=True)[list(CURVE_COLUMNS)]


def buy_frame(curves: Curves) -> pd.DataFrame:
    """Return what is bought by turn: one row a player, seat, turn and card or pass.

    Turns that no game reached are left out; so is player B when a rule plays itself.

    Returns
    -------
    DataFrame
        The columns of `BUY_COLUMNS`: ``player, rule, bought`` (str); ``share, standard_error``
        (float64); the others int64. At each turn the shares sum to 1.
    """
    names = [*(card.name for card in SIX_CARDS), NOTHING]
    parts = []
    for head, seen, turns in _by_seat(curves):
        games = seen.going[: len(turns)]
        for column, name in enumerate(names):
            if name != NOTHING and SIX_CARDS[column] not in curves.setup.supply:
                continue
            buys = seen.buys[: len(turns), column]
            share = buys / games
            spread = {"share": share, "standard_error": np.sqrt(share * (1 - share) / games)}
            parts.append(
                pd.DataFrame({"turn": turns, "games": games, "buys": buys, **spread}).assign(
                    **head, bought=name
                )
            )
    return pd.concat(parts, ignore_index=True)[list(BUY_COLUMNS)]


def _by_seat(
    curves: Curves,
) -> Iterator[tuple[dict[str, Any], PlayerCurves, np.ndarray[Any, np.dtype[np.int64]]]]:
    """Yield each player in each seat: the columns that name it, what was seen, and the turns."""
    for player, seat in itertools.product(curves.players, SEATS):
        seen = curves.of(player, seat)
        head = {"player": player, "rule": seen.rule.name, "seat": seat, "observed": seen.observed}
        yield head, seen, np.arange(1, np.count_nonzero(seen.going) + 1)
