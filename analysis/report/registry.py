"""The parts that a report may have."""

from __future__ import annotations

from typing import Any, Final

from analysis.report.page.part import Part
from analysis.report.parts.cards import CARDS
from analysis.report.parts.comparison.part import COMPARISON
from analysis.report.parts.curves import CURVES
from analysis.report.parts.duel import DUEL
from analysis.report.parts.equilibrium import EQUILIBRIUM
from analysis.report.parts.frontier import FRONTIER
from analysis.report.parts.lineups import LINEUPS
from analysis.report.parts.responses import RESPONSES
from analysis.report.parts.settings.part import SETTINGS
from analysis.report.parts.sweeps import SWEEPS

#: In the order in which they are read, played, summed up and stand on the page. A part that looks
#: at another comes after it.
PARTS: Final[tuple[Part[Any, Any], ...]] = (
    COMPARISON, LINEUPS, CARDS, CURVES, SWEEPS, SETTINGS, FRONTIER, RESPONSES, EQUILIBRIUM, DUEL,
)  # fmt: skip
