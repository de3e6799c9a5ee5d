"""Stopping early without fooling oneself: looks at fixed numbers of games, each at its own level.

An interval at 95 % looked at again and again, until it shows what one hopes for, is no interval
at 95 %. Here the looks are fixed beforehand and share the error between them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from analysis.statistics.checks import check_level
from analysis.statistics.estimate import Estimate, FloatArray, two_sided_z
from fastsim.text.equality import ByValue
from fastsim.text.errors import InvalidInput
from fastsim.text.numbers import LARGEST
from fastsim.text.shown import brief


@dataclass(frozen=True, slots=True)
class LookSchedule:
    """When to look, and at what level.

    Parameters
    ----------
    games : tuple of int
        Total numbers of games at which to look, ascending. The last is the cap.
    level : float
        Probability, in (0, 1), that *all* the intervals of the schedule hold the true value.
    power : float
        How the error is spent, above 0: a run that has played the share t of the cap has spent
        the share t^power of 1 − level. The higher, the cheaper the last look and the dearer an
        early stop; with numbers of games that double, power 1 gives the last look half the error
        and power 2 three quarters of it.

    Raises
    ------
    InvalidInput
        When the numbers of games are not ascending from at least 1, the level is outside (0, 1),
        the power is not above 0, or a look would have next to no error to spend.

    Notes
    -----
    Guarantee: look k uses an interval whose own error is α_k = (1 − level) × (t_k^power −
    t_{k−1}^power); these sum to 1 − level. By Bonferroni's inequality all intervals hold with
    probability at least `level`, so the one a run ends with does, *whatever* made it end there:
    the width, a difference from 50 %, the cap, or impatience. In particular, if the true rate is
    the reference, a run says otherwise with probability at most 1 − level. Nothing is assumed
    about how the looks depend on each other, only that each interval has its own stated coverage,
    so with many looks the rule is somewhat conservative.

    References
    ----------
    Kim & DeMets (1987), Biometrika 74, 149-154 (the spending function). Pocock (1977), Biometrika
    64, 191-199, and O'Brien & Fleming (1979), Biometrics 35, 549-556 (the fault and its cures).
    """

    games: tuple[int, ...]
    level: float = 0.95
    power: float = 2.0

    __repr__ = brief

    def __post_init__(self) -> None:
        check_level(self.level)
        if not self.games or min(np.diff(self.games, prepend=0)) < 1:
            raise InvalidInput(
                f"Looks need ascending numbers of games from at least 1, not {self.games}."
            )
        if not 0 < self.power < np.inf:
            raise InvalidInput(f"The power of the spending must be above 0, not {self.power}.")
        if self.errors.min() < 1e-12:
            raise InvalidInput(
                f"The look at {self.games[int(self.errors.argmin())]} games has next to no error "
                f"to spend.",
                "Begin later, or lower the power.",
            )

    @property
    def errors(self) -> FloatArray:
        """Error of each look's own interval, float64 [n_looks]; they sum to 1 − level."""
        spent = (np.array(self.games) / self.games[-1]) ** self.power
        return (1 - self.level) * np.diff(spent, prepend=0.0)

    def level_at(self, look: int) -> float:
        """Level of the interval to use at a look, counted from 0.

        Raises
        ------
        InvalidInput
            When there is no such look.
        """
        if not 0 <= look < len(self.games):
            raise InvalidInput(f"There are looks 0 to {len(self.games) - 1}, not {look}.")
        return float(1 - self.errors[look])


@dataclass(frozen=True, slots=True, eq=False)
class Look(ByValue):
    """What a look at a running estimate decided.

    Parameters
    ----------
    look : int
        Which look of the schedule, from 0.
    games : int
        Games played by then.
    estimate : Estimate
        At the look's own level. Its interval may be reported at the level of the schedule.
    reason : {"precise", "different", "cap", "continue"}
        Why to stop: the interval is narrow enough, it excludes the reference, there is no later
        look; or "continue".
    """

    look: int
    games: int
    estimate: Estimate[float]
    reason: Literal["precise", "different", "cap", "continue"]

    @property
    def stop(self) -> bool:
        """Whether the run ends here."""
        return self.reason != "continue"


def doubling_schedule(
    first: int, last: int, *, level: float = 0.95, power: float = 1.0, multiple: int = 2
) -> LookSchedule:
    """Look at `last`, half of it, a quarter, … as long as that is at least `first` games.

    Parameters
    ----------
    first, last : int
        Games at which to look first, at the earliest, and last.
    level, power : float
        As `LookSchedule`.
    multiple : int
        Every number of games but the last is rounded up to a multiple of this; 2 keeps the seat
        orders balanced. `last` must be one.

    Returns
    -------
    LookSchedule
        At least one look.

    Raises
    ------
    InvalidInput
        When `first` exceeds `last`, `last` is no multiple, or as `LookSchedule`.
    """
    if not 1 <= first <= last:
        raise InvalidInput(f"A schedule cannot run from {first} to {last} games.")
    if multiple < 1 or last % multiple:
        raise InvalidInput(f"{last} games are not a multiple of {multiple}.")
    games = [last]
    while (half := -(-games[-1] // (2 * multiple)) * multiple) >= first and half < games[-1]:
        games.append(half)
    return LookSchedule(tuple(reversed(games)), level, power)


def schedule_for_half_width(
    half_width: float,
    *,
    cap: int | None = None,
    level: float = 0.95,
    power: float = 2.0,
    looks: int = 5,
    variance: float = 0.25,
    multiple: int = 2,
) -> LookSchedule:
    """Plan looks whose last one reaches a half width, whatever the win rate.

    Parameters
    ----------
    half_width : float
        Wanted half width of the interval, in the unit of the estimate: 0.001 for ± 0.1 points.
    cap : int, optional
        Most games to play; the wanted width may then not be reached.
    level, power : float
        As `LookSchedule`. At power 2 the plan costs an eighth more games than one look would;
        runs whose variance is small stop at an earlier look.
    looks : int
        Number of looks, each at twice the games of the one before; fewer when games run out.
    variance : float
        Largest variance of one game's quantity: 0.25 for scores in [0, 1].
    multiple : int
        As `doubling_schedule`.

    Returns
    -------
    LookSchedule
        The plan.

    Raises
    ------
    InvalidInput
        When the half width, variance, cap or number of looks is not above 0, or as
        `doubling_schedule`.
    """
    if not (0 < half_width < np.inf and 0 < variance < np.inf and looks >= 1):
        raise InvalidInput("Half width, variance and number of looks must be above 0.")
    if cap is not None and cap < multiple:
        raise InvalidInput(f"A cap of {cap} games is below one round of {multiple}.")
    most = (LARGEST if cap is None else cap) // multiple

    def plan(last: int) -> LookSchedule:
        first = max(-(-last // 2 ** (looks - 1)), multiple)
        return doubling_schedule(first, last, level=level, power=power, multiple=multiple)

    z = two_sided_z(level)
    for _ in range(3):  # The level of the last look depends a little on rounding.
        reach = z / half_width
        rounds = variance * reach * reach / multiple  # infinite where a square would be refused
        if rounds > most and cap is None:
            raise InvalidInput(
                f"A half width of {half_width:g} takes more games than can be counted.",
                "Give a cap, or a wider one.",
            )
        if rounds > most:
            return plan(most * multiple)
        schedule = plan(max(math.ceil(rounds), 1) * multiple)
        z = two_sided_z(schedule.level_at(len(schedule.games) - 1))
    return schedule


def take_look(
    schedule: LookSchedule,
    look: int,
    estimate: Estimate[float],
    *,
    half_width: float | None = None,
    reference: float | None = None,
) -> Look:
    """Decide at a look whether the run goes on.

    Parameters
    ----------
    schedule : LookSchedule
        Fixed before the first game.
    look : int
        Which look, from 0.
    estimate : Estimate
        From the first `schedule.games[look]` games, at level `schedule.level_at(look)`.
    half_width : float, optional
        Stop when the interval's half width is at most this.
    reference : float, optional
        Stop when the interval excludes this value.

    Returns
    -------
    Look
        The decision. The last look always stops.

    Raises
    ------
    InvalidInput
        When the estimate is at another level than the look's, or there is nothing to stop for.
    """
    level = schedule.level_at(look)
    if abs(estimate.level - level) > 1e-12:
        raise InvalidInput(
            f"Look {look} needs an interval at level {level}, not {estimate.level}.",
            "Use schedule.level_at(look).",
        )
    if half_width is None and reference is None:
        raise InvalidInput("A stopping rule needs a half width or a reference to stop for.")
    reason: Literal["precise", "different", "cap", "continue"] = "continue"
    if half_width is not None and estimate.half_width <= half_width:
        reason = "precise"
    elif reference is not None and not estimate.low <= reference <= estimate.high:
        reason = "different"
    elif look == len(schedule.games) - 1:
        reason = "cap"
    return Look(look, schedule.games[look], estimate, reason)


def run_looks(
    schedule: LookSchedule,
    estimate_at: Callable[[int, float], Estimate[float]],
    *,
    half_width: float | None = None,
    reference: float | None = None,
) -> Look:
    """Look after look, until one of them stops.

    Parameters
    ----------
    schedule : LookSchedule
        Fixed before the first game.
    estimate_at : callable
        `estimate_at(games, level)` plays on until so many games have been played in all and
        returns their estimate at that level.
    half_width, reference : float, optional
        As `take_look`.

    Returns
    -------
    Look
        The one that stopped.

    Raises
    ------
    InvalidInput
        As `take_look`.
    """
    decisions = (
        take_look(
            schedule,
            look,
            estimate_at(games, schedule.level_at(look)),
            half_width=half_width,
            reference=reference,
        )
        for look, games in enumerate(schedule.games)
    )
    return next(decision for decision in decisions if decision.stop)
