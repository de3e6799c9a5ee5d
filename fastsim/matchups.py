"""Matchups: pairs of rules in both seat orders, over games that all of them have in common.

Game i of every matchup, in either order, draws from the same random stream. What two matchups share
of their luck cancels in their difference, and `MatchupTally` keeps what is needed to know how much.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fastsim import chunks
from fastsim.errors import InvalidInput
from fastsim.kernels.scores import PLANES, add_products
from fastsim.results import Tally
from fastsim.rules.model import BuyRule
from fastsim.setup import GameSetup
from fastsim.simulation import Player, Progress

#: Beyond this many matchups the products between all of them are not kept.
MAX_PAIRED: Final = 2048
#: Games of one chunk, of all matchups: bounds the memory of a worker.
_CHUNK_CELLS: Final = 16_000_000


@dataclass(frozen=True)
class Matchup:
    """Two rules that play each other, first one and then the other moving first."""

    a: BuyRule
    b: BuyRule


@dataclass(frozen=True, eq=False)
class MatchupTally:
    """Counts of several matchups over common games.

    The *score* of a game index in a matchup is what rule ``a`` makes of it in both seat orders
    together: 1 for each win, 1/2 for each shared one, so 0 to 2; twice that is an integer.

    Attributes
    ----------
    matchups : tuple of Matchup
    a_first, b_first : tuple of Tally
        Each matchup's games in which a, and b, moved first.
    order_products : int64 [n_matchups]
        Sum over game indices of (2 * a's score moving first) * (2 * a's score moving second).
    products : int64 [n_matchups, n_matchups] or None
        Sum over game indices of (2 * score in one matchup) * (2 * score in the other); None for
        more than `MAX_PAIRED` matchups.
    """

    matchups: tuple[Matchup, ...]
    a_first: tuple[Tally, ...]
    b_first: tuple[Tally, ...]
    order_products: NDArray[np.int64]
    products: NDArray[np.int64] | None

    @property
    def games(self) -> int:
        """Game indices played; each was played in both orders of every matchup."""
        return self.a_first[0].games

    def __add__(self, other: MatchupTally) -> MatchupTally:
        if not isinstance(other, MatchupTally):
            return NotImplemented
        if len(self.matchups) != len(other.matchups):
            raise InvalidInput("tallies of different matchups do not add")
        products = None
        if self.products is not None and other.products is not None:
            products = self.products + other.products
        return MatchupTally(
            self.matchups,
            tuple(x + y for x, y in zip(self.a_first, other.a_first, strict=True)),
            tuple(x + y for x, y in zip(self.b_first, other.b_first, strict=True)),
            self.order_products + other.order_products,
            products,
        )


def tally_matchups(
    setup: GameSetup,
    matchups: Sequence[Matchup],
    *,
    games: int,
    seed: int = 0,
    start: int = 0,
    threads: int | None = None,
    chunk: int | None = None,
    progress: Progress | None = None,
    kernel: str | None = None,
) -> MatchupTally:
    """Play every matchup in both seat orders over the same game indices.

    Parameters
    ----------
    setup : GameSetup
        For two players.
    matchups : sequence of Matchup
        At least one.
    games : int
        Game indices; each matchup plays twice as many games.
    seed, start, threads, chunk, kernel
        As `fastsim.simulate`.
    progress : callable, optional
        Called with the number of game indices that all matchups have played.

    Raises
    ------
    InvalidInput
        For a setup of more than two players, and as `fastsim.simulate`.
    """
    parts = matchup_chunks(
        setup,
        matchups,
        games=games,
        seed=seed,
        start=start,
        threads=threads,
        chunk=chunk,
        kernel=kernel,
    )
    return chunks.add_up(parts, progress)


def matchup_chunks(
    setup: GameSetup,
    matchups: Sequence[Matchup],
    *,
    games: int,
    seed: int = 0,
    start: int = 0,
    threads: int | None = None,
    chunk: int | None = None,
    kernel: str | None = None,
) -> Iterator[MatchupTally]:
    """Yield the tallies of chunks as they finish; their sum is `tally_matchups`'s result."""
    if setup.players != 2:
        raise InvalidInput(
            f"a matchup is of two players, and the setup {setup.name!r} has {setup.players}"
        )
    if not matchups:
        raise InvalidInput("no matchups", "Give at least one.")
    orders = [
        (Player(setup, (m.a, m.b), seed, kernel), Player(setup, (m.b, m.a), seed, kernel))
        for m in matchups
    ]
    if chunk is None:
        most = max(256, _CHUNK_CELLS // len(matchups))
        chunk = chunks.fair_chunk(games, threads, min(chunks.DEFAULT_CHUNK, most))
    paired = len(matchups) <= MAX_PAIRED

    def work(first: int, stop: int) -> MatchupTally:
        # of each matchup, the bits of a's score moving first, and of that moving second
        planes = np.empty((len(orders), 2, PLANES, -(-(stop - first) // 64)), np.uint64)
        a_first, b_first = [], []
        for (ab, ba), (moving_first, moving_second) in zip(orders, planes, strict=True):
            a_first.append(ab.tally_and_mark(first, stop, 0, moving_first))
            b_first.append(ba.tally_and_mark(first, stop, 1, moving_second))
        return MatchupTally(
            tuple(matchups),
            tuple(a_first),
            tuple(b_first),
            np.array([_products(orders_of)[0, 1] for orders_of in planes]),
            _products(planes.reshape(len(orders), 2 * PLANES, -1)) if paired else None,
        )

    return chunks.run(work, chunks.split(start, games, chunk), threads)


def _products(planes: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Return the products of all scores, summed over games.

    Parameters
    ----------
    planes : uint64 [n, n_planes, n_words]
        The bits of n scores; a score is the sum of its planes.

    Returns
    -------
    int64 [n, n]
    """
    products = np.zeros((len(planes), len(planes)), np.int64)
    add_products(planes, products)
    return products
