"""The one door to the engines: `simulate`, `tally` and `replay`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from fastsim import chunks
from fastsim.kernels import ending, fold, general
from fastsim.kernels.tables import Columns
from fastsim.lowering import empty_columns, lower_rules, lower_setup, zero_counts
from fastsim.reference.draws import StreamDraws
from fastsim.reference.game import play_game
from fastsim.reference.log import GameLog
from fastsim.results import GameBatch, Tally, merge_ranges
from fastsim.rules.model import BuyRule
from fastsim.setup import GameSetup
from fastsim.streams import seed_key

#: Called with the number of games played so far.
Progress = Callable[[int], None]


def simulate(
    setup: GameSetup,
    rules: Sequence[BuyRule],
    *,
    games: int,
    seed: int = 0,
    start: int = 0,
    threads: int | None = None,
    chunk: int = chunks.DEFAULT_CHUNK,
    progress: Progress | None = None,
) -> GameBatch:
    """Play games and keep one row of each.

    Parameters
    ----------
    setup : GameSetup
    rules : sequence of BuyRule
        One a seat, in turn order.
    games : int
        How many, at least 1.
    seed : int
        0 up to 2**64 - 1. Game i under a seed is the same game whatever else is played.
    start : int
        Index of the first game.
    threads : int, optional
        All processors when not given. Changes the time only.
    chunk : int
        Games a thread plays at a stretch. Changes the time only.
    progress : callable, optional
        Called in this thread with the number of games played so far.

    Returns
    -------
    GameBatch

    Raises
    ------
    InvalidInput
        For rules that cannot be played in this setup, and numbers out of range.
    """
    play = _player(setup, rules, seed)
    ranges = chunks.split(start, games, chunk)
    columns = empty_columns(games, setup.players)
    winners = np.empty(games, np.uint8)

    def work(first: int, stop: int) -> int:
        rows = slice(first - start, stop - start)
        part = Columns(*(column[rows] for column in columns))
        play(first, part)
        table = lower_setup(setup)
        ending.find_winners(part, table.players, table.later_seat_wins_ties, winners[rows])
        return stop - first

    _count(chunks.run(work, ranges, threads), progress)
    return GameBatch(
        setup, tuple(rules), seed, start, "general", columns.turns, columns.vp, columns.end, winners
    )


def tally(
    setup: GameSetup,
    rules: Sequence[BuyRule],
    *,
    games: int,
    seed: int = 0,
    start: int = 0,
    threads: int | None = None,
    chunk: int = chunks.DEFAULT_CHUNK,
    progress: Progress | None = None,
) -> Tally:
    """Play games and keep their counts, in constant memory.

    Parameters and errors as in `simulate`.
    """
    parts = tally_chunks(
        setup, rules, games=games, seed=seed, start=start, threads=threads, chunk=chunk
    )
    total = next(parts)
    if progress:
        progress(total.games)
    for part in parts:
        total += part
        if progress:
            progress(total.games)
    return total


def tally_chunks(
    setup: GameSetup,
    rules: Sequence[BuyRule],
    *,
    games: int,
    seed: int = 0,
    start: int = 0,
    threads: int | None = None,
    chunk: int = chunks.DEFAULT_CHUNK,
) -> Iterator[Tally]:
    """Yield the tallies of chunks as they finish; their sum is `tally`'s result.

    What was yielded is whole: a consumer that is interrupted can keep the sum so far.
    """
    play = _player(setup, rules, seed)
    ranges = chunks.split(start, games, chunk)
    table = lower_setup(setup)
    lowest_vp = setup.vp_range[0]

    def work(first: int, stop: int) -> Tally:
        columns = empty_columns(stop - first, setup.players)
        play(first, columns)
        counts = zero_counts(setup)
        fold.fold(columns, table.players, table.later_seat_wins_ties, lowest_vp, counts)
        return Tally(
            setup,
            tuple(rules),
            seed,
            merge_ranges([(first, stop)]),
            counts.outcomes,
            int(counts.equal_vp[0]),
            counts.ended,
            counts.turns,
            counts.vp,
            counts.margin,
        )

    return chunks.run(work, ranges, threads)


def replay(setup: GameSetup, rules: Sequence[BuyRule], *, seed: int, game: int) -> GameLog:
    """Play one game again with the slow engine and return its record, turn by turn.

    Raises
    ------
    InvalidInput
        As `simulate`.
    """
    next(chunks.split(game, 1, 1))  # refuses what is not the index of a game
    return play_game(setup, rules, StreamDraws(seed, game))


def _player(
    setup: GameSetup, rules: Sequence[BuyRule], seed: int
) -> Callable[[int, Columns], None]:
    """Return a function that plays the games from an index on into columns."""
    table = lower_setup(setup)
    program = lower_rules(rules, setup)
    key = np.uint64(seed_key(seed))

    def play(first: int, columns: Columns) -> None:
        general.play(table, program, key, first, columns, general.scratch(setup.players))

    return play


def _count(parts: Iterator[int], progress: Progress | None) -> None:
    done = 0
    for games in parts:
        done += games
        if progress:
            progress(done)
