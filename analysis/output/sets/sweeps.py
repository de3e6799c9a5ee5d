"""A sweep as files: pictures, a tidy table, and how to make them again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from analysis.frames import SWEEP_COLUMNS, parameter_columns, sweep_frame
from analysis.output.commands import duel_command, sweep_command
from analysis.output.files import write_files
from analysis.output.pictures import pictures
from analysis.output.tables import csv_bytes, json_bytes, parquet_bytes, require_pyarrow
from analysis.plots.heatmap import heatmap
from analysis.plots.multiples import check_panels, multiples
from analysis.plots.profile import profile
from analysis.plots.shortfall import shortfall
from analysis.questions.provenance import Provenance
from analysis.questions.refine import ROUNDS, RefinedSweep
from analysis.questions.sweep import Axis, Sweep
from fastsim.play.matchups import MAX_PAIRED
from fastsim.text.errors import InvalidInput

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def write_heatmap(
    sweep: Sweep, directory: Path, *, setup: str | None = None, parquet: bool = False
) -> list[Path]:
    """Write a sweep of one to four parameters as pictures and data.

    Parameters
    ----------
    sweep : Sweep
    directory : Path
        Made if there is none; files of the same names are replaced.
    setup : str, optional
        What commands are to give as ``--setup``, for a setup from a file; its name otherwise.
    parquet : bool
        Whether to write the table as Parquet too.

    Returns
    -------
    list of Path
        ``heatmap.png`` and ``.svg`` (a profile for one parameter, maps beside each other for three
        or four); ``shortfall.png`` and ``.svg`` (not for one parameter); ``heatmap.csv``, one row a
        cell with the columns of `sweep_frame` at full precision; ``heatmap.json``, with what the
        columns mean, where the numbers come from, and the commands that make them all, and each
        cell's (of up to `MAX_PAIRED`), again; on demand ``heatmap.parquet``, which holds both
        table and document.

    Raises
    ------
    InvalidInput
        For what `check_axes` refuses, for Parquet without pyarrow, and for places where no files
        can be.
    OutputError
        When the disk, or a permission, does not let them be written.
    """
    check_axes(sweep.axes)
    if parquet:
        require_pyarrow()
    frame = sweep_frame(sweep)
    files = {
        file: content
        for name, ax in _pictures(frame).items()
        for file, content in pictures(ax, name).items()
    }
    document = sweep_document(sweep, frame, setup)
    files |= {"heatmap.csv": csv_bytes(frame), "heatmap.json": json_bytes(document)}
    if parquet:
        files["heatmap.parquet"] = parquet_bytes(frame, document)
    return write_files(directory, files)


def check_axes(axes: Sequence[Axis]) -> None:
    """Make sure that a sweep over these axes can be drawn.

    Raises
    ------
    InvalidInput
        For more than four parameters, or more maps than fit beside each other.
    """
    if len(axes) > 4:
        raise InvalidInput(
            f"a picture has room for four parameters, and this sweep has {len(axes)}",
            "Fix the others.",
        )
    columns, rows, *_ = [*(len(axis.values) for axis in reversed(axes[:-2])), 1, 1]
    check_panels(columns, rows)


def sweep_document(sweep: Sweep, frame: pd.DataFrame, setup: str | None = None) -> dict[str, Any]:
    """Return what is to be known of a sweep beside its table, as plain values."""
    rules = (sweep.template, sweep.against)
    names = parameter_columns(frame)
    return {
        "columns": dict.fromkeys(names, "parameter of the rule, of its opponent, or of both")
        | dict(SWEEP_COLUMNS),
        "level": sweep.level,
        "games_per_cell": sweep.games_per_cell,
        "game_indices": [list(pair) for pair in sweep.tally.a_first[0].ranges],
        "command": sweep_command(sweep, setup),
        # of many thousand cells nobody reads the commands, which follow from the sweep's own
        "cells": _cell_commands(sweep, frame, names, setup) if len(frame) <= MAX_PAIRED else [],
        "provenance": Provenance.of(
            sweep.setup, rules, sweep.seed, sweep.total_games, sweep.seconds, kernel=sweep.kernel
        ).to_json(),
    } | refinement(sweep)


def refinement(sweep: Sweep) -> dict[str, Any]:
    """Return what further games a sweep had, as plain values; nothing when it was not refined."""
    if not isinstance(sweep, RefinedSweep):
        return {}
    rounds = [{"cells": cells, "games_per_cell": games} for cells, games in sweep.rounds]
    return {
        "refinement": {
            "asked_games": sweep.asked_games,
            "further_games": sweep.further_games,
            "rounds": rounds,
            "looks": ROUNDS + 1,
        }
    }


def _pictures(frame: pd.DataFrame) -> dict[str, Axes]:
    parameters = len(parameter_columns(frame))
    if parameters == 1:
        return {"heatmap": profile(frame)}
    if parameters > 2:
        return {
            "heatmap": multiples(frame)[0, 0],
            "shortfall": multiples(frame, "shortfall")[0, 0],
        }
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
