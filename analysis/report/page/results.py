"""What a report has played, whatever its parts are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, TypeVar

from analysis.questions.provenance import kernels_of
from analysis.report.page.spec import PartSpec, ReportSpec
from fastsim.game.setup import GameSetup
from fastsim.rules.model import BuyRule
from fastsim.text.equality import ByValue

S_co = TypeVar("S_co", bound=PartSpec, covariant=True)
R_co = TypeVar("R_co", covariant=True)

#: A setup, and who met in it.
Met = tuple[GameSetup, tuple[BuyRule, ...]]


@dataclass(frozen=True, eq=False)
class Played(ByValue, Generic[S_co, R_co]):
    """What one table of a spec asked for, and what its games came to.

    Attributes
    ----------
    spec : PartSpec
    result : object
    games : int
        That were played.
    met : sequence of (GameSetup, tuple of BuyRule)
        The matchups and line-ups whose games were counted, for the kernels that play them.
    """

    spec: S_co
    result: R_co
    games: int
    met: Sequence[Met] = field(default=(), compare=False)


@dataclass(frozen=True, eq=False)
class Results(ByValue):
    """Everything that a report tells.

    Attributes
    ----------
    spec : ReportSpec
    parts : mapping of str to tuple of Played
        By the key of the table, in the order of the page.
    seconds : float
        Time that all of it took.
    made : datetime
        When it was finished.
    """

    spec: ReportSpec
    parts: Mapping[str, tuple[Played[PartSpec, Any], ...]]
    seconds: float = field(compare=False)
    made: datetime

    @property
    def all_parts(self) -> list[Played[PartSpec, Any]]:
        """What every table came to."""
        return [part for parts in self.parts.values() for part in parts]

    @property
    def games(self) -> int:
        """Games played."""
        return sum(part.games for part in self.all_parts)

    @property
    def rules(self) -> dict[str, BuyRule]:
        """Every rule by name, in the order in which the report speaks of them."""
        return {rule.name: rule for part in self.spec.all_parts for rule in part.rules_shown}

    @property
    def kernels(self) -> str:
        """Names of the kernels that played, the most used first."""
        return kernels_of(met for part in self.all_parts for met in part.met)
