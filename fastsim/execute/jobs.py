"""Jobs, their chunks, and executors: what is played, in which pieces, and by whom.

A job is the games of one question: setup, rules and seed. A chunk is a range of its game indices.
What a chunk counts to follows from these alone, so it may be played anywhere, in any order and by
any kernel; and a chunk that somebody has finished need not be played again.
"""

from __future__ import annotations

import functools
import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from fastsim.game.setup import GameSetup
from fastsim.game.streams import GENERATOR
from fastsim.text.numbers import LARGEST

#: The counts of a chunk by name, as arrays of integers that are not negative.
Arrays = Mapping[str, NDArray[np.int64]]


class Counts(Protocol):
    """Counts of games that add: a tally, or what is like one."""

    @property
    def games(self) -> int:
        """Game indices counted."""

    def __add__(self, other: Any, /) -> Any: ...


C = TypeVar("C", bound=Counts)


class Job(ABC, Generic[C]):
    """The games of one question: any range of them can be played anywhere, to the same counts.

    Implementations are small, immutable, and can be pickled: jobs travel to worker processes.
    """

    #: Which implementation a stored description belongs to.
    kind: ClassVar[str]
    #: What is played.
    setup: GameSetup

    @property
    @abstractmethod
    def games_each(self) -> int:
        """Games that are played at each game index."""

    @property
    @abstractmethod
    def largest_chunk(self) -> int:
        """Most game indices of a chunk."""

    @property
    def most_games(self) -> int:
        """Most game indices whose counts are sure to fit 64 bits."""
        return LARGEST

    @property
    def fixed_chunk(self) -> int:
        """Game indices of a chunk that is kept: the same whoever plays it.

        Large enough to hide what it costs to keep, and each matchup to begin; small enough to lose:
        some seconds' work. Games of a kingdom take ten times as long as others.
        """
        if self.setup.is_simple:
            return min(2**19, max(2**14, 2**24 // self.games_each))
        return min(2**17, max(2**11, 2**21 // self.games_each))

    @abstractmethod
    def describe(self) -> dict[str, Any]:
        """Return plain values that say which games these are, from which the job can be rebuilt."""

    @abstractmethod
    def names(self) -> dict[str, Any]:
        """Return what setup and rules are called: ``setup``, and ``rules`` as in `describe`."""

    @abstractmethod
    def prepare(self) -> Callable[[int, int], C]:
        """Return what plays game indices `first` up to `stop`; safe in several threads.

        Raises
        ------
        InvalidInput
            For rules that cannot be played in this setup, and numbers out of range.
        """

    @abstractmethod
    def to_arrays(self, counts: C) -> Arrays:
        """Return the counts of a chunk as arrays."""

    @abstractmethod
    def from_arrays(self, first: int, stop: int, arrays: Arrays) -> C:
        """Return the counts of a chunk again."""

    @property
    def text(self) -> str:
        """The description as JSON, the same for the same games."""
        return _json({"kind": self.kind, "generator": GENERATOR, **self.describe()})

    @property
    def names_text(self) -> str:
        """The names as JSON."""
        return _json(self.names())

    @functools.cached_property
    def key(self) -> str:
        """Content hash: equal for jobs whose games, and what is counted of them, are the same.

        Kernel, threads and machines are not part of it: results do not depend on them.
        """
        return key_of(self.text)


def _json(values: dict[str, Any]) -> str:
    return json.dumps(values, sort_keys=True, separators=(",", ":"))


def key_of(text: str) -> str:
    """Return the content hash of a job that describes itself by `text`: 64 hex digits."""
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, eq=False)
class Chunk(Generic[C]):
    """Game indices `first` up to `stop` of a job."""

    job: Job[C]
    first: int
    stop: int

    @property
    def games(self) -> int:
        """Game indices."""
        return self.stop - self.first

    def play(self) -> C:
        """Return the chunk's counts."""
        play: Callable[[int, int], C] = prepared(self.job)
        return play(self.first, self.stop)


class Executor(Protocol):
    """Where games are played, and where finished ones are kept."""

    def run(
        self, spans: Iterable[Chunk[C]], size: int | None = None
    ) -> Iterator[tuple[Chunk[C], C]]:
        """Yield the counts of parts of the spans, as they finish, each with the span it is of.

        The parts of a span add up to it. They have at most `size` game indices; when that is not
        given, as many as take a tenth of a second or little more.

        When the consumer stops early, or is interrupted, no further part is begun; parts under way
        that are nearly done are finished and, on an interrupt, yielded first.
        """


@functools.lru_cache(maxsize=8)
def prepared(job: Job[C]) -> Callable[[int, int], C]:
    """Return what plays a job, which all of its chunks share while it is in use.

    A run of very many small jobs does not keep the compiled rules of all of them.

    Raises
    ------
    InvalidInput
        As `Job.prepare`.
    """
    return job.prepare()


def add_up(parts: Iterator[C]) -> C:
    """Return the sum of the counts of all chunks, of which there is at least one."""
    total = next(parts)
    for part in parts:
        total += part
    return total
