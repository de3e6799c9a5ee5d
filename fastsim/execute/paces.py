"""Spans of games cut into parts that take a wanted time, whoever plays them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from fastsim import chunks
from fastsim.execute.jobs import C, Chunk, Job
from fastsim.pace import SECONDS, Pace
from fastsim.setup import GameSetup

#: How many kinds of jobs are remembered.
_MOST: Final = 64
#: The share of the wanted time that a first part takes, at the speed of the job before.
_FIRST: Final = 1 / 8


class Paces:
    """How large parts are, and how fast jobs of each kind were played last.

    Safe in several threads.

    Parameters
    ----------
    seconds : float
        That a part should take.
    bounded : bool
        Whether a part has at most `Job.largest_chunk` game indices.
    """

    def __init__(self, seconds: float = SECONDS, *, bounded: bool = True) -> None:
        self._seconds, self._bounded = seconds, bounded
        self._games_a_second: dict[tuple[str, GameSetup], float] = {}

    def cut(
        self, span: Chunk[C], size: int | None, players: int
    ) -> Iterator[tuple[Chunk[C], Pace]]:
        """Yield the parts of a span, each with the size that is right when it is asked for.

        Parameters
        ----------
        span : Chunk
        size : int, optional
            Game indices of a part, at most, whatever time they take.
        players : int
            Threads or workers that play.
        """
        pace = self._begin(span.job)
        ranges = pace.ranges(span.first, span.stop, players)
        if size is not None:
            ranges = chunks.split(span.first, span.games, size)
        for bounds in ranges:
            yield Chunk(span.job, *bounds), pace

    def took(self, part: Chunk[Any], pace: Pace, seconds: float) -> None:
        """Learn how long a part took."""
        pace.took(part.games, seconds)
        if len(self._games_a_second) > _MOST:
            self._games_a_second.clear()
        speed = part.games * part.job.games_each / max(seconds, 1e-9)
        self._games_a_second[part.job.kind, part.job.setup] = speed

    def _begin(self, job: Job[Any]) -> Pace:
        first, fewest, least = (8192, 64, 1024) if job.setup.is_simple else (512, 16, 128)
        known = self._games_a_second.get((job.kind, job.setup))
        if known is not None:
            first = int(_FIRST * self._seconds * known)
        most = job.largest_chunk if self._bounded else 2**63
        return Pace(max(fewest, first // job.games_each), least, most, self._seconds)
