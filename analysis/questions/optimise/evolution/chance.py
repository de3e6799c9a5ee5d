"""The luck of an optimiser: choices that are the same on any machine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from fastsim.game.streams import GameStream, mix64, pick

_T = TypeVar("_T")

#: Sets the streams of choices apart from those of the games under the same seed.
_KEY: Final = 0x45564F4C5645  # "EVOLVE"


class Chance:
    """A stream of choices: a function of seed and step alone, so any step can be made again.

    Parameters
    ----------
    seed : int
        0 up to 2**64 - 1.
    step : int
        Which stream of that seed, from 0.
    """

    def __init__(self, seed: int, step: int) -> None:
        self._stream = GameStream(mix64(seed ^ _KEY), step)

    def below(self, n: int) -> int:
        """Return a whole number from 0 up to n - 1."""
        return pick(self._stream.word(), n)

    def between(self, low: int, high: int) -> int:
        """Return a whole number from `low` up to `high`, both included."""
        return low + self.below(high - low + 1)

    def choose(self, items: Sequence[_T]) -> _T:
        """Return one of the items, of which there is at least one."""
        return items[self.below(len(items))]

    def once_in(self, n: int) -> bool:
        """Return True once in n times."""
        return self.below(n) == 0
