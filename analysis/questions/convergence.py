"""How an estimate settles: one matchup looked at after more and more of the same games."""

from __future__ import annotations

from typing import Final, Unpack

from analysis.questions.duel import MIN_GAMES, Duel
from analysis.statistics.checks import check_level
from fastsim.play.matchups import Matchup, MatchupTally, tally_matchups
from fastsim.play.settings import How, Settings
from fastsim.rules.names import told_apart
from fastsim.rules.values import RuleLike, SetupLike, as_rule, as_setup
from fastsim.text.errors import InvalidInput
from fastsim.text.numbers import CountLike, as_real
from fastsim.text.words import number_of

#: Games at the first look: fewer than some hundreds say little.
FIRST_LOOK: Final = 256


def converge(
    setup: SetupLike,
    a: RuleLike,
    b: RuleLike,
    *,
    games: CountLike,
    level: float = 0.95,
    **how: Unpack[How],
) -> tuple[Duel, ...]:
    """Play a duel and return it as it stood after 256 games, 512, and so on, to the end.

    Each duel holds the games of the one before. Their intervals are made for one look each: to
    stop at the first that pleases would void them (see `analysis.questions.until`).

    Parameters
    ----------
    setup : GameSetup
        For two players.
    a, b : BuyRule
    games : int
        Games of the last look, both seat orders together; an odd number is rounded up.
    level : float
        Of each interval.
    **how
        Keywords, as `fastsim.play.settings.Settings` describes them.

    Returns
    -------
    tuple of Duel
        By growing number of games.

    Raises
    ------
    InvalidInput
        As `analysis.questions.duel.duel`.
    """
    setup, settings = as_setup(setup), Settings.of(how, games=games)
    level = check_level(as_real("level", level))
    pair = Matchup(*told_apart([as_rule(a, setup), as_rule(b, setup)]))
    if settings.games < MIN_GAMES:
        raise InvalidInput(
            f"{number_of(settings.games, 'game')}", f"At least {MIN_GAMES}, two in each seat order."
        )
    last = -(-settings.games // 2)
    looks = [FIRST_LOOK // 2 << k for k in range(64) if FIRST_LOOK // 2 << k < last]
    total: MatchupTally | None = None
    duels = []
    for indices in (*looks, last):
        played = total.games if total else 0
        rest = settings.part(
            indices - played, start=settings.start + played, each=2, after=2 * played
        )
        part = tally_matchups(setup, [pair], **rest)
        total = part if total is None else total + part
        duels.append(Duel(setup, total, settings.seed, level=level, asked_kernel=settings.kernel))
    return tuple(duels)
