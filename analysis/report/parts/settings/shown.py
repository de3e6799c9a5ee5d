"""The same matchups in several setups: figures, tables and commands."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

import pandas as pd

from analysis.frames import settings_frame
from analysis.output.commands import matchup_command
from analysis.plots.decided import decided
from analysis.plots.labels import estimate_of
from analysis.questions.setups import Settings
from analysis.report.page.figures import FigureOnPage, on_page
from analysis.report.page.results import Played
from analysis.report.page.section import Section
from analysis.report.page.spec import ReportSpec
from analysis.report.page.tables import Cell, Column, Table, share_cell, without_zeros
from analysis.report.parts.settings.asked import SettingsSpec
from analysis.statistics import Estimate, wilson
from analysis.statistics.estimate import two_sided_z
from analysis.statistics.words import amount, counted, percent


def settings_section(played: Played[SettingsSpec, Settings], spec: ReportSpec) -> Section:
    """Return what the setups change: mirrors first, then pairs."""
    part, frame = played.spec, settings_frame(played.result)
    mirrors, pairs = frame[frame["mirror"]], frame[~frame["mirror"]]
    figures, tables = [], []
    if len(mirrors):
        figures.append(_mirror_figure(mirrors))
        tables.append(mirror_table(mirrors))
    if len(pairs):
        figures.append(_pair_figure(pairs))
        tables.append(pair_table(pairs))
    return Section(
        "settings",
        part.title,
        part.text,
        tuple(figures),
        tuple(tables),
        commands=tuple(settings_commands(part, spec)),
    )


def settings_commands(part: SettingsSpec, spec: ReportSpec) -> list[tuple[str, str]]:
    """Return what each row of `settings_frame` is, and the command that plays it again."""
    found = []
    for a, b in [*((rule, rule) for rule in part.rules), *part.pairs]:
        against = "itself" if a is b else b.name
        for named in part.setups:
            command = matchup_command(a, b, part.games, spec.seed, named.argument)
            found.append((f"{a.name} against {against}, {named.setup.name}", command))
    return found


def mirror_table(frame: pd.DataFrame) -> Table:
    """Return what the first turn is worth to rules that play themselves, in each setup."""
    rows = []
    for row in frame.to_dict("records"):
        games, level = row["games"], row["level"]
        first, second = row["points_a"] + row["tie_a"], row["points_b"] + row["tie_b"]
        style = "win" if row["low"] > 0.5 else "loss" if row["high"] < 0.5 else "unsure"
        equal = row["tie_a"] + row["shared"] + row["tie_b"]
        rows.append(
            (
                Cell(row["a"], row["a"]),
                Cell(row["setup"], row["setup"]),
                Cell(percent(wilson(first, games, level=level)), first / games, style),
                Cell(percent(wilson(second, games, level=level)), second / games),
                share_cell(row["shared"], games),
                share_cell(equal, games),
                share_cell(row["points_a"], games),
                share_cell(row["points_b"], games),
                turns_cell(row),
                share_cell(row["cut"], games),
            )
        )
    columns = (
        Column("Rule", numeric=False),
        Column("Setup", numeric=False),
        Column(
            "First wins",
            "games that the player who moves first wins alone; blue where that is more than the "
            "other wins, orange where less",
        ),
        Column("Second wins", "games that the other player wins alone"),
        Column("Shared", "games whose victory is shared"),
        Column("Equal VP", "games that end with equal points, before the tie rule"),
        Column("First ahead", "games in which the player who moves first has more points"),
        Column("Second ahead", "games in which the other player has more points"),
        Column("Turns", "mean length of a game, both players' turns together"),
        Column("Cut", "games that were cut for being too long"),
    )
    games = f"{int(frame['games'].iloc[0]):,}"
    return without_zeros(
        Table(columns, tuple(rows), f"Rules against themselves, {games} games each.", wide=True),
        {"Shared": "no victory is shared", "Cut": "no game was cut"},
    )


def pair_table(frame: pd.DataFrame) -> Table:
    """Return each pair in each setup."""
    rows = []
    for row in frame.to_dict("records"):
        games = row["games"]
        style = "win" if row["low"] > 0.5 else "loss" if row["high"] < 0.5 else "unsure"
        equal = row["tie_a"] + row["shared"] + row["tie_b"]
        mover = wilson(round(row["first_mover"] * games), games, level=row["level"])
        rows.append(
            (
                Cell(row["a"], row["a"]),
                Cell(row["b"], row["b"]),
                Cell(row["setup"], row["setup"]),
                Cell(percent(estimate_of(pd.Series(row))), row["win_rate"], style),
                Cell(percent(mover), row["first_mover"]),
                share_cell(row["shared"], games),
                share_cell(equal, games),
                turns_cell(row),
                share_cell(row["cut"], games),
            )
        )
    columns = (
        Column("Rule A", numeric=False),
        Column("Rule B", numeric=False),
        Column("Setup", numeric=False),
        Column("A wins", "over both seat orders; a shared victory is half a win"),
        Column("First mover wins", "win rate of whoever moves first, over both orders"),
        Column("Shared", "games whose victory is shared"),
        Column("Equal VP", "games that end with equal points, before the tie rule"),
        Column("Turns", "mean length of a game, both players' turns together"),
        Column("Cut", "games that were cut for being too long"),
    )
    games = f"{int(frame['games'].iloc[0]):,}"
    return without_zeros(
        Table(columns, tuple(rows), f"Every pair, {games} games in each setup.", wide=True),
        {"Shared": "no victory is shared", "Cut": "no game was cut"},
    )


def turns_cell(row: Mapping[Hashable, Any]) -> Cell:
    """Return the mean length of a game with its interval."""
    mean, error = row["mean_turns"], row["turns_error"]
    reach = two_sided_z(row["level"]) * error
    return Cell(amount(Estimate(mean, error, mean - reach, mean + reach, row["level"])), mean)


def _mirror_figure(frame: pd.DataFrame) -> FigureOnPage:
    rules, setups = frame["a"].nunique(), frame["setup"].nunique()
    return on_page(
        decided(frame),
        f"Bars of how games of {counted(rules, 'rule')} against itself are decided in "
        f"{counted(setups, 'setup')}: on points for who moves first or second, by the tie rule, "
        "or shared. The table below has the same numbers.",
        "Solid: won on points. Hatched: equal points, given to one side by the tie rule. A bar "
        "whose blue ends short of the line is a matchup that favours the second player.",
    )


def _pair_figure(frame: pd.DataFrame) -> FigureOnPage:
    pairs = frame[["a", "b"]].drop_duplicates()
    return on_page(
        decided(frame),
        f"Bars of how games of {counted(len(pairs), 'pair')} of rules are decided in "
        f"{counted(frame['setup'].nunique(), 'setup')}: on points, by the tie rule, or shared. "
        "The table below has the same numbers.",
        "Blue: the first rule named; orange: the second. Both seat orders together.",
    )
