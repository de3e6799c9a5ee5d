"""How games are played: which, how many, by what, and who is told; one object for every function.

Callers write keywords, ``duel(setup, a, b, games="1M", seed=1, threads=2)``. Every function takes
them as ``**how``, and makes `Settings` of them at its door.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Required, TypeAlias, TypedDict

from fastsim.execute.jobs import Executor
from fastsim.text.numbers import CountLike, WholeLike, as_count, as_optional, as_whole

#: Called with the number of games played so far.
Progress: TypeAlias = Callable[[int], None]


class How(TypedDict, total=False):
    """Keywords that every function takes which plays games: see `Settings`."""

    seed: WholeLike
    start: WholeLike
    threads: WholeLike | None
    chunk: WholeLike | None
    kernel: str | None
    executor: Executor | None
    progress: Progress | None


class Asked(How, total=False):
    """These keywords, and how many games."""

    games: Required[CountLike]


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How games are played.

    Attributes
    ----------
    games : int
        How many; texts such as "200k" and "1M" are numbers of games, too. What it counts stands
        with each function: games of a duel, of each cell of a sweep, game indices.
    seed : int
        0 up to 2**64 - 1. Game i under a seed is the same game whatever else is played.
    start : int
        Index of the first game.
    threads : int, optional
        All processors when not given. Changes the time only.
    chunk : int, optional
        Game indices a thread plays at a stretch. Changes the time only.
    kernel : str, optional
        A name of `fastsim.play.engines.KERNELS`; the fastest that can play when not given. The
        games are the same ones.
    executor : Executor, optional
        Where chunks run, and where finished ones are kept (`fastsim.execute`); `threads` of this
        process when not given. Changes the time only.
    progress : callable, optional
        Called in this thread with the number of games played so far.
    """

    games: int
    seed: int = 0
    start: int = 0
    threads: int | None = None
    chunk: int | None = None
    kernel: str | None = None
    executor: Executor | None = None
    progress: Progress | None = None

    @classmethod
    def of(cls, how: How, *, games: CountLike) -> Settings:
        """Return the settings that a caller's keywords stand for.

        Parameters
        ----------
        how : dict
            Keywords as they were written, without the number of games.
        games : int or str

        Raises
        ------
        InvalidInput
            For what is no number.
        TypeError
            For a keyword of another name, as Python raises it.
        """
        for name in how:
            if name not in How.__annotations__:
                raise TypeError(f"unexpected keyword argument {name!r}")
        return cls(
            games=as_count("games", games),
            seed=as_whole("seed", how.get("seed", 0)),
            start=as_whole("start", how.get("start", 0)),
            threads=as_optional("threads", how.get("threads")),
            chunk=as_optional("chunk", how.get("chunk")),
            kernel=how.get("kernel"),
            executor=how.get("executor"),
            progress=how.get("progress"),
        )

    def part(self, games: int, *, start: int | None = None, each: int = 1, after: int = 0) -> Asked:
        """Return the keywords for a part of the games, which another function plays.

        Parameters
        ----------
        games : int
            As that function counts them.
        start : int, optional
            Of the part; that of the whole when not given.
        each : int
            Our games in one of that function's: 2 for both seat orders at a game index.
        after : int
            Our games that are played before. `progress` is told of all in our games.
        """
        tell = self.progress
        return {
            "games": games,
            "seed": self.seed,
            "start": self.start if start is None else start,
            "threads": self.threads,
            "chunk": self.chunk,
            "kernel": self.kernel,
            "executor": self.executor,
            "progress": (lambda played: tell(after + each * played)) if tell else None,
        }
