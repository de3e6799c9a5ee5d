"""``fastsim report``: a spec played and written as one HTML page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analysis.cli import console, execution, options


def command(
    spec: Annotated[
        Path | None,
        typer.Argument(
            metavar="SPEC",
            help="A report spec (TOML), or a sample's name [default: the bundled report].",
        ),
    ] = None,
    out: Annotated[Path, typer.Option("--out", help="Folder for the page.")] = Path("reports"),
    threads: options.Threads = None,
    run: options.Run = None,
    dask: options.Dask = None,
) -> None:
    """Play a report's games and write it as one self-contained HTML page."""
    from analysis.report.build import build_report
    from analysis.report.read_spec import default_spec, load_spec
    from analysis.report.samples import find_spec

    loaded = default_spec() if spec is None else load_spec(find_spec(spec))
    with (
        execution.executor(threads, run, dask) as executor,
        console.progress(loaded.total_games) as report,
    ):
        page = build_report(loaded, out, executor=executor, progress=report)
    console.print_line(f"wrote {page}")
