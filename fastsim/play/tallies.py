"""Tallies of many pairs of rules over the same games: their counts in one array each."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import eq
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from fastsim.game.setup import GameSetup
from fastsim.kernels.fold import Counts
from fastsim.lower.six_cards import zero_counts
from fastsim.play.results import Tally, merge_ranges, stacked
from fastsim.rules.model import BuyRule
from fastsim.text.errors import InvalidInput


class TallyRows(Sequence[Tally]):
    """Tallies of one setup and seed over the same games, of which each is made when looked at.

    Attributes
    ----------
    outcomes : int64 [n_tallies, 2 ** n_players]
        As `Tally.outcomes`.
    """

    outcomes: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.outcomes)

    @overload
    def __getitem__(self, index: int) -> Tally: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Tally]: ...
    def __getitem__(self, index: int | slice) -> Tally | Sequence[Tally]:
        if isinstance(index, slice):
            return self.take(range(*index.indices(len(self))))
        return self._row(range(len(self))[index])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TallyRows):
            return NotImplemented
        return len(self) == len(other) and all(map(eq, self, other))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{len(self):,} tallies>"

    def __add__(self, other: TallyRows) -> Tallies:
        return Tallies.of(self) + Tallies.of(other)

    def score(self, seat: int) -> NDArray[np.float64]:
        """Return `Tally.score` of one seat, float64 [n_tallies]."""
        return self.outcomes @ self._shares(seat)

    def score_squares(self, seat: int) -> NDArray[np.float64]:
        """Return `Tally.score_squares` of one seat, float64 [n_tallies]."""
        return self.outcomes @ self._shares(seat) ** 2

    def _shares(self, seat: int) -> NDArray[np.float64]:
        """Return what a seat scores by who won, float64 [2 ** n_players]."""
        sets = np.arange(self.outcomes.shape[1])
        return (sets >> seat & 1) / np.maximum(np.bitwise_count(sets), 1)

    def __iter__(self) -> Iterator[Tally]:
        return map(self._row, range(len(self)))

    def take(self, places: Sequence[int]) -> Tallies:
        """Return the tallies at these places."""
        return Tallies.of(map(self._row, places))

    @abstractmethod
    def _row(self, place: int) -> Tally:
        """Return the tally at a place."""


class Tallies(TallyRows):
    """Tallies whose arrays are stacked; those of disjoint games add.

    Parameters
    ----------
    setup : GameSetup
    rules : sequence of tuple of BuyRule
        Of each tally, by seat.
    seed : int
    ranges : tuple of (int, int)
        The games that every tally counts, as `Tally.ranges`.
    arrays : mapping of str to int64 [n_tallies, ...]
        The arrays of `Tally.arrays`, one behind the other.
    """

    def __init__(
        self,
        setup: GameSetup,
        rules: Sequence[tuple[BuyRule, ...]],
        seed: int,
        ranges: tuple[tuple[int, int], ...],
        arrays: Mapping[str, NDArray[np.int64]],
    ) -> None:
        self.setup, self.rules, self.seed, self.ranges = setup, rules, seed, ranges
        self.arrays = arrays
        self.outcomes = arrays["outcomes"]

    @classmethod
    def zeros(
        cls,
        setup: GameSetup,
        rules: Sequence[tuple[BuyRule, ...]],
        seed: int,
        ranges: tuple[tuple[int, int], ...],
    ) -> Tallies:
        """Return tallies whose games are still to be added (`counts_of`)."""
        return cls(setup, rules, seed, ranges, zero_counts(setup, len(rules))._asdict())

    @classmethod
    def of(cls, tallies: Iterable[Tally]) -> Tallies:
        """Return tallies over the same games as one; at least one."""
        if isinstance(tallies, Tallies):
            return tallies
        each = list(tallies)
        rules = [tally.rules for tally in each]
        return cls(each[0].setup, rules, each[0].seed, each[0].ranges, stacked(each))

    def take(self, places: Sequence[int]) -> Tallies:
        """Return the tallies at these places."""
        chosen = list(places)
        rules = [self.rules[place] for place in chosen]
        arrays = {name: array[chosen] for name, array in self.arrays.items()}
        return Tallies(self.setup, rules, self.seed, self.ranges, arrays)

    def counts_of(self, place: int) -> Counts:
        """Return the arrays of a tally, to be added to."""
        return Counts(**{name: array[place] for name, array in self.arrays.items()})

    def _row(self, place: int) -> Tally:
        arrays = {name: array[place] for name, array in self.arrays.items()}
        return Tally.from_arrays(self.setup, self.rules[place], self.seed, self.ranges, arrays)

    def __add__(self, other: TallyRows) -> Tallies:
        if not isinstance(other, Tallies):
            return super().__add__(other)
        for what, same in (
            ("setups", self.setup is other.setup or self.setup == other.setup),
            ("rules", self.rules is other.rules or list(self.rules) == list(other.rules)),
            ("seeds", self.seed == other.seed),
        ):
            if not same:
                raise InvalidInput(f"tallies of different {what} do not add")
        arrays = {name: array + other.arrays[name] for name, array in self.arrays.items()}
        ranges = merge_ranges([*self.ranges, *other.ranges])
        return Tallies(self.setup, self.rules, self.seed, ranges, arrays)

    def __reduce__(self) -> tuple[Any, ...]:
        fields = (self.setup, self.rules, self.seed, self.ranges, dict(self.arrays))
        return Tallies, fields
