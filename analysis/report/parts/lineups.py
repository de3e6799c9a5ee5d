"""Rules at tables of several players: every choice of them, in every seat order.

In a spec::

    [[lineups]]                     # every choice of rules for more than two players
    setup = "first-game,players=3"
    rules = ["Golds first", "Big Money", "Greedy"]  # those of the comparison when left out
    games = 60_000                  # a line-up, as many in each seat order
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import pandas as pd

from analysis.frames import game_summary, lineup_frame, lineup_ranking_frame, seat_frame
from analysis.output.commands import lineup_command
from analysis.plots.labels import common_decimals, estimate_of
from analysis.plots.seats import seats
from analysis.questions.lineups import MAX_LINEUPS, LineupResults, indices_for, lineup_tournament
from analysis.report.page.figures import FigureOnPage, on_page
from analysis.report.page.finding import Finding
from analysis.report.page.part import Part, suffix
from analysis.report.page.reader import Reader, at, paragraphs
from analysis.report.page.results import Played, Results
from analysis.report.page.run import Run
from analysis.report.page.section import Section
from analysis.report.page.spec import NamedSetup, PartSpec
from analysis.report.page.tables import Cell, Column, Table, share_cell, without_zeros
from analysis.report.parts.comparison.part import COMPARISON
from analysis.statistics.estimate import one_of
from analysis.statistics.words import (
    capital,
    counted,
    listed,
    p_value,
    percent,
    percent_of_games,
    plain_percent,
    span,
)
from fastsim.game.setup_file import load_setup
from fastsim.play.lineups import seat_orders
from fastsim.rules.check import check_rule
from fastsim.rules.model import BuyRule
from fastsim.text.errors import InvalidInput
from fastsim.text.words import number_of

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


@dataclass(frozen=True)
class LineupsSpec(PartSpec):
    """Rules of which every choice of one a player plays, in all seat orders.

    Attributes
    ----------
    named : NamedSetup
        For more than two players.
    rules : tuple of BuyRule
    games : int
        Of each line-up.
    """

    named: NamedSetup
    rules: tuple[BuyRule, ...]
    games: int

    @property
    def played(self) -> int:
        """Games played, all line-ups together."""
        players = self.named.setup.players
        each = indices_for(self.games, players) * len(seat_orders(players))
        return math.comb(len(self.rules), players) * each

    @property
    def rules_shown(self) -> Sequence[BuyRule]:
        """The rules that the page is to show."""
        return self.rules

    @property
    def setups(self) -> Sequence[NamedSetup]:
        """The setup for so many players."""
        return (self.named,)


def read(reader: Reader, table: dict[str, Any], where: str) -> LineupsSpec:
    """Return the line-ups that a table describes, of the rules compared when it names none."""
    setup = at(where, load_setup, table["setup"])
    if setup.players < 3:
        raise InvalidInput(
            f"{where}the setup {setup.name!r} has {setup.players} players",
            "Two players have [comparison]; write players=3 behind a kingdom's name.",
        )
    if "rules" in table:
        rules = reader.rules(where, table["rules"], [setup])
    elif compared := COMPARISON.asked(reader.asked):
        rules = compared[0].rules
        for rule in rules:
            at(where, check_rule, rule, setup)
    else:
        raise InvalidInput(f"{where}rules is missing")
    if len(rules) < setup.players:
        raise InvalidInput(f"{where}{number_of(len(rules), 'rule')} for {setup.players} players")
    at(where, indices_for, table["games"], setup.players)
    found = LineupsSpec(
        table.get("title", f"With {setup.players} players"), paragraphs(table),
        NamedSetup(setup, table["setup"], setup.name), rules, table["games"],
    )  # fmt: skip
    lineups = found.played // found.games
    if lineups > MAX_LINEUPS:
        raise InvalidInput(f"{where}{lineups:,} line-ups", f"At most {MAX_LINEUPS:,}.")
    return found


def play(part: LineupsSpec, run: Run) -> Played[LineupsSpec, LineupResults]:
    """Play every line-up."""
    result = lineup_tournament(
        part.named.setup, part.rules, games=part.games, seed=run.seed, executor=run.executor,
        level=run.level, progress=run.progress,
    )  # fmt: skip
    met = [(result.setup, lineup.rules) for lineup in result.tally.lineups]
    return Played(part, result, part.played, met)


def findings(
    played: Sequence[Played[LineupsSpec, LineupResults]], results: Results
) -> Iterator[Finding]:
    """Yield who wins at each size of table, what seats are worth there, and what the size does."""
    for one in played:
        yield _strongest(one.result)
        yield _seats(one.result)
    yield from _sizes([one.result for one in played], results)


def _strongest(lineups: LineupResults) -> Finding:
    ranking, players = lineup_ranking_frame(lineups), lineups.setup.players
    best = ranking.iloc[0]
    others = [str(name) for name in ranking[ranking["may_be_best"]]["rule"] if name != best["rule"]]
    rate = percent_of_games(estimate_of(best))
    place = f"At tables of {players}"
    if others:
        return Finding(
            f"{place}, {listed([str(best['rule']), *others])} are the strongest, and cannot be "
            "told apart.",
            f"{best['rule']} wins {rate}, where an equal share is {plain_percent(1 / players)}.",
        )
    second = ranking.iloc[1]
    return Finding(
        f"{place}, {best['rule']} is the strongest of {counted(len(ranking), 'rule')}: it wins "
        f"{rate}, where an equal share is {plain_percent(1 / players)}.",
        f"{second['rule']} comes next with {percent(estimate_of(second))}; the difference is "
        "significant.",
    )


def _seats(lineups: LineupResults) -> Finding:
    players, seats = lineups.setup.players, lineups.seats
    summary = game_summary(lineups)
    shared = (
        f"{plain_percent(summary['shared'] / summary['games'])} of the victories are shared; a "
        f"game lasts {summary['mean_turns']:.1f} turns, all players' together."
    )
    p = lineups.seat_p_value
    if p > 1 - lineups.level:
        return Finding(f"At tables of {players}, no seat is shown to be worth more.", shared)
    shares = [
        f"who moves {_ORDINALS[seat]} wins {percent(one_of(seats, seat))}"
        for seat in range(players)
    ]
    return Finding(
        f"At tables of {players}, seats are not worth the same: {listed(shares)}.",
        f"All seats together: p {'' if p < 1e-4 else '= '}{p_value(p)}. {shared}",
    )


def _sizes(tables: Sequence[LineupResults], results: Results) -> Iterator[Finding]:
    """Yield whether the order of the rules depends on the number of players."""
    orders: dict[int, list[str]] = {}
    for compared in COMPARISON.of(results):
        if not compared.result.ranking.empty:
            orders[results.spec.setup.players] = compared.result.ranking["rule"].tolist()
    for lineups in tables:
        orders[lineups.setup.players] = lineup_ranking_frame(lineups)["rule"].tolist()
    if len(orders) < 2:
        return
    few, many = min(orders), max(orders)
    if sorted(orders[few]) != sorted(orders[many]):
        return
    places = {rule: [orders[n].index(rule) + 1 for n in sorted(orders)] for rule in orders[few]}
    moved = {rule: own for rule, own in places.items() if len(set(own)) > 1}
    sizes = listed([str(n) for n in sorted(orders)])
    if not moved:
        yield Finding(f"The order of the rules is the same with {sizes} players.")
        return
    most = max(moved, key=lambda rule: abs(moved[rule][-1] - moved[rule][0]))
    yield Finding(
        f"The number of players changes the order: {most} is number {moved[most][0]} with {few} "
        f"players, number {moved[most][-1]} with {many}.",
        f"{capital(counted(len(moved), 'rule'))} of {len(places)} "
        f"{'changes' if len(moved) == 1 else 'change'} places between {sizes} players, by the "
        "order found; what of it is certain is in the tables.",
    )


def sections(
    played: Sequence[Played[LineupsSpec, LineupResults]], results: Results
) -> Iterator[Section]:
    """Yield what each set of line-ups shows."""
    for k, one in enumerate(played):
        part, lineups = one.spec, one.result
        yield Section(
            f"lineups-{k + 1}",
            part.title,
            part.text,
            (_figure(lineups),),
            (lineup_ranking_table(lineups),),
            ((f"All {len(lineups.tally.lineups)} line-ups", lineup_table(lineups)),),
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


def frames(
    played: Sequence[Played[LineupsSpec, LineupResults]], results: Results
) -> dict[str, pd.DataFrame]:
    """Return rules, seats and line-ups of each table."""
    found: dict[str, pd.DataFrame] = {}
    for k, one in enumerate(played):
        end = suffix(k, len(played))
        found[f"lineup-ranking{end}.csv"] = lineup_ranking_frame(one.result)
        found[f"seats{end}.csv"] = seat_frame(one.result)
        found[f"lineups{end}.csv"] = lineup_frame(one.result)
    return found


def method(played: Sequence[Played[LineupsSpec, LineupResults]]) -> dict[str, str]:
    """Return who sits where, and what errors are over."""
    return {
        "Tables of several": (
            "Every choice of as many rules as there are players sits at a table, in all seat "
            "orders over the same game numbers. An interval is over game numbers, whose games "
            "share their luck; groups and possible ranks come from tests of all pairs of rules "
            "together, after Holm; that all seats win alike is Hotelling's test."
        )
    }


LINEUPS: Final = Part(
    key="lineups",
    many=True,
    keys={"setup": str, "rules": list, "games": int},
    needed=("setup", "games"),
    read=read,
    play=play,
    findings=findings,
    sections=sections,
    frames=frames,
    method=method,
)
