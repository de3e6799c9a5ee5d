"""``fastsim heatmap``: a rule template over a grid of parameters."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from analysis.axes import Axis, parse_axis
from analysis.cli import console, execution, options
from analysis.outputs import check_folder
from fastsim.errors import InvalidInput
from fastsim.rules.load import load_rule
from fastsim.setup_file import load_setup
from fastsim.text import number_of

if TYPE_CHECKING:
    import pandas as pd

    from analysis.sweep import Sweep

#: Cells that are listed, the best.
_SHOWN: Final = 10


def command(
    template: Annotated[
        str,
        typer.Argument(
            metavar="TEMPLATE", help="A rule with {parameters}: text, FILE#NAME or library name."
        ),
    ],
    x: Annotated[str, typer.Option("--x", help="Columns: parameter=low:high[:step].")],
    against: Annotated[
        str, typer.Option("--against", help="The rule that every cell plays; it may be a template.")
    ],
    y: Annotated[str | None, typer.Option("--y", help="Rows: parameter=low:high[:step].")] = None,
    z: Annotated[
        str | None, typer.Option("--z", help="One map for each value, beside each other.")
    ] = None,
    w: Annotated[
        str | None, typer.Option("--w", help="One row of maps for each value, below each other.")
    ] = None,
    games: Annotated[
        str, typer.Option("--games", help="Games of each cell, half in each seat order.")
    ] = "100k",
    refine: Annotated[
        str | None,
        typer.Option("--refine", help="Further games, at most, for the cells that may be best."),
    ] = None,
    out: Annotated[
        Path, typer.Option("--out", help="Folder for the picture (PNG, SVG) and the table (CSV).")
    ] = Path("heatmap"),
    parquet: Annotated[
        bool, typer.Option("--parquet", help="Write the table as Parquet too; needs pyarrow.")
    ] = False,
    seed: options.Seed = "0",
    setup: options.SetupName = "simplified",
    set_: options.Set = [],  # noqa: B006 - typer's way to say "none"
    threads: options.Threads = None,
    run: options.Run = None,
    dask: options.Dask = None,
    kernel: options.Kernel = None,
    as_json: options.Json = False,
) -> int:
    """Sweep one to four parameters of two rules; draw the win rate of the first."""
    game = load_setup(setup)
    axes = _axes({"--x": x, "--y": y, "--z": z, "--w": w})
    rule, opponent = load_rule(template, game), load_rule(against, game)
    fixed = options.parse_values(set_)
    wanted, stream = options.parse_count(games), options.parse_seed(seed)
    further = 0 if refine is None else options.parse_count(refine)
    from analysis.plots.files import check_axes, refinement, write_heatmap
    from analysis.refine import RefinedSweep, check_refinable
    from analysis.refine import refine as refined
    from analysis.sweep import sweep
    from analysis.tables import require_pyarrow

    check_axes(axes)
    if parquet:
        require_pyarrow()
    check_folder(out)  # before the games, not after them
    cells = 1
    for axis in axes:
        cells *= len(axis.values)
    if refine:
        check_refinable(cells)
    if refine and further < 4 * cells:
        raise InvalidInput(
            f"--refine {refine}: {number_of(cells, 'cell')}", f"At least {4 * cells} games."
        )
    with (
        execution.executor(threads, run, dask) as executor,
        console.progress(wanted * cells + further) as report,
    ):
        result = sweep(
            game, rule, axes, opponent,
            games=wanted, seed=stream, fixed=fixed,
            kernel=kernel, executor=executor, progress=report,
        )  # fmt: skip
        complete = result.games_per_cell >= wanted
        if further and complete:
            done = result.total_games
            result = refined(
                result, further, executor=executor, progress=lambda games: report(done + games)
            )
    console.show(
        lambda: _document(result) | refinement(result),
        lambda: _print(result),
        lambda: write_heatmap(result, out, setup=setup, parquet=parquet),
        as_json=as_json,
    )
    if isinstance(result, RefinedSweep) and result.interrupted:
        console.note(
            f"Stopped: {result.further_games:,} of up to {further:,} further games count. "
            f"{execution.going_on(run)}"
        )
        return 130
    if not complete:
        console.note(
            f"Stopped: every cell has the first {result.games_per_cell:,} of {wanted:,} games. "
            f"{execution.going_on(run)}"
        )
        return 130
    return 0


def _axes(options: dict[str, str | None]) -> list[Axis]:
    """Return the axes, the slowest first; `options` are in order, the fastest first."""
    given = [name for name, text in options.items() if text is not None]
    for needed, name in zip(options, given, strict=False):
        if needed != name:
            raise InvalidInput(f"{name} without {needed}", f"Give {needed} first.")
    axes = [parse_axis(text) for text in options.values() if text is not None]
    for i, axis in enumerate(axes):
        for j in range(i):
            if axes[j].parameter == axis.parameter:
                raise InvalidInput(f"{given[j]} and {given[i]} both sweep {axis.parameter}")
    return axes[::-1]


def _document(result: Sweep) -> dict[str, Any]:
    from analysis.frames import sweep_frame

    return {
        "setup": result.setup.name,
        "template": result.template.name,
        "against": result.against.name,
        "seed": result.seed,
        "games_per_cell": result.games_per_cell,
        "cells": sweep_frame(result).to_dict("records"),
        "provenance": result.cell(0).provenance.to_json() | {"kernel": result.kernel},
    }


def _games(frame: pd.DataFrame) -> str:
    least, most = int(frame["games"].min()), int(frame["games"].max())
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"


def _print(result: Sweep) -> None:
    from analysis.cli.numbers import row_with_error
    from analysis.frames import sweep_frame
    from analysis.statistics import format_estimate

    frame = sweep_frame(result)
    best = int(frame["best"].to_numpy().argmax())
    where = ", ".join(f"{name} = {value}" for name, value in result.points[best].items())
    console.print_line(
        f"Best: {where}: wins {format_estimate(result.cell(best).win_rate, percent=True)} "
        f"against {result.against.name}, {_games(frame)} games a cell."
    )
    others = int(frame["may_be_best"].sum()) - 1
    if others:
        console.print_line(
            f"{number_of(others, 'other cell')} cannot be told from it at {result.level:.0%}."
        )
    level = result.cell(best).interval_level
    cells = len(frame)
    frame = frame.sort_values("win_rate", ascending=False, kind="stable").head(_SHOWN)
    rows = [
        [
            *(f"{row[axis.parameter]:g}" for axis in result.axes),
            row_with_error(row, level),
            f"{100 * row['win_rate_first']:.1f} %",
            f"{100 * row['win_rate_second']:.1f} %",
            "yes" if row["may_be_best"] else "",
        ]
        for row in frame.to_dict("records")
    ]
    names = [axis.parameter for axis in result.axes]
    console.table([*names, "win rate", "moving first", "second", "may be best"], rows, left=0)
    if cells > _SHOWN:
        console.print_line(f"... and {cells - _SHOWN:,} more")
