"""A sweep as files: pictures, a tidy table, and how to make them again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd
from matplotlib.axes import Axes

from analysis.commands import duel_command, sweep_command
from analysis.frames import SWEEP_COLUMNS, parameter_columns, sweep_frame
from analysis.plots.heatmap import heatmap
from analysis.plots.profile import profile
from analysis.plots.save import check_folder, save_figure, write
from analysis.plots.shortfall import shortfall
from analysis.provenance import Provenance
from analysis.sweep import Sweep
from fastsim.errors import InvalidInput

__all__ = ["check_folder", "sweep_document", "write_heatmap"]


def write_heatmap(sweep: Sweep, directory: Path, *, setup: str | None = None) -> list[Path]:
    """Write a sweep of one or two parameters as pictures and data.

    Parameters
    ----------
    sweep : Sweep
    directory : Path
        Made if there is none; files of the same names are replaced.
    setup : str, optional
        What commands are to give as ``--setup``, for a setup from a file; its name otherwise.

    Returns
    -------
    list of Path
        ``heatmap.png`` and ``.svg`` (a profile for one parameter); ``shortfall.png`` and ``.svg``
        (two parameters only); ``heatmap.csv``, one row a cell with the columns of `sweep_frame` at
        full precision; ``heatmap.json``, with what the columns mean, where the numbers come from,
        and the commands that make them all, and each cell's, again.

    Raises
    ------
    InvalidInput
        For more than two parameters, and when the files cannot be written.
    """
    if len(sweep.axes) > 2:
        raise InvalidInput(
            f"a picture has room for two parameters, and this sweep has {len(sweep.axes)}",
            "Fix the others.",
        )
    check_folder(directory)
    frame = sweep_frame(sweep)
    written: list[Path] = []
    for name, ax in _pictures(frame).items():
        written += save_figure(ax, directory / name)
    table = frame.to_csv(index=False, lineterminator="\n")
    document = json.dumps(sweep_document(sweep, frame, setup), indent=2, allow_nan=False) + "\n"
    for name, text in (("heatmap.csv", table), ("heatmap.json", document)):
        written.append(write(directory / name, text.encode()))
    return written


def sweep_document(sweep: Sweep, frame: pd.DataFrame, setup: str | None = None) -> dict[str, Any]:
    """Return what is to be known of a sweep beside its table, as plain values."""
    rules = (sweep.template, sweep.against)
    games = sweep.games_per_cell * len(frame)
    names = parameter_columns(frame)
    return {
        "columns": dict.fromkeys(names, "parameter of the template") | dict(SWEEP_COLUMNS),
        "level": sweep.level,
        "games_per_cell": sweep.games_per_cell,
        "game_indices": [list(pair) for pair in sweep.tally.a_first[0].ranges],
        "command": sweep_command(sweep, setup),
        "cells": _cell_commands(sweep, frame, names, setup),
        "provenance": Provenance.of(
            sweep.setup, rules, sweep.seed, games, sweep.seconds, kernel=sweep.kernel
        ).to_json(),
    }


def _pictures(frame: pd.DataFrame) -> dict[str, Axes]:
    if len(parameter_columns(frame)) == 1:
        return {"heatmap": profile(frame)}
    return {"heatmap": heatmap(frame), "shortfall": shortfall(frame)}


def _cell_commands(
    sweep: Sweep, frame: pd.DataFrame, names: Sequence[str], setup: str | None
) -> list[dict[str, Any]]:
    points = frame[list(names)].to_dict("records")
    return [
        {str(name): value for name, value in point.items()}
        | {"command": duel_command(sweep.cell(index), setup)}
        for index, point in enumerate(points)
    ]
