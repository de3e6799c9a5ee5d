"""Results of games: one row a game (`GameBatch`), or integers that add (`Tally`)."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from fastsim.game.setup import GameSetup
from fastsim.rules.describe import digest
from fastsim.rules.model import BuyRule
from fastsim.text.equality import ByValue
from fastsim.text.errors import InvalidInput
from fastsim.text.numbers import LARGEST
from fastsim.text.shown import html_table, lines_of
from fastsim.text.words import number_of

if TYPE_CHECKING:
    import pandas as pd

#: Why a game ended, by the code that kernels write.
END_REASONS: Final = ("provinces", "piles", "cut")


#: Games of a batch that a notebook shows.
_GAMES_SHOWN: Final = 5


@dataclass(frozen=True, eq=False)
class GameBatch(ByValue):
    """Games `start` up to `start` + n_games under one seed, one row each.

    Attributes
    ----------
    setup : GameSetup
    rules : tuple of BuyRule
        By seat, in turn order.
    seed, start : int
        Game i of the batch is game `start` + i under `seed`.
    kernel : str
        Name of the kernel that played.
    turns : uint16 [n_games]
        Turns of all players together.
    vp : int16 [n_games, n_players]
        Victory points at the end.
    end : uint8 [n_games]
        Index into `END_REASONS`.
    winners : uint8 [n_games]
        Bit s is set when seat s won; several bits for a shared victory.
    """

    setup: GameSetup
    rules: tuple[BuyRule, ...]
    seed: int
    start: int
    kernel: str = field(compare=False)
    turns: NDArray[np.uint16]
    vp: NDArray[np.int16]
    end: NDArray[np.uint8]
    winners: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.turns)

    @property
    def seat_won(self) -> NDArray[np.int8]:
        """The seat that won each game, from 0; -1 for a shared victory. int8 [n_games]."""
        seat_of = np.full(2**self.setup.players, -1, np.int8)
        for seat in range(self.setup.players):
            seat_of[1 << seat] = seat
        return seat_of[self.winners]

    def to_frame(self) -> pd.DataFrame:
        """Return a frame with one row a game.

        Returns
        -------
        DataFrame
            Columns ``game`` (int64), ``turns`` (uint16), ``seat_won`` (int8, from 1, 0 when
            shared), ``end`` (category), ``vp_1``, ``vp_2``, ... (int16).
        """
        import pandas as pd

        columns: dict[str, Any] = {
            "game": np.arange(self.start, self.start + len(self), dtype=np.int64),
            "turns": self.turns,
            "seat_won": self.seat_won + np.int8(1),
            "end": pd.Categorical.from_codes(self.end.tolist(), pd.Index(END_REASONS)),
        }
        for seat in range(self.setup.players):
            columns[f"vp_{seat + 1}"] = self.vp[:, seat]
        return pd.DataFrame(columns)

    @property
    def _rows(self) -> list[list[str]]:
        """Seat, rule, shares of games won and shared, and mean VP, of every seat."""
        won = [self.winners >> seat & 1 == 1 for seat in range(self.setup.players)]
        alone = np.bitwise_count(self.winners) == 1
        return [
            [
                f"{seat + 1}",
                rule.name,
                f"{(won[seat] & alone).mean():.2%}",
                f"{(won[seat] & ~alone).mean():.2%}",
                f"{self.vp[:, seat].mean():.2f}",
            ]
            for seat, rule in enumerate(self.rules)
        ]

    @property
    def _said(self) -> str:
        first = f"{number_of(len(self), 'game')} of {self.setup.name} from game {self.start:,} on"
        return f"{first}, {self.turns.mean():.2f} turns on average"

    def __repr__(self) -> str:
        return lines_of(f"GameBatch of {self._said}; seed {self.seed}", _by_seat(self._rows))

    def _repr_html_(self) -> str:
        """Return a small table by seat, and the first games, for notebooks."""
        heads = ("seat", "rule", "won", "shared", "mean VP")
        table = html_table(heads, self._rows)
        first = range(min(len(self), _GAMES_SHOWN))
        games = [
            [
                self.start + i, self.turns[i], END_REASONS[self.end[i]],
                " ".join(str(s + 1) for s in range(self.setup.players) if self.winners[i] >> s & 1),
                " : ".join(map(str, self.vp[i].tolist())),
            ]
            for i in first
        ]  # fmt: skip
        shown = html_table(("game", "turns", "end", "won by seat", "VP"), games)
        return f"<p>{escape(self._said)}.</p>{table}<p>The first of them:</p>{shown}"


@dataclass(frozen=True, eq=False)
class Tally(ByValue):
    """Counts over any number of games of one setup, one seat order of rules, and one seed.

    Tallies of disjoint games add, in any order, to the same integers.

    Attributes
    ----------
    setup : GameSetup
    rules : tuple of BuyRule
        By seat, in turn order.
    seed : int
    ranges : tuple of (int, int)
        The games counted: half-open, sorted, disjoint ranges of game indices.
    outcomes : int64 [2 ** n_players]
        Games by set of winners: entry w counts those won by exactly the seats whose bits are set
        in w. They sum to the number of games.
    equal_vp : int
        Games in which the highest VP was reached by more than one player.
    ended : int64 [3]
        Games by end reason, in the order of `END_REASONS`.
    turns : int64 [max_turns + 1]
        Games by turns of all players together.
    vp : int64 [n_players, n_vp]
        Games by each seat's VP, from the setup's lowest possible VP.
    margin : int64 [n_players, 2 * n_vp - 1]
        Games by each seat's VP less the best opponent's; the middle column is 0.
    """

    setup: GameSetup
    rules: tuple[BuyRule, ...]
    seed: int
    ranges: tuple[tuple[int, int], ...]
    outcomes: NDArray[np.int64]
    equal_vp: int
    ended: NDArray[np.int64]
    turns: NDArray[np.int64]
    vp: NDArray[np.int64]
    margin: NDArray[np.int64]

    @functools.cached_property
    def games(self) -> int:
        """Number of games counted."""
        return sum(stop - start for start, stop in self.ranges)

    @property
    def wins(self) -> NDArray[np.int64]:
        """Games won alone, by seat. int64 [n_players]."""
        return np.array([self.outcomes[1 << seat] for seat in self._seats])

    @property
    def shared(self) -> NDArray[np.int64]:
        """Games in which each seat shared the victory. int64 [n_players]."""
        sets = np.arange(len(self.outcomes))
        several = np.bitwise_count(sets) > 1
        return np.array(
            [self.outcomes[several & (sets >> seat & 1 == 1)].sum() for seat in self._seats]
        )

    @property
    def score(self) -> NDArray[np.float64]:
        """Victories by seat, one shared by k players counted as 1/k. float64 [n_players]."""
        sets = np.arange(len(self.outcomes))
        share = self.outcomes / np.maximum(np.bitwise_count(sets), 1)
        return np.array([share[sets >> seat & 1 == 1].sum() for seat in self._seats])

    @property
    def score_squares(self) -> NDArray[np.float64]:
        """Sum over games of each seat's squared score. float64 [n_players]."""
        sets = np.arange(len(self.outcomes))
        share = self.outcomes / np.maximum(np.bitwise_count(sets), 1).astype(np.float64) ** 2
        return np.array([share[sets >> seat & 1 == 1].sum() for seat in self._seats])

    @property
    def _seats(self) -> range:
        return range(self.setup.players)

    @property
    def vp_values(self) -> NDArray[np.int64]:
        """The VP that each column of `vp` stands for. int64 [n_vp]."""
        low, high = self.setup.vp_range
        return np.arange(low, high + 1)

    @property
    def margin_values(self) -> NDArray[np.int64]:
        """The difference that each column of `margin` stands for. int64 [2 * n_vp - 1]."""
        low, high = self.setup.vp_range
        return np.arange(low - high, high - low + 1)

    def __add__(self, other: Tally) -> Tally:
        if not isinstance(other, Tally):
            return NotImplemented
        check_addable("tallies", self, other)
        return Tally(
            self.setup,
            self.rules,
            self.seed,
            merge_ranges([*self.ranges, *other.ranges]),
            self.outcomes + other.outcomes,
            self.equal_vp + other.equal_vp,
            self.ended + other.ended,
            self.turns + other.turns,
            self.vp + other.vp,
            self.margin + other.margin,
        )

    @property
    def arrays(self) -> dict[str, NDArray[np.int64]]:
        """All counts by name; `from_arrays` gives the tally back."""
        return {
            "outcomes": self.outcomes,
            "equal_vp": np.array([self.equal_vp]),
            "ended": self.ended,
            "turns": self.turns,
            "vp": self.vp,
            "margin": self.margin,
        }

    @classmethod
    def from_arrays(
        cls,
        setup: GameSetup,
        rules: tuple[BuyRule, ...],
        seed: int,
        ranges: tuple[tuple[int, int], ...],
        arrays: Mapping[str, NDArray[np.int64]],
    ) -> Tally:
        """Return the tally with these `arrays`."""
        equal_vp = int(arrays["equal_vp"][0])
        return cls(setup, rules, seed, ranges, **{**arrays, "equal_vp": equal_vp})  # type: ignore[arg-type]

    @property
    def _rows(self) -> list[list[str]]:
        """Seat, rule, shares of games won and shared, and mean VP, of every seat."""
        wins, shared = self.wins, self.shared
        return [
            [
                f"{seat + 1}",
                rule.name,
                f"{wins[seat] / self.games:.2%}",
                f"{shared[seat] / self.games:.2%}",
                f"{histogram_mean(self.vp[seat], self.vp_values):.2f}",
            ]
            for seat, rule in enumerate(self.rules)
        ]

    @property
    def _said(self) -> str:
        turns = histogram_mean(self.turns, np.arange(len(self.turns)))
        return f"{number_of(self.games, 'game')} of {self.setup.name}, {turns:.2f} turns on average"

    def __repr__(self) -> str:
        return lines_of(f"Tally of {self._said}; seed {self.seed}", _by_seat(self._rows))

    def _repr_html_(self) -> str:
        """Return a small table by seat, for notebooks."""
        heads = ("seat", "rule", "won", "shared", "mean VP")
        return f"<p>{escape(self._said)}.</p>" + html_table(heads, self._rows)

    def to_bytes(self) -> bytes:
        """Return all counts as bytes: equal for equal counts over the same games."""
        arrays = (self.outcomes, self.ended, self.turns, self.vp, self.margin)
        head = repr((self.setup.digest, [*map(digest, self.rules)], self.seed, self.ranges))
        counts = np.concatenate([array.ravel() for array in arrays] + [np.array([self.equal_vp])])
        return head.encode() + counts.astype("<i8").tobytes()


def _by_seat(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield a line a seat."""
    for seat, rule, won, shared, vp in rows:
        yield f"seat {seat}, {rule}: won {won}, shared {shared}, mean VP {vp}"


class Counted(Protocol):
    """Counts of games of one setup, one seat order of rules, and one seed."""

    @property
    def setup(self) -> GameSetup:
        """What the games were played with."""

    @property
    def rules(self) -> tuple[BuyRule, ...]:
        """By seat, in turn order."""

    @property
    def seed(self) -> int:
        """Of all games."""


def stacked(tallies: Iterable[Tally]) -> dict[str, NDArray[np.int64]]:
    """Return the arrays of tallies of one setup, each name's one behind the other."""
    each = [tally.arrays for tally in tallies]
    return {name: np.stack([own[name] for own in each]) for name in each[0]}


def check_addable(kind: str, ours: Counted, theirs: Counted) -> None:
    """Refuse to add counts of different setups, rules or seeds.

    Parameters
    ----------
    kind : str
        What they are called: "tallies".
    ours, theirs : Counted

    Raises
    ------
    InvalidInput
        When they differ in one of the three.
    """
    for what, same in (
        # chunks of one run share their setup: no need to describe it twice each time
        ("setups", ours.setup is theirs.setup or ours.setup == theirs.setup),
        ("rules", ours.rules == theirs.rules),
        ("seeds", ours.seed == theirs.seed),
    ):
        if not same:
            raise InvalidInput(f"{kind} of different {what} do not add")


def merge_ranges(ranges: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return the union of disjoint half-open ranges, sorted, neighbours joined.

    Raises
    ------
    InvalidInput
        When two ranges overlap: a game would be counted twice.
    """
    merged: list[tuple[int, int]] = []
    for start, stop in sorted(ranges):
        if merged and start < merged[-1][1]:
            raise InvalidInput(
                f"games {start} to {min(stop, merged[-1][1]) - 1} would be counted twice"
            )
        if merged and start == merged[-1][1]:
            merged[-1] = (merged[-1][0], stop)
        else:
            merged.append((start, stop))
    return tuple(merged)


def histogram_mean(counts: NDArray[np.int64], values: NDArray[np.int64]) -> float:
    """Return the mean of integers `values` that occurred `counts` times."""
    return _weighted_sum(counts, values) / int(counts.sum())


def histogram_sd(counts: NDArray[np.int64], values: NDArray[np.int64]) -> float:
    """Return their sample standard deviation (nan for a single one)."""
    n = int(counts.sum())
    if n < 2:
        return float("nan")
    total, squares = _weighted_sum(counts, values), _weighted_sum(counts, values**2)
    return math.sqrt((n * squares - total * total) / (n * (n - 1)))


def _weighted_sum(counts: NDArray[np.int64], values: NDArray[np.int64]) -> int:
    """Return the exact sum of ``counts * values``, which 64 bits need not hold."""
    if int(counts.sum()) * int(np.abs(values).max()) <= LARGEST:
        return int((counts * values).sum())
    return sum(map(operator.mul, counts.tolist(), values.tolist()))
