"""What a report is to be about, whatever its parts are."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fastsim.game.setup import GameSetup
from fastsim.rules.model import BuyRule


@dataclass(frozen=True)
class NamedSetup:
    """A setup, how the command line is told of it, and how the page speaks of it."""

    setup: GameSetup
    argument: str
    spoken: str


@dataclass(frozen=True)
class SetupsAlike:
    """Setups that are described together: what the page calls them, how many, and how they play."""

    name: str
    number: int
    paragraphs: tuple[str, ...]


@dataclass(frozen=True)
class PartSpec(ABC):
    """What one table of a spec asks for.

    Attributes
    ----------
    title : str
    text : tuple of str
        Paragraphs.
    """

    title: str
    text: tuple[str, ...]

    @property
    @abstractmethod
    def played(self) -> int:
        """Games to be played, all of the table's together; searches play about as many."""

    @property
    @abstractmethod
    def rules_shown(self) -> Sequence[BuyRule]:
        """The rules that the page is to show, in the order in which the part speaks of them."""

    @property
    def templates(self) -> Sequence[tuple[str, BuyRule]]:
        """What the page calls each template that it is to show, and the template."""
        return ()

    @property
    def setups(self) -> Sequence[NamedSetup]:
        """The setups played in that are to be described, in place of the report's own."""
        return ()

    @property
    def scope(self) -> str:
        """What the numbers are for, when that is not the setups as a whole."""
        return ""

    @property
    def alike(self) -> SetupsAlike | None:
        """The setups played in beside those, which one description holds for."""
        return None


@dataclass(frozen=True)
class ReportSpec:
    """A report to be made.

    Attributes
    ----------
    name : str
        Of the page's file, without ending.
    title : str
    text : tuple of str
        Paragraphs.
    setup : GameSetup
    setup_argument : str
        How the command line is told of that setup.
    seed : int
    level : float
    parts : mapping of str to tuple of PartSpec
        What its tables ask for by their key, in the order of the page.
    """

    name: str
    title: str
    text: tuple[str, ...]
    setup: GameSetup
    setup_argument: str
    seed: int
    level: float
    parts: Mapping[str, tuple[PartSpec, ...]]

    @property
    def all_parts(self) -> list[PartSpec]:
        """What every table asks for."""
        return [part for parts in self.parts.values() for part in parts]

    @property
    def total_games(self) -> int:
        """Games that the report plays; searches play about as many as they may."""
        return sum(part.played for part in self.all_parts)
