"""The tables of a page: what each cell shows, and what it sorts by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from analysis.commands import duel_command
from analysis.duel import Duel
from analysis.frames import (
    distribution_frame,
    duel_frame,
    end_frame,
    parameter_columns,
    sweep_frame,
)
from analysis.plots.labels import common_decimals, estimate_of, number
from analysis.report.results import Comparison
from analysis.report.words import capital, estimate, listed, p_value, percent, plain_percent
from analysis.statistics import Estimate, decimals_to_show, wilson
from analysis.statistics.estimate import two_sided_z
from analysis.sweep import Sweep


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
                Cell("yes" if row["may_be_best"] else "", int(row["may_be_best"])),
                Cell(percent(estimate(mirror, "first_wins")), mirror["first_wins"]),
                _share(mirror["equal_vp"], mirror["games"]),
                Cell(f"{mirror['mean_turns']:.2f}", mirror["mean_turns"]),
            )
        )
    level = 100 * float(comparison.ranking["level"].iloc[0])
    columns = (
        Column("", "rank"),
        Column("Rule", numeric=False),
        Column("Mean win rate", "over all opponents, with its interval"),
        Column("May be best", f"cannot be told from the best at {level:g} %"),
        Column("Mirror: first wins", "games of the rule against itself that the first player wins"),
        Column("Mirror: equal VP", "games of the rule against itself that end with equal points"),
        Column("Mirror: turns", "their mean length, both players' turns together"),
    )
    return Table(columns, tuple(rows), "The rules by mean win rate, and against themselves.")


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
                _share(row["shared"], n),
                _share(row["equal_vp"], n),
                _share(row["ended_provinces"], n),
                _share(row["ended_piles"], n),
                _share(row["cut"], n),
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
    return _without_zeros(
        Table(columns, tuple(rows), said, wide=True),
        {"Shared": "no victory was shared", "Cut": "no game was cut"},
    )


def sweep_table(sweep: Sweep, setup: str) -> Table:
    """Return every cell of a sweep, with the command that plays it again."""
    frame = sweep_frame(sweep)
    names = list(reversed(parameter_columns(frame)))
    decimals = common_decimals(frame)
    rows = []
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
                Cell(duel_command(sweep.cell(index), setup) or "", index, "code"),
            )
        )
    columns = (
        *(Column(name) for name in names),
        Column("Win rate", "over both seat orders"),
        Column("First", "win rate when moving first"),
        Column("Second", "win rate when moving second"),
        Column("Mark", numeric=False),
        Column("Command that plays this cell again", numeric=False),
    )
    return Table(columns, tuple(rows), f"All {len(frame)} cells.", wide=True)


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
                _share(row["shared"], n),
                _share(row["equal_vp"], n),
                Cell(f"{row['mean_turns']:.2f}", row["mean_turns"]),
                Cell(f"{row['sd_turns']:.2f}", row["sd_turns"]),
                Cell(f"{row['mean_vp_first']:.2f}", row["mean_vp_first"]),
                Cell(f"{row['mean_vp_second']:.2f}", row["mean_vp_second"]),
                _share(row["ended_provinces"], n),
                _share(row["ended_piles"], n),
                _share(row["cut"], n),
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
    return _without_zeros(
        Table(columns, tuple(rows), "Both seat orders, over the same game indices."),
        {"Shared": "no victory was shared", "Cut": "no game was cut"},
    )


def frames_of(
    comparison: Comparison | None, sweeps: tuple[Sweep, ...], duel: Duel | None, setup: str
) -> Mapping[str, pd.DataFrame]:
    """Return the data behind a page, by file name, each row with the command that makes it."""
    found: dict[str, pd.DataFrame] = {}
    if comparison:
        commands = np.array([duel_command(pair, setup) for pair in comparison.duels])
        found["pairs.csv"] = comparison.frame.assign(command=commands)
        if not comparison.ranking.empty:
            found["ranking.csv"] = comparison.ranking
        found["mirrors.csv"] = comparison.mirrors
    for k, sweep in enumerate(sweeps):
        frame = sweep_frame(sweep)
        commands = np.array([duel_command(sweep.cell(k), setup) for k in range(len(frame))])
        name = "sweep.csv" if len(sweeps) == 1 else f"sweep-{k + 1}.csv"
        found[name] = frame.assign(command=commands)
    if duel:
        found["distributions.csv"] = distribution_frame(duel)
        found["ends.csv"] = end_frame(duel)
    return found


def _without_zeros(table: Table, sayings: Mapping[str, str]) -> Table:
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


def _share(count: float, games: float) -> Cell:
    share = float(count) / float(games)
    return Cell(plain_percent(share), share)


def _rate(rate: float, games: int) -> Cell:
    """Return a win rate to the digits that so many games leave."""
    error = 100 * wilson(round(rate * games), games).half_width / two_sided_z(0.95)
    decimals = max(0, decimals_to_show(error))
    return Cell(f"{100 * rate:.{decimals}f} %", rate)
