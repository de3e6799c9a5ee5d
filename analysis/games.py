"""The games that an optimiser plays: those that choose a rule, and fresh ones that score it.

Whatever is chosen by the games it won is flattered by them (the winner's curse). So there are two
kinds of games, which never meet: *selection* games, under the seed itself, and *fresh* games, under
its 64-bit complement. A rule chosen on the one is scored on the other.

An optimiser is a function of its inputs, seed and game budget alone: run again, it asks for the
same games in the same order, on any number of threads. Time may stop it between two of its steps
(`Games.out_of_time`), and that never changes what the steps before it did.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from fastsim.execute.jobs import Executor
from fastsim.matchups import Matchup, MatchupTally, tally_matchups
from fastsim.numbers import as_optional, as_real, as_whole
from fastsim.rules.model import BuyRule
from fastsim.setup import GameSetup
from fastsim.streams import seed_key
from fastsim.values import as_setup

_SEEDS = 2**64
#: Rules, game indices and seconds of a look at how fast a setup is played.
_PACE_RULES, _PACE_GAMES, _PACE_SECONDS = 8, 512, 0.25


@dataclass(eq=False)
class _Meter:
    """How many games have been played so far, and since when."""

    played: int = 0
    begun: float = field(default_factory=time.monotonic)


@dataclass(frozen=True, eq=False)
class Games:
    """The one source of an optimiser's games.

    Attributes
    ----------
    setup : GameSetup
        For two players.
    seed : int
        Of the selection games, 0 up to 2**64 - 1.
    threads : int, optional
        All processors when not given. Changes the time only.
    kernel : str, optional
        As `fastsim.simulate`.
    time_limit : float, optional
        Seconds after which `out_of_time`.
    progress : callable, optional
        Called with the number of games played so far, fresh ones and both seat orders included.
    executor : Executor, optional
        Where the games run and are kept, in place of `threads`. Run again on what is kept, an
        optimiser goes on where it was stopped, since it asks for the same games.
    """

    setup: GameSetup
    seed: int = 0
    threads: int | None = None
    kernel: str | None = None
    time_limit: float | None = None
    progress: Callable[[int], None] | None = None
    executor: Executor | None = None
    _meter: _Meter = field(default_factory=_Meter, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "setup", as_setup(self.setup))
        object.__setattr__(self, "seed", as_whole("seed", self.seed))
        object.__setattr__(self, "threads", as_optional("threads", self.threads))
        if self.time_limit is not None:
            object.__setattr__(self, "time_limit", as_real("time_limit", self.time_limit))
        seed_key(self.seed)  # refuses what is no seed

    @property
    def fresh(self) -> Games:
        """The source of fresh games: none of them is a selection game of this seed.

        Their seed is 2**64 - 1 less this one, so the complement of a complement is the seed.
        """
        return replace(self, seed=_SEEDS - 1 - self.seed)

    @property
    def played(self) -> int:
        """Games played so far, fresh ones and both seat orders included."""
        return self._meter.played

    @property
    def seconds(self) -> float:
        """Time since this source was made."""
        return time.monotonic() - self._meter.begun

    @property
    def out_of_time(self) -> bool:
        """Whether the time limit is over: to be asked between steps only."""
        return self.time_limit is not None and self.seconds >= self.time_limit

    def tally(self, matchups: Sequence[Matchup], games: int, start: int = 0) -> MatchupTally:
        """Play every matchup in both seat orders over the same game indices.

        Parameters
        ----------
        matchups : sequence of Matchup
        games : int
            Game indices; each matchup plays twice as many games.
        start : int
            The first of them.

        Raises
        ------
        InvalidInput
            As `fastsim.matchups.tally_matchups`.
        KeyboardInterrupt
            When the user stops the run; nothing of this call is kept.
        """
        before, orders = self._meter.played, 2 * len(matchups)

        def report(done: int) -> None:
            self._meter.played = before + orders * done
            if self.progress:
                self.progress(self._meter.played)

        return tally_matchups(
            self.setup, matchups, games=games, seed=self.seed, start=start,
            threads=self.threads, kernel=self.kernel, progress=report, executor=self.executor,
        )  # fmt: skip


def pace(
    setup: GameSetup,
    rules: Sequence[BuyRule],
    *,
    threads: int | None = None,
    kernel: str | None = None,
) -> float:
    """Return how many games a second an optimiser plays here, roughly: few games of many matchups.

    That takes a moment, and is to be told, never to be computed with: it differs from run to run.

    Parameters
    ----------
    setup : GameSetup
    rules : sequence of BuyRule
        Some that will play; at least one.
    threads, kernel
        As `Games`.
    """
    games = Games(setup, threads=threads, kernel=kernel)
    games.tally([Matchup(rules[0], rules[0])], 2)  # compiles the kernel where that is to be done
    before, begun = games.played, time.perf_counter()
    for turn in itertools.count():
        # other pairs each time: most of an optimiser's are new, and a new pair has a price
        pairs = [(k, k + 1 + turn) for k in range(_PACE_RULES)]
        matchups = [Matchup(rules[a % len(rules)], rules[b % len(rules)]) for a, b in pairs]
        games.tally(matchups, _PACE_GAMES, start=_PACE_GAMES * turn)
        if time.perf_counter() - begun > _PACE_SECONDS:
            break
    return (games.played - before) / (time.perf_counter() - begun)
