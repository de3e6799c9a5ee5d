"""Matchups whose results are as a script has them, for tests of what is made of results."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from fastsim.game.setup import GameSetup
from fastsim.lower.six_cards import zero_counts
from fastsim.play.matchups import Matchup, MatchupTally
from fastsim.play.results import Tally
from fastsim.play.tallies import Tallies
from fastsim.rules.model import BuyRule
from fastsim.rules.parse import parse_rule

#: Whether rule a wins: bool [n_games], for the names of a and b, a's seat, and game indices.
Script = Callable[[str, str, int, np.ndarray], np.ndarray]


def named(*names: str) -> list[BuyRule]:
    return [parse_rule("Province; Gold; Silver", name=name) for name in names]


def by_rates(rates: dict[tuple[str, str], float], seed: int = 0) -> Script:
    """Independent games, won at these rates; a pair not named is won every other game."""

    def wins(a: str, b: str, seat: int, games: np.ndarray) -> np.ndarray:
        if (a, b) not in rates and (b, a) not in rates:
            return (games + seat) % 2 == 0
        rate = rates[a, b] if (a, b) in rates else 1 - rates[b, a]
        key = [seed, seat, *map(ord, f"{a}{b}")]
        luck = np.random.default_rng(key).random(games[-1] + 1)[games]
        return luck < rate

    return wins


def scripted_chunks(script: Script) -> Callable[..., Iterator[MatchupTally]]:
    """Return what stands in for `fastsim.play.matchups.matchup_chunks`."""

    def chunks(
        setup: GameSetup,
        matchups: Sequence[Matchup],
        *,
        games: int,
        seed: int = 0,
        start: int = 0,
        **how: object,
    ) -> Iterator[MatchupTally]:
        middle = start + games // 2
        for first, stop in itertools.pairwise(
            [start, *([middle] if games > 1 else []), start + games]
        ):
            index = np.arange(first, stop)
            won = [[script(m.a.name, m.b.name, seat, index) for seat in (0, 1)] for m in matchups]
            twice = 2 * np.array([u.astype(np.int64) + v for u, v in won])
            yield MatchupTally(
                tuple(matchups),
                Tallies.of(
                    tally(setup, (m.a, m.b), u, first, seed)
                    for m, (u, _) in zip(matchups, won, strict=True)
                ),
                Tallies.of(
                    tally(setup, (m.b, m.a), ~v, first, seed)
                    for m, (_, v) in zip(matchups, won, strict=True)
                ),
                np.array([4 * (u & v).sum() for u, v in won], np.int64),
                twice @ twice.T,
            )

    return chunks


def tally(
    setup: GameSetup, rules: tuple[BuyRule, BuyRule], first_won: np.ndarray, start: int, seed: int
) -> Tally:
    counts = zero_counts(setup)
    n = len(first_won)
    counts.outcomes[1], counts.outcomes[2] = first_won.sum(), n - first_won.sum()
    counts.ended[0] = counts.turns[40] = n
    counts.vp[:, 10], counts.margin[:, counts.margin.shape[1] // 2] = n, n
    arrays: dict[str, Any] = {
        name: getattr(counts, name) for name in ("outcomes", "ended", "turns", "vp", "margin")
    }
    return Tally(setup, rules, seed, ((start, start + n),), equal_vp=0, **arrays)
