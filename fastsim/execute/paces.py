"""Spans of games cut into parts that take a wanted time, whoever plays them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from fastsim import chunks
from fastsim.execute.jobs import C, Chunk, Job
from fastsim.pace import SECONDS, Pace
from fastsim.setup import GameSetup

#: Seconds that a part should take which is sent: much more than what sending it costs.
_SENT: Final = 1.0
#: How many times the games of another first part one has that is sent.
_SENT_FIRST: Final = 16
#: How many kinds of jobs are remembered.
_MOST: Final = 64
#: The share of the wanted time that a first part takes, at the speed of the job before.
_FIRST: Final = 1 / 8


class Paces:
    """How large parts are, and how fast jobs of each kind were played last.

    Safe in several threads.

    Parameters
    ----------
    are_sent : bool
        Whether parts go to other processes: then they are larger by far, from the first one on.
    """

    def __init__(self, *, are_sent: bool = False) -> None:
        self._are_sent = are_sent
        self._seconds = _SENT if are_sent else SECONDS
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
        elif self._are_sent:
            first *= _SENT_FIRST
        games = max(fewest, first // job.games_each)
        if self._are_sent:
            return Pace(games, least, 2**63, self._seconds, turns=1)
        return Pace(games, least, job.largest_chunk, self._seconds)
