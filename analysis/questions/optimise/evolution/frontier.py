"""The best rule of every length: longer ones stand only where they score more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from analysis.questions.optimise.evolution.edits import length
from fastsim.rules.model import BuyRule
from fastsim.text.shown import brief


@dataclass(frozen=True)
class Elite:
    """A rule and its score, on the games that it was last chosen by."""

    rule: BuyRule
    score: float

    __repr__ = brief

    @property
    def length(self) -> int:
        """See `analysis.questions.optimise.evolution.edits.length`."""
        return length(self.rule)


class Frontier:
    """Rules of which no shorter or equally long one scores as much; the shortest first.

    Parameters
    ----------
    elites : iterable of Elite
        Those that another one beats, or equals at less length, are left out.
    """

    def __init__(self, elites: Iterable[Elite]) -> None:
        kept: list[Elite] = []
        for elite in sorted(elites, key=lambda elite: (elite.length, -elite.score)):
            if not kept or elite.score > kept[-1].score:
                kept.append(elite)
        self._elites = tuple(kept)

    def __iter__(self) -> Iterator[Elite]:
        return iter(self._elites)

    def __len__(self) -> int:
        return len(self._elites)

    @property
    def rules(self) -> list[BuyRule]:
        """The rules, the shortest first."""
        return [elite.rule for elite in self._elites]

    @property
    def best(self) -> Elite:
        """The one with the highest score, which is the longest."""
        return self._elites[-1]

    def at(self, most: int) -> Elite | None:
        """Return the best rule of at most that length, or None where there is none."""
        fitting = [elite for elite in self._elites if elite.length <= most]
        return fitting[-1] if fitting else None

    def with_elite(self, elite: Elite) -> Frontier:
        """Return the frontier with one more rule, and without those that it beats."""
        return Frontier((*self._elites, elite))
