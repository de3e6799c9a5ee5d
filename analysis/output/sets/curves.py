"""Curves as files: pictures of both rules, tidy tables, and how to make them again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from analysis.frames import BUY_COLUMNS, CURVE_COLUMNS, buy_frame, curve_frame
from analysis.output.commands import duel_command
from analysis.output.files import write_files
from analysis.output.pictures import pictures
from analysis.output.tables import csv_bytes, json_bytes
from analysis.plots.bands import bands
from analysis.plots.buys import buys
from analysis.plots.composition import composition
from analysis.questions.curves import Curves
from analysis.questions.duel import Duel
from analysis.questions.provenance import Provenance

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def write_curves(
    curves: Curves, duel: Duel, directory: Path, *, setup: str | None = None
) -> list[Path]:
    """Write the curves of a duel as pictures and data.

    Parameters
    ----------
    curves : Curves
    duel : Duel
        Whose first games were observed.
    directory : Path
        Made if there is none; files of the same names are replaced.
    setup : str, optional
        What the command is to give as ``--setup``, for a setup from a file; its name otherwise.

    Returns
    -------
    list of Path
        ``money``, ``vp``, and of each rule ``buys-a``, ``deck-a``, ``buys-b``, ``deck-b``, as
        ``.png`` and ``.svg``; ``curves.csv`` and ``buys.csv``, with the columns of `curve_frame`
        and `buy_frame` at full precision and all turns; ``curves.json``, with what the columns
        mean, which games were observed, where the numbers come from, and the command that makes
        them again. A rule against itself has no files of rule b.

    Raises
    ------
    InvalidInput, OutputError
        As `analysis.output.files.write_files`.
    """
    turns, bought = curve_frame(curves), buy_frame(curves)
    files = {
        file: content
        for name, ax in _pictures(turns, bought).items()
        for file, content in pictures(ax, name).items()
    }
    files |= {
        "curves.csv": csv_bytes(turns),
        "buys.csv": csv_bytes(bought),
        "curves.json": json_bytes(_document(curves, duel, setup)),
    }
    return write_files(directory, files)


def _pictures(turns: pd.DataFrame, bought: pd.DataFrame) -> dict[str, Axes]:
    drawn = {"money": bands(turns, quantity="money"), "vp": bands(turns, quantity="vp")}
    for player in turns["player"].unique():
        drawn[f"buys-{player.lower()}"] = buys(bought, player=player)
        drawn[f"deck-{player.lower()}"] = composition(turns, player=player)
    return drawn


def _document(curves: Curves, duel: Duel, setup: str | None) -> dict[str, Any]:
    command = duel_command(duel, setup)
    rules = (duel.a, duel.b)
    return {
        "columns": {"curves": dict(CURVE_COLUMNS), "buys": dict(BUY_COLUMNS)},
        "games_observed": curves.games,
        "game_indices": [list(pair) for pair in curves.a_first.ranges],
        "command": command and f"{command} --curves",
        "provenance": Provenance.of(
            curves.setup, rules, duel.seed, curves.games, curves.seconds, kernel="general"
        ).to_json(),
    }
