"""Questions as `fastsim` asks them: rules first, the setup by a keyword, as on the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Unpack

from analysis.questions import duel as _duel
from analysis.questions import match as _match
from analysis.questions import sweep as _sweep
from analysis.questions import tournament as _tournament
from analysis.questions.axes import Axis, Number
from analysis.questions.curves import DEFAULT_GAMES, Curves, observe_duel
from analysis.questions.lineups import LineupResults, lineup_tournament
from analysis.questions.match import DEFAULT_LENGTH
from analysis.questions.until import CAP, DuelUntil, duel_until
from fastsim.cards import Card
from fastsim.play.settings import How
from fastsim.rules.values import RuleLike, SetupLike
from fastsim.text.numbers import CountLike, WholeLike


def duel(
    a: RuleLike,
    b: RuleLike,
    *,
    games: CountLike,
    setup: SetupLike = "simplified",
    level: float = 0.95,
    **how: Unpack[How],
) -> _duel.Duel:
    """Play two rules against each other: see `analysis.questions.duel.duel`.

    Examples
    --------
    >>> import fastsim
    >>> found = fastsim.duel("Big Money Ultimate", "Big Money", games="10k", seed=7)
    >>> round(found.win_rate.value, 2)
    0.81
    """
    return _duel.duel(setup, a, b, games=games, level=level, **how)


def until(
    a: RuleLike,
    b: RuleLike,
    *,
    half_width: float,
    games: CountLike = CAP,
    setup: SetupLike = "simplified",
    level: float = 0.95,
    **how: Unpack[How],
) -> DuelUntil:
    """Play two rules for as many games as a precision takes, at most `games`.

    See `analysis.questions.until.duel_until`.
    """
    return duel_until(setup, a, b, half_width=half_width, cap=games, level=level, **how)


def sweep(
    template: RuleLike,
    axes: Sequence[Axis | str],
    against: RuleLike,
    *,
    games: CountLike,
    setup: SetupLike = "simplified",
    fixed: Mapping[str, Number | Card] | None = None,
    level: float = 0.95,
    **how: Unpack[How],
) -> _sweep.Sweep:
    """Play every cell of a grid: see `analysis.questions.sweep.sweep`."""
    return _sweep.sweep(
        setup, template, axes, against, games=games, fixed=fixed, level=level, **how
    )


def tournament(
    rules: Sequence[RuleLike],
    *,
    games: CountLike,
    setup: SetupLike = "simplified",
    level: float = 0.95,
    **how: Unpack[How],
) -> _tournament.Tournament:
    """Play every rule against every other: see `analysis.questions.tournament.tournament`."""
    return _tournament.tournament(setup, rules, games=games, level=level, **how)


def lineups(
    rules: Sequence[RuleLike],
    *,
    games: CountLike,
    setup: SetupLike,
    level: float = 0.95,
    **how: Unpack[How],
) -> LineupResults:
    """Play every choice of as many rules as there are players, in all seat orders.

    See `analysis.questions.lineups.lineup_tournament`.
    """
    return lineup_tournament(setup, rules, games=games, level=level, **how)


def match(
    rules: Sequence[RuleLike],
    *,
    games: CountLike,
    setup: SetupLike = "simplified",
    length: WholeLike = DEFAULT_LENGTH,
    level: float = 0.95,
    **how: Unpack[How],
) -> _match.Match:
    """Find what each player wins in matches: see `analysis.questions.match.match`."""
    return _match.match(setup, rules, games=games, length=length, level=level, **how)


def curves(
    a: RuleLike,
    b: RuleLike,
    *,
    games: CountLike = DEFAULT_GAMES,
    setup: SetupLike = "simplified",
    **how: Unpack[How],
) -> Curves:
    """Observe two rules turn by turn: see `analysis.questions.curves.observe_duel`."""
    return observe_duel(setup, a, b, games=games, **how)
