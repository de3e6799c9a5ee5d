"""Tournaments and duels until a precision: intervals and claims hold as often as they say.

The games are the kernel's: each run has games of its own, and all of them together are the truth.
Bands are those of `test_interval_coverage`: three standard deviations of a coverage of 95 %
measured in so many runs, and 0.2 points more for approximations. Seeds are fixed.
"""

import itertools

import numpy as np
import pytest
from scipy import stats

from analysis.duel import Duel, duel
from analysis.statistics import bradley_terry, holm_directions, rank
from analysis.tournament import Tournament
from analysis.until import duel_until
from fastsim.matchups import Matchup, MatchupTally, tally_matchups
from fastsim.results import GameBatch, Tally
from fastsim.rules.load import load_rule
from fastsim.setup import simplified
from fastsim.simulation import simulate
from fastsim.tallies import Tallies

pytestmark = pytest.mark.statistical

SMALL, DEEP = 600, 3_000
SETUP = simplified()
RULES = [load_rule(n) for n in ("Big Money Ultimate", "Duchy dancing", "Big Money", "Greedy")]
PAIRS = list(itertools.combinations(range(4), 2))


def band(runs: int) -> float:
    return float(0.002 + 3 * np.sqrt(0.95 * 0.05 / runs))


def tournaments(runs: int, indices: int) -> list[Tournament]:
    """So many tournaments of twice `indices` games a pair, each over indices of its own."""
    orders = [(a, b) for i, j in PAIRS for a, b in ((i, j), (j, i))]
    won = [
        winners(simulate(SETUP, (RULES[a], RULES[b]), games=runs * indices, seed=11)).reshape(
            runs, indices
        )
        for a, b in orders
    ]
    blank = tally_matchups(SETUP, [Matchup(RULES[i], RULES[j]) for i, j in PAIRS], games=1)
    return [_run(blank, [games[run] for games in won]) for run in range(runs)]


def winners(batch: GameBatch) -> np.ndarray:
    """Whether the first seat won each game; no victory is shared in this setup."""
    assert set(batch.winners.tolist()) <= {1, 2}
    return batch.winners == 1


def _run(blank: MatchupTally, first_won: list[np.ndarray]) -> Tournament:
    a_first, b_first = first_won[0::2], [~games for games in first_won[1::2]]
    twice = 2 * np.array([u.astype(np.int64) + v for u, v in zip(a_first, b_first, strict=True)])
    tally = MatchupTally(
        blank.matchups,
        Tallies.of(_counted(t, u) for t, u in zip(blank.a_first, a_first, strict=True)),
        Tallies.of(_counted(t, ~v) for t, v in zip(blank.b_first, b_first, strict=True)),
        np.array([4 * (u & v).sum() for u, v in zip(a_first, b_first, strict=True)], np.int64),
        twice @ twice.T,
    )
    return Tournament(SETUP, tuple(RULES), tally, seed=11)


def _counted(blank: Tally, first_won: np.ndarray) -> Tally:
    n, won = len(first_won), int(first_won.sum())
    fields = {name: getattr(blank, name) for name in ("ended", "turns", "vp", "margin")}
    outcomes = np.array([0, won, n - won, 0])
    return Tally(SETUP, blank.rules, 11, ((0, n),), outcomes, 0, **fields)


def check_tournaments(runs: int, indices: int) -> None:
    played = tournaments(runs, indices)
    truth = together(played)
    rates, strengths = truth.standings.win_rate.value, truth.standings.strengths.estimate.value
    true_rank = stats.rankdata(-rates)
    covered, naive, false_claims, outside, false_beats = [], [], [], [], []
    for one in played:
        rate = one.standings.win_rate
        strength = one.standings.strengths.estimate
        ranking = one.standings.ranking
        covered.append(
            [
                (rate.low <= rates) & (rates <= rate.high),
                (strength.low <= strengths) & (strengths <= strength.high),
            ]
        )
        shares = [(x.score[0] + y.score[1]) / (2 * indices) for x, y in orders(one)]
        alone = bradley_terry(PAIRS, shares, one.games_per_pair).estimate
        naive.append((alone.low <= strengths) & (strengths <= alone.high))
        false_claims.append((ranking.above & (rates[:, None] <= rates)).any())
        possible = (ranking.best_rank <= true_rank) & (true_rank <= ranking.worst_rank)
        outside.append(not possible.all())
        if runs == DEEP:  # as slow as all the rest
            false_beats.append((one.beats & (truth.win_rates.value <= 0.5)).any())
    leeway = band(runs)
    assert np.mean(covered, axis=0) == pytest.approx(0.95, abs=leeway)
    # without the covariance of the pairs some intervals are far off
    assert np.abs(np.mean(naive, axis=0) - 0.95).max() > leeway
    for wrong in (false_claims, outside, false_beats or [False]):
        assert np.mean(wrong) <= 0.05 + leeway


def together(played: list[Tournament]) -> Tournament:
    """All runs as one tournament: the truth, as far as they can tell."""
    first = played[0].tally
    sums = [
        [
            Tally(SETUP, t.rules, 11, ((0, len(played) * first.games),),
                  sum(getattr(one.tally, order)[k].outcomes for one in played),
                  0, t.ended, t.turns, t.vp, t.margin)
            for k, t in enumerate(getattr(first, order))
        ]
        for order in ("a_first", "b_first")
    ]  # fmt: skip
    tally = MatchupTally(
        first.matchups,
        Tallies.of(sums[0]),
        Tallies.of(sums[1]),
        np.sum([one.tally.order_products for one in played], axis=0),
        np.sum([one.tally.products for one in played], axis=0),
    )
    return Tournament(SETUP, tuple(RULES), tally, seed=11)


def orders(one: Tournament) -> list[tuple[Tally, Tally]]:
    return list(zip(one.tally.a_first, one.tally.b_first, strict=True))


def test_tournament_intervals_cover_as_stated() -> None:
    check_tournaments(SMALL, 150)


@pytest.mark.deep
def test_tournament_intervals_cover_as_stated_deep() -> None:
    check_tournaments(DEEP, 600)


@pytest.mark.parametrize("correlation", [0.0, 0.8])
def test_equals_are_ranked_as_rarely_as_stated(correlation: float) -> None:
    n = 6
    covariance = 0.01**2 * (correlation + (1 - correlation) * np.eye(n))
    root = np.linalg.cholesky(covariance)
    generator = np.random.default_rng(5)
    claims = [
        rank(0.5 + root @ noise, covariance).above.any()
        for noise in generator.standard_normal((2_000, n))
    ]
    assert 0.01 < np.mean(claims) <= 0.05 + band(2_000)


def test_no_direction_is_wrong_more_often_than_stated() -> None:
    # one clear difference beside ties: where a false step would let more through
    generator = np.random.default_rng(6)
    wrong = []
    for noise in generator.standard_normal((2_000, 4)):
        values = np.array([8.0, 0.05, 0.0, 0.0]) + noise
        p = stats.norm.sf(np.subtract.outer(values, values) / np.sqrt(2))
        above = holm_directions(p) <= 0.05
        truly = np.array([8.0, 0.05, 0.0, 0.0])
        wrong.append((above & (truly[:, None] <= truly)).any())
    assert np.mean(wrong) <= 0.05 + band(2_000)


def check_until(runs: int) -> None:
    a, b, cap = RULES[2], RULES[3], 3000
    truth = duel(SETUP, a, b, games=1_000_000, seed=12).win_rate.value
    held, plain, ends = [], [], set()
    for run in range(runs):
        found = duel_until(
            SETUP, a, b, half_width=0.03, cap=cap, seed=13, start=run * cap, threads=1
        )
        unpaid = Duel(SETUP, found.tally, found.seed).win_rate
        held.append(found.win_rate.low <= truth <= found.win_rate.high)
        plain.append(unpaid.low <= truth <= unpaid.high)
        ends.add(found.look)
    assert np.mean(held) >= 0.95 - band(runs)
    assert np.mean(plain) <= np.mean(held)  # the looks are paid for with width
    assert len(ends) > 1  # or repeated looks were not tried


def test_the_interval_a_run_stops_with_covers_as_stated() -> None:
    check_until(SMALL // 2)


@pytest.mark.deep
def test_the_interval_a_run_stops_with_covers_as_stated_deep() -> None:
    check_until(DEEP)
