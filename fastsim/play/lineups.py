"""Line-ups: as many rules as a setup has players, in all seat orders, over games in common.

The many-player sibling of `fastsim.play.matchups`. Game i of every line-up, in every order, draws
from the same random stream, so seats, orders and line-ups share their luck; `LineupTally` keeps
what is needed to know how much.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Unpack

import numpy as np
from numpy.typing import NDArray

from fastsim.execute import chunks
from fastsim.execute.jobs import Arrays, Job, add_up
from fastsim.game.setup import GameSetup
from fastsim.play.games import Player, describe_games
from fastsim.play.jobs import play_job
from fastsim.play.results import Tally, stacked
from fastsim.play.settings import How, Settings
from fastsim.rules.model import BuyRule
from fastsim.rules.values import SetupLike, as_list, as_rules, as_setup
from fastsim.text.equality import ByValue
from fastsim.text.errors import InvalidInput
from fastsim.text.numbers import LARGEST, CountLike, shown
from fastsim.text.shown import brief
from fastsim.text.words import number_of

#: Up to this many players, a line-up is played in all orders.
ALL_ORDERS: Final = 4
#: Scores of one chunk, of all rules and seats: bounds the memory of a worker.
_CHUNK_SCORES: Final = 8_000_000


@dataclass(frozen=True)
class Lineup:
    """Rules that play each other, one a player; several of them may be the same rule.

    Names and texts of rules are taken, too (`fastsim.load_rule`).
    """

    rules: tuple[BuyRule, ...]

    __repr__ = brief

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", as_rules(self.rules))

    @property
    def members(self) -> tuple[BuyRule, ...]:
        """The different ones among the rules, in their order."""
        return tuple(dict.fromkeys(self.rules))

    @functools.cached_property
    def orders(self) -> tuple[tuple[BuyRule, ...], ...]:
        """Who sits where, in each order that is played: different orders only."""
        seated = (tuple(self.rules[i] for i in order) for order in seat_orders(len(self.rules)))
        return tuple(dict.fromkeys(seated))


def seat_orders(players: int) -> tuple[tuple[int, ...], ...]:
    """Return the seat orders in which as many rules play, each by the rule of every seat.

    All of them up to four players. With five and six those are 120 and 720; the ten and twelve that
    are played go round the table from every seat and in both directions. Either way each rule sits
    in each seat equally often.
    """
    if players <= ALL_ORDERS:
        return tuple(itertools.permutations(range(players)))
    onwards = [tuple((start + k) % players for k in range(players)) for start in range(players)]
    return (*onwards, *(order[::-1] for order in onwards))


def score_unit(players: int) -> int:
    """Return what a victory counts so that every share of one is a whole number.

    A victory shared by j of `players` counts 1/j to each of them.
    """
    return math.lcm(*range(1, players + 1))


@dataclass(frozen=True, eq=False)
class LineupTally(ByValue):
    """Counts of several line-ups over common games.

    Scores are in units of 1 / `unit` victories, and so integers. A rule's score of a game index in
    a seat is the sum over all line-ups and orders in which it sits there.

    Attributes
    ----------
    lineups : tuple of Lineup
    tallies : tuple of tuple of Tally
        For each line-up, each of its orders.
    products : int64 [n_rules, n_players, n_rules, n_players]
        Sum over game indices of one rule's score in one seat times another's in another; rules in
        the order of `rules`.
    own_products : int64 [n_lineups, n_players, n_players]
        Sum over game indices of the products of what two members of a line-up score in its games,
        in all seats together; 0 beyond its members.
    """

    lineups: tuple[Lineup, ...]
    tallies: tuple[tuple[Tally, ...], ...]
    products: NDArray[np.int64]
    own_products: NDArray[np.int64]

    __repr__ = brief

    @property
    def games(self) -> int:
        """Game indices played; each was played in all orders of every line-up."""
        return self.tallies[0][0].games

    @property
    def setup(self) -> GameSetup:
        """What the games were played with."""
        return self.tallies[0][0].setup

    @property
    def unit(self) -> int:
        """What a victory counts."""
        return score_unit(self.setup.players)

    @property
    def rules(self) -> tuple[BuyRule, ...]:
        """All rules, in the order in which the line-ups name them."""
        return all_rules(self.lineups)

    @property
    def plays(self) -> NDArray[np.int64]:
        """Games of each rule in each seat at one game index, int64 [n_rules, n_players]."""
        return self._by_rule_and_seat(lambda tally: np.ones(self.setup.players, np.int64))

    @property
    def totals(self) -> NDArray[np.int64]:
        """Sum over game indices of each rule's score in each seat, int64 [n_rules, n_players]."""
        shares = _shares(self.setup.players)
        return self._by_rule_and_seat(lambda tally: shares @ tally.outcomes)

    def own_totals(self, lineup: int) -> NDArray[np.int64]:
        """Return what each member of a line-up scores in its games, int64 [n_members]."""
        members, shares = self.lineups[lineup].members, _shares(self.setup.players)
        totals = np.zeros(len(members), np.int64)
        for tally in self.tallies[lineup]:
            np.add.at(totals, [members.index(r) for r in tally.rules], shares @ tally.outcomes)
        return totals

    def _by_rule_and_seat(self, value: Callable[[Tally], NDArray[np.int64]]) -> NDArray[np.int64]:
        """Return the sum over line-ups and orders of a value by seat."""
        place = {rule: k for k, rule in enumerate(self.rules)}
        sums = np.zeros((len(place), self.setup.players), np.int64)
        for tally in itertools.chain(*self.tallies):
            for seat, (rule, one) in enumerate(zip(tally.rules, value(tally), strict=True)):
                sums[place[rule], seat] += one
        return sums

    def __add__(self, other: LineupTally) -> LineupTally:
        if not isinstance(other, LineupTally):
            return NotImplemented
        if len(self.lineups) != len(other.lineups):
            raise InvalidInput("tallies of different line-ups do not add")
        return LineupTally(
            self.lineups,
            tuple(
                tuple(x + y for x, y in zip(ours, theirs, strict=True))
                for ours, theirs in zip(self.tallies, other.tallies, strict=True)
            ),
            self.products + other.products,
            self.own_products + other.own_products,
        )


def as_lineups(lineups: Iterable[Lineup]) -> list[Lineup]:
    """Return the line-ups of a list, in its order.

    Raises
    ------
    InvalidInput
        For anything but a list of them.
    """
    found = as_list(lineups, "line-ups")
    for lineup in found:
        if not isinstance(lineup, Lineup):
            raise InvalidInput(f"{shown(lineup)} is not a Lineup of rules")
    return found


def all_rules(lineups: Sequence[Lineup]) -> tuple[BuyRule, ...]:
    """Return the different rules of all line-ups, in the order in which they are named."""
    return tuple(dict.fromkeys(rule for lineup in lineups for rule in lineup.rules))


def _shares(players: int) -> NDArray[np.int64]:
    """Return what each seat scores with each set of winners, int64 [n_players, 2 ** n_players]."""
    sets = np.arange(2**players)
    each = score_unit(players) // np.maximum(np.bitwise_count(sets).astype(np.int64), 1)
    return np.array([each * (sets >> seat & 1) for seat in range(players)])


def tally_lineups(
    setup: SetupLike,
    lineups: Sequence[Lineup],
    *,
    games: CountLike,
    **how: Unpack[How],
) -> LineupTally:
    """Play every line-up in its seat orders over the same game indices.

    Parameters
    ----------
    setup : GameSetup
    lineups : sequence of Lineup
        At least one; each has one rule a player.
    games : int
        Game indices; each line-up plays as many in every order (see `seat_orders`).
    **how
        Keywords, as `fastsim.play.settings.Settings` describes them; `progress` is told of game
        indices that all line-ups have played.

    Raises
    ------
    InvalidInput
        For line-ups of another number of rules than players, and as `fastsim.simulate`.
    """
    return add_up(lineup_chunks(setup, lineups, games=games, **how))


def lineup_chunks(
    setup: SetupLike,
    lineups: Sequence[Lineup],
    *,
    games: CountLike,
    **how: Unpack[How],
) -> Iterator[LineupTally]:
    """Yield the tallies of chunks as they finish; their sum is `tally_lineups`'s result."""
    setup, settings = as_setup(setup), Settings.of(how, games=games)
    job = LineupJob(setup, tuple(as_lineups(lineups)), settings.seed, settings.kernel)
    return play_job(job, settings)


@dataclass(frozen=True, eq=False)
class LineupJob(Job[LineupTally]):
    """Line-ups in their seat orders over the same game indices, counted.

    Raises
    ------
    InvalidInput
        For no line-ups, or one of another number of rules than the setup has players.
    """

    kind: ClassVar[str] = "lineups"

    setup: GameSetup
    lineups: tuple[Lineup, ...]
    seed: int
    kernel: str | None = None

    def __post_init__(self) -> None:
        if not self.lineups:
            raise InvalidInput("no line-ups", "Give at least one.")
        for lineup in self.lineups:
            if len(lineup.rules) != self.setup.players:
                raise InvalidInput(
                    f"a line-up of {number_of(len(lineup.rules), 'rule')} for the "
                    f"{self.setup.players} players of {self.setup.name!r}",
                    "Give one rule a player.",
                )

    @property
    def games_each(self) -> int:
        """Games that are played at each game index."""
        return sum(len(lineup.orders) for lineup in self.lineups)

    @property
    def most_games(self) -> int:
        """Most game indices whose counts are sure to fit 64 bits."""
        seats: Counter[BuyRule] = Counter()
        for lineup in self.lineups:
            for rule in lineup.rules:
                seats[rule] += len(lineup.orders)
        # a rule sits in each seat equally often, and wins at most all that it plays there; and at
        # most all games of a line-up, wherever it sits
        most = max(
            max(seats.values()) / self.setup.players,
            max(len(lineup.orders) for lineup in self.lineups),
        )
        return LARGEST // math.ceil(score_unit(self.setup.players) * most) ** 2

    @property
    def largest_chunk(self) -> int:
        """Most game indices of a chunk."""
        scores = len(all_rules(self.lineups)) * self.setup.players
        return min(chunks.DEFAULT_CHUNK, max(256, _CHUNK_SCORES // scores))

    def describe(self) -> dict[str, Any]:
        """Return setup, rules, seed, and who plays whom, as plain values."""
        rules = all_rules(self.lineups)
        place = {rule: k for k, rule in enumerate(rules)}
        lineups = [[place[rule] for rule in lineup.rules] for lineup in self.lineups]
        return describe_games(self.setup, rules, self.seed) | {"lineups": lineups}

    def names(self) -> dict[str, Any]:
        """Return the names of setup and rules."""
        return {"setup": self.setup.name, "rules": [rule.name for rule in all_rules(self.lineups)]}

    def prepare(self) -> Callable[[int, int], LineupTally]:
        """Return what plays game indices `first` up to `stop`."""
        players = [
            [Player(self.setup, rules, self.seed, self.kernel) for rules in lineup.orders]
            for lineup in self.lineups
        ]
        rules = all_rules(self.lineups)
        place = {rule: k for k, rule in enumerate(rules)}
        seats = self.setup.players
        # float64 holds these integers exactly, and its products are fast
        shares = _shares(seats).astype(np.float64)

        def play(first: int, stop: int) -> LineupTally:
            games = stop - first
            scores = np.zeros((len(rules), seats, games))
            tallies: list[list[Tally]] = []
            own_products = np.zeros((len(self.lineups), seats, seats), np.int64)
            for lineup, orders, products in zip(self.lineups, players, own_products, strict=True):
                members = lineup.members
                own = np.zeros((len(members), games))
                tallies.append([])
                for player in orders:
                    chunks.breathe()
                    tally, winners = player.tally_with_winners(first, stop)
                    tallies[-1].append(tally)
                    for seat, rule in enumerate(player.rules):
                        score = shares[seat].take(winners)
                        scores[place[rule], seat] += score
                        own[members.index(rule)] += score
                products[: len(members), : len(members)] = own @ own.T
            flat = scores.reshape(-1, games)
            return LineupTally(
                self.lineups,
                tuple(map(tuple, tallies)),
                (flat @ flat.T).astype(np.int64).reshape(2 * scores.shape[:2]),
                own_products,
            )

        return play

    def to_arrays(self, counts: LineupTally) -> Arrays:
        """Return the counts of a chunk as arrays, those of all line-ups and orders stacked."""
        arrays = stacked(itertools.chain(*counts.tallies))
        return arrays | {"products": counts.products, "own_products": counts.own_products}

    def from_arrays(self, first: int, stop: int, arrays: Arrays) -> LineupTally:
        """Return the counts of a chunk again."""
        products = {k: arrays[k] for k in ("products", "own_products")}
        rows = ({k: v[i] for k, v in arrays.items() if k not in products}
                for i in itertools.count())  # fmt: skip
        tallies = tuple(
            tuple(
                Tally.from_arrays(self.setup, order, self.seed, ((first, stop),), next(rows))
                for order in lineup.orders
            )
            for lineup in self.lineups
        )
        return LineupTally(self.lineups, tallies, **products)
