"""Equilibria of families, against the matrix of all their rules."""

from collections.abc import Iterator

import numpy as np
import pytest

from analysis.questions.optimise.family import Family, parse_choice
from analysis.questions.optimise.games import Games
from analysis.questions.optimise.payoffs import batch_mean, play_payoffs
from analysis.questions.optimise.solution import Solution, Stop
from analysis.questions.optimise.solve import solve
from analysis.statistics import solve_zero_sum
from fastsim.game.setup import simplified
from fastsim.rules.load import load_rule
from fastsim.rules.parse import parse_rule
from fastsim.text.errors import InvalidInput, Stopped

SETUP = simplified()
TEMPLATE = load_rule(
    "Province if total_money > 18; Duchy if provinces <= {duchy}; "
    "Estate if provinces <= {estate}; Gold; Duchy if provinces <= 6; Silver"
)
FAMILY = Family(TEMPLATE, (parse_choice("duchy=3:6"), parse_choice("estate=1:4")))


@pytest.fixture(scope="module", autouse=True)
def few_resamples() -> Iterator[None]:
    """Two hundred linear programs take longer than the games of these tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("analysis.questions.optimise.solve._RESAMPLES", 20)
        yield


def solved(games: Games, bound: float = 0.004, **options: int) -> Solution:
    known = {"answer_games": 400_000, "budget": 40_000_000, "fresh": 64_000} | options
    return solve(games, FAMILY, bound=bound, **known)


@pytest.fixture(scope="module")
def found() -> Solution:
    return solved(Games(SETUP, seed=1))


def test_the_equilibrium_is_that_of_the_whole_matrix(found: Solution) -> None:
    assert found.stop is Stop.BOUND
    assert found.exploitability.high < 0.008
    whole = play_payoffs(Games(SETUP, seed=77), FAMILY.rules, batches=64)
    exact = solve_zero_sum(whole.matrix)
    error = batch_mean(whole.first_mover(exact.row, exact.column), 0.95).standard_error
    assert abs(exact.value - found.value.value) < 5 * (error + found.value.standard_error)
    # what its mixtures lose to the best of all rules of the family, not only to those it found
    rows = [FAMILY.rules.index(rule) for rule in found.payoffs.rules]
    won = whole.matrix[:, rows] @ found.equilibrium.column
    allowed = found.equilibrium.row @ whole.matrix[rows]
    assert (won.max() - allowed.min()) / 2 < 0.004 + found.missed_at_most


def test_what_is_reported_chose_nothing(found: Solution) -> None:
    assert found.fresh_seed == 2**64 - 2
    again = play_payoffs(Games(SETUP, seed=2**64 - 2), found.mixtures.rules, 31)
    np.testing.assert_array_equal(found.fresh.batches, again.batches)
    least, most = found.value_between
    assert least.value <= found.value.value + 2 * found.value.standard_error
    assert most.value >= found.value.value - 2 * found.value.standard_error
    expected = (most.value - least.value) / 2
    assert found.exploitability.value == pytest.approx(expected)


def test_threads_and_repetition_change_nothing(found: Solution) -> None:
    for threads in (1, 2):
        other = solved(Games(SETUP, seed=1, threads=threads))
        assert [s.answers for s in other.path] == [s.answers for s in found.path]
        assert [s.exploitability for s in other.path] == [s.exploitability for s in found.path]
        assert [s.games for s in other.path] == [s.games for s in found.path]
        np.testing.assert_array_equal(other.equilibrium.row, found.equilibrium.row)
        np.testing.assert_array_equal(other.resampled, found.resampled)
        assert other.exploitability == found.exploitability


def test_time_ends_it_between_steps_and_changes_nothing_before() -> None:
    whole = solved(Games(SETUP, seed=4), bound=1e-9, budget=4_000_000)
    cut = solved(Games(SETUP, seed=4, time_limit=0), bound=1e-9)
    assert cut.stop is Stop.TIME
    assert len(cut.path) == 1 < len(whole.path)
    assert whole.stop is Stop.BUDGET
    assert cut.path[0].answers == whole.path[0].answers
    assert cut.path[0].exploitability == whole.path[0].exploitability


def test_an_interrupt_keeps_whole_steps() -> None:
    whole = solved(Games(SETUP), bound=1e-9, budget=4_000_000)

    def stop_after(games: int) -> Games:
        stopped = []

        def interrupt(played: int) -> None:
            if played > games and not stopped:
                stopped.append(played)
                raise KeyboardInterrupt

        return Games(SETUP, progress=interrupt)

    cut = solved(stop_after(whole.path[0].games), bound=1e-9)
    assert cut.stop is Stop.USER
    assert len(cut.path) == 1
    assert cut.path[0].answers == whole.path[0].answers
    # and nothing is played after it: the last step's own check is reported
    assert cut.fresh is not whole.fresh
    assert cut.exploitability == cut.path[-1].exploitability
    with pytest.raises(Stopped, match=r"stopped in the first step, after [\d,]+ games$"):
        solved(stop_after(10_000))
    with pytest.raises(Stopped, match=r"best answer so far, moving first, is duchy = .* wins 5"):
        solved(stop_after(200_000))


@pytest.mark.parametrize("budget", [1_700_000, 4_000_000, 12_000_000])
def test_the_budget_holds_all_games(budget: int) -> None:
    games = Games(SETUP, seed=2)
    found = solved(games, bound=1e-9, budget=budget)
    assert found.games_played == games.played <= budget
    assert found.fresh.games >= 2048
    with pytest.raises(InvalidInput, match="The first step takes up to"):
        solved(games, budget=800_000)


def test_weights_that_are_not_known_well_enough_get_more_games() -> None:
    tiny = Family(TEMPLATE, (parse_choice("duchy=4:5"), parse_choice("estate=3")))
    found = solve(Games(SETUP), tiny, bound=1e-9, answer_games=20_000, budget=4_000_000, fresh=4096)
    assert found.path[-1].rules == 2
    assert found.path[-1].cell_games > found.path[0].cell_games


def test_given_rules_take_part() -> None:
    given = [load_rule("Greedy"), FAMILY.rules[5]]
    found = solve(
        Games(SETUP), FAMILY, given, bound=0.004, answer_games=400_000, budget=10**7, fresh=10**4
    )
    assert found.path[0].rules == 2
    assert found.payoffs.rules[:2] == tuple(given)
    assert found.equilibrium.row[0] == found.equilibrium.column[0] == 0  # Greedy is no match
    assert (found.resampled[:, :, 0] == 0).all()
    np.testing.assert_allclose(found.resampled.sum(axis=2), 1)


def test_one_mixture_for_both_seats_is_worth_one_half_and_loses_to_two(found: Solution) -> None:
    assert found.symmetric.value == pytest.approx(0.5, abs=1e-9)
    assert found.cost_of_one_mixture >= -1e-9


def test_a_rule_may_look_at_its_seat() -> None:
    seats = Family(
        load_rule("Province; Duchy if provinces <= {a} - {b}*seat; Gold; Silver"),
        (parse_choice("a=5:7"), parse_choice("b=0:1")),
    )
    found = solve(Games(SETUP), seats, bound=0.01, answer_games=200_000, budget=10**7, fresh=10**4)
    assert found.stop is Stop.BOUND


def test_rules_that_cannot_be_joined_are_refused() -> None:
    with pytest.raises(InvalidInput, match="'otherwise'"):
        solve(
            Games(SETUP), FAMILY, [parse_rule("Gold; otherwise Estate", name="mine")],
            bound=0.01, answer_games=200_000, budget=10**7, fresh=10**4,
        )  # fmt: skip
    with pytest.raises(InvalidInput, match="a bound of 0"):
        solved(Games(SETUP), bound=0)


@pytest.mark.deep
def test_the_simplified_game_is_solved_to_half_a_point() -> None:
    family = Family(
        load_rule(
            "Province if total_money > {p}; Duchy if provinces <= {duchy}; "
            "Estate if provinces <= {estate}; Gold; Duchy if provinces <= {late}; Silver"
        ),
        tuple(map(parse_choice, ("p=15:21", "duchy=2:6", "estate=0:4", "late=4:7"))),
    )
    given = [load_rule("Big Money Ultimate"), load_rule("Greedy")]
    found = solve(
        Games(SETUP), family, given,
        bound=0.002, answer_games=10_000_000, budget=500_000_000, fresh=1_000_000,
    )  # fmt: skip
    assert found.stop is Stop.BOUND
    assert found.exploitability.low <= 0.005
    assert found.exploitability.value <= 0.005
