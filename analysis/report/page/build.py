"""A report, from its spec to the page on disk."""

from __future__ import annotations

from pathlib import Path

from analysis.output.files import check_folder, write_files
from analysis.report.page.play import Progress, play_report
from analysis.report.page.render import render
from analysis.report.page.spec import ReportSpec
from fastsim.execute.jobs import Executor


def build_report(
    spec: ReportSpec,
    out_dir: Path,
    *,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Path:
    """Play the games of a report and write it as one HTML page.

    Parameters
    ----------
    spec : ReportSpec
    out_dir : Path
        Made if there is none; a page of the same name is replaced.
    threads : int, optional
        All processors when not given. Changes the time only.
    executor : Executor, optional
        As `fastsim.tally`.
    progress : callable, optional
        Called with the number of games played so far, of ``spec.total_games``.

    Returns
    -------
    Path
        Of the page: ``out_dir / "<name of the spec>.html"``.

    Raises
    ------
    InvalidInput, OutputError
        When the page cannot be written; before any game is played, as far as can be told then.
    """
    name = f"{spec.name}.html"
    check_folder(out_dir, name)
    results = play_report(spec, threads=threads, executor=executor, progress=progress)
    (page,) = write_files(out_dir, {name: render(results).encode()})
    return page
