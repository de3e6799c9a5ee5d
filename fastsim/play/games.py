"""The one door to the engines: `simulate`, `tally` and `replay`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Unpack

import numpy as np
from numpy.typing import NDArray

from fastsim.execute import chunks
from fastsim.execute.jobs import Arrays, Chunk, Job, add_up
from fastsim.execute.local import PACES
from fastsim.execute.pace import Pace
from fastsim.game.setup import GameSetup, Tie
from fastsim.game.streams import seed_key
from fastsim.kernels import ending, fold, scores
from fastsim.kernels.fold import Counts
from fastsim.kernels.tables import Columns
from fastsim.lower.six_cards import empty_columns, zero_counts
from fastsim.play.engines import engine_for
from fastsim.play.jobs import play_job
from fastsim.play.results import GameBatch, Tally
from fastsim.play.settings import How, Settings
from fastsim.reference.draws import StreamDraws
from fastsim.reference.game import play_game
from fastsim.reference.log import GameLog
from fastsim.rules.decisions import defaults_digest
from fastsim.rules.describe import describe
from fastsim.rules.model import BuyRule
from fastsim.rules.values import RuleLike, SetupLike, as_rules, as_setup
from fastsim.text.errors import InvalidInput
from fastsim.text.numbers import CountLike, WholeLike, as_whole

#: Most games of which `simulate` keeps rows: some ten gigabytes of them.
MAX_ROWS: Final = 10**9


class Player:
    """Plays games of one setup, one seat order of rules and one seed, with the fastest kernel.

    Safe to use from several threads.

    Raises
    ------
    InvalidInput
        As `simulate`.
    """

    def __init__(
        self, setup: GameSetup, rules: Sequence[BuyRule], seed: int, kernel: str | None = None
    ) -> None:
        self.setup = setup
        self.rules = tuple(rules)
        self.seed = seed
        self._engine = engine_for(setup, rules, seed_key(seed), kernel)
        self._later_seat_wins_ties = int(setup.tie is Tie.SECOND)
        self._lowest_vp = setup.vp_range[0]

    @property
    def kernel(self) -> str:
        """Name of the kernel that plays."""
        return self._engine.name

    def play(self, first: int, columns: Columns) -> None:
        """Play one game a row of `columns`, from game index `first` on."""
        self._engine.play(first, columns)

    def winners(self, columns: Columns, winners: NDArray[np.uint8]) -> None:
        """Write who won each game of `columns`, as bits: uint8 [n_games]."""
        ending.find_winners(columns, self.setup.players, self._later_seat_wins_ties, winners)

    def tally(self, first: int, stop: int) -> Tally:
        """Return the counts of games `first` up to `stop`."""
        columns = empty_columns(stop - first, self.setup.players)
        self.play(first, columns)
        return self._fold(first, stop, columns)

    def tally_with_winners(self, first: int, stop: int) -> tuple[Tally, NDArray[np.uint8]]:
        """Return the counts of games `first` up to `stop`, and who won each (see `winners`)."""
        columns = empty_columns(stop - first, self.setup.players)
        winners = np.empty(stop - first, np.uint8)
        self.play(first, columns)
        self.winners(columns, winners)
        return self._fold(first, stop, columns), winners

    def mark_and_fold(
        self, first: int, stop: int, seat: int, planes: NDArray[np.uint64], counts: Counts
    ) -> None:
        """Add games `first` up to `stop` to counts; write one seat's scores as bits.

        For two players; `planes` as in `fastsim.kernels.scores.mark_scores`.
        """
        columns = empty_columns(stop - first, self.setup.players)
        self.play(first, columns)
        scores.mark_scores(columns, self._later_seat_wins_ties, seat, planes)
        self._add(columns, counts)

    def _add(self, columns: Columns, counts: Counts) -> None:
        fold.fold(columns, self._later_seat_wins_ties, self._lowest_vp, counts)

    def _fold(self, first: int, stop: int, columns: Columns) -> Tally:
        counts = zero_counts(self.setup)
        self._add(columns, counts)
        return Tally(
            self.setup,
            self.rules,
            self.seed,
            ((first, stop),),
            counts.outcomes,
            int(counts.equal_vp[0]),
            counts.ended,
            counts.turns,
            counts.vp,
            counts.margin,
        )


@dataclass(frozen=True, eq=False)
class TallyJob(Job[Tally]):
    """Games of one setup, one seat order of rules and one seed, counted."""

    kind: ClassVar[str] = "tally"

    setup: GameSetup
    rules: tuple[BuyRule, ...]
    seed: int
    kernel: str | None = None

    @property
    def games_each(self) -> int:
        """Games that are played at each game index."""
        return 1

    @property
    def largest_chunk(self) -> int:
        """Most game indices of a chunk."""
        return chunks.DEFAULT_CHUNK

    def describe(self) -> dict[str, Any]:
        """Return setup, rules and seed as plain values."""
        return describe_games(self.setup, self.rules, self.seed)

    def names(self) -> dict[str, Any]:
        """Return the names of setup and rules."""
        return {"setup": self.setup.name, "rules": [rule.name for rule in self.rules]}

    def prepare(self) -> Callable[[int, int], Tally]:
        """Return what plays game indices `first` up to `stop`."""
        return Player(self.setup, self.rules, self.seed, self.kernel).tally

    def to_arrays(self, counts: Tally) -> Arrays:
        """Return the counts of a chunk as arrays."""
        return counts.arrays

    def from_arrays(self, first: int, stop: int, arrays: Arrays) -> Tally:
        """Return the counts of a chunk again."""
        return Tally.from_arrays(self.setup, self.rules, self.seed, ((first, stop),), arrays)


def describe_games(setup: GameSetup, rules: Sequence[BuyRule], seed: int) -> dict[str, Any]:
    """Return a setup without its name, rules as texts, and a seed, as plain values.

    Where there are Actions, the default lists by which players decide belong to it, too.
    """
    table = setup.describe()
    del table["name"]
    values = {"setup": table, "rules": [describe(rule) for rule in rules], "seed": seed}
    return values if setup.is_simple else values | {"defaults": defaults_digest(setup)}


def kernel_for(setup: SetupLike, rules: Sequence[RuleLike]) -> str:
    """Return the name of the kernel that plays these rules, by seat, when none is asked for."""
    setup = as_setup(setup)
    return Player(setup, as_rules(rules, setup), 0).kernel


def simulate(
    setup: SetupLike,
    rules: Sequence[RuleLike],
    *,
    games: CountLike,
    **how: Unpack[How],
) -> GameBatch:
    """Play games and keep one row of each.

    Parameters
    ----------
    setup : GameSetup or str
        A setup, or the name of one (`fastsim.load_setup`).
    rules : sequence of BuyRule or str
        One a seat, in turn order: rules, or names or texts of them (`fastsim.load_rule`).
    games : int or str
        1 up to `MAX_ROWS`.
    **how
        Keywords, as `fastsim.play.settings.Settings` describes them; no executor, since rows are
        kept in this process.

    Returns
    -------
    GameBatch

    Raises
    ------
    InvalidInput
        For rules that cannot be played in this setup, and numbers out of range.
    """
    setup, settings = as_setup(setup), Settings.of(how, games=games)
    first_game, size, progress = settings.start, settings.chunk, settings.progress
    if settings.games > MAX_ROWS:
        raise InvalidInput(
            f"{settings.games:,} rows of games",
            f"At most {MAX_ROWS:,} at a time; fastsim.tally counts any number of games.",
        )
    if settings.executor is not None:
        raise InvalidInput(
            "an executor for rows of games",
            "simulate plays in this process; fastsim.tally counts games on any executor.",
        )
    player = Player(setup, as_rules(rules, setup), settings.seed, settings.kernel)
    chunks.check(first_game, settings.games, 1 if size is None else size)
    threads = chunks.usable_threads(settings.threads)
    job = TallyJob(setup, player.rules, settings.seed)
    span = Chunk(job, first_game, first_game + settings.games)
    columns = empty_columns(settings.games, setup.players)
    winners = np.empty(settings.games, np.uint8)

    def work(part: Chunk[Tally], pace: Pace) -> int:
        begun = time.perf_counter()
        rows = slice(part.first - first_game, part.stop - first_game)
        into = Columns(columns.turns[rows], columns.vp[rows], columns.end[rows])
        player.play(part.first, into)
        player.winners(into, winners[rows])
        PACES.took(part, pace, time.perf_counter() - begun)
        return part.games

    parts = PACES.cut(span, size, threads)
    done = 0
    for played in chunks.run(work, parts, threads, are_small=size is None):
        done += played
        if progress:
            progress(done)
    return GameBatch(
        setup,
        player.rules,
        settings.seed,
        first_game,
        player.kernel,
        columns.turns,
        columns.vp,
        columns.end,
        winners,
    )


def tally(
    setup: SetupLike,
    rules: Sequence[RuleLike],
    *,
    games: CountLike,
    **how: Unpack[How],
) -> Tally:
    """Play games and keep their counts, in constant memory.

    Parameters and errors as in `simulate`; on any executor, and any number of games.
    """
    return add_up(tally_chunks(setup, rules, games=games, **how))


def tally_chunks(
    setup: SetupLike,
    rules: Sequence[RuleLike],
    *,
    games: CountLike,
    **how: Unpack[How],
) -> Iterator[Tally]:
    """Yield the tallies of chunks as they finish; their sum is `tally`'s result.

    What was yielded is whole: a consumer that is interrupted can keep the sum so far.
    """
    setup, settings = as_setup(setup), Settings.of(how, games=games)
    job = TallyJob(setup, as_rules(rules, setup), settings.seed, settings.kernel)
    return play_job(job, settings)


def replay(
    setup: SetupLike, rules: Sequence[RuleLike], *, seed: WholeLike, game: WholeLike
) -> GameLog:
    """Play one game again with the slow engine and return its record, turn by turn.

    Raises
    ------
    InvalidInput
        As `simulate`.
    """
    setup, index = as_setup(setup), as_whole("game", game)
    next(chunks.split(index, 1, 1))  # refuses what is not the index of a game
    draws = StreamDraws(as_whole("seed", seed), index)
    return play_game(setup, as_rules(rules, setup), draws)
