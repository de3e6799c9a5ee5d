"""Rules at tables of three and more: who wins there, from which seat, and what is not known."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Unpack

import numpy as np

from analysis.questions.collect import collect
from analysis.questions.provenance import Provenance, kernels_of
from analysis.questions.shown import Shown, called, ranks, rate
from analysis.statistics import (
    Estimate,
    Ranking,
    ScoreSums,
    averaged_win_rate,
    equal_shares_p_value,
    indistinguishable_from_best,
    mean_and_covariance,
    rank,
)
from analysis.statistics.checks import check_level
from analysis.statistics.estimate import FloatArray, IntArray, one_of
from fastsim.game.setup import GameSetup
from fastsim.play.lineups import Lineup, LineupTally, as_lineups, lineup_chunks, seat_orders
from fastsim.play.settings import How, Settings
from fastsim.rules.model import BuyRule
from fastsim.rules.names import told_apart
from fastsim.rules.values import RuleLike, SetupLike, as_rules, as_setup
from fastsim.text.equality import ByValue
from fastsim.text.errors import InvalidInput
from fastsim.text.numbers import CountLike, as_real
from fastsim.text.words import number_of

#: Beyond this many line-ups a tournament would play for hours.
MAX_LINEUPS: Final = 1000


@dataclass(frozen=True, eq=False)
class LineupResults(ByValue, Shown):
    """What rules make of each other at tables of a setup's size, in all seat orders.

    A *win rate* counts a victory shared by j players 1/j to each, so that the rates of a table sum
    to 1, and an equal share is 1 / n_players. Each rate is a mean over game indices of the mean of
    all games of that index, so its interval allows for the luck that they share.

    Attributes
    ----------
    setup : GameSetup
    tally : LineupTally
    seed : int
    seconds : float
        Time the games took.
    level : float
        Of every interval, and of the ranking as a whole.
    asked_kernel : str, optional
        The kernel that was asked for; the fastest that can play when none was.
    """

    setup: GameSetup
    tally: LineupTally
    seed: int
    seconds: float = field(default=0.0, compare=False)
    level: float = 0.95
    asked_kernel: str | None = field(default=None, kw_only=True, compare=False)

    @property
    def rules(self) -> tuple[BuyRule, ...]:
        """All rules, in the order given."""
        return self.tally.rules

    @property
    def orders(self) -> int:
        """Seat orders that a line-up of different rules plays."""
        return len(seat_orders(self.setup.players))

    @property
    def games_per_lineup(self) -> int:
        """Games of each line-up of different rules, all seat orders together."""
        return self.tally.games * self.orders

    @property
    def games(self) -> int:
        """Games of all line-ups together."""
        return self.tally.games * sum(map(len, self.tally.tallies))

    @property
    def win_rates(self) -> Estimate[FloatArray]:
        """Win rate of each rule, float64 [n_rules]."""
        return self._estimate(self._rule_weights)

    @property
    def seats(self) -> Estimate[FloatArray]:
        """Win rate of each seat, whoever sits there, float64 [n_players]."""
        return self._estimate(self._seat_weights)

    @property
    def by_seat(self) -> Estimate[FloatArray]:
        """Win rate of each rule in each seat, float64 [n_rules, n_players]."""
        plays = self.tally.plays.astype(np.float64)
        each = self._estimate(np.diag(1 / plays.ravel()))
        value, error, low, high = (
            x.reshape(plays.shape) for x in (each.value, each.standard_error, each.low, each.high)
        )
        return Estimate(value, error, low, high, self.level)

    @property
    def seat_p_value(self) -> float:
        """Of the hypothesis that all seats win equally often."""
        weights = self._seat_weights
        means, covariance = self._moments
        return equal_shares_p_value(
            weights @ means, weights @ covariance @ weights.T, self.tally.games
        )

    @functools.cached_property
    def ranking(self) -> Ranking:
        """The rules by win rate, as far as their order is known."""
        return rank(self.win_rates.value, self._careful, level=self.level)

    def _told(self) -> list[str]:
        rates = self.win_rates
        rows = [
            f"{called(self.rules[i])} wins {rate(one_of(rates, i))}"
            for i in self.ranking.order.tolist()
        ]
        return [
            f" of {len(self.rules)} rules at tables of {self.setup.players}: {self.games:,} games "
            f"of {self.setup.name}, seed {self.seed}",
            *ranks(rows),
        ]

    @property
    def may_be_best(self) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
        """The rules that cannot be told from the one with the highest win rate, bool [n_rules]."""
        rates = self.win_rates.value
        return indistinguishable_from_best(rates, self._careful, level=self.level).members

    @property
    def groups(self) -> tuple[tuple[BuyRule, ...], ...]:
        """Rules from the strongest down, in groups; within one the order is not settled."""
        return tuple(tuple(self.rules[i] for i in group) for group in self.ranking.groups)

    def of_lineup(self, lineup: int) -> Estimate[FloatArray]:
        """Return the win rates of a line-up's members, a rule that sits there twice for each seat.

        Returns
        -------
        Estimate of float64 [n_members]
        """
        tally, members = self.tally, self.tally.lineups[lineup].members
        seats = np.array([self.tally.lineups[lineup].rules.count(rule) for rule in members])
        plays = len(tally.tallies[lineup]) * seats
        most = (tally.unit * plays).astype(np.float64)
        squares = tally.own_products[lineup].diagonal()[: len(members)] / most**2
        return self._win_rate(tally.own_totals(lineup) / most, squares, plays)

    @property
    def provenance(self) -> Provenance:
        """What made these numbers."""
        kernel = self.asked_kernel or kernels_of(
            (self.setup, lineup.rules) for lineup in self.tally.lineups
        )
        return Provenance.of(
            self.setup, self.rules, self.seed, self.games, self.seconds, kernel=kernel
        )

    @property
    def _rule_weights(self) -> FloatArray:
        """What each rule's rate is of the scores by rule and seat: [n_rules, n_rules * n_seats]."""
        rules, seats = self.tally.plays.shape
        sums = np.kron(np.eye(rules), np.ones(seats))
        return np.asarray(sums / self.tally.plays.sum(axis=1)[:, None])

    @property
    def _seat_weights(self) -> FloatArray:
        """What each seat's rate is of the scores by rule and seat: [n_seats, n_rules * n_seats]."""
        rules, seats = self.tally.plays.shape
        return np.asarray(np.tile(np.eye(seats), rules) / self.tally.plays.sum(axis=0)[:, None])

    @functools.cached_property
    def _moments(self) -> tuple[FloatArray, FloatArray]:
        """Mean victories a game index by rule and seat, and the covariance of those means."""
        unit, cells = self.tally.unit, self.tally.totals.size
        return mean_and_covariance(
            self.tally.totals.ravel() / unit,
            self.tally.products.reshape(cells, cells) / unit**2,
            self.tally.games,
        )

    @property
    def _careful(self) -> FloatArray:
        """Covariance of the rules' rates, each with the spread of two wins and two losses more."""
        weights = self._rule_weights
        covariance = weights @ self._moments[1] @ weights.T
        return np.asarray(covariance + np.eye(len(covariance)) / self.tally.games**2)

    def _estimate(self, weights: FloatArray) -> Estimate[FloatArray]:
        """Return rates that are weighted sums of the scores by rule and seat."""
        tally = self.tally
        products = tally.products.reshape(tally.totals.size, -1) / float(tally.unit) ** 2
        squares = ((weights @ products) * weights).sum(axis=1)
        plays = (weights > 0) @ tally.plays.ravel()
        return self._win_rate(weights @ (tally.totals.ravel() / tally.unit), squares, plays)

    def _win_rate(
        self, totals: FloatArray, squares: FloatArray, plays: IntArray
    ) -> Estimate[FloatArray]:
        """Return rates from sums over game indices of the mean of their games, and its square."""
        games = np.full(len(totals), self.tally.games)
        return averaged_win_rate(ScoreSums(games, totals, squares), plays, level=self.level)


def lineup_tournament(
    setup: SetupLike,
    rules: Sequence[RuleLike],
    *,
    games: CountLike,
    level: float = 0.95,
    **how: Unpack[How],
) -> LineupResults:
    """Play every choice of as many rules as there are players, in all seat orders.

    Parameters
    ----------
    setup : GameSetup
    rules : sequence of BuyRule
        At least one a player, all different; names are made to tell them apart (`told_apart`).
    games : int
        Games of each line-up, as many in each seat order; at least two of each, rounded up.
    level : float
        Of intervals and ranking.
    **how
        Keywords, as `fastsim.play.settings.Settings` describes them; every line-up plays the same
        game indices in every order.

    Returns
    -------
    LineupResults
        Of the games played so far when the run is interrupted (Ctrl-C) after at least one chunk.

    Raises
    ------
    InvalidInput
        For fewer rules than players, one that is there twice, more than `MAX_LINEUPS` line-ups,
        rules that cannot be played in this setup, and numbers out of range.
    """
    setup = as_setup(setup)
    rules = told_apart(as_rules(rules, setup))
    names = [rule.name for rule in rules]
    if len(rules) < setup.players:
        raise InvalidInput(
            f"a tournament of {len(rules)} {'rule' if len(rules) == 1 else 'rules'} for the "
            f"{setup.players} players of {setup.name!r}",
            f"It takes {setup.players} or more.",
        )
    for name in names:
        if names.count(name) > 1:
            raise InvalidInput(f"the rule {name!r} is there twice", "Each takes part once.")
    count = math.comb(len(rules), setup.players)
    if count > MAX_LINEUPS:
        raise InvalidInput(
            f"{len(rules)} rules are {count:,} line-ups of {setup.players}",
            f"At most {MAX_LINEUPS:,} at a time.",
        )
    chosen = [Lineup(lineup) for lineup in itertools.combinations(rules, setup.players)]
    return play_lineups(setup, chosen, games=games, level=level, **how)


def play_lineups(
    setup: SetupLike,
    lineups: Sequence[Lineup],
    *,
    games: CountLike,
    level: float = 0.95,
    **how: Unpack[How],
) -> LineupResults:
    """Play line-ups in all seat orders; parameters, returns and errors as `lineup_tournament`."""
    setup, settings = as_setup(setup), Settings.of(how, games=games)
    level = check_level(as_real("level", level))
    indices = indices_for(settings.games, setup.players)
    lineups = as_lineups(lineups)
    named = iter(told_apart([rule for lineup in lineups for rule in lineup.rules]))
    lineups = [Lineup(tuple(next(named) for _ in lineup.rules)) for lineup in lineups]
    each = sum(len(lineup.orders) for lineup in lineups)
    part = settings.part(indices, each=each)
    total, seconds, _ = collect(lineup_chunks(setup, lineups, **part))
    return LineupResults(setup, total, settings.seed, seconds, level, asked_kernel=settings.kernel)


def indices_for(games: int, players: int) -> int:
    """Return the game indices that give a line-up at least so many games.

    Raises
    ------
    InvalidInput
        When they are too few to tell anything.
    """
    orders = len(seat_orders(players))
    indices = -(-games // orders)
    # a test of all seats together takes more game indices than seats
    if indices <= players:
        raise InvalidInput(
            f"{number_of(games, 'game')} a line-up",
            f"At least {orders * (players + 1)}: {players + 1} in each of {orders} seat orders.",
        )
    return indices
