"""The tables of a page: what each cell shows, and what it sorts by."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd

from analysis.frames import duel_frame, parameter_columns, sweep_frame
from analysis.plots.labels import common_decimals, estimate_of, number
from analysis.questions.duel import Duel
from analysis.questions.sweep import Number, Sweep
from analysis.report.page.results import Comparison
from analysis.statistics import Estimate, decimals_to_show, wilson
from analysis.statistics.estimate import two_sided_z
from analysis.statistics.words import (
    amount,
    capital,
    estimate,
    listed,
    p_value,
    percent,
    plain_percent,
    span,
)
from fastsim.text.words import number_of


@dataclass(frozen=True)
class Column:
    """A column: its heading, what that means, and whether it holds numbers."""

    heading: str
    meaning: str = ""
    numeric: bool = True


@dataclass(frozen=True)
class Cell:
    """What a cell shows, what it sorts by, and its style: "", "win", "loss", "unsure", "code"."""

    text: str
    sort: str | float = ""
    style: str = ""

    @property
    def key(self) -> str:
        """What it sorts by, as text; numbers to more digits than any cell shows."""
        return self.sort if isinstance(self.sort, str) else f"{self.sort:.8g}"


@dataclass(frozen=True)
class Table:
    """A table that sorts by its headings."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: str = ""
    wide: bool = False


def ranking_table(comparison: Comparison) -> Table | None:
    """Return the rules by mean win rate, with what the first turn is worth to each."""
    if comparison.ranking.empty:
        return None
    mirrors = comparison.mirrors.set_index("rule")
    rows = []
    for row in comparison.ranking.to_dict("records"):
        mirror = mirrors.loc[row["rule"]]
        rows.append(
            (
                Cell(str(row["rank"]), row["rank"]),
                Cell(row["rule"], row["rule"]),
                Cell(percent(estimate_of(pd.Series(row))), row["win_rate"]),
                Cell(_strength(row), _sortable(row["strength"])),
                Cell(str(row["group"]), row["group"]),
                Cell(span(row["best_rank"], row["worst_rank"]), row["best_rank"]),
                Cell(percent(estimate(mirror, "first_wins")), mirror["first_wins"]),
                share_cell(mirror["equal_vp"], mirror["games"]),
                Cell(f"{mirror['mean_turns']:.2f}", mirror["mean_turns"]),
            )
        )
    level = 100 * float(comparison.ranking["level"].iloc[0])
    columns = (
        Column("", "rank"),
        Column("Rule", numeric=False),
        Column("Mean win rate", "over all opponents, with its interval"),
        Column(
            "Strength",
            "Bradley–Terry: a rule of strength s wins 1/(1 + exp(t − s)) of its games against one "
            "of strength t",
        ),
        Column(
            "Group",
            f"every rule of a group is above every rule of the next, at {level:g} % for all",
        ),
        Column(
            "May be rank", f"the ranks it may truly have, at {level:g} % for all rules together"
        ),
        Column("Mirror: first wins", "games of the rule against itself that the first player wins"),
        Column("Mirror: equal VP", "games of the rule against itself that end with equal points"),
        Column("Mirror: turns", "their mean length, both players' turns together"),
    )
    return Table(
        columns, tuple(rows), "The rules by mean win rate, and against themselves.", wide=True
    )


def _strength(row: Mapping[Hashable, Any]) -> str:
    """Return a strength with its interval, or what there is to say of one that is no number."""
    if not math.isfinite(row["strength"]):
        return "–"
    low, high, level = row["strength_low"], row["strength_high"], row["level"]
    return amount(Estimate(row["strength"], row["strength_error"], low, high, level))


def _sortable(value: float) -> float:
    return -1e9 if math.isnan(value) else max(-1e9, min(1e9, value))


def comparison_table(comparison: Comparison) -> Table:
    """Return every pair."""
    rows = []
    for row in comparison.frame.sort_values("win_rate", ascending=False, kind="stable").to_dict(
        "records"
    ):
        n = row["games"]
        style = "unsure" if not row["significant"] else "win" if row["win_rate"] > 0.5 else "loss"
        mover = Estimate(
            row["first_mover"], 0.0, row["first_mover_low"], row["first_mover_high"], row["level"]
        )
        rows.append(
            (
                Cell(row["a"], row["a"]),
                Cell(row["b"], row["b"]),
                Cell(percent(estimate_of(pd.Series(row))), row["win_rate"], style),
                _rate(row["win_rate_first"], n // 2),
                _rate(row["win_rate_second"], n // 2),
                Cell(percent(mover), row["first_mover"]),
                Cell(f"{row['mean_turns']:.2f}", row["mean_turns"]),
                share_cell(row["shared"], n),
                share_cell(row["equal_vp"], n),
                share_cell(row["ended_provinces"], n),
                share_cell(row["ended_piles"], n),
                share_cell(row["cut"], n),
                Cell(
                    p_value(row["p_adjusted"]),
                    row["p_adjusted"],
                    "" if row["significant"] else style,
                ),
            )
        )
    columns = (
        Column("Rule A", numeric=False),
        Column("Rule B", numeric=False),
        Column("A wins", "over both seat orders; a shared victory is half a win"),
        Column("A first", "A's win rate in games where it moved first"),
        Column("A second", "A's win rate in games where it moved second"),
        Column("First mover wins", "win rate of whoever moves first, over both orders"),
        Column("Turns", "mean length of a game, both players' turns together"),
        Column("Shared", "games whose victory was shared"),
        Column("Equal VP", "games that ended with equal points, before the tie rule"),
        Column("Provinces", "games that ended with the last Province"),
        Column("Piles", "games that ended with empty piles"),
        Column("Cut", "games that were cut for being too long"),
        Column("p (Holm)", "of the hypothesis that A wins half, corrected for all pairs"),
    )
    said = "Every pair; a click on a heading sorts. In grey italics: not significant."
    return without_zeros(
        Table(columns, tuple(rows), said, wide=True),
        {"Shared": "no victory was shared", "Cut": "no game was cut"},
    )


def overview_table(sweeps: Mapping[str, Sweep]) -> Table:
    """Return the best cell of several sweeps over the same parameters, by title."""
    rows = []
    names: list[str] = []
    for title, sweep in sweeps.items():
        frame = sweep_frame(sweep)
        names = list(reversed(parameter_columns(frame)))
        best = frame[frame["best"]].iloc[0]
        lowest = frame.iloc[0]
        rows.append(
            (
                Cell(title, title),
                Cell(sweep.against.name, sweep.against.name),
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


def duel_table(duel: Duel) -> Table:
    """Return both seat orders of one matchup."""
    frame = duel_frame(duel)
    rows = []
    for row in frame.to_dict("records"):
        n = row["games"]
        rows.append(
            (
                Cell(row["first"], row["first"]),
                _rate(row["win_rate_first"], n),
                share_cell(row["shared"], n),
                share_cell(row["equal_vp"], n),
                Cell(f"{row['mean_turns']:.2f}", row["mean_turns"]),
                Cell(f"{row['sd_turns']:.2f}", row["sd_turns"]),
                Cell(f"{row['mean_vp_first']:.2f}", row["mean_vp_first"]),
                Cell(f"{row['mean_vp_second']:.2f}", row["mean_vp_second"]),
                share_cell(row["ended_provinces"], n),
                share_cell(row["ended_piles"], n),
                share_cell(row["cut"], n),
            )
        )
    columns = (
        Column("Moves first", numeric=False),
        Column("First wins", "win rate of the rule that moves first"),
        Column("Shared", "games whose victory was shared"),
        Column("Equal VP", "games that ended with equal points, before the tie rule"),
        Column("Turns", "mean length of a game, both players' turns together"),
        Column("sd", "standard deviation of the length"),
        Column("VP first", "mean victory points of the rule that moves first"),
        Column("VP second", "mean victory points of the other"),
        Column("Provinces", "games that ended with the last Province"),
        Column("Piles", "games that ended with empty piles"),
        Column("Cut", "games that were cut for being too long"),
    )
    return without_zeros(
        Table(columns, tuple(rows), "Both seat orders, over the same game indices."),
        {"Shared": "no victory was shared", "Cut": "no game was cut"},
    )


def without_zeros(table: Table, sayings: Mapping[str, str]) -> Table:
    """Return the table without the named columns that are all zero; its caption says so."""
    dropped = [
        k
        for k, column in enumerate(table.columns)
        if column.heading in sayings and not any(row[k].sort for row in table.rows)
    ]
    if not dropped:
        return table
    kept = [k for k in range(len(table.columns)) if k not in dropped]
    said = capital(listed([sayings[table.columns[k].heading] for k in dropped]))
    return replace(
        table,
        columns=tuple(table.columns[k] for k in kept),
        rows=tuple(tuple(row[k] for k in kept) for row in table.rows),
        caption=f"{table.caption} {said}.",
    )


def share_cell(count: float, games: float) -> Cell:
    """Return a share of games, without interval."""
    share = float(count) / float(games)
    return Cell(plain_percent(share), share)


def _rate(rate: float, games: int) -> Cell:
    """Return a win rate to the digits that so many games leave."""
    error = 100 * wilson(round(rate * games), games).half_width / two_sided_z(0.95)
    decimals = max(0, decimals_to_show(error))
    return Cell(f"{100 * rate:.{decimals}f} %", rate)
