"""The equilibrium of a family of rules, and what the seats are worth in it.

In a spec::

    [equilibrium]                   # of a family of rules, as `fastsim solve`
    template = "Province; Duchy if provinces <= {duchy}; Gold; Silver"
    over = ["duchy=0:8"]
    with = ["Big Money"]            # further rules beside the family
    bound = 0.002                   # exploitability that is small enough
    games = 100_000_000             # of the iteration
    answer_games = 10_000_000       # of each search for an answer
    fresh = 1_000_000               # of each pair of the result's rules
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pandas as pd

from analysis.frames import mixture_frame, path_frame
from analysis.output.commands import solve_command
from analysis.plots.exploitability import exploitability
from analysis.plots.mixture import mixture
from analysis.questions.optimise.family import Family
from analysis.questions.optimise.solution import Solution, Stop
from analysis.questions.optimise.solve import check_budget, solve
from analysis.report.page.figures import on_page
from analysis.report.page.finding import Finding
from analysis.report.page.part import Part
from analysis.report.page.reader import Reader, at, games_of, paragraphs
from analysis.report.page.results import Played, Results
from analysis.report.page.run import Run
from analysis.report.page.section import Section
from analysis.report.page.spec import PartSpec
from analysis.report.page.tables import Cell, Column, Table
from analysis.report.parts.responses import method, read_family
from analysis.statistics.words import capital, counted, percent, percent_of_games, plain_percent
from fastsim.rules.model import BuyRule
from fastsim.text.words import number_of


@dataclass(frozen=True)
class EquilibriumSpec(PartSpec):
    """A family of rules whose equilibrium is wanted: the arguments of `solve`."""

    family: Family
    given: tuple[BuyRule, ...]
    bound: float
    games: int
    answer_games: int
    fresh: int

    @property
    def played(self) -> int:
        """Games to be played."""
        return self.games

    @property
    def rules_shown(self) -> Sequence[BuyRule]:
        """The rules that the page is to show."""
        return self.given

    @property
    def templates(self) -> Sequence[tuple[str, BuyRule]]:
        """That of the family."""
        return ((f"Template of “{self.title}”", self.family.template),)


def read(reader: Reader, table: dict[str, Any], where: str) -> EquilibriumSpec:
    """Return the equilibrium that a table describes."""
    given = tuple(reader.rule(where, str(text)) for text in table.get("with", []))
    title = table.get("title", "The equilibrium")
    games = games_of(table, where)
    answer_games, fresh = table["answer_games"], table["fresh"]
    at(where, lambda: check_budget(given, budget=games, answer_games=answer_games, fresh=fresh))
    return EquilibriumSpec(
        title, paragraphs(table), read_family(reader, table, where), given,
        float(table["bound"]), games, answer_games, fresh,
    )  # fmt: skip


def play(part: EquilibriumSpec, run: Run) -> Played[EquilibriumSpec, Solution]:
    """Look for the equilibrium."""
    games = run.source(part.games)
    solution = solve(
        games, part.family, part.given, bound=part.bound, budget=part.games,
        answer_games=part.answer_games, fresh=part.fresh, level=run.level,
    )  # fmt: skip
    if solution.stop is Stop.USER:
        raise KeyboardInterrupt  # a report of half an iteration would not say so
    met = [(run.setup, (rule, rule)) for rule in solution.mixtures.rules]
    return Played(part, solution, games.played, met)


def findings(
    played: Sequence[Played[EquilibriumSpec, Solution]], results: Results
) -> Iterator[Finding]:
    """Yield what the equilibrium is worth."""
    for one in played:
        yield from equilibrium_findings(one.result)


def sections(
    played: Sequence[Played[EquilibriumSpec, Solution]], results: Results
) -> Iterator[Section]:
    """Yield the mixtures, and the way to them."""
    for one in played:
        yield _section(results, one.spec, one.result)


def frames(
    played: Sequence[Played[EquilibriumSpec, Solution]], results: Results
) -> dict[str, pd.DataFrame]:
    """Return the mixtures, and the way to them."""
    (one,) = played
    return {"mixture.csv": mixture_frame(one.result), "path.csv": path_frame(one.result)}


def equilibrium_findings(found: Solution) -> Iterator[Finding]:
    """Yield what the seats are worth, and how far from an equilibrium the mixtures may be."""
    value = found.value
    first, second = (
        int(np.count_nonzero(w)) for w in (found.mixtures.first, found.mixtures.second)
    )
    least, most = found.value_between
    ahead = "first" if value.value > 0.5 else "second"
    yield Finding(
        f"Between players who play the equilibrium of {number_of(len(found.family), 'rule')}, "
        f"whoever moves first wins {percent_of_games(value)}: moving {ahead} is the better seat.",
        f"Against the best answers found, the first mover's mixture still wins {percent(least)}, "
        f"and the second mover's allows {percent(most)}.",
    )
    gap, missed = found.exploitability, _missed(found)
    played = (
        f"{capital(counted(first, 'rule'))} {'is' if first == 1 else 'are'} played moving first, "
        f"{counted(second, 'rule')} moving second."
    )
    if gap.low == gap.high == 0:  # the answers are what the mixtures play
        yield Finding(
            "No better answer to the equilibrium was found than itself.", f"{missed} {played}"
        )
        return
    yield Finding(
        f"The equilibrium can be exploited by {100 * gap.value:.2f} percentage points "
        f"({100 * gap.low:.2f} to {100 * gap.high:.2f}), as far as the family goes.",
        "That is what the best answers found win beyond half of the games, seats drawn by lot, "
        f"over games that chose nothing. {missed} {played}",
    )


def _missed(found: Solution) -> str:
    """Return how much better than the answers found others may be."""
    level = f"{100 * found.level:g} %"
    if found.missed_at_most <= 0:
        return f"No other answer of the family is better ({level})."
    more = 100 * found.missed_at_most
    return f"Better answers of the family win at most {more:.2g} points more ({level})."


def _section(results: Results, part: EquilibriumSpec, found: Solution) -> Section:
    weights, path = mixture_frame(found), path_frame(found)
    pictures = (
        on_page(
            mixture(weights),
            "Weights of the rules that the equilibrium plays moving first and second.",
            "",
        ),
        on_page(
            exploitability(path, bound=found.bound),
            "What the best answers found win beyond one half, after each step of the iteration.",
            "",
        ),
    )
    played = weights[(weights["first"] > 0) | (weights["second"] > 0)]
    rows = tuple(
        (
            Cell(row["values"], row["values"]),
            _weight(row, "first"),
            _weight(row, "second"),
            Cell(plain_percent(row["symmetric"]), row["symmetric"]),
        )
        for row in played.to_dict("records")
    )
    columns = (
        Column("Rule", numeric=False),
        Column("First", "weight when moving first, and over games that were drawn again"),
        Column("Second", "the same, moving second"),
        Column("Either", "weight where a rule may not differ by seat"),
    )
    table = Table(columns, rows, "How often each rule is played.")
    command = solve_command(found, results.spec.setup_argument)
    return Section(
        "equilibrium", part.title, part.text, pictures, (table,),
        commands=(("This equilibrium", command or ""),),
    )  # fmt: skip


def _weight(row: dict[Any, Any], seat: str) -> Cell:
    low, high = (plain_percent(row[f"{seat}_{end}"], 0) for end in ("low", "high"))
    return Cell(f"{plain_percent(row[seat], 0)} ({low} to {high})", row[seat])


EQUILIBRIUM: Final = Part(
    key="equilibrium",
    many=False,
    keys={
        "template": str, "over": list, "games": int, "with": list, "bound": float,
        "answer_games": int, "fresh": int,
    },
    needed=("template", "over", "bound", "games", "answer_games", "fresh"),
    read=read,
    play=play,
    findings=findings,
    sections=sections,
    frames=frames,
    method=method,
)  # fmt: skip
