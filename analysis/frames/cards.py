"""Studies of single cards as frames: one row a card and number of copies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pandas as pd

from analysis.questions.one_card import COUNT, CardStudy
from analysis.statistics import holm

#: The columns of `card_frame`.
CARD_COLUMNS: Final[Mapping[str, str]] = {
    "card": "name of the card",
    "cost": "its cost, in coins",
    "copies": "how many of it are bought at most",
    "place": "name of the template, which says where the card stands in the money rule",
    "parameters": "values of the template's other parameters",
    "against": "name of the opponent",
    "variants": "variants of the card that were tried, all numbers of copies together",
    "selected": "win rate in the games that chose this variant, which flatter it",
    "games": "fresh games, half in each seat order",
    "win_rate": "win rate in the fresh games; a shared victory is half a win",
    "standard_error": "standard error of win_rate",
    "low": "lower end of win_rate's interval, for this row alone",
    "high": "upper end of win_rate's interval",
    "level": "level of the interval, and of significant",
    "p_value": "two-sided p-value of win_rate against 0.5, for this row alone",
    "best": "whether the selection games chose this number of copies",
    "p_adjusted": "p_value after Holm's correction for the number of cards; nan but for the best",
    "significant": "whether p_adjusted is at most 1 - level",
}


def card_frame(study: CardStudy) -> pd.DataFrame:
    """Return one row a card and number of copies, cards in the order of the study.

    Returns
    -------
    DataFrame
        The columns of `CARD_COLUMNS`: ``card, place, parameters, against`` (str); ``best,
        significant`` (bool); ``cost, copies, variants, games`` (int64); the others float64.
    """
    rows: list[dict[str, Any]] = []
    for result in study.results:
        for copies in result.copies:
            rate, values = copies.duel.win_rate, copies.variant.values
            rows.append(
                {
                    "card": result.card.name,
                    "cost": result.card.cost,
                    "copies": int(values[COUNT]),
                    "place": copies.variant.template,
                    "parameters": ", ".join(
                        f"{name} = {float(value):.12g}"
                        for name, value in values.items()
                        if name != COUNT
                    ),
                    "against": study.against.name,
                    "variants": result.variants,
                    "selected": copies.selected.value,
                    "games": copies.duel.games,
                    "win_rate": rate.value,
                    "standard_error": rate.standard_error,
                    "low": rate.low,
                    "high": rate.high,
                    "level": rate.level,
                    "p_value": copies.duel.p_value,
                    "best": copies is result.best,
                    "p_adjusted": float("nan"),
                }
            )
    frame = pd.DataFrame(rows)
    best = frame["best"]
    frame.loc[best, "p_adjusted"] = holm(frame.loc[best, "p_value"].to_numpy())
    frame["significant"] = frame["p_adjusted"] <= 1 - frame["level"]
    return frame[list(CARD_COLUMNS)]
