"""The parts of a page that tell of searches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pandas as pd

from analysis.frames import length_frame, line_frame, mixture_frame, path_frame
from analysis.output.commands import matchup_command, search_command, solve_command
from analysis.plots.exploitability import exploitability
from analysis.plots.frontier import frontier
from analysis.plots.labels import estimate_of
from analysis.plots.mixture import mixture
from analysis.plots.profile import profile
from analysis.questions.optimise.search import Search
from analysis.questions.optimise.solution import Solution
from analysis.report.page.figures import on_page
from analysis.report.page.results import Results
from analysis.report.page.section import Section
from analysis.report.page.tables import Cell, Column, Table
from analysis.report.search_spec import EquilibriumSpec, FrontierSpec, ResponseSpec
from analysis.statistics.words import percent, plain_percent
from fastsim.text.words import number_of


def search_sections(results: Results) -> Iterator[Section]:
    """Yield the sections of all searches, in the order of the spec."""
    spec, found = results.spec, results.searches
    if spec.frontier:
        yield _frontier(results, spec.frontier)
    for k, (part, response) in enumerate(zip(spec.responses, found.responses, strict=True)):
        yield _response(results, k, part, response)
    if spec.equilibrium and found.equilibrium:
        yield _equilibrium(results, spec.equilibrium, found.equilibrium)


def _frontier(results: Results, part: FrontierSpec) -> Section:
    scores = results.searches.frontier
    assert scores is not None
    frame = length_frame(scores, within=part.within, level=results.spec.level)
    names = ", ".join(rule.name for rule in part.against)
    picture = on_page(
        frontier(frame),
        f"Win rate against length of {number_of(len(frame), 'rule')}, averaged over {names}, and "
        "against the hardest of them. The table below has the same numbers.",
        f"Averaged over {names}. Ringed: the shortest rule that wins at most "
        f"{100 * part.within:g} points less than the best.",
    )
    return Section(
        "frontier",
        part.title,
        part.text,
        (picture,),
        (_length_table(frame),),
        commands=tuple(_duels(results, part, str(frame[frame["result"]]["rule"].iloc[0]))),
    )


def _length_table(frame: pd.DataFrame) -> Table:
    rows = tuple(
        (
            Cell(str(row["length"]), row["length"]),
            Cell(percent(estimate_of(pd.Series(row))), row["win_rate"]),
            Cell(row["hardest"], row["hardest"]),
            Cell(plain_percent(row["hardest_win_rate"], 2), row["hardest_win_rate"]),
            Cell(row["text"], row["text"], "code"),
        )
        for row in frame.to_dict("records")
    )
    columns = (
        Column("Length", "entries, conditions, further terms and other statements"),
        Column("Win rate", "mean over the opponents, with its interval"),
        Column("Hardest", "the opponent that it wins least against", numeric=False),
        Column("Against it", "win rate against that opponent"),
        Column("Rule", numeric=False),
    )
    return Table(columns, rows, "The best rule of every length.", wide=True)


def _duels(results: Results, part: FrontierSpec, name: str) -> Iterator[tuple[str, str]]:
    """Yield the commands that play the rule of that name against every opponent."""
    spec, rule = results.spec, next(rule for rule in part.rules if rule.name == name)
    for other in part.against:
        command = matchup_command(rule, other, part.games, spec.seed, spec.setup_argument)
        yield f"{name} against {other.name}", command


def _response(results: Results, index: int, part: ResponseSpec, found: Search) -> Section:
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


def _equilibrium(results: Results, part: EquilibriumSpec, found: Solution) -> Section:
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
