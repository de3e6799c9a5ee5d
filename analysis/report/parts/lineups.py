"""Rules at tables of several players: the figure, tables and command."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

import pandas as pd

from analysis.frames import lineup_frame, lineup_ranking_frame, seat_frame
from analysis.output.commands import lineup_command
from analysis.plots.labels import common_decimals, estimate_of
from analysis.plots.seats import seats
from analysis.questions.lineups import LineupResults
from analysis.report.page.figures import FigureOnPage, on_page
from analysis.report.page.results import Results
from analysis.report.page.section import Section
from analysis.report.page.tables import Cell, Column, Table, share_cell, without_zeros
from analysis.statistics.words import percent, span


def lineup_section(results: Results, index: int) -> Section:
    """Return what one of the spec's sets of line-ups shows."""
    part, lineups = results.spec.lineups[index], results.lineups[index]
    each = lineup_table(lineups)
    return Section(
        f"lineups-{index + 1}",
        part.title,
        part.text,
        (_figure(lineups),),
        (lineup_ranking_table(lineups),),
        ((f"All {len(lineups.tally.lineups)} line-ups", each),),
        (("All line-ups", lineup_command(lineups, part.named.argument) or ""),),
    )


def _figure(results: LineupResults) -> FigureOnPage:
    ranking, players = lineup_ranking_frame(results), results.setup.players
    best, last = ranking.iloc[0], ranking.iloc[-1]
    return on_page(
        seats(seat_frame(results), ranking),
        f"Win rates of {len(ranking)} rules at tables of {players}, from {best['rule']} with "
        f"{100 * best['win_rate']:.1f} % on top to {last['rule']} with "
        f"{100 * last['win_rate']:.1f} % at the bottom, and of each in every seat.",
        "Large: the rule's win rate over all line-ups and seats. Small, beneath it: the same games "
        "by seat, circle first. Blue wins more than an equal share.",
    )


def lineup_ranking_table(results: LineupResults) -> Table:
    """Return the rules by win rate, and by seat."""
    ranking, by_seat = lineup_ranking_frame(results), seat_frame(results)
    players = results.setup.players
    decimals = common_decimals(by_seat)
    rows = []
    for row in ranking.to_dict("records"):
        own = by_seat.loc[by_seat["rule"] == row["rule"], "win_rate"]
        rows.append(
            (
                Cell(str(row["rank"]), row["rank"]),
                Cell(row["rule"], row["rule"]),
                Cell(percent(estimate_of(pd.Series(row))), row["win_rate"], _style(row, players)),
                Cell(str(row["group"]), row["group"]),
                Cell(span(row["best_rank"], row["worst_rank"]), row["best_rank"]),
                *(Cell(f"{100 * rate:.{decimals}f} %", rate) for rate in own),
            )
        )
    together = by_seat[by_seat["rule"] == ""]
    rows.append(
        (
            Cell("", len(rows) + 1),
            Cell("all rules", "~"),
            Cell(f"{100 / players:.4g} %", 1 / players),
            Cell("", len(rows) + 1),
            Cell("", len(rows) + 1),
            *(
                Cell(percent(estimate_of(row)), float(row["win_rate"]))
                for _, row in together.iterrows()
            ),
        )
    )
    level = 100 * results.level
    columns = (
        Column("", "rank"),
        Column("Rule", numeric=False),
        Column("Win rate", "over all line-ups and seats; a victory shared by k players counts 1/k"),
        Column(
            "Group",
            f"every rule of a group is above every rule of the next, at {level:g} % for all",
        ),
        Column(
            "May be rank", f"the ranks it may truly have, at {level:g} % for all rules together"
        ),
        *(
            Column(f"Seat {seat}", f"win rate of the games in which it moved as number {seat}")
            for seat in range(1, players + 1)
        ),
    )
    said = (
        f"{results.games_per_lineup:,} games of each line-up, as many in each of {results.orders} "
        f"seat orders. An equal share is {100 / players:.4g} %."
    )
    return Table(columns, tuple(rows), said, wide=True)


def lineup_table(results: LineupResults) -> Table:
    """Return each line-up's members."""
    players = results.setup.players
    rows = [
        (
            Cell(row["rules"], row["rules"]),
            Cell(row["rule"], row["rule"]),
            Cell(percent(estimate_of(pd.Series(row))), row["win_rate"], _style(row, players)),
            share_cell(row["wins"], row["games"]),
            share_cell(row["shared"], row["games"]),
            Cell(f"{row['mean_vp']:.2f}", row["mean_vp"]),
            Cell(f"{row['mean_turns']:.2f}", row["mean_turns"]),
            share_cell(row["cut"], row["games"]),
        )
        for row in lineup_frame(results).to_dict("records")
    ]
    columns = (
        Column("Line-up", numeric=False),
        Column("Rule", numeric=False),
        Column("Win rate", "over all seat orders; a victory shared by k players counts 1/k"),
        Column("Won alone", "games that the rule won alone"),
        Column("Shared", "games whose victory it shared"),
        Column("VP", "mean victory points of the rule"),
        Column("Turns", "mean length of the line-up's games, all players' turns together"),
        Column("Cut", "games that were cut for being too long"),
    )
    return without_zeros(
        Table(columns, tuple(rows), "Every line-up, one row a rule.", wide=True),
        {"Cut": "no game was cut"},
    )


def _style(row: Mapping[Hashable, Any], players: int) -> str:
    share = 1 / players
    return "win" if row["low"] > share else "loss" if row["high"] < share else "unsure"
