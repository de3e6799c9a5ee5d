"""Matches: games in a row at one table, where the winner of a game goes last in the next.

The order round the table stays as it is, so who begins says where everybody sits. The first game of
a match is begun by a player drawn at random; so is one after a shared victory, which has no one
winner to go last.

A game's result depends on what went before through nothing but who begins. `MatchTally` therefore
counts the games of every game index begun by each player in turn, and how often which results came
together: all that there is to know of a match of any length.

References
----------
Dominion, Second Edition, rulebook: a starting player at random; after a game with one winner, that
player goes last in the next game.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Unpack

import numpy as np
from numpy.typing import NDArray

from fastsim.execute import chunks
from fastsim.execute.jobs import Arrays, Job
from fastsim.game.setup import GameSetup
from fastsim.play.games import Player, describe_games
from fastsim.play.jobs import play_job
from fastsim.play.results import Tally, stacked
from fastsim.play.settings import How, Settings
from fastsim.rules.model import BuyRule
from fastsim.rules.values import RuleLike, SetupLike, as_rules, as_setup
from fastsim.text.equality import ByValue
from fastsim.text.errors import InvalidInput
from fastsim.text.numbers import CountLike
from fastsim.text.shown import brief
from fastsim.text.words import number_of


def begun_by(rules: Sequence[BuyRule], player: int) -> tuple[BuyRule, ...]:
    """Return the rules by seat in a game that a player begins; they sit round the table in order.

    Parameters
    ----------
    rules : sequence of BuyRule
        In the order round the table.
    player : int
        Place of the rule that begins, from 0.
    """
    return (*rules[player:], *rules[:player])


def winners_of_table(winners: int, begins: int, players: int) -> tuple[int, ...]:
    """Return the places round the table of the winners of a game, given as bits of seats."""
    return tuple((begins + seat) % players for seat in range(players) if winners >> seat & 1)


@dataclass(frozen=True, eq=False)
class MatchTally(ByValue):
    """Counts of one table's games, each game index begun by every player.

    Attributes
    ----------
    rules : tuple of BuyRule
        In the order round the table.
    tallies : tuple of Tally
        Games begun by each rule.
    together : int64 [n_players, 2 ** n_players, n_players, 2 ** n_players]
        Game indices by the winners, as bits of seats, when one player began and when another did.
    """

    rules: tuple[BuyRule, ...]
    tallies: tuple[Tally, ...]
    together: NDArray[np.int64]

    __repr__ = brief

    @property
    def games(self) -> int:
        """Game indices played; each was begun by every player."""
        return self.tallies[0].games

    def __add__(self, other: MatchTally) -> MatchTally:
        if not isinstance(other, MatchTally):
            return NotImplemented
        return MatchTally(
            self.rules,
            tuple(x + y for x, y in zip(self.tallies, other.tallies, strict=True)),
            self.together + other.together,
        )


def match_chunks(
    setup: SetupLike,
    rules: Sequence[RuleLike],
    *,
    games: CountLike,
    **how: Unpack[How],
) -> Iterator[MatchTally]:
    """Yield the tallies of chunks as they finish.

    Parameters
    ----------
    setup : GameSetup
    rules : sequence of BuyRule
        One a player, in the order round the table.
    games : int
        Game indices; as many games are begun by each player.
    **how
        Keywords, as `fastsim.play.settings.Settings` describes them; `progress` is told of game
        indices.

    Raises
    ------
    InvalidInput
        As `fastsim.simulate`.
    """
    setup, settings = as_setup(setup), Settings.of(how, games=games)
    job = MatchJob(setup, as_rules(rules, setup), settings.seed, settings.kernel)
    return play_job(job, settings)


@dataclass(frozen=True, eq=False)
class MatchJob(Job[MatchTally]):
    """One table's games, each game index begun by every player, counted."""

    kind: ClassVar[str] = "match"

    setup: GameSetup
    rules: tuple[BuyRule, ...]
    seed: int
    kernel: str | None = None

    def __post_init__(self) -> None:
        if len(self.rules) != self.setup.players:
            raise InvalidInput(
                f"{number_of(len(self.rules), 'rule')} for the {self.setup.players} players of "
                f"{self.setup.name!r}",
                "Give one rule a player, in the order round the table.",
            )

    @property
    def games_each(self) -> int:
        """Games that are played at each game index."""
        return len(self.rules)

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

    def prepare(self) -> Callable[[int, int], MatchTally]:
        """Return what plays game indices `first` up to `stop`."""
        places = range(len(self.rules))
        players = [
            Player(self.setup, begun_by(self.rules, place), self.seed, self.kernel)
            for place in places
        ]
        sets = 2 ** len(self.rules)

        def play(first: int, stop: int) -> MatchTally:
            played = [player.tally_with_winners(first, stop) for player in players]
            winners = [of_each_game.astype(np.int64) for _, of_each_game in played]
            together = np.zeros((len(places), sets, len(places), sets), np.int64)
            for i, j in itertools.combinations_with_replacement(places, 2):
                pairs = winners[i] * sets + winners[j]
                counts = np.bincount(pairs, minlength=sets * sets).reshape(sets, sets)
                together[i, :, j] = counts
                together[j, :, i] = counts.T
            return MatchTally(self.rules, tuple(tally for tally, _ in played), together)

        return play

    def to_arrays(self, counts: MatchTally) -> Arrays:
        """Return the counts of a chunk as arrays, those of all tallies stacked."""
        arrays = stacked(counts.tallies)
        return arrays | {"together": counts.together}

    def from_arrays(self, first: int, stop: int, arrays: Arrays) -> MatchTally:
        """Return the counts of a chunk again."""
        tallies = tuple(
            Tally.from_arrays(
                self.setup, begun_by(self.rules, place), self.seed, ((first, stop),),
                {k: v[place] for k, v in arrays.items() if k != "together"},
            )
            for place in range(len(self.rules))
        )  # fmt: skip
        return MatchTally(self.rules, tallies, arrays["together"])
