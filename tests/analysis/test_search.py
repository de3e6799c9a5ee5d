"""Search: the best rule is found, honestly scored, and the same on any number of threads."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from analysis.questions.optimise.family import Family, parse_choice
from analysis.questions.optimise.games import Games
from analysis.questions.optimise.opponents import Opponents, play
from analysis.questions.optimise.race import End, race
from analysis.questions.optimise.search import search
from analysis.statistics import indistinguishable_from_best
from fastsim.game.setup import simplified
from fastsim.rules.load import load_rule
from fastsim.text.errors import InvalidInput, Stopped

SETUP = simplified()
FAMILY = Family(
    load_rule(
        "Province if total_money > 18; Duchy if provinces <= {duchy}; "
        "Estate if provinces <= {estate}; Gold; Duchy if provinces <= 6; Silver"
    ),
    (parse_choice("duchy=0:8"), parse_choice("estate=0:8")),
)
ONE = Opponents.of([load_rule("Big Money Ultimate")])
MIXTURE = Opponents.of([load_rule(n) for n in ("Big Money Ultimate", "Big Money")], [3, 1])


def planted(runs: int, exhaustive_games: int) -> float:
    """Return the share of races that end with a rule that exhaustive play cannot tell from best.

    The exhaustive cost is the games that every rule plays; a race has a tenth of it.
    """
    truth = play(Games(SETUP, seed=1000), FAMILY.rules, ONE, exhaustive_games // 2)
    best = indistinguishable_from_best(*truth.mean_and_covariance()).members
    assert best.sum() < len(FAMILY) / 5  # else anything would do
    budget = len(FAMILY) * exhaustive_games // 10
    found = [
        race(Games(SETUP, seed=seed), FAMILY.rules, ONE, budget=budget, exhaustive=False)
        for seed in range(runs)
    ]
    assert max(result.total_games for result in found) <= budget
    return float(np.mean([best[result.best] for result in found]))


@pytest.mark.statistical
def test_a_planted_optimum_is_found() -> None:
    """Ten runs at 1/10 of the games; a method right in 95 % of runs fails one in 90 times at 8,
    and this one has been right in all: the seeds are fixed, so it fails when the method changes.
    """
    assert planted(10, 20_000) >= 0.9


@pytest.mark.deep
@pytest.mark.statistical
def test_a_planted_optimum_is_found_in_95_of_100_runs() -> None:
    assert planted(100, 200_000) >= 0.95


def test_selection_flatters_and_fresh_games_do_not() -> None:
    """The best of 81 over few games owes much of its rate to luck: fresh games say less."""
    found = search(Games(SETUP, seed=2), FAMILY, ONE, budget=81 * 512 + 17 * 100_000, fresh=100_000)
    assert found.selected_at.value > found.win_rate.high
    assert found.fresh.seed == 2**64 - 3
    assert found.fresh.games == 100_000


def test_the_chance_of_losing_the_best_is_what_it_says() -> None:
    """Against games that go on: the rule that is best over 100 times as many is in the set."""
    truth = play(Games(SETUP, seed=50), FAMILY.rules, ONE, 50_000).mean_and_covariance()[0]
    for seed in range(5):
        found = race(Games(SETUP, seed=seed), FAMILY.rules, ONE, budget=400_000)
        assert found.may_be_best[truth.argmax()]
        assert truth.max() - truth[found.best] <= found.loss_at_most + 0.002


def test_threads_and_repetition_change_nothing() -> None:
    one, two, again = (
        search(Games(SETUP, seed=4, threads=n), FAMILY, MIXTURE, budget=300_000, fresh=2000)
        for n in (1, 2, 2)
    )
    for other in (two, again):
        assert other.race.rounds == one.race.rounds
        assert other.race.best == one.race.best
        np.testing.assert_array_equal(other.race.win_rate, one.race.win_rate)
        assert other.win_rate == one.win_rate


def test_time_ends_a_race_between_rounds_and_changes_nothing_before() -> None:
    whole = race(Games(SETUP), FAMILY.rules, ONE, budget=400_000)
    cut = race(Games(SETUP, time_limit=0), FAMILY.rules, ONE, budget=400_000)
    assert cut.end is End.TIME
    assert cut.rounds == whole.rounds[:1]
    assert len(whole.rounds) > 1


def test_an_interrupt_keeps_whole_rounds() -> None:
    whole = race(Games(SETUP), FAMILY.rules, ONE, budget=400_000)
    first = whole.rounds[0].played

    def stop_after(games: int) -> Games:
        def interrupt(played: int) -> None:
            if played > games:
                raise KeyboardInterrupt

        return Games(SETUP, progress=interrupt)

    cut = race(stop_after(first), FAMILY.rules, ONE, budget=400_000)
    assert cut.end is End.USER
    assert cut.rounds == whole.rounds[:1]
    with pytest.raises(Stopped, match="before 512 of each rule"):
        race(stop_after(0), FAMILY.rules, ONE, budget=400_000)


def interrupted(games: int) -> Games:
    """Games that the user stops when so many have been played."""

    def stop(played: int) -> None:
        if played > games:
            raise KeyboardInterrupt

    return Games(SETUP, seed=3, progress=stop)


def test_an_interrupt_of_the_first_look_keeps_what_was_played_of_it() -> None:
    budget = 81 * 40_000
    whole = race(Games(SETUP, seed=3), FAMILY.rules, ONE, budget=budget)
    assert whole.rounds[0].games > 4000
    cut = race(interrupted(81 * 2048), FAMILY.rules, ONE, budget=budget)
    assert cut.end is End.USER
    assert set(cut.games) == {2048}
    (only,) = cut.rounds
    assert only.played == 81 * 2048
    plain = play(Games(SETUP, seed=3), FAMILY.rules, ONE, 1024)
    np.testing.assert_allclose(cut.win_rate, plain.mean_and_covariance()[0])
    assert cut.may_be_best[whole.best]
    assert cut.may_be_best.sum() == only.stay < 81


def test_an_interrupt_of_the_first_of_several_groups_says_who_has_not_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("analysis.questions.optimise.race.MAX_PAIRED", 30)
    cut = race(interrupted(27 * 512 + 100), FAMILY.rules, ONE, budget=81 * 512)
    assert cut.end is End.USER
    assert sorted(set(cut.games)) == [0, 512]
    unseen = cut.games == 0
    assert unseen.sum() == 54
    assert cut.may_be_best[unseen].all()
    assert (cut.p_value[unseen] == 1).all()
    assert not unseen[cut.best]


def test_a_stopped_search_has_the_best_so_far_and_plays_no_fresh_games() -> None:
    found = search(interrupted(81 * 512), FAMILY, MIXTURE, budget=81 * 40_000)
    assert found.fresh is None
    assert "best so far: " in repr(found)
    assert "of the games that chose it" in repr(found)
    assert found.games == found.race.total_games == 81 * 512
    rate = found.selected_at
    assert rate.low < rate.value < rate.high
    with pytest.raises(InvalidInput, match="stopped before its winner was scored"):
        _ = found.win_rate


def test_an_interrupt_while_the_winner_is_scored_keeps_who_won() -> None:
    whole = search(Games(SETUP, seed=3), FAMILY, ONE, budget=500_000)
    found = search(interrupted(whole.race.total_games), FAMILY, ONE, budget=500_000)
    assert found.race.best == whole.race.best
    assert found.race.end is not End.USER
    assert found.fresh is None


@pytest.mark.parametrize("opponents", [ONE, MIXTURE])
@pytest.mark.parametrize("fresh", [None, 6000])
def test_the_budget_holds_all_games(opponents: Opponents, fresh: int | None) -> None:
    games = Games(SETUP, seed=1)
    found = search(games, FAMILY, opponents, budget=400_000, fresh=fresh)
    assert games.played == found.games <= 400_000
    assert found.fresh is not None
    assert found.fresh.games >= (fresh or 4000)


def test_many_opponents_of_little_weight_keep_the_budget() -> None:
    pool = [load_rule(n) for n in ("Big Money", "Big Money Ultimate", "Greedy", "Duchy dancing")]
    few = Opponents.of(pool, [1000, 1, 1, 1])
    games = Games(SETUP, seed=1)
    search(games, FAMILY, few, budget=300_000)
    assert games.played <= 300_000


def test_exhaustive_search_drops_nobody() -> None:
    found = race(Games(SETUP), FAMILY.rules, ONE, budget=81 * 1600, exhaustive=True)
    assert set(found.games) == {1600}
    assert found.total_games == 81 * 1600
    plain = play(Games(SETUP), FAMILY.rules, ONE, 800)
    expected = indistinguishable_from_best(*plain.mean_and_covariance())
    np.testing.assert_array_equal(found.may_be_best, expected.members)
    np.testing.assert_allclose(found.win_rate, plain.mean_and_covariance()[0])


def test_groups_find_what_one_group_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    together = race(Games(SETUP), FAMILY.rules, ONE, budget=2_000_000)
    monkeypatch.setattr("analysis.questions.optimise.race.MAX_PAIRED", 30)
    grouped = race(Games(SETUP), FAMILY.rules, ONE, budget=2_000_000)
    assert grouped.may_be_best[together.best]
    assert grouped.total_games <= 2_000_000


def test_scores_against_a_mixture_are_the_weighted_scores() -> None:
    scores = play(Games(SETUP), FAMILY.rules[40:43], MIXTURE, 4000)
    assert scores.games == 8000
    assert [tally.games for tally in scores.tallies] == [3000, 1000]
    duels = scores.duels(1)
    expected = 0.75 * duels[0].win_rate.value + 0.25 * duels[1].win_rate.value
    assert scores.win_rate(1).value == pytest.approx(expected)
    assert scores.mean_and_covariance()[0][1] == pytest.approx(expected)
    first, second = scores.by_seat(1)
    assert [first.value, second.value] == pytest.approx([r[1] for r in scores.rates_by_seat()])
    assert scores.win_rate(1).standard_error == pytest.approx(
        scores.mean_and_covariance()[1][1, 1] ** 0.5, rel=0.01
    )


@pytest.mark.statistical
def test_the_interval_against_a_mixture_covers() -> None:
    """400 intervals at 80 % around the rate of 1.6 million games; false alarm below 1e-4."""
    rules = FAMILY.rules[40:41]
    truth = play(Games(SETUP, seed=99), rules, MIXTURE, 800_000).win_rate(0).value
    covered = 0
    for seed in range(400):
        found = play(Games(SETUP, seed=seed), rules, MIXTURE, 1000).win_rate(0, level=0.8)
        covered += found.low <= truth <= found.high
    low, high = stats.binom.ppf([5e-5, 1 - 5e-5], 400, 0.8)
    assert low <= covered <= high


def test_shares_never_shrink_and_reach_everyone() -> None:
    opponents = Opponents.of([load_rule("Big Money")] * 3, [0.0001, 1, 2])
    before = [0, 0, 0]
    for games in range(64, 6400, 64):
        shares = opponents.shares(games)
        assert all(a < b for a, b in zip(before, shares, strict=True)) or games <= 128
        before = shares
    assert opponents.shares(6400) == [100, 2134, 4267]
    assert ONE.shares(1001) == [1001]


@pytest.mark.parametrize("weights", [[1.0], [0.0, 0.0], [1.0, -1.0], [1.0, float("nan")]])
def test_weights_that_are_none(weights: list[float]) -> None:
    with pytest.raises(InvalidInput, match=r"weights|1 weight for 2 opponents"):
        Opponents.of(list(MIXTURE.rules), weights)


def test_a_budget_too_small_is_refused() -> None:
    with pytest.raises(InvalidInput, match="1,000 games for 81 rules"):
        race(Games(SETUP), FAMILY.rules, ONE, budget=1000)
    with pytest.raises(InvalidInput, match="fresh games"):
        search(Games(SETUP), FAMILY, ONE, budget=10**6, fresh=2)
    with pytest.raises(InvalidInput, match=r"100,000 games for 81 rules, 85,000 of them") as caught:
        search(Games(SETUP), FAMILY, ONE, budget=100_000, fresh=5000)
    assert f"At least {81 * 512 + 85_000:,}" in str(caught.value)


def test_an_unfit_kernel_is_refused_as_elsewhere() -> None:
    games = replace(Games(SETUP), kernel="none")
    with pytest.raises(InvalidInput, match="no kernel is named"):
        race(games, FAMILY.rules, ONE, budget=400_000)
