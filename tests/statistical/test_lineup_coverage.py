"""Line-ups and matches: intervals and claims hold as often as they say.

The games are the kernel's: each run has game indices of its own, and all of them together are the
truth. Bands are those of `test_interval_coverage`: three standard deviations of a coverage of 95 %
measured in so many runs, and 0.2 points more for approximations. Seeds are fixed.
"""

import itertools

import numpy as np
import pytest
from scipy import stats

from analysis.questions.lineups import LineupResults
from analysis.questions.match import Match
from analysis.statistics import equal_shares_p_value
from fastsim.execute.jobs import add_up
from fastsim.game.setup import basic
from fastsim.play.games import simulate
from fastsim.play.lineups import Lineup, LineupJob
from fastsim.play.matches import MatchJob, winners_of_table
from fastsim.rules.load import load_rule

pytestmark = pytest.mark.statistical

SMALL, DEEP = 400, 3_000
RULES = [load_rule(n) for n in ("Big Money Ultimate", "Duchy dancing", "Big Money", "Greedy")]


def band(runs: int) -> float:
    return float(0.002 + 3 * np.sqrt(0.95 * 0.05 / runs))


def check_lineups(runs: int, indices: int) -> None:
    setup = basic(3)
    lineups = tuple(Lineup(rules) for rules in itertools.combinations(RULES, 3))
    play = LineupJob(setup, lineups, seed=21).prepare()
    parts = [play(run * indices, (run + 1) * indices) for run in range(runs)]
    truth = LineupResults(setup, add_up(iter(parts)), 21)
    rates, seats = truth.win_rates.value, truth.seats.value
    by_seat, alone = truth.by_seat.value, truth.of_lineup(1).value
    true_rank = stats.rankdata(-rates)
    covered, naive, false_claims, outside = [], [], [], []
    for part in parts:
        one = LineupResults(setup, part, 21)
        covered.append(
            np.concatenate(
                [
                    np.ravel((estimate.low <= true) & (true <= estimate.high))
                    for estimate, true in (
                        (one.win_rates, rates),
                        (one.seats, seats),
                        (one.by_seat, by_seat),
                        (one.of_lineup(1), alone),
                    )
                ]
            )
        )
        # as if every game of a seat were independent of all others
        games = indices * part.plays.sum(axis=0)
        error = np.sqrt(one.seats.value * (1 - one.seats.value) / games)
        naive.append(np.abs(one.seats.value - seats) <= 1.96 * error)
        false_claims.append((one.ranking.above & (rates[:, None] <= rates)).any())
        possible = (one.ranking.best_rank <= true_rank) & (true_rank <= one.ranking.worst_rank)
        outside.append(not possible.all())
    leeway = band(runs)
    assert np.mean(covered, axis=0) == pytest.approx(0.95, abs=leeway)
    # luck that comes with a seat is shared by all that sit there: games are fewer than they seem
    assert np.mean(naive, axis=0).max() < 0.95 - leeway
    for wrong in (false_claims, outside):
        assert np.mean(wrong) <= 0.05 + leeway


def test_lineups_hold() -> None:
    check_lineups(SMALL, 120)


@pytest.mark.deep
def test_lineups_hold_in_many_runs() -> None:
    check_lineups(DEEP, 400)


def test_equal_seats_are_told_apart_as_rarely_as_stated() -> None:
    generator = np.random.default_rng(5)
    games, runs = 60, 4000
    scores = generator.dirichlet([1.0, 1.0, 1.0, 1.0], (runs, games))
    p = [equal_shares_p_value(s.mean(axis=0), np.cov(s.T) / games, games) for s in scores]
    assert np.mean(np.array(p) <= 0.05) == pytest.approx(0.05, abs=band(runs))


def check_matches(runs: int, indices: int, players: int, length: int) -> None:
    setup, rules = basic(players), tuple(RULES[:1] + RULES[1 - players :])
    play = MatchJob(setup, rules, seed=22).prepare()
    parts = [play(run * indices, (run + 1) * indices) for run in range(runs)]
    truth = Match(setup, add_up(iter(parts)), length, 22)
    covered = []
    for part in parts:
        one = Match(setup, part, length, 22)
        pairs = [(getattr(one, name), getattr(truth, name).value)
                 for name in ("win_rates", "begins", "equal_seats", "gains")]  # fmt: skip
        covered.append([(e.low <= true) & (true <= e.high) for e, true in pairs])
    *rates, gains = np.mean(covered, axis=0)
    assert np.array(rates) == pytest.approx(0.95, abs=band(runs))
    # what the guard against few games adds is much for a difference that hardly varies
    assert gains.min() >= 0.95 - band(runs)


@pytest.mark.parametrize(("players", "length"), [(2, 1000), (3, 7)])
def test_matches_hold(players: int, length: int) -> None:
    check_matches(SMALL, 300, players, length)


@pytest.mark.deep
def test_matches_hold_in_many_runs() -> None:
    check_matches(DEEP, 1000, 4, 100)


@pytest.mark.parametrize("players", [2, 3])
def test_matches_are_what_comes_of_playing_them(players: int) -> None:
    """Long matches played game by game: each begun by who sits behind the last winner."""
    setup, rules = basic(players), tuple(RULES[:players])
    matches, length = 200, 250
    games = matches * length
    play = MatchJob(setup, rules, seed=23).prepare()
    expected = Match(setup, play(0, games), length, 23)
    orders = [(*rules[k:], *rules[:k]) for k in range(players)]
    # other games than those that the rates come from
    won = [simulate(setup, order, games=games, seed=24).winners for order in orders]
    generator = np.random.default_rng(1)
    scores, begun = np.zeros((matches, players)), np.zeros((matches, players))
    for number in range(matches):
        begins = int(generator.integers(players))
        for game in range(number * length, (number + 1) * length):
            begun[number, begins] += 1 / length
            places = winners_of_table(int(won[begins][game]), begins, players)
            scores[number, list(places)] += 1 / len(places) / length
            begins = (
                (places[0] + 1) % players if len(places) == 1 else int(generator.integers(players))
            )
    for played, estimate in ((scores, expected.win_rates), (begun, expected.begins)):
        error = np.hypot(played.std(axis=0) / np.sqrt(matches), estimate.standard_error)
        # four standard deviations: false alarms once in 3,000 runs of either
        assert (np.abs(played.mean(axis=0) - estimate.value) < 4 * error).all()
