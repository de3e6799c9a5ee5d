"""Equilibria as frames: the mixtures, the path to them, and what rules make of each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import pandas as pd

from analysis.questions.optimise.solution import Solution

#: The columns of `mixture_frame`.
MIXTURE_COLUMNS: Final[Mapping[str, str]] = {
    "rule": "text of the rule, or the name of a given one",
    "values": "the family's parameters that make it",
    "first": "weight when moving first",
    "first_support": "share of resampled games in whose equilibrium it has a weight moving first",
    "first_low": "2.5 % quantile of that weight over resampled games",
    "first_high": "97.5 % quantile of it",
    "second": "weight when moving second",
    "second_support": "share of resampled games in whose equilibrium it has a weight then",
    "second_low": "2.5 % quantile of that weight over resampled games",
    "second_high": "97.5 % quantile of it",
    "symmetric": "weight in the equilibrium of rules that do not differ by seat",
}
#: The columns of `path_frame`.
PATH_COLUMNS: Final[Mapping[str, str]] = {
    "step": "number of the step, from 1",
    "rules": "rules known",
    "cell_games": "games of each pair of them, in either order",
    "value": "win rate of the first mover in the equilibrium of their game",
    "answer_first": "what was found to do best moving first",
    "answer_second": "what was found to do best moving second",
    "new": "how many of the two answers were not known",
    "exploitability": "by how much the answers win more than half, both seats together",
    "low": "lower end of its interval, over games that chose neither mixtures nor answers",
    "high": "upper end of it",
    "games": "games played so far, for all purposes",
}
#: The columns of `payoff_frame`.
PAYOFF_COLUMNS: Final[Mapping[str, str]] = {
    "first": "the rule that moves first",
    "second": "the rule that moves second",
    "games": "games of this pair in this order",
    "win_rate_first": "share that the first mover won; a shared victory is half a win",
    "standard_error": "its standard error, from the spread between batches",
}


def mixture_frame(solution: Solution) -> pd.DataFrame:
    """Return one row a rule that is known, the greatest weights first.

    Returns
    -------
    DataFrame
        The columns of `MIXTURE_COLUMNS`: ``rule, values`` (str), the others float64.
    """
    rules = solution.payoffs.rules
    columns: dict[str, Any] = {
        "rule": [rule.name for rule in rules],
        "values": [solution.family.label(rule) for rule in rules],
    }
    found = solution.equilibrium
    for seat, name, weights in ((0, "first", found.row), (1, "second", found.column)):
        drawn = solution.resampled[:, seat]
        columns[name] = weights
        columns[f"{name}_support"] = (drawn > 0).mean(axis=0)
        columns[f"{name}_low"], columns[f"{name}_high"] = np.quantile(drawn, [0.025, 0.975], axis=0)
    frame = pd.DataFrame(columns | {"symmetric": solution.symmetric.row})
    total = frame["first"] + frame["second"]
    likely = frame["first_support"] + frame["second_support"]
    return frame.iloc[np.lexsort((-likely, -total))].reset_index(drop=True)


def path_frame(solution: Solution) -> pd.DataFrame:
    """Return one row a step of the iteration.

    Returns
    -------
    DataFrame
        The columns of `PATH_COLUMNS`: ``step, rules, cell_games, new, games`` (int64),
        ``answer_first, answer_second`` (str), the others float64.
    """
    rows = [
        {
            "step": number,
            "rules": step.rules,
            "cell_games": step.cell_games,
            "value": step.value,
            "answer_first": step.answers[0].name,
            "answer_second": step.answers[1].name,
            "new": step.new,
            "exploitability": step.exploitability.value,
            "low": step.exploitability.low,
            "high": step.exploitability.high,
            "games": step.games,
        }
        for number, step in enumerate(solution.path, start=1)
    ]
    return pd.DataFrame(rows)


def payoff_frame(solution: Solution) -> pd.DataFrame:
    """Return one row an ordered pair of rules that are known, over selection games.

    Returns
    -------
    DataFrame
        The columns of `PAYOFF_COLUMNS`: ``first, second`` (str), ``games`` (int64), the others
        float64.
    """
    payoffs = solution.payoffs
    names = [rule.name for rule in payoffs.rules]
    n_batches, n = len(payoffs.batches), len(names)
    error = payoffs.batches.std(axis=0, ddof=1) / np.sqrt(n_batches)
    return pd.DataFrame(
        {
            "first": np.repeat(names, n),
            "second": np.tile(names, n),
            "games": payoffs.games,
            "win_rate_first": payoffs.matrix.ravel(),
            "standard_error": error.ravel(),
        }
    )
