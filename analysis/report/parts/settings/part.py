"""The same matchups in several setups: the part as a whole.

In a spec::

    [settings]                      # the same matchups in several setups
    rules = ["Big Money"]           # each against itself
    pairs = [["Golds first", "Big Money"]]
    games = 100_000                 # a pair and setup, half in each seat order

    [[settings.setups]]             # two or more
    name = "as it is"

    [[settings.setups]]
    name = "optional buy"
    base = "simplified"             # the report's setup when left out
    buy = "optional"                # and any other key of a setup file that is to change
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
import pandas as pd

from analysis.frames import settings_frame
from analysis.questions.setups import Settings
from analysis.report.page.finding import Finding
from analysis.report.page.part import Part
from analysis.report.page.results import Played, Results
from analysis.report.page.section import Section
from analysis.report.parts.settings.asked import SETUP, SettingsSpec, play, read
from analysis.report.parts.settings.shown import settings_commands, settings_section
from analysis.report.parts.settings.words import settings_findings


def findings(
    played: Sequence[Played[SettingsSpec, Settings]], results: Results
) -> Iterator[Finding]:
    """Yield what the setups change."""
    for one in played:
        yield from settings_findings(one.result)


def sections(
    played: Sequence[Played[SettingsSpec, Settings]], results: Results
) -> Iterator[Section]:
    """Yield mirrors and pairs in all setups."""
    for one in played:
        yield settings_section(one, results.spec)


def frames(
    played: Sequence[Played[SettingsSpec, Settings]], results: Results
) -> dict[str, pd.DataFrame]:
    """Return every matchup in every setup, with the command that plays it again."""
    (one,) = played
    commands = np.array([command for _, command in settings_commands(one.spec, results.spec)])
    return {"settings.csv": settings_frame(one.result).assign(command=commands)}


def method(played: Sequence[Played[SettingsSpec, Settings]]) -> dict[str, str]:
    """Return what the setups have in common."""
    return {
        "Settings": (
            "All setups play the same game numbers. Two that differ in nothing but the tie "
            "rule play the very same games to the same points; only the verdict differs."
        )
    }


SETTINGS: Final = Part(
    key="settings",
    many=False,
    keys={"rules": list, "pairs": list, "games": int, "setups": list},
    needed=("games", "setups"),
    read=read,
    play=play,
    findings=findings,
    sections=sections,
    frames=frames,
    method=method,
    tables={"[[settings.setups]]": SETUP},
)
