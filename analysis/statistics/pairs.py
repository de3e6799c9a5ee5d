"""Differences over common games: two rules, cells or runs that played the same game indices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, Literal, overload

import numpy as np
import numpy.typing as npt
from scipy import special, stats

from analysis.statistics.checks import as_counts, as_finite, check_level
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
from analysis.statistics.means import sample_variance
from fastsim.text.equality import ByValue
from fastsim.text.errors import InvalidInput
from fastsim.text.shown import brief


@dataclass(frozen=True, slots=True, eq=False)
class PairSums(ByValue, Generic[Number]):
    """What must be known of two quantities measured in the same games; two of them add.

    Parameters
    ----------
    games : int or integer array
        Number of pairs, at least 1. When each index was played in both seat orders, a pair is one
        index, and the quantities are means over its two games: those are not independent.
    total_a, squares_a, total_b, squares_b : float or float64 array
        Sums and sums of squares of either quantity.
    products : float or float64 array
        Sum of a × b.
    """

    games: int | IntArray
    total_a: Number
    squares_a: Number
    total_b: Number
    squares_b: Number
    products: Number

    __repr__ = brief

    def __post_init__(self) -> None:
        as_counts(self.games, "games", least=1)
        for sums in (self.total_a, self.squares_a, self.total_b, self.squares_b, self.products):
            as_finite(sums, "Sums")

    @staticmethod
    def from_values(a: npt.ArrayLike, b: npt.ArrayLike) -> PairSums[Any]:
        """Sum two quantities, float [..., n_games], over the last axis; they broadcast.

        Raises
        ------
        InvalidInput
            When the numbers of games differ, there are none, or a value is not finite.
        """
        x, y = as_finite(a, "Values"), as_finite(b, "Values")
        if x.ndim == 0 or y.ndim == 0 or x.shape[-1] != y.shape[-1]:
            raise InvalidInput(
                "Paired values need the same games on both sides.",
                f"Got arrays of shape {x.shape} and {y.shape}.",
            )
        x, y = np.broadcast_arrays(x, y)
        games = x.shape[-1]
        sums = (x, x * x, y, y * y, x * y)
        return PairSums(
            games if x.ndim == 1 else np.full(x.shape[:-1], games),
            *(as_number(s.sum(axis=-1)) for s in sums),
        )

    def __add__(self, other: PairSums[Number]) -> PairSums[Number]:
        return PairSums(
            self.games + other.games,
            self.total_a + other.total_a,
            self.squares_a + other.squares_a,
            self.total_b + other.total_b,
            self.squares_b + other.squares_b,
            self.products + other.products,
        )

    @property
    def difference(self) -> Number:
        """Sum of a − b."""
        return self.total_a - self.total_b

    @property
    def squared_difference(self) -> Number:
        """Sum of (a − b)²."""
        squares = self.squares_a + self.squares_b - 2 * self.products
        result: Number = as_number(np.maximum(squares, 0.0))
        return result


@dataclass(frozen=True, slots=True, eq=False)
class PairedDifference(ByValue, Generic[Number]):
    """How much more a is than b, over common games.

    Parameters
    ----------
    estimate : Estimate
        Mean of a − b, with the standard error that pairing gives.
    p_value : float or float64 array
        Two-sided, against the hypothesis of no difference.
    unpaired_standard_error : float or float64 array
        Standard error that as many games would have given, had each side played its own.
    """

    estimate: Estimate[Number]
    p_value: Number
    unpaired_standard_error: Number

    __repr__ = brief

    @property
    def efficiency(self) -> Number:
        """How many times the games would be needed without pairing; inf without any error."""
        result: Number = as_number(
            ratio(self.unpaired_standard_error, self.estimate.standard_error) ** 2
        )
        return result


def paired_mean_difference(
    pairs: PairSums[Number], *, level: float = 0.95
) -> PairedDifference[Number]:
    """Estimate the difference of two means over common games: turns, VP, margin.

    Parameters
    ----------
    pairs : PairSums
        At least two independent pairs.
    level : float
        In (0, 1).

    Returns
    -------
    PairedDifference
        In the unit of the quantities; Student's paired interval and test.

    Raises
    ------
    InvalidInput
        When there are fewer than two pairs, the sums contradict each other, or the level is
        outside (0, 1).
    """
    check_level(level)
    n = as_counts(pairs.games, "common games", least=2)
    value = np.asarray(pairs.difference / n)
    error = np.sqrt(sample_variance(pairs.difference, pairs.squared_difference, n) / n)
    reach = -special.stdtrit(n - 1, (1 - level) / 2) * error
    p = 2 * special.stdtr(n - 1, -np.abs(ratio(value, error)))
    return PairedDifference(
        Estimate(
            as_number(value),
            as_number(error),
            as_number(value - reach),
            as_number(value + reach),
            level,
        ),
        as_number(p),
        _unpaired(pairs, n, degrees=n - 1),
    )


def paired_score_difference(
    pairs: PairSums[Number], *, level: float = 0.95
) -> PairedDifference[Number]:
    """Estimate the difference of two win rates over common games, shared wins included.

    Parameters
    ----------
    pairs : PairSums
        Sums of scores in [0, 1] of independent pairs.
    level : float
        In (0, 1).

    Returns
    -------
    PairedDifference
        Difference in [−1, 1].

    Raises
    ------
    InvalidInput
        When the sums are not those of scores in [0, 1], or the level is outside (0, 1).

    Notes
    -----
    The interval is Bonett and Price's: one pair with difference +1 and one with −1 are added, so
    two cells that never differed in n games get an interval of width about 5.5 / n instead of
    none. The p-value is that of z = Σd / √Σd², McNemar's when no win is shared. The standard
    error and the estimate are those of the games alone.

    References
    ----------
    McNemar (1947), Psychometrika 12, 153-157. Bonett & Price (2012), J. Educational and
    Behavioral Statistics 37, 479-488.
    """
    z = two_sided_z(level)
    n = as_counts(pairs.games, "common games", least=1)
    d, q = np.asarray(pairs.difference), np.asarray(pairs.squared_difference)
    slack = 1e-9 * n
    if (q > n + slack).any() or (d * d > (q + slack) * n).any():
        raise InvalidInput(
            "These are not the sums of scores between 0 and 1 in common games.",
            "For turns, VP or margin use paired_mean_difference.",
        )
    value = d / n
    centre = d / (n + 2)
    reach = z * np.sqrt(((q + 2) / (n + 2) - centre**2) / (n + 2))
    return PairedDifference(
        Estimate(
            as_number(value),
            as_number(np.sqrt(np.maximum(q / n - value**2, 0.0) / n)),
            as_number(np.maximum(centre - reach, -1.0)),
            as_number(np.minimum(centre + reach, 1.0)),
            level,
        ),
        as_number(two_sided_p(ratio(d, np.sqrt(q)))),
        _unpaired(pairs, n, degrees=n),
    )


@overload
def paired_win_difference(
    both: int,
    only_a: int,
    only_b: int,
    neither: int,
    *,
    level: float = ...,
    method: Literal["exact", "mid-p", "normal"] = ...,
) -> PairedDifference[float]: ...
@overload
def paired_win_difference(
    both: IntArray,
    only_a: IntArray,
    only_b: IntArray,
    neither: IntArray,
    *,
    level: float = ...,
    method: Literal["exact", "mid-p", "normal"] = ...,
) -> PairedDifference[FloatArray]: ...
def paired_win_difference(
    both: int | IntArray,
    only_a: int | IntArray,
    only_b: int | IntArray,
    neither: int | IntArray,
    *,
    level: float = 0.95,
    method: Literal["exact", "mid-p", "normal"] = "exact",
) -> PairedDifference[Any]:
    """Estimate the difference of two win rates over common games, each won or lost.

    Parameters
    ----------
    both, only_a, only_b, neither : int or integer array
        Games won by a and b alike, by one of them, by neither.
    level : float
        In (0, 1).
    method : {"exact", "mid-p", "normal"}
        How McNemar's p-value is found. Exact keeps its error rate for every number of games;
        mid-p is nearer to it from below in practice, without the guarantee; all three agree when
        hundreds of games differ.

    Returns
    -------
    PairedDifference
        As `paired_score_difference`, but for the p-value.

    Raises
    ------
    InvalidInput
        When a count is negative or not an integer, all are 0, the method is unknown, or the level
        is outside (0, 1).

    References
    ----------
    McNemar (1947), Psychometrika 12, 153-157. Fagerland, Lydersen & Laake (2013), BMC Medical
    Research Methodology 13, 91 (mid-p).
    """
    for counts in (both, only_a, only_b, neither):
        as_counts(counts, "games in a class")
    a, b = np.asarray(both) + only_a, np.asarray(both) + only_b
    pairs: PairSums[Any] = PairSums(
        both + only_a + only_b + neither,
        *(as_number(x) for x in (a, a, b, b, both)),
    )
    result = paired_score_difference(pairs, level=level)
    if method == "normal":
        return result
    if method not in ("exact", "mid-p"):
        raise InvalidInput(f"There is no method {method!r}.", "Choose exact, mid-p or normal.")
    fewer, discordant = np.minimum(only_a, only_b), np.asarray(only_a) + only_b
    p = np.minimum(2 * stats.binom.cdf(fewer, discordant, 0.5), 1.0)
    if method == "mid-p":
        # With as many on either side the exact value was cut from 1 + pmf down to 1.
        tied = only_a == np.asarray(only_b)
        p = p - stats.binom.pmf(fewer, discordant, 0.5) * np.where(tied, 0.5, 1.0)
        p = np.where(discordant == 0, 1.0, np.maximum(p, 0.0))
    return PairedDifference(result.estimate, as_number(p), result.unpaired_standard_error)


def _unpaired(pairs: PairSums[Number], n: FloatArray, degrees: FloatArray) -> Number:
    spread = (
        pairs.squares_a
        - pairs.total_a * np.asarray(pairs.total_a) / n
        + pairs.squares_b
        - pairs.total_b * np.asarray(pairs.total_b) / n
    )
    error: Number = as_number(np.sqrt(np.maximum(spread, 0.0) / degrees / n))
    return error
