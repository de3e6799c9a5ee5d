"""Games in a row at one table, the winner last in the next: who wins how many of them."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Unpack

import numpy as np

from analysis.questions.collect import collect
from analysis.questions.provenance import Provenance
from analysis.questions.shown import Shown, called, rate
from analysis.statistics import Estimate, chain_means, influence_covariance
from analysis.statistics.checks import check_level
from analysis.statistics.estimate import FloatArray, one_of, two_sided_z
from fastsim.game.setup import GameSetup
from fastsim.play.defaults import MATCH_LENGTH
from fastsim.play.games import kernel_for
from fastsim.play.matches import MatchTally, match_chunks, winners_of_table
from fastsim.play.results import histogram_mean
from fastsim.play.settings import How, Settings
from fastsim.rules.model import BuyRule
from fastsim.rules.names import told_apart
from fastsim.rules.values import RuleLike, SetupLike, as_rules, as_setup
from fastsim.text.equality import ByValue
from fastsim.text.errors import InvalidInput
from fastsim.text.numbers import CountLike, WholeLike, as_real, as_whole
from fastsim.text.words import number_of

#: Long enough that who began the first game no longer matters.
DEFAULT_LENGTH: Final = MATCH_LENGTH
MAX_LENGTH: Final = 10_000
#: Fewer game indices have no interval.
MIN_INDICES: Final = 4


@dataclass(frozen=True, eq=False)
class Match(ByValue, Shown):
    """What each player wins in matches of one table.

    Attributes
    ----------
    setup : GameSetup
    tally : MatchTally
    length : int
        Games of a match.
    seed : int
    seconds : float
        Time the games took.
    level : float
        Of every interval.
    asked_kernel : str, optional
        The kernel that was asked for; the fastest that can play when none was.

    Notes
    -----
    Every game index is played as often as there are players, once begun by each. From how often
    each player wins the games that each one begins follows how often each begins in a match, and
    so what each wins there: no match need be played, and the intervals allow both for the luck
    that games begun by different players share and for the games of a match depending on each
    other (`analysis.statistics.chain_means`).
    """

    setup: GameSetup
    tally: MatchTally
    length: int
    seed: int
    seconds: float = field(default=0.0, compare=False)
    level: float = 0.95
    asked_kernel: str | None = field(default=None, kw_only=True, compare=False)

    @property
    def rules(self) -> tuple[BuyRule, ...]:
        """In the order round the table."""
        return self.tally.rules

    @property
    def games(self) -> int:
        """Games played, begun by each player as often."""
        return self.tally.games * len(self.rules)

    @property
    def win_rates(self) -> Estimate[FloatArray]:
        """Share of a match's games that each player wins, one shared by k counted 1/k."""
        return self._part(self._wins)

    def _told(self) -> list[str]:
        rates = self.win_rates
        return [
            f" of {self.length:,} games each: {self.games:,} games of {self.setup.name}, "
            f"seed {self.seed}",
            *(f"{called(rule)} wins {rate(one_of(rates, k))}" for k, rule in enumerate(self.rules)),
        ]

    @property
    def begins(self) -> Estimate[FloatArray]:
        """Share of a match's games that each player begins."""
        return self._part(self._starts)

    @property
    def shared(self) -> Estimate[float]:
        """Share of a match's games whose victory is shared."""
        return one_of(self._part(self._sharings), 0)

    @property
    def equal_seats(self) -> Estimate[FloatArray]:
        """Win rate of each player, were every game as often begun by each."""
        return self._part(self._equal)

    @property
    def gains(self) -> Estimate[FloatArray]:
        """Win rate in a match less that with equal seats: what the order of play is worth."""
        means, covariance = self._means
        wins, equal = self._wins, self._equal
        spread = covariance[wins, wins] + covariance[equal, equal] - 2 * covariance[wins, equal]
        return self._estimate(means[wins] - means[equal], spread.diagonal(), -1.0)

    @property
    def by_starter(self) -> FloatArray:
        """Win rate of each column's player in games that each row's begins."""
        scores, _ = self._outcomes
        shares = np.einsum("swsw->sw", self.tally.together) / self.tally.games
        return np.asarray(np.einsum("sw,swp->sp", shares, scores))

    @functools.cached_property
    def _outcomes(self) -> tuple[FloatArray, FloatArray]:
        """Scores by player, and the next starter's probability, of each starter and winners."""
        n = len(self.rules)
        scores, moves = np.zeros((n, 2**n, n)), np.full((n, 2**n, n), 1 / n)
        for begins in range(n):
            for winners in range(1, 2**n):
                places = winners_of_table(winners, begins, n)
                scores[begins, winners, list(places)] = 1 / len(places)
                if len(places) == 1:
                    moves[begins, winners] = np.eye(n)[(places[0] + 1) % n]
        return scores, moves

    @property
    def _wins(self) -> slice:
        """Where `_means` has the wins in a match, by player."""
        return slice(len(self.rules))

    @property
    def _starts(self) -> slice:
        """Where it has the games of a match that each player begins."""
        return slice(len(self.rules), 2 * len(self.rules))

    @property
    def _sharings(self) -> slice:
        """Where it has the shared victories in a match, one number."""
        return slice(2 * len(self.rules), 2 * len(self.rules) + 1)

    @property
    def _equal(self) -> slice:
        """Where it has the wins with equal seats, by player."""
        return slice(2 * len(self.rules) + 1, None)

    @functools.cached_property
    def _means(self) -> tuple[FloatArray, FloatArray]:
        """Everything that is estimated, in the order of the slices above: means, covariance."""
        n = len(self.rules)
        scores, moves = self._outcomes
        starts = np.broadcast_to(np.eye(n)[:, None, :], scores.shape)
        most = scores.max(axis=2, keepdims=True)
        shared = (most > 0) & (most < 1)
        means, influence = chain_means(
            self.tally.together, np.concatenate([scores, starts, shared], axis=2), moves,
            self.length,
        )  # fmt: skip
        covariance = influence_covariance(
            self.tally.together, np.concatenate([influence, scores / n], axis=2)
        )
        return np.concatenate([means, self.by_starter.mean(axis=0)]), covariance

    def _part(self, part: slice) -> Estimate[FloatArray]:
        means, covariance = self._means
        return self._estimate(means[part], covariance.diagonal()[part], 0.0)

    def _estimate(
        self, means: FloatArray, variances: FloatArray, lowest: float
    ) -> Estimate[FloatArray]:
        """Return normal intervals, with the spread of two wins and two losses more.

        Lest a handful of games all won be taken for certainty, as `analysis.questions.standings`
        does; here each is one of the games of an index.
        """
        added = 1 / (self.tally.games * self.games)
        reach = two_sided_z(self.level) * np.sqrt(variances + added)
        low, high = np.maximum(means - reach, lowest), np.minimum(means + reach, 1.0)
        return Estimate(means, np.sqrt(variances), low, high, self.level)

    @property
    def provenance(self) -> Provenance:
        """What made these numbers."""
        return Provenance.of(
            self.setup, self.rules, self.seed, self.games, self.seconds,
            kernel=self.asked_kernel or kernel_for(self.setup, self.rules),
        )  # fmt: skip

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain values, for one JSON document."""
        rates, begins, equal, gains = self.win_rates, self.begins, self.equal_seats, self.gains
        shared = self.shared
        return {
            "setup": self.setup.name,
            "rules": [rule.name for rule in self.rules],
            "seed": self.seed,
            "games": self.games,
            "length": self.length,
            "level": self.level,
            "win_rate": rates.value.tolist(),
            "standard_error": rates.standard_error.tolist(),
            "ci95" if self.level == 0.95 else "ci": _bounds(rates),
            "begins": begins.value.tolist(),
            "equal_seats": {"win_rate": equal.value.tolist(), "ci": _bounds(equal)},
            "gain": {"value": gains.value.tolist(), "ci": _bounds(gains)},
            "shared": {"value": shared.value, "ci": [shared.low, shared.high]},
            "by_starter": [
                {
                    "begins": rule.name,
                    "games": tally.games,
                    "win_rate": row,
                    "shared": int(tally.outcomes.sum() - tally.wins.sum()),
                    "mean_turns": histogram_mean(tally.turns, np.arange(len(tally.turns))),
                }
                for rule, tally, row in zip(
                    self.rules, self.tally.tallies, self.by_starter.tolist(), strict=True
                )
            ],
            "provenance": self.provenance.to_json(),
        }


def match(
    setup: SetupLike,
    rules: Sequence[RuleLike],
    *,
    games: CountLike,
    length: WholeLike = DEFAULT_LENGTH,
    level: float = 0.95,
    **how: Unpack[How],
) -> Match:
    """Find what each player wins in matches: the winner of a game goes last in the next.

    The order round the table stays. The first game of a match is begun by a player drawn at random,
    and so is one after a shared victory.

    Parameters
    ----------
    setup : GameSetup
    rules : sequence of BuyRule
        One a player, in the order round the table; they may be the same.
    games : int
        Games to play, begun by each player as often; at least `MIN_INDICES` each, rounded up.
    length : int
        Games of a match, 1 to `MAX_LENGTH`.
    level : float
        Of every interval.
    **how
        Keywords, as `fastsim.play.settings.Settings` describes them; games begun by each player
        have the same indices.

    Returns
    -------
    Match
        Of the games played so far when the run is interrupted (Ctrl-C) after at least one chunk.

    Raises
    ------
    InvalidInput
        For rules that cannot be played in this setup, and numbers out of range.
    """
    setup, settings = as_setup(setup), Settings.of(how, games=games)
    length, level = as_whole("length", length), check_level(as_real("level", level))
    if not 1 <= length <= MAX_LENGTH:
        raise InvalidInput(f"a match of {number_of(length, 'game')}", f"1 to {MAX_LENGTH:,} games.")
    indices = -(-settings.games // setup.players)
    if indices < MIN_INDICES:
        raise InvalidInput(
            f"{number_of(settings.games, 'game')}", f"At least {MIN_INDICES} begun by each player."
        )
    rules = told_apart(as_rules(rules, setup))
    part = settings.part(indices, each=setup.players)
    total, seconds, _ = collect(match_chunks(setup, rules, **part))
    return Match(setup, total, length, settings.seed, seconds, level, asked_kernel=settings.kernel)


def _bounds(estimate: Estimate[FloatArray]) -> list[list[float]]:
    return np.stack([estimate.low, estimate.high], axis=1).tolist()  # type: ignore[no-any-return]
