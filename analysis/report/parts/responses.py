"""The best answer of a family of rules to a given one.

In a spec::

    [[responses]]                   # the best answer of a family of rules, as `fastsim search`
    template = "Province; Duchy if provinces <= {duchy}; Gold; Silver"
    over = ["duchy=0:8"]
    against = "Big Money"
    games = 10_000_000              # that choose, at most
    fresh = 100_000                 # that score the answer
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pandas as pd

from analysis.frames import line_frame
from analysis.output.commands import search_command
from analysis.plots.profile import profile
from analysis.questions.optimise.family import Family, parse_choice
from analysis.questions.optimise.opponents import Opponents
from analysis.questions.optimise.search import Search, confirming_games, search
from analysis.report.page.figures import on_page
from analysis.report.page.finding import Finding
from analysis.report.page.part import Part
from analysis.report.page.reader import Reader, at, games_of, paragraphs
from analysis.report.page.results import Played, Results
from analysis.report.page.run import Run
from analysis.report.page.section import Section
from analysis.report.page.spec import PartSpec
from analysis.report.page.tables import Cell, Column, Table
from analysis.statistics.words import capital, counted, percent, percent_of_games, plain_percent
from fastsim.rules.check import check_rule
from fastsim.rules.describe import digest
from fastsim.rules.load import load_rule
from fastsim.rules.model import BuyRule
from fastsim.text.words import number_of


@dataclass(frozen=True)
class ResponseSpec(PartSpec):
    """A family of rules in which to search for the best answer to a rule.

    Attributes
    ----------
    family : Family
    against : BuyRule
    games, fresh : int
        Games that choose, of all rules together and at most; games that score the answer.
    """

    family: Family
    against: BuyRule
    games: int
    fresh: int

    @property
    def played(self) -> int:
        """Games to be played."""
        return self.games

    @property
    def rules_shown(self) -> Sequence[BuyRule]:
        """The rules that the page is to show."""
        return (self.against,)

    @property
    def templates(self) -> Sequence[tuple[str, BuyRule]]:
        """That of the family."""
        return ((f"Template of “{self.title}”", self.family.template),)


def read(reader: Reader, table: dict[str, Any], where: str) -> ResponseSpec:
    """Return the search for an answer that a table describes."""
    against = reader.rule(where, table["against"])
    title = table.get("title", f"The best answer to {against.name}")
    return ResponseSpec(
        title, paragraphs(table), read_family(reader, table, where), against,
        games_of(table, where), table["fresh"],
    )  # fmt: skip


def read_family(reader: Reader, table: dict[str, Any], where: str) -> Family:
    """Return the family of rules that a table describes."""
    choices = tuple(at(where, parse_choice, str(text)) for text in table["over"])
    family: Family = at(where, Family, at(where, load_rule, table["template"]), choices)
    at(where, check_rule, family.rules[0], reader.setup)
    return family


def play(part: ResponseSpec, run: Run) -> Played[ResponseSpec, Search]:
    """Search for the best answer, and score it."""
    games = run.source(part.games)
    opponents = Opponents.of([part.against])
    found = search(
        games, part.family, opponents,
        budget=part.games + confirming_games(part.family, opponents, part.fresh),
        fresh=part.fresh, level=run.level,
    )  # fmt: skip
    if found.fresh is None:
        raise KeyboardInterrupt  # a report of half a search would not say so
    met = [(run.setup, (found.rule, found.opponents.rules[0]))]
    return Played(part, found, games.played, met)


def findings(played: Sequence[Played[ResponseSpec, Search]], results: Results) -> Iterator[Finding]:
    """Yield what each search found."""
    for one in played:
        yield from response_findings(one.result, one.spec.against.name)


def sections(played: Sequence[Played[ResponseSpec, Search]], results: Results) -> Iterator[Section]:
    """Yield what each search found."""
    for k, one in enumerate(played):
        yield _section(results, k, one.spec, one.result)


def frames(
    played: Sequence[Played[ResponseSpec, Search]], results: Results
) -> dict[str, pd.DataFrame]:
    """Return the lines through each answer."""
    return {
        f"response-{k + 1}-{parameter}.csv": line_frame(one.result, parameter)
        for k, one in enumerate(played)
        for parameter in one.result.lines
    }


def response_findings(found: Search, against: str) -> Iterator[Finding]:
    """Yield how much the best answer wins."""
    rate, race = found.win_rate, found.race
    rules = f"{number_of(len(found.family), 'rule')} of its family"
    if digest(found.rule) == digest(found.opponents.rules[0]):
        others = int(race.may_be_best.sum()) - 1
        told = (
            f"{capital(counted(others, 'other'))} cannot be told from it"
            if others
            else "Every other one is worse"
        )
        yield Finding(
            f"The best answer to {against} is {against} itself, among {rules}.",
            f"{told} at {100 * race.level:g} %.",
        )
        return
    if rate.low > 0.5:
        claim = f"The best answer to {against} among {rules} wins {percent_of_games(rate)}."
    elif rate.high < 0.5:
        claim = f"No answer to {against} was found among {rules}: the best wins {percent(rate)}."
    else:
        claim = (
            f"No rule is shown to beat {against}, among {rules}: the best answer wins "
            f"{percent_of_games(rate)}."
        )
    detail = (
        "That is over fresh games; of those that chose it, it won "
        f"{100 * found.selected_at.value:.2f} %. It has {found.family.label(found.rule)}."
    )
    if 0 < race.loss_at_most < np.inf:
        detail += (
            f" The truly best of the family wins at most {100 * race.loss_at_most:.2g} points more "
            f"({100 * race.level:g} %)."
        )
    yield Finding(claim, detail)


def _section(results: Results, index: int, part: ResponseSpec, found: Search) -> Section:
    first, second = found.by_seat
    rows = tuple(
        (Cell(name, name), Cell(text, text))
        for name, text in (
            ("Best answer", found.family.label(found.rule)),
            ("Its win rate, fresh games", percent(found.win_rate)),
            ("Moving first", percent(first)),
            ("Moving second", percent(second)),
            ("On the games that chose it", plain_percent(found.selected_at.value, 2)),
            ("Rules of the family", f"{len(found.family):,}"),
            ("Cannot be told from it", f"{int(found.race.may_be_best.sum()) - 1:,}"),
        )
    )
    table = Table(
        (Column("", numeric=False), Column("", numeric=False)), rows, "What answers best."
    )
    pictures = []
    for name, line in found.lines.items():
        if len(line) > 1:
            frame = line_frame(found, name)
            column = str(frame.columns[0])
            alt = f"Win rate against {part.against.name} along {name}, all else as in the answer."
            pictures.append(on_page(profile(frame, x=column), alt, ""))
    command = search_command(found, results.spec.setup_argument)
    return Section(
        f"response-{index + 1}", part.title, part.text, tuple(pictures), (table,),
        commands=(("This search", command or ""),),
    )  # fmt: skip


def method(played: object) -> dict[str, str]:
    """Return why there are fresh games."""
    return {
        "Searches": (
            "Whatever is chosen by the games that it won is flattered by them. Answers and "
            "equilibria are therefore scored on fresh games, under another seed, that chose "
            "nothing."
        )
    }


RESPONSES: Final = Part(
    key="responses",
    many=True,
    keys={"template": str, "over": list, "games": int, "against": str, "fresh": int},
    needed=("template", "over", "against", "games", "fresh"),
    read=read,
    play=play,
    findings=findings,
    sections=sections,
    frames=frames,
    method=method,
)
