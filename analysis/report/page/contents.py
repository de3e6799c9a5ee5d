"""What all parts of a report tell, in the order of the page."""

from __future__ import annotations

import pandas as pd

from analysis.report.page.finding import Finding
from analysis.report.page.results import Results
from analysis.report.page.section import Section
from analysis.report.registry import PARTS


def findings(results: Results) -> list[Finding]:
    """Return what a reader in a hurry should know."""
    return [
        found
        for part in PARTS
        if (played := part.of(results))
        for found in part.findings(played, results)
    ]


def sections(results: Results) -> list[Section]:
    """Return every section of the page that its spec asks for."""
    return [
        found
        for part in PARTS
        if (played := part.of(results))
        for found in part.sections(played, results)
    ]


def frames_of(results: Results) -> dict[str, pd.DataFrame]:
    """Return the data behind the page as tidy frames by file name."""
    found: dict[str, pd.DataFrame] = {}
    for part in PARTS:
        if played := part.of(results):
            found |= part.frames(played, results)
    return found
