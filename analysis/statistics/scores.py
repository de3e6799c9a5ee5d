"""Win rates when wins can be shared: the mean of scores between 0 and 1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, overload

import numpy as np
import numpy.typing as npt

from analysis.statistics.checks import as_counts, as_finite, as_probabilities, as_reference
from analysis.statistics.estimate import (
    Estimate,
    FloatArray,
    IntArray,
    Number,
    as_number,
    ratio,
    two_sided_p,
    two_sided_z,
)
from analysis.statistics.proportions import score_bounds
from fastsim.text.equality import ByValue
from fastsim.text.errors import InvalidInput
from fastsim.text.shown import brief


@dataclass(frozen=True, slots=True, eq=False)
class ScoreSums(ByValue, Generic[Number]):
    """What must be known of the scores of one player in many games; two of them add.

    A game's score is 1 for a win, 0 for a loss and 1/k for a win shared by k players.

    Parameters
    ----------
    games : int or integer array
        Number of games, at least 1.
    total : float or float64 array
        Sum of the scores.
    squares : float or float64 array
        Sum of the squared scores.

    Raises
    ------
    InvalidInput
        When no scores between 0 and 1 can have these sums, or there are no games.
    """

    games: int | IntArray
    total: Number
    squares: Number

    __repr__ = brief

    def __post_init__(self) -> None:
        n = as_counts(self.games, "games", least=1)
        total = as_finite(self.total, "Sums of scores")
        squares = as_finite(self.squares, "Sums of squared scores")
        slack = 1e-9 * n
        possible = (
            (total <= n + slack) & (squares <= total + slack) & (total**2 <= (squares + slack) * n)
        )
        if not (possible & (total >= 0)).all():
            raise InvalidInput(
                "No scores between 0 and 1 have these sums.",
                "Squares ≤ total ≤ games, and total² ≤ games × squares.",
            )

    @overload
    @staticmethod
    def from_counts(
        wins: int, shared: int, losses: int, *, ways: int = ...
    ) -> ScoreSums[float]: ...
    @overload
    @staticmethod
    def from_counts(
        wins: IntArray, shared: IntArray, losses: IntArray, *, ways: int = ...
    ) -> ScoreSums[FloatArray]: ...
    @staticmethod
    def from_counts(
        wins: int | IntArray, shared: int | IntArray, losses: int | IntArray, *, ways: int = 2
    ) -> ScoreSums[Any]:
        """Sum the scores of so many wins, wins shared `ways` ways, and losses.

        With three players or more, add the sums of games shared two ways to those of games
        shared three ways, each counted once.

        Raises
        ------
        InvalidInput
            When a count is negative or not an integer, all are 0, or `ways` is below 2.
        """
        if ways < 2:
            raise InvalidInput(f"A win is shared by at least two players, not {ways}.")
        w, s = as_counts(wins, "wins"), as_counts(shared, "shared wins")
        as_counts(losses, "losses")
        return ScoreSums(
            wins + shared + losses, as_number(w + s / ways), as_number(w + s / ways**2)
        )

    @staticmethod
    def from_scores(scores: npt.ArrayLike) -> ScoreSums[Any]:
        """Sum scores, float [..., n_games] in [0, 1], over the last axis.

        Raises
        ------
        InvalidInput
            When a score is outside [0, 1], or there are no games.
        """
        values = np.atleast_1d(as_probabilities(scores, "Scores"))
        games = values.shape[-1]
        return ScoreSums(
            games if values.ndim == 1 else np.full(values.shape[:-1], games),
            as_number(values.sum(axis=-1)),
            as_number(np.square(values).sum(axis=-1)),
        )

    def __add__(self, other: ScoreSums[Number]) -> ScoreSums[Number]:
        return ScoreSums(
            self.games + other.games, self.total + other.total, self.squares + other.squares
        )

    @property
    def mean(self) -> Number:
        """Mean score: the win rate, in [0, 1]."""
        result: Number = as_number(self.total / self.games)
        return result

    @property
    def variance(self) -> Number:
        """Variance of one game's score over the games played (divisor n)."""
        spread = self.squares / self.games - (self.total / self.games) ** 2
        result: Number = as_number(np.maximum(spread, 0.0))
        return result

    @property
    def variance_ratio(self) -> Number:
        """Variance of a score as a fraction, in (0, 1], of what wins and losses alone would have.

        Estimated with two wins and two losses added, so that it is never 0; it is exactly 1 when
        no win was shared.
        """
        n = self.games + 4
        mean = (self.total + 2) / n
        result: Number = as_number(((self.squares + 2) / n - mean**2) / (mean * (1 - mean)))
        return result


def win_rate(scores: ScoreSums[Number], *, level: float = 0.95) -> Estimate[Number]:
    """Estimate a win rate in which a win shared by k players counts 1/k.

    Parameters
    ----------
    scores : ScoreSums
        Independent games, all from one seat policy: say which with every win rate.
    level : float
        In (0, 1).

    Returns
    -------
    Estimate
        Win rates in [0, 1].

    Raises
    ------
    InvalidInput
        When the level is outside (0, 1).

    Notes
    -----
    Wilson's interval at the *effective* number of games, n × p(1 − p) / s²: shared wins vary less
    than wins and losses with the same mean, as if there had been more games. Without shared wins
    it is Wilson's interval itself. It stays within [0, 1] and keeps its width when every game was
    won. The ratio is estimated after adding two wins and two losses (`ScoreSums.variance_ratio`).

    References
    ----------
    Wilson (1927), JASA 22, 209-212. Agresti & Coull (1998), American Statistician 52, 119-126
    (the added games). Dean & Pagano (2015), J. Survey Statistics and Methodology 3, 484-503
    (Wilson's interval at an effective sample size).
    """
    z = two_sided_z(level)
    mean = np.clip(scores.mean, 0.0, 1.0)
    low, high = score_bounds(mean, np.asarray(scores.games) / scores.variance_ratio, z)
    return Estimate(
        as_number(mean),
        as_number(np.sqrt(scores.variance / scores.games)),
        as_number(low),
        as_number(high),
        level,
    )


def averaged_win_rate(
    scores: ScoreSums[FloatArray], plays: npt.ArrayLike, *, level: float = 0.95
) -> Estimate[FloatArray]:
    """Estimate win rates from means of several games each, which may depend on each other.

    Parameters
    ----------
    scores : ScoreSums
        Of independent means, in [0, 1], of `plays` scores each: all games of one game index, say.
    plays : array
        How many scores each mean is of, at least 1.
    level : float
        In (0, 1).

    Returns
    -------
    Estimate
        As `win_rate`, which it is for means of one game.

    Notes
    -----
    Wilson's interval at the number of games, counted in means, that a win rate of independent games
    would have this variance of. The two wins and two losses that guard it against a variance of 0
    are games, and so weigh 1 / plays of a mean.
    """
    count = np.asarray(plays, dtype=np.float64)
    if not (count >= 1).all():
        raise InvalidInput("A mean is of one game or more.")
    n, added = np.asarray(scores.games), 2 / count
    centre = (scores.total + added) / (n + 2 * added)
    spread = (scores.squares + added) / (n + 2 * added) - centre**2
    effective = n * centre * (1 - centre) / spread
    mean = np.clip(scores.mean, 0.0, 1.0)
    low, high = score_bounds(mean, effective, two_sided_z(level))
    return Estimate(mean, np.asarray(np.sqrt(scores.variance / n)), low, high, level)


def win_rate_p_value(scores: ScoreSums[Number], *, reference: float = 0.5) -> Number:
    """Return the two-sided p-value of a win rate against a reference.

    Parameters
    ----------
    scores : ScoreSums
        Independent games.
    reference : float
        Win rate under the hypothesis, in (0, 1).

    Returns
    -------
    float or float64 array
        p-values; below 1 − level exactly when `win_rate`'s interval excludes the reference.

    Raises
    ------
    InvalidInput
        When the reference is outside (0, 1).
    """
    spread = as_reference(reference) * (1 - reference) * scores.variance_ratio / scores.games
    p: Number = as_number(two_sided_p(ratio(scores.mean - reference, np.sqrt(spread))))
    return p
