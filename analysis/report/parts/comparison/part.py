"""Rules against each other: the part as a whole.

In a spec::

    [comparison]                    # every rule against every other, and against itself
    rules = ["Golds first", "Big Money", "Big Money Ultimate"]
    games = 100_000                 # a pair, half in each seat order
    baseline = "Big Money"          # the opponent that all are shown against
    pairs = "all"                   # or "baseline": only those against it
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
import pandas as pd

from analysis.output.commands import duel_command
from analysis.report.page.finding import Finding
from analysis.report.page.part import Part
from analysis.report.page.results import Played, Results
from analysis.report.page.section import Section
from analysis.report.parts.comparison.asked import Comparison, ComparisonSpec, play, read
from analysis.report.parts.comparison.shown import comparison_section
from analysis.report.parts.comparison.words import comparison_findings


def findings(
    played: Sequence[Played[ComparisonSpec, Comparison]], results: Results
) -> Iterator[Finding]:
    """Yield what the comparison shows."""
    for one in played:
        yield from comparison_findings(one.result, results.spec.setup.tie)


def sections(
    played: Sequence[Played[ComparisonSpec, Comparison]], results: Results
) -> Iterator[Section]:
    """Yield the comparison."""
    for one in played:
        yield comparison_section(one, results.spec)


def frames(
    played: Sequence[Played[ComparisonSpec, Comparison]], results: Results
) -> dict[str, pd.DataFrame]:
    """Return pairs, each with the command that plays it again, ranking and mirrors."""
    comparison, setup = played[0].result, results.spec.setup_argument
    commands = np.array([duel_command(pair, setup) for pair in comparison.duels])
    ranking = {} if comparison.ranking.empty else {"ranking.csv": comparison.ranking}
    return {
        "pairs.csv": comparison.frame.assign(command=commands),
        **ranking,
        "mirrors.csv": comparison.mirrors,
    }


def method(played: Sequence[Played[ComparisonSpec, Comparison]]) -> dict[str, str]:
    """Return where strengths and groups come from, when all pairs were played."""
    if played[0].result.tournament is None:
        return {}
    return {
        "Strengths and groups": (
            "Strengths are those of the Bradley–Terry model, fitted to all pairs; their errors "
            "allow for the luck that pairs share. Groups, possible ranks and cycles come from "
            "tests of all pairs of rules together, after Holm."
        )
    }


COMPARISON: Final = Part(
    key="comparison",
    many=False,
    keys={"rules": list, "games": int, "baseline": str, "pairs": str},
    needed=("rules", "games"),
    read=read,
    play=play,
    findings=findings,
    sections=sections,
    frames=frames,
    method=method,
    names_the_best=True,
)
