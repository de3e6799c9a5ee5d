"""Two rules against each other, for as many games as a wanted precision takes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, Literal, Unpack

from analysis.questions.collect import collect
from analysis.questions.duel import MIN_GAMES, Duel
from analysis.statistics import (
    FirstPlayerEffect,
    LookSchedule,
    schedule_for_half_width,
    take_look,
)
from analysis.statistics.checks import check_level
from fastsim.play.matchups import MAX_INDICES, Matchup, MatchupTally, matchup_chunks
from fastsim.play.settings import How, Settings
from fastsim.rules.names import told_apart
from fastsim.rules.values import RuleLike, SetupLike, as_rule, as_setup
from fastsim.text.errors import InvalidInput
from fastsim.text.numbers import CountLike, as_count, as_real
from fastsim.text.words import number_of

#: Games before which nobody looks: intervals of fewer are not what their level says.
FIRST_LOOK: Final = 1000
#: Games that are played at most, unless one says otherwise.
CAP: Final = 10**9


@dataclass(frozen=True, eq=False, kw_only=True)
class DuelUntil(Duel):
    """A duel played until its win rate's interval was narrow enough.

    The interval was looked at repeatedly, so each is computed at the level of the look that ended
    the run (`interval_level`), which is higher than `level`: that way the one reported holds with
    probability `level`, whichever look it was.

    Attributes
    ----------
    schedule : LookSchedule
        Fixed before the first game; `level` is its level.
    look : int
        The look that ended the run, from 0; of an interrupted run, the one it was on its way to.
    half_width : float
        The half width that was wanted, as a share of the games: 0.001 for ± 0.1 %.
    reason : {"precise", "cap", "interrupted"}
        Why it ended: the interval is narrow enough; this was the last look; the user stopped it.
    """

    schedule: LookSchedule
    look: int
    half_width: float
    reason: Literal["precise", "cap", "interrupted"]

    @property
    def interval_level(self) -> float:
        """Level of the look that ended the run."""
        return self.schedule.level_at(self.look)

    @property
    def p_value(self) -> float:
        """Two-sided p-value of a's win rate against 50 %, right whichever look it was."""
        return self._weighed(super().p_value)

    @property
    def first_player_effect(self) -> FirstPlayerEffect[float]:
        """What moving first is worth in this matchup."""
        found = super().first_player_effect
        return replace(found, p_value=self._weighed(found.p_value))

    def _weighed(self, p_value: float) -> float:
        """Return a look's p-value divided by its share of the error: Bonferroni with weights."""
        share = float(self.schedule.errors[self.look]) / (1 - self.schedule.level)
        return min(p_value / share, 1.0)

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain values, for one JSON document."""
        stopped = {
            "reason": self.reason,
            "wanted_half_width": self.half_width,
            "half_width": self.win_rate.half_width,
            "look": self.look + 1,
            "looks": list(self.schedule.games),
            "level_of_look": self.interval_level,
        }
        document = super().to_json()
        provenance = document.pop("provenance")
        return document | {"stopped": stopped, "provenance": provenance}


def look_schedule(half_width: float, *, cap: CountLike = CAP, level: float = 0.95) -> LookSchedule:
    """Return when `duel_until` looks.

    Parameters
    ----------
    half_width : float
        Between 0 and 0.5.
    cap : int
        Most games, at least `MIN_GAMES`.
    level : float
        Probability that the interval of every look holds.

    Raises
    ------
    InvalidInput
        For numbers out of range.
    """
    half_width, cap = as_real("half_width", half_width), as_count("cap", cap)
    level = check_level(as_real("level", level))
    if not 0 < half_width < 0.5:
        raise InvalidInput(
            f"a half width of {half_width:g}", "It lies between 0 and 50 %; 0.1% is usual."
        )
    if cap < MIN_GAMES:
        raise InvalidInput(
            f"{number_of(cap, 'game')}", f"At least {MIN_GAMES}, two in each seat order."
        )
    if cap > 2 * MAX_INDICES:
        raise InvalidInput(f"{cap:,} games", f"At most {2 * MAX_INDICES:,}.")
    planned = schedule_for_half_width(half_width, cap=cap, level=level)
    first = min(FIRST_LOOK, cap // 2 * 2)
    later = tuple(games for games in planned.games if games > first)
    return replace(planned, games=later if len(later) == len(planned.games) else (first, *later))


def duel_until(
    setup: SetupLike,
    a: RuleLike,
    b: RuleLike,
    *,
    half_width: float,
    cap: CountLike = CAP,
    level: float = 0.95,
    **how: Unpack[How],
) -> DuelUntil:
    """Play two rules against each other until the win rate is known to a wanted precision.

    Parameters
    ----------
    setup : GameSetup
        For two players.
    a, b : BuyRule
    half_width : float
        Wanted half width of the win rate's interval, between 0 and 0.5: 0.001 for ± 0.1 %.
    cap : int
        Most games to play, both orders together, at least `MIN_GAMES`.
    level : float
        Probability with which the reported interval holds.
    **how
        As `analysis.questions.duel.duel`.

    Returns
    -------
    DuelUntil
        Of the games played so far when the run is interrupted (Ctrl-C) after at least one chunk.

    Raises
    ------
    InvalidInput
        For rules that cannot be played in this setup, and numbers out of range.

    Notes
    -----
    The looks are fixed beforehand, each at twice the games of the one before, and share the error
    between them (`LookSchedule`): with probability at least `level` the interval of every look
    holds, so the one that ends the run does. The last look is planned for the largest variance
    that a win rate of independent games can have. The orders of a matchup share their luck, which
    goes with the seat and so cancels in a rule's win rate; where it did not, the last look could
    find the interval wider than wanted, and says so. An interrupt is no look at the results, for
    none are shown before the end: such a run reports at the level of the look to come.
    """
    setup = as_setup(setup)
    matchup = Matchup(*told_apart([as_rule(a, setup), as_rule(b, setup)]))
    schedule = look_schedule(half_width, cap=cap, level=level)
    settings = Settings.of(how, games=cap)
    half_width, level = as_real("half_width", half_width), schedule.level
    total: MatchupTally | None = None
    seconds = 0.0
    for look, games in enumerate(schedule.games):
        played = total.games if total else 0
        part = settings.part(
            games // 2 - played, start=settings.start + played, each=2, after=2 * played
        )
        total, took, interrupted = collect(matchup_chunks(setup, [matchup], **part), total=total)
        seconds += took
        result = DuelUntil(
            setup, total, settings.seed, seconds, level,
            schedule=schedule, look=look, half_width=half_width, reason="interrupted",
            asked_kernel=settings.kernel,
        )  # fmt: skip
        if interrupted:
            return result
        estimate = replace(result.win_rate, level=result.interval_level)
        decision = take_look(schedule, look, estimate, half_width=half_width)
        if decision.stop:
            break
    return replace(result, reason="precise" if decision.reason == "precise" else "cap")
