"""``fastsim heatmap``: a rule template over a grid of parameters."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analysis.cli import console, options
from analysis.frames import sweep_frame
from analysis.statistics import format_estimate, format_with_error
from analysis.sweep import Sweep, parse_axis, sweep
from fastsim.errors import InvalidInput
from fastsim.rules.load import load_rule
from fastsim.setup_file import load_setup


def command(
    template: Annotated[
        str,
        typer.Argument(
            metavar="TEMPLATE", help="A rule with {parameters}: text, FILE#NAME or library name."
        ),
    ],
    x: Annotated[str, typer.Option("--x", help="Columns: parameter=low:high[:step].")],
    against: Annotated[str, typer.Option("--against", help="The rule that every cell plays.")],
    y: Annotated[str | None, typer.Option("--y", help="Rows: parameter=low:high[:step].")] = None,
    games: Annotated[
        str, typer.Option("--games", help="Games of each cell, half in each seat order.")
    ] = "100k",
    out: Annotated[
        Path, typer.Option("--out", help="Folder for the picture (PNG, SVG) and the table (CSV).")
    ] = Path("heatmap"),
    seed: options.Seed = "0",
    setup: options.SetupName = "simplified",
    set_: options.Set = [],  # noqa: B006 - typer's way to say "none"
    threads: options.Threads = None,
    kernel: options.Kernel = None,
    as_json: options.Json = False,
) -> int:
    """Sweep one or two parameters of a rule; draw its win rate against another rule."""
    from analysis.plots.files import check_folder, write_heatmap

    game = load_setup(setup)
    axes = [parse_axis(text) for text in (y, x) if text is not None]
    if len({axis.parameter for axis in axes}) < len(axes):
        raise InvalidInput(f"--x and --y both sweep {axes[0].parameter}")
    rule = load_rule(template, game)
    opponent = load_rule(against, game)
    wanted = options.parse_count(games)
    check_folder(out)  # before the games, not after them
    cells = 1
    for axis in axes:
        cells *= len(axis.values)
    with console.progress(wanted * cells) as report:
        result = sweep(
            game, rule, axes, opponent,
            games=wanted, seed=options.parse_count(seed), fixed=options.parse_values(set_),
            threads=threads, kernel=kernel, progress=report,
        )  # fmt: skip
    written = write_heatmap(result, out, setup=setup)
    if as_json:
        console.print_json(
            {
                "setup": game.name,
                "template": result.template.name,
                "against": opponent.name,
                "seed": result.seed,
                "games_per_cell": result.games_per_cell,
                "cells": sweep_frame(result).to_dict("records"),
                "files": [str(path) for path in written],
                "provenance": result.cell(0).provenance.to_json() | {"kernel": result.kernel},
            }
        )
    else:
        _print(result)
        for path in written:
            console.print_line(f"wrote {path}")
    if result.games_per_cell < wanted:
        console.note(
            f"Stopped: every cell has the first {result.games_per_cell:,} of {wanted:,} games."
        )
        return 130
    return 0


def _print(result: Sweep) -> None:
    frame = sweep_frame(result)
    best = int(frame["best"].to_numpy().argmax())
    where = ", ".join(f"{name} = {value}" for name, value in result.points[best].items())
    console.print_line(
        f"Best: {where}: wins {format_estimate(result.cell(best).win_rate, percent=True)} "
        f"against {result.against.name}, {result.games_per_cell:,} games a cell."
    )
    others = int(frame["may_be_best"].sum()) - 1
    if others:
        console.print_line(
            f"{others} other {'cell' if others == 1 else 'cells'} cannot be told from it "
            f"at {result.level:.0%}."
        )
    frame = frame.sort_values("win_rate", ascending=False, kind="stable").head(10)
    rows = [
        [
            *(f"{row[axis.parameter]:g}" for axis in result.axes),
            format_with_error(row["win_rate"], row["standard_error"], percent=True),
            f"{100 * row['win_rate_first']:.1f} %",
            f"{100 * row['win_rate_second']:.1f} %",
            "yes" if row["may_be_best"] else "",
        ]
        for row in frame.to_dict("records")
    ]
    names = [axis.parameter for axis in result.axes]
    console.table([*names, "win rate", "moving first", "second", "may be best"], rows, left=0)
