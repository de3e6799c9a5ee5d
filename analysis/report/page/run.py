"""What a part of a report plays its games with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from analysis.questions.optimise.games import Games
from fastsim.execute.jobs import Executor
from fastsim.game.setup import GameSetup


@dataclass(frozen=True)
class Run:
    """Where, and under which seed, a part of a report plays.

    Attributes
    ----------
    setup : GameSetup
        The report's own.
    seed : int
    level : float
        Of intervals and tests.
    executor : Executor
        Where the games run and are kept.
    progress : callable
        To be called with the number of games that the part has played.
    """

    setup: GameSetup
    seed: int
    level: float
    executor: Executor
    progress: Callable[[int], None]

    def source(self, games: int) -> Games:
        """Return what an optimiser takes its games from, about so many."""
        return Games(
            self.setup, self.seed, progress=lambda played: self.progress(min(played, games)),
            executor=self.executor,
        )  # fmt: skip
