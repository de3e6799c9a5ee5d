"""``fastsim report``: a spec played and written as one HTML page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analysis.cli import console, execution, options
from analysis.report.samples import find_spec
from fastsim.text.toml_file import read_toml


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
    found = None if spec is None else find_spec(spec)
    document = None if found is None else read_toml(found, "report")
    from analysis.report.page.build import build_report
    from analysis.report.page.read import default_spec, parse_spec

    if found is None or document is None:
        loaded = default_spec()
    else:
        loaded = parse_spec(document, source=str(found), name=found.stem, folder=found.parent)
    with (
        execution.executor(threads, run, dask) as executor,
        console.progress(loaded.total_games) as report,
    ):
        page = build_report(loaded, out, executor=executor, progress=report)
    console.print_line(f"wrote {page}")
