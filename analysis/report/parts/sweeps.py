"""One or two parameters of a template, swept: every cell against one opponent.

In a spec::

    [[sweeps]]                      # one or two parameters of a template
    template = "Province; Duchy if provinces <= {duchy}; Estate if provinces <= {estate}; Gold"
    x = "duchy=0:8"
    y = "estate=0:8"                # may be left out
    against = "Big Money"
    games = 20_000                  # a cell
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
import pandas as pd

from analysis.frames import parameter_columns, sweep_frame
from analysis.output.commands import duel_command, joined, rule_argument, sweep_command
from analysis.plots.heatmap import best_cell, heatmap
from analysis.plots.labels import common_decimals, estimate_of, number
from analysis.plots.profile import profile
from analysis.plots.shortfall import shortfall
from analysis.plots.side_by_side import side_by_side
from analysis.questions.sweep import Axis, Number, Sweep, parse_axis, sweep
from analysis.report.page.figures import FigureOnPage, on_page
from analysis.report.page.finding import Finding
from analysis.report.page.part import Part, suffix
from analysis.report.page.reader import Reader, at, games_of, paragraphs
from analysis.report.page.results import Played, Results
from analysis.report.page.run import Run
from analysis.report.page.section import Section
from analysis.report.page.spec import PartSpec
from analysis.report.page.tables import Cell, Column, Table
from analysis.statistics import holm
from analysis.statistics.words import capital, counted, listed, percent, percent_of_games, tied
from fastsim.play.matchups import MAX_PAIRED
from fastsim.rules.check import check_rule
from fastsim.rules.describe import digest
from fastsim.rules.model import BuyRule
from fastsim.text.errors import InvalidInput
from fastsim.text.words import number_of


@dataclass(frozen=True)
class SweepSpec(PartSpec):
    """A template to sweep: `axes` as in `analysis.questions.sweep.sweep`, games of each cell."""

    template: BuyRule
    axes: tuple[Axis, ...]
    against: BuyRule
    games: int

    @property
    def cells(self) -> int:
        """Number of cells."""
        return math.prod(len(axis.values) for axis in self.axes)

    @property
    def played(self) -> int:
        """Games to be played."""
        return self.cells * self.games

    @property
    def rules_shown(self) -> Sequence[BuyRule]:
        """The rules that the page is to show."""
        return (self.against,)

    @property
    def templates(self) -> Sequence[tuple[str, BuyRule]]:
        """The template that is swept."""
        return ((f"Template of “{self.title}”", self.template),)


def read(reader: Reader, table: dict[str, Any], where: str) -> SweepSpec:
    """Return the sweep that a table describes."""
    template = reader.rule(where, table["template"], template=True)
    axes = tuple(at(where, parse_axis, table[key]) for key in ("y", "x") if key in table)
    names = [axis.parameter for axis in axes]
    if len(set(names)) < len(names):
        raise InvalidInput(f"{where}x and y both sweep {names[0]}")
    for parameter in names:
        if parameter not in template.parameters:
            raise InvalidInput(
                f"{where}the template has no parameter {{{parameter}}}",
                f"Its parameters: {', '.join(template.parameters) or 'none'}.",
            )
    missing = [name for name in template.parameters if name not in names]
    if missing:
        raise InvalidInput(
            f"{where}no values for the parameter {{{missing[0]}}}",
            "Write a number in its place, or give it an axis.",
        )
    cells = math.prod(len(axis.values) for axis in axes)
    if cells > MAX_PAIRED:
        raise InvalidInput(f"{where}{cells} cells", f"At most {MAX_PAIRED} at a time.")
    lowest = template.fill({axis.parameter: axis.values[0] for axis in axes})
    at(where, check_rule, lowest, reader.setup)
    against = reader.rule(where, table["against"])
    title = table.get("title", f"{' and '.join(reversed(names))} against {against.name}")
    return SweepSpec(title, paragraphs(table), template, axes, against, games_of(table, where))


def play(part: SweepSpec, run: Run) -> Played[SweepSpec, Sweep]:
    """Play every cell."""
    result = sweep(
        run.setup, part.template, part.axes, part.against, games=part.games, seed=run.seed,
        executor=run.executor, level=run.level, progress=run.progress,
    )  # fmt: skip
    met = [(run.setup, (cell.a, cell.b)) for cell in result.tally.matchups]
    return Played(part, result, part.played, met)


def comparable(played: Sequence[Played[SweepSpec, Sweep]]) -> dict[str, Sweep]:
    """Return the sweeps over the same two parameters as the first that has two, by title."""
    two = {one.spec.title: one.result for one in played if len(one.result.axes) == 2}
    names = [[axis.parameter for axis in sweep.axes] for sweep in two.values()]
    return {title: two[title] for title, own in zip(two, names, strict=True) if own == names[0]}


def findings(played: Sequence[Played[SweepSpec, Sweep]], results: Results) -> Iterator[Finding]:
    """Yield what the sweeps show together, then each of them."""
    yield from together_findings(comparable(played))
    for one in played:
        for finding in sweep_findings(one.result):
            if len(played) == 1:
                yield finding
            else:
                claim = f"{one.spec.title}: {finding.claim[:1].lower()}{finding.claim[1:]}"
                yield replace(finding, claim=claim)


def together_findings(sweeps: Mapping[str, Sweep]) -> Iterator[Finding]:
    """Yield where the best cells of several sweeps over the same parameters lie."""
    if len(sweeps) < 2:
        return
    frames = [sweep_frame(sweep) for sweep in sweeps.values()]
    names = list(reversed(parameter_columns(frames[0])))
    best = [frame[frame["best"]].iloc[0] for frame in frames]
    spans = []
    for name in names:
        low, high = min(row[name] for row in best), max(row[name] for row in best)
        spans.append(
            f"{name} at {number(low)}" if low == high
            else f"{name} at {number(low)} to {number(high)}"
        )  # fmt: skip
    gains = [100 * float(row["win_rate"] - f.iloc[0]["win_rate"])
             for row, f in zip(best, frames, strict=True)]  # fmt: skip
    yield Finding(
        f"The best cells of the {counted(len(sweeps), 'sweep')} have {listed(spans)}.",
        f"They win from {min(gains):.1f} to {max(gains):.1f} points more than the cell with "
        f"{_at(frames[0].iloc[0], names)} of the same sweep.",
    )


def sweep_findings(sweep: Sweep) -> Iterator[Finding]:
    """Yield what a sweep shows."""
    frame = sweep_frame(sweep)
    names = list(reversed(parameter_columns(frame)))
    best = frame[frame["best"]].iloc[0]
    against = sweep.against.name
    level = 100 * sweep.level
    adjusted = holm(frame["p_value"].to_numpy())
    sure = adjusted <= 1 - sweep.level
    better = int((sure & (frame["win_rate"] > 0.5)).sum())
    worse = int((sure & (frame["win_rate"] < 0.5)).sum())
    others = int(frame["may_be_best"].sum()) - 1
    told = (
        f"{capital(counted(others, 'other cell'))} cannot be told from it at {level:g} %."
        if others
        else f"Every other cell is worse at {level:g} %."
    )
    mirrors = [
        k
        for k, matchup in enumerate(sweep.tally.matchups)
        if digest(matchup.a) == digest(sweep.against)
    ]
    own = (
        f" {against} itself is the cell {_at(frame.iloc[mirrors[0]], names)}, 50 % by definition."
        if mirrors
        else ""
    )
    if better:
        claim = (
            f"Against {against}, {_at(best, names)} does best: it wins "
            f"{percent_of_games(estimate_of(best))}."
        )
        shown = (
            f"Of {number_of(len(frame), 'cell')}, {counted(better, 'beats', 'beat')} {against} "
            "significantly, after correction for their number. "
        )
    else:
        what = listed(names)
        claim = (
            f"Every choice of {what} loses to {against}."
            if worse == len(frame)
            else f"No choice of {what} is shown to beat {against}."
        )
        if mirrors and bool(frame["best"].iloc[mirrors[0]]):
            yield Finding(
                claim,
                f"The best of {number_of(len(frame), 'cell')} is {against} itself, "
                f"{_at(best, names)}. {told}{_ends(frame, names, mirrors)}",
            )
            return
        unsure = not sure[frame["best"].to_numpy()].any()
        shown = (
            f"The best of {number_of(len(frame), 'cell')}, {_at(best, names)}, wins "
            f"{percent_of_games(estimate_of(best))}"
            f"{': not significant after correction for their number' if unsure else ''}. "
        )
    yield Finding(claim, shown + told + _ends(frame, names, mirrors) + own)


def _ends(frame: pd.DataFrame, names: list[str], mirrors: list[int]) -> str:
    """Return what the ends of a sweep over one parameter win, but for the best cell and mirrors."""
    if len(names) > 1:
        return ""
    rows = [(k, frame.iloc[k]) for k in (0, len(frame) - 1)]
    ends = [row for k, row in rows if not row["best"] and k not in mirrors]
    return "".join(
        f" With {_at(row, names)} the rule wins {percent(estimate_of(row))}." for row in ends
    )


def _at(row: pd.Series, names: list[str]) -> str:
    return ", ".join(tied(f"{name} = {number(row[name])}") for name in names)


def sections(played: Sequence[Played[SweepSpec, Sweep]], results: Results) -> Iterator[Section]:
    """Yield sweeps over the same parameters side by side, then each sweep."""
    setup = results.spec.setup_argument
    together = comparable(played)
    if len(together) > 1:
        frame = sweep_frame(next(iter(together.values())))
        names = " and ".join(reversed(parameter_columns(frame)))
        yield Section(
            "sweeps",
            f"The best {names}, side by side",
            (),
            (overview_figure(together),),
            (overview_table(together),),
        )
    for k, one in enumerate(played):
        part, sweep = one.spec, one.result
        cells = sweep_table(sweep)
        commands = [
            (f"All {number_of(len(cells.rows), 'cell')}", sweep_command(sweep, setup) or "")
        ]
        best = sweep.points[sweep.best().best]
        cell = joined(
            "duel", rule_argument(sweep.template), rule_argument(sweep.against),
            *settings_of(best).split(), "--games", str(sweep.games_per_cell),
            "--seed", str(sweep.seed), "--setup", setup,
        )  # fmt: skip
        commands.append(("One cell, here the best", cell))
        yield Section(
            f"sweep-{k + 1}",
            part.title,
            part.text,
            tuple(sweep_figures(sweep, alone=len(together) < 2)),
            folded=((f"All {number_of(len(cells.rows), 'cell')}", cells),),
            commands=tuple(commands),
        )


def overview_figure(sweeps: Mapping[str, Sweep]) -> FigureOnPage:
    """Return the maps of several sweeps over the same two parameters side by side."""
    frames = {title: sweep_frame(sweep) for title, sweep in sweeps.items()}
    return on_page(
        side_by_side(frames)[0],
        f"Small heatmaps of {counted(len(frames), 'sweep')} on one scale of colours: "
        f"{'; '.join(frames)}. The table below names the best cell of each.",
        "Colours mean the same on every map. Heavy outline: the best cell; dashed: cells that "
        "cannot be told from it.",
    )


def sweep_figures(sweep: Sweep, *, alone: bool = True) -> list[FigureOnPage]:
    """Return the win rates of a sweep and, for two parameters, what is lost to the best.

    The latter only for one that stands alone: several are told apart by their win rates.
    """
    frame = sweep_frame(sweep)
    names = list(reversed(parameter_columns(frame)))
    best = best_cell(frame, names)
    if len(names) == 1:
        alt = f"Win rate against {sweep.against.name} along {names[0]}. {best}."
        return [on_page(profile(frame), alt, "")]
    shape = f"{names[0]} to the right and {names[1]} upwards, {number_of(len(frame), 'cell')}"
    found = [
        on_page(
            heatmap(frame),
            f"Heatmap of win rates against {sweep.against.name}: {shape}. {best}. The table below "
            "lists every cell.",
            "Blue cells beat the opponent, orange ones lose to it; hatched cells are undecided.",
        )
    ]
    if alone:
        found.append(
            on_page(
                shortfall(frame),
                f"Map of what each cell loses to the best, in percentage points: {shape}.",
                "The same cells, seen from the best one. The colours spread out small losses; "
                "cells are compared over the games that they have in common.",
            )
        )
    return found


def overview_table(sweeps: Mapping[str, Sweep]) -> Table:
    """Return the best cell of several sweeps over the same parameters, by title."""
    rows = []
    names: list[str] = []
    for title, swept in sweeps.items():
        frame = sweep_frame(swept)
        names = list(reversed(parameter_columns(frame)))
        best = frame[frame["best"]].iloc[0]
        lowest = frame.iloc[0]
        rows.append(
            (
                Cell(title, title),
                Cell(swept.against.name, swept.against.name),
                *(Cell(number(best[name]), best[name]) for name in names),
                Cell(percent(estimate_of(best)), best["win_rate"]),
                Cell(str(int(frame["may_be_best"].sum())), int(frame["may_be_best"].sum())),
                Cell(percent(estimate_of(lowest)), lowest["win_rate"]),
            )
        )
    columns = (
        Column("Sweep", numeric=False),
        Column("Against", numeric=False),
        *(Column(f"Best {name}") for name in names),
        Column("Win rate", "of the best cell, over both seat orders"),
        Column("May be best", "cells that cannot be told from the best, which is one of them"),
        Column("Lowest values", "win rate of the cell where every parameter has its lowest value"),
    )
    return Table(columns, tuple(rows), "The best cell of each sweep.")


def sweep_table(sweep: Sweep) -> Table:
    """Return every cell of a sweep, with what plays it again in place of the best one."""
    frame = sweep_frame(sweep)
    names = list(reversed(parameter_columns(frame)))
    decimals = common_decimals(frame)
    rows = []
    points = sweep.points
    for index, row in enumerate(frame.to_dict("records")):
        style = "unsure" if row["undecided"] else "win" if row["win_rate"] > 0.5 else "loss"
        marks = ["best"] if row["best"] else ["may be best"] if row["may_be_best"] else []
        rows.append(
            (
                *(Cell(number(row[name]), row[name]) for name in names),
                Cell(percent(estimate_of(pd.Series(row))), row["win_rate"], style),
                Cell(f"{100 * row['win_rate_first']:.{decimals}f} %", row["win_rate_first"]),
                Cell(f"{100 * row['win_rate_second']:.{decimals}f} %", row["win_rate_second"]),
                Cell(", ".join(marks), -row["shortfall"]),
                Cell(settings_of(points[index]), index, "code"),
            )
        )
    columns = (
        *(Column(name) for name in names),
        Column("Win rate", "over both seat orders"),
        Column("First", "win rate when moving first"),
        Column("Second", "win rate when moving second"),
        Column("Mark", numeric=False),
        Column("To play it again", "the end of the command for one cell", numeric=False),
    )
    return Table(columns, tuple(rows), f"All {number_of(len(frame), 'cell')}.")


def settings_of(point: Mapping[str, Number]) -> str:
    """Return a cell's parameters as options of a command."""
    return " ".join(f"--set {name}={value}" for name, value in reversed(list(point.items())))


def frames(played: Sequence[Played[SweepSpec, Sweep]], results: Results) -> dict[str, pd.DataFrame]:
    """Return the cells of each sweep, each with the command that plays it again."""
    found: dict[str, pd.DataFrame] = {}
    for k, one in enumerate(played):
        frame = sweep_frame(one.result)
        cells = (one.result.cell(cell) for cell in range(len(frame)))
        commands = np.array([duel_command(cell, results.spec.setup_argument) for cell in cells])
        found[f"sweep{suffix(k, len(played))}.csv"] = frame.assign(command=commands)
    return found


SWEEPS: Final = Part(
    key="sweeps",
    many=True,
    keys={"template": str, "x": str, "y": str, "against": str, "games": int},
    needed=("template", "x", "against", "games"),
    read=read,
    play=play,
    findings=findings,
    sections=sections,
    frames=frames,
    names_the_best=True,
)
