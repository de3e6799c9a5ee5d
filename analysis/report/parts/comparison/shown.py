"""Rules against each other: figures, tables and commands."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from typing import Any, Final

import numpy as np
import pandas as pd

from analysis.output.commands import duel_command, matchup_command, tournament_command
from analysis.plots.forest import forest
from analysis.plots.labels import estimate_of
from analysis.plots.ladder import ladder
from analysis.plots.matrix import matrix
from analysis.report.page.figures import FigureOnPage, on_page
from analysis.report.page.results import Played
from analysis.report.page.section import Section
from analysis.report.page.spec import ReportSpec
from analysis.report.page.tables import Cell, Column, Table, rate_cell, share_cell, without_zeros
from analysis.report.parts.comparison.asked import Comparison, ComparisonSpec
from analysis.statistics import Estimate
from analysis.statistics.words import amount, counted, estimate, p_value, percent, span

#: Rows beyond which a table is folded up.
_LONG: Final = 40


def comparison_section(played: Played[ComparisonSpec, Comparison], spec: ReportSpec) -> Section:
    """Return the figures, tables and commands."""
    part, comparison = played.spec, played.result
    setup = spec.setup_argument
    ranking, pairs = ranking_table(comparison), comparison_table(comparison)
    folded = ((f"All {len(pairs.rows)} pairs", pairs),) if len(pairs.rows) > _LONG else ()
    commands = [
        (f"{pair.a.name} against {pair.b.name}", duel_command(pair, setup) or "")
        for pair in comparison.duels
    ]
    commands += [
        (f"{rule.name} against itself", matchup_command(rule, rule, part.games, spec.seed, setup))
        for rule in part.rules
    ]
    if comparison.tournament:
        whole = tournament_command(comparison.tournament, setup)
        commands.insert(0, ("Ranking, strengths, groups and all pairs", whole or ""))
    return Section(
        "comparison",
        part.title,
        part.text,
        tuple(comparison_figures(comparison)),
        (*([ranking] if ranking else []), *([] if folded else [pairs])),
        folded,
        tuple(commands),
    )


def comparison_figures(comparison: Comparison) -> list[FigureOnPage]:
    """Return the matrix of all pairs, and the win rates against the baseline."""
    found = []
    frame = comparison.frame
    if len(comparison.ranking) > 2:
        order = list(comparison.ranking["rule"])
        best, last = order[0], order[-1]
        found.append(
            on_page(
                matrix(frame, order=order),
                f"Matrix of win rates of {len(order)} rules against each other, ordered from "
                f"{best} on top to {last} at the bottom; the table below has the same numbers.",
                "Rows are ordered by mean win rate. Blue: the row's rule wins more often.",
            )
        )
        if np.isfinite(comparison.ranking["strength"]).any():
            found.append(_strengths(comparison.ranking))
    rows = comparison.against_baseline
    if len(rows) > 1:
        top = rows.iloc[int(rows["win_rate"].to_numpy().argmax())]
        low = rows.iloc[int(rows["win_rate"].to_numpy().argmin())]
        found.append(
            on_page(
                forest(rows),
                f"Win rates of {counted(len(rows), 'rule')} against {comparison.baseline}, from "
                f"{100 * top['win_rate']:.1f} % ({top['a']}) down to "
                f"{100 * low['win_rate']:.1f} % ({low['a']}).",
                "A dot is a win rate, the line through it its interval.",
            )
        )
    return found


def _strengths(ranking: pd.DataFrame) -> FigureOnPage:
    best, last = ranking.iloc[0], ranking.iloc[-1]
    groups = int(ranking["group"].max())
    return on_page(
        ladder(ranking),
        f"Bradley–Terry strengths of {len(ranking)} rules, from {best['rule']} on top to "
        f"{last['rule']} at the bottom, in {counted(groups, 'group')} that can be told apart.",
        "One number a rule that explains all its win rates as well as one number can: two rules "
        "that are 1 apart meet with a win rate of 73 %.",
    )


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
                rate_cell(row["win_rate_first"], n // 2),
                rate_cell(row["win_rate_second"], n // 2),
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
