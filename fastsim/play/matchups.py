"""Matchups: pairs of rules in both seat orders, over games that all of them have in common.

Game i of every matchup, in either order, draws from the same random stream. What two matchups share
of their luck cancels in their difference, and `MatchupTally` keeps what is needed to know how much.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Unpack

import numpy as np
from numpy.typing import NDArray

from fastsim.execute import chunks
from fastsim.execute.jobs import Arrays, Job, add_up
from fastsim.game.setup import GameSetup
from fastsim.kernels.scores import PLANES, add_products
from fastsim.play.games import Player, describe_games
from fastsim.play.jobs import play_job
from fastsim.play.settings import How, Settings
from fastsim.play.tallies import Tallies, TallyRows
from fastsim.rules.model import BuyRule
from fastsim.rules.values import SetupLike, as_list, as_rule, as_setup
from fastsim.text.equality import ByValue
from fastsim.text.errors import InvalidInput
from fastsim.text.numbers import LARGEST, CountLike
from fastsim.text.shown import brief
from fastsim.text.words import shortened

#: Beyond this many matchups the products between all of them are not kept.
MAX_PAIRED: Final = 2048
#: Most game indices of a matchup: twice its score of each is 4 at most, and products have 64 bits.
MAX_INDICES: Final = LARGEST // 4**2
#: Games of one chunk, of all matchups: bounds the memory of a worker.
_CHUNK_CELLS: Final = 16_000_000


@dataclass(frozen=True)
class Matchup:
    """Two rules that play each other, first one and then the other moving first.

    Names and texts of rules are taken, too (`fastsim.load_rule`).
    """

    a: BuyRule
    b: BuyRule

    __repr__ = brief

    def __post_init__(self) -> None:
        if not (isinstance(self.a, BuyRule) and isinstance(self.b, BuyRule)):
            object.__setattr__(self, "a", as_rule(self.a))
            object.__setattr__(self, "b", as_rule(self.b))


@dataclass(frozen=True, eq=False)
class MatchupTally(ByValue):
    """Counts of several matchups over common games.

    The *score* of a game index in a matchup is what rule ``a`` makes of it in both seat orders
    together: 1 for each win, 1/2 for each shared one, so 0 to 2; twice that is an integer.

    Attributes
    ----------
    matchups : tuple of Matchup
    a_first, b_first : TallyRows
        Each matchup's games in which a, and b, moved first: a sequence of tallies.
    order_products : int64 [n_matchups]
        Sum over game indices of (2 * a's score moving first) * (2 * a's score moving second).
    products : int64 [n_matchups, n_matchups] or None
        Sum over game indices of (2 * score in one matchup) * (2 * score in the other); None for
        more than `MAX_PAIRED` matchups.
    """

    matchups: tuple[Matchup, ...]
    a_first: TallyRows
    b_first: TallyRows
    order_products: NDArray[np.int64]
    products: NDArray[np.int64] | None

    __repr__ = brief

    @property
    def games(self) -> int:
        """Game indices played; each was played in both orders of every matchup."""
        return self.a_first[0].games

    def take(self, places: Sequence[int]) -> MatchupTally:
        """Return the tally of the matchups at these places."""
        chosen = list(places)
        return MatchupTally(
            tuple(self.matchups[i] for i in chosen),
            self.a_first.take(chosen),
            self.b_first.take(chosen),
            self.order_products[chosen],
            None if self.products is None else self.products[np.ix_(chosen, chosen)],
        )

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
            self.a_first + other.a_first,
            self.b_first + other.b_first,
            self.order_products + other.order_products,
            products,
        )


def tally_matchups(
    setup: SetupLike,
    matchups: Sequence[Matchup],
    *,
    games: CountLike,
    **how: Unpack[How],
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
    **how
        Keywords, as `fastsim.play.settings.Settings` describes them; `progress` is told of game
        indices that all matchups have played.

    Raises
    ------
    InvalidInput
        For a setup of more than two players, and as `fastsim.simulate`.
    """
    return add_up(matchup_chunks(setup, matchups, games=games, **how))


def matchup_chunks(
    setup: SetupLike,
    matchups: Sequence[Matchup],
    *,
    games: CountLike,
    **how: Unpack[How],
) -> Iterator[MatchupTally]:
    """Yield the tallies of chunks as they finish; their sum is `tally_matchups`'s result."""
    played = tuple(as_list(matchups, "matchups"))
    settings, paired = Settings.of(how, games=games), len(played) <= MAX_PAIRED
    job = MatchupJob(as_setup(setup), played, settings.seed, settings.kernel, paired)
    return play_job(job, settings)


@dataclass(frozen=True, eq=False)
class MatchupJob(Job[MatchupTally]):
    """Matchups in both seat orders over the same game indices, counted.

    Attributes
    ----------
    paired : bool
        Whether the products between all matchups are counted, too.

    Raises
    ------
    InvalidInput
        For no matchups, and a setup of more than two players.
    """

    kind: ClassVar[str] = "matchups"

    setup: GameSetup
    matchups: tuple[Matchup, ...]
    seed: int
    kernel: str | None = None
    paired: bool = True

    def __post_init__(self) -> None:
        if self.setup.players != 2:
            raise InvalidInput(
                f"a matchup is of two players, and the setup {self.setup.name!r} has "
                f"{self.setup.players}",
                "With more players: fastsim tournament RULE..., or fastsim duel with one rule a "
                "player.",
            )
        if not self.matchups:
            raise InvalidInput("no matchups", "Give at least one.")
        for matchup in self.matchups:
            if not isinstance(matchup, Matchup):
                raise InvalidInput(f"{shortened(repr(matchup))} is not a Matchup of two rules")

    @property
    def games_each(self) -> int:
        """Games that are played at each game index."""
        return 2 * len(self.matchups)

    @property
    def most_games(self) -> int:
        """Most game indices whose counts are sure to fit 64 bits."""
        return MAX_INDICES

    @property
    def largest_chunk(self) -> int:
        """Most game indices of a chunk."""
        return min(chunks.DEFAULT_CHUNK, max(256, _CHUNK_CELLS // len(self.matchups)))

    def describe(self) -> dict[str, Any]:
        """Return setup, rules, seed, and who plays whom, as plain values."""
        place = {rule: k for k, rule in enumerate(self._rules)}
        pairs = [[place[m.a], place[m.b]] for m in self.matchups]
        return describe_games(self.setup, self._rules, self.seed) | {
            "pairs": pairs,
            "paired": self.paired,
        }

    def names(self) -> dict[str, Any]:
        """Return the names of setup and rules."""
        return {"setup": self.setup.name, "rules": [rule.name for rule in self._rules]}

    @property
    def _rules(self) -> list[BuyRule]:
        """Every rule once, in order of appearance."""
        return list(dict.fromkeys(rule for m in self.matchups for rule in (m.a, m.b)))

    def prepare(self) -> Callable[[int, int], MatchupTally]:
        """Return what plays game indices `first` up to `stop`."""
        orders = [
            tuple(Player(self.setup, rules, self.seed, self.kernel) for rules in (ab, ab[::-1]))
            for ab in ((m.a, m.b) for m in self.matchups)
        ]

        def play(first: int, stop: int) -> MatchupTally:
            # of each matchup, the bits of a's score moving first, and of that moving second
            planes = np.empty((len(orders), 2, PLANES, -(-(stop - first) // 64)), np.uint64)
            a_first, b_first = (
                Tallies.zeros(self.setup, rules, self.seed, ((first, stop),))
                for rules in self._seated
            )
            for row, (ab, ba) in enumerate(orders):
                chunks.breathe()
                ab.mark_and_fold(first, stop, 0, planes[row, 0], a_first.counts_of(row))
                ba.mark_and_fold(first, stop, 1, planes[row, 1], b_first.counts_of(row))
            return MatchupTally(
                self.matchups,
                a_first,
                b_first,
                np.array([_products(orders_of)[0, 1] for orders_of in planes]),
                _products(planes.reshape(len(orders), 2 * PLANES, -1)) if self.paired else None,
            )

        return play

    @property
    def _seated(self) -> tuple[list[tuple[BuyRule, ...]], list[tuple[BuyRule, ...]]]:
        """The rules of each matchup by seat, rule a moving first, and rule b."""
        return [(m.a, m.b) for m in self.matchups], [(m.b, m.a) for m in self.matchups]

    def to_arrays(self, counts: MatchupTally) -> Arrays:
        """Return the counts of a chunk as arrays, those of all matchups stacked."""
        both = [Tallies.of(rows).arrays for rows in (counts.a_first, counts.b_first)]
        arrays = {name: np.concatenate([own[name] for own in both]) for name in both[0]}
        arrays["order_products"] = counts.order_products
        if counts.products is not None:
            # they are symmetric
            arrays["products"] = counts.products[np.triu_indices(len(counts.products))]
        return arrays

    def from_arrays(self, first: int, stop: int, arrays: Arrays) -> MatchupTally:
        """Return the counts of a chunk again."""
        n = len(self.matchups)
        each = {k: v for k, v in arrays.items() if k not in ("order_products", "products")}
        a_first, b_first = (
            Tallies(
                self.setup,
                rules,
                self.seed,
                ((first, stop),),
                {k: v[rows] for k, v in each.items()},
            )
            for rules, rows in zip(self._seated, (slice(n), slice(n, None)), strict=True)
        )
        products = None
        if self.paired:
            products = np.zeros((n, n), np.int64)
            products[np.triu_indices(n)] = arrays["products"]
            products += np.triu(products, 1).T
        return MatchupTally(self.matchups, a_first, b_first, arrays["order_products"], products)


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
