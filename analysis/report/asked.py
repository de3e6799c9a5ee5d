"""A report as `fastsim` asks for it: by the name or the path of its spec."""

from __future__ import annotations

from pathlib import Path

from analysis.report.page.build import build_report
from analysis.report.page.read import default_spec, load_spec
from analysis.report.samples import find_spec
from fastsim.execute.jobs import Executor
from fastsim.play.settings import Progress
from fastsim.text.numbers import WholeLike, as_optional


def report(
    spec: str | Path | None = None,
    out: str | Path = "reports",
    *,
    threads: WholeLike | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Path:
    """Play a report's games and write it as one HTML page.

    Parameters
    ----------
    spec : str or Path, optional
        A spec (TOML), or a sample's name; the bundled report when not given.
    out : str or Path
        Folder for the page; made if there is none.
    threads, executor, progress
        As `fastsim.tally`.

    Returns
    -------
    Path
        Of the page.

    Raises
    ------
    InvalidInput
        For a spec that cannot be read, or does not describe a report that can be made.
    InvalidInput, OutputError
        When the page cannot be written.
    """
    loaded = default_spec() if spec is None else load_spec(find_spec(Path(spec)))
    return build_report(
        loaded, Path(out), threads=as_optional("threads", threads), executor=executor,
        progress=progress,
    )  # fmt: skip
