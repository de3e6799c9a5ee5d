"""Telemetry: what players hold and do, turn by turn, as distributions.

Observed games are the same games as all others, played once more by the general kernel, which alone
can tell their turns. So a run that nobody observes pays nothing; of a long run, one observes the
first games.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Unpack

import numpy as np
from numpy.typing import NDArray

from fastsim.cards import SIX_CARDS
from fastsim.execute.jobs import Arrays, Job, add_up
from fastsim.game.setup import GameSetup
from fastsim.game.streams import seed_key
from fastsim.kernels import general, telemetry
from fastsim.kernels.tables import MONEY_STEPS
from fastsim.kernels.telemetry import Histograms
from fastsim.lower.six_cards import lower_rules, lower_setup
from fastsim.play.defaults import OBSERVED_GAMES
from fastsim.play.games import describe_games
from fastsim.play.jobs import play_job
from fastsim.play.results import check_addable, merge_ranges
from fastsim.play.settings import How, Settings
from fastsim.rules.describe import digest
from fastsim.rules.model import BuyRule
from fastsim.rules.values import RuleLike, SetupLike, as_rules, as_setup
from fastsim.text.equality import ByValue
from fastsim.text.errors import InvalidInput
from fastsim.text.numbers import CountLike
from fastsim.text.shown import brief

#: Games observed unless one says otherwise: mean coins are known to a hundredth by then.
DEFAULT_GAMES: Final = OBSERVED_GAMES
#: Turns of each player that are looked at; nearly all games are over long before.
MAX_OWN_TURNS: Final = 100


@dataclass(frozen=True, eq=False)
class Telemetry(ByValue):
    """What was seen of games of one setup, one seat order of rules, and one seed.

    Counts are by seat and by the player's own turn number: turn t of a seat is its t-th turn, in
    column t - 1. Turns after the `MAX_OWN_TURNS`-th of a player are not looked at. A game that is
    over is in no count of the turns that it did not reach: at each turn, every histogram sums to
    the games in which the seat took that turn (`going`).

    Telemetry of disjoint games adds, in any order, to the same integers.

    Attributes
    ----------
    setup : GameSetup
    rules : tuple of BuyRule
        By seat, in turn order.
    seed : int
    ranges : tuple of (int, int)
        The games observed: half-open, sorted, disjoint ranges of game indices.
    money : int64 [n_players, n_turns, 16]
        Games by coins in hand at the turn.
    vp : int64 [n_players, n_turns, n_vp]
        Games by the seat's VP after the turn's buy, from the setup's lowest possible VP.
    owned : int64 [n_players, n_turns, n_cards, n_counts]
        Games by how many of each card the seat owns after the turn's buy, in every zone, from 0.
    buys : int64 [n_players, n_turns, n_cards + 1]
        Games by the card bought in the turn; the last column counts turns without a buy.
    """

    setup: GameSetup
    rules: tuple[BuyRule, ...]
    seed: int
    ranges: tuple[tuple[int, int], ...]
    money: NDArray[np.int64]
    vp: NDArray[np.int64]
    owned: NDArray[np.int64]
    buys: NDArray[np.int64]

    __repr__ = brief

    @functools.cached_property
    def games(self) -> int:
        """Number of games observed."""
        return sum(stop - start for start, stop in self.ranges)

    @property
    def going(self) -> NDArray[np.int64]:
        """Games in which each seat took each of its turns. int64 [n_players, n_turns]."""
        going: NDArray[np.int64] = self.buys.sum(axis=2)
        return going

    @property
    def vp_values(self) -> NDArray[np.int64]:
        """The VP that each column of `vp` stands for. int64 [n_vp]."""
        low, high = self.setup.vp_range
        return np.arange(low, high + 1)

    def __add__(self, other: Telemetry) -> Telemetry:
        if not isinstance(other, Telemetry):
            return NotImplemented
        check_addable("telemetry", self, other)
        return Telemetry(
            self.setup,
            self.rules,
            self.seed,
            merge_ranges([*self.ranges, *other.ranges]),
            self.money + other.money,
            self.vp + other.vp,
            self.owned + other.owned,
            self.buys + other.buys,
        )

    def to_bytes(self) -> bytes:
        """Return all counts as bytes: equal for equal counts over the same games."""
        head = repr((self.setup.digest, [*map(digest, self.rules)], self.seed, self.ranges))
        arrays = (self.money, self.vp, self.owned, self.buys)
        return head.encode() + b"".join(array.astype("<i8").tobytes() for array in arrays)


def observe(
    setup: SetupLike,
    rules: Sequence[RuleLike],
    *,
    games: CountLike = DEFAULT_GAMES,
    **how: Unpack[How],
) -> Telemetry:
    """Play games and keep what is seen of them, turn by turn.

    Parameters and errors as in `fastsim.tally`; the games are the same ones. Of the kernels only
    the general one tells turns, and no other can be asked for.

    Examples
    --------
    The share of games, of those that last so long, in which who moves first can pay for a Province
    in turn 10:

    >>> import fastsim
    >>> rules = [fastsim.load_rule("Big Money")] * 2
    >>> seen = fastsim.observe(fastsim.simplified(), rules, games=1000)
    >>> rich = seen.money[0, 9, 8:].sum() / seen.going[0, 9]
    """
    return add_up(observe_chunks(setup, rules, games=games, **how))


def observe_chunks(
    setup: SetupLike,
    rules: Sequence[RuleLike],
    *,
    games: CountLike = DEFAULT_GAMES,
    **how: Unpack[How],
) -> Iterator[Telemetry]:
    """Yield the telemetry of chunks as they finish; their sum is `observe`'s result."""
    setup, settings = as_setup(setup), Settings.of(how, games=games)
    if settings.kernel not in (None, "general"):
        raise InvalidInput(
            f"the kernel {settings.kernel!r} does not tell turns", "The general kernel does."
        )
    job = TelemetryJob(setup, as_rules(rules, setup), settings.seed)
    return play_job(job, settings)


@dataclass(frozen=True, eq=False)
class TelemetryJob(Job[Telemetry]):
    """Games of one setup, one seat order of rules and one seed, observed turn by turn."""

    kind: ClassVar[str] = "telemetry"

    setup: GameSetup
    rules: tuple[BuyRule, ...]
    seed: int

    @property
    def games_each(self) -> int:
        """Games that are played at each game index."""
        return 1

    @property
    def largest_chunk(self) -> int:
        """Most game indices of a chunk: many enough to hide what its histograms cost."""
        return 2**13

    @property
    def fixed_chunk(self) -> int:
        """Game indices of a chunk that is kept or sent."""
        return 2**16

    def describe(self) -> dict[str, Any]:
        """Return setup, rules and seed as plain values."""
        return describe_games(self.setup, self.rules, self.seed)

    def names(self) -> dict[str, Any]:
        """Return the names of setup and rules."""
        return {"setup": self.setup.name, "rules": [rule.name for rule in self.rules]}

    def prepare(self) -> Callable[[int, int], Telemetry]:
        """Return what observes game indices `first` up to `stop`."""
        setup, lowest = self.setup, self.setup.vp_range[0]
        if not setup.is_simple:
            raise InvalidInput(
                f"games of {setup.name!r} cannot be observed turn by turn",
                "Telemetry knows the six cards of the simplified game, one buy a turn. Take a "
                "setup without kingdom cards; `fastsim.replay` tells single games of any.",
            )
        table, program = lower_setup(setup), lower_rules(self.rules, setup)
        key = np.uint64(seed_key(self.seed))

        def play(first: int, stop: int) -> Telemetry:
            seen = _zero_histograms(setup)
            room = general.scratch(setup.players, setup.players * seen.money.shape[1])
            telemetry.observe(table, program, key, first, stop, lowest, room, seen)
            return Telemetry(setup, self.rules, self.seed, ((first, stop),), *seen)

        return play

    def to_arrays(self, counts: Telemetry) -> Arrays:
        """Return the counts of a chunk as arrays."""
        return Histograms(counts.money, counts.vp, counts.owned, counts.buys)._asdict()

    def from_arrays(self, first: int, stop: int, arrays: Arrays) -> Telemetry:
        """Return the counts of a chunk again."""
        return Telemetry(self.setup, self.rules, self.seed, ((first, stop),), **arrays)


def _zero_histograms(setup: GameSetup) -> Histograms:
    """Return histograms of no games."""
    n_turns = min(-(-setup.max_turns // setup.players), MAX_OWN_TURNS)
    most = max(
        setup.deck.get(card, 0) + min(setup.supply.get(card, 0), n_turns) for card in SIX_CARDS
    )
    lowest, highest = setup.vp_range
    turns = (setup.players, n_turns)
    return Histograms(
        money=np.zeros((*turns, MONEY_STEPS), np.int64),
        vp=np.zeros((*turns, highest - lowest + 1), np.int64),
        owned=np.zeros((*turns, len(SIX_CARDS), most + 1), np.int64),
        buys=np.zeros((*turns, len(SIX_CARDS) + 1), np.int64),
    )
