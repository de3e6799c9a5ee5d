"""Equilibria of games whose solution is known."""

import numpy as np
import pytest

from analysis.statistics import solve_zero_sum
from fastsim.text.errors import InvalidInput

EXACT = 1e-9


@pytest.mark.parametrize(
    ("payoff", "row", "column", "value"),
    [
        ([[1, -1], [-1, 1]], [0.5, 0.5], [0.5, 0.5], 0),  # matching pennies
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], [1 / 3] * 3, [1 / 3] * 3, 0),  # rock-paper-scissors
        # rock counts double: von Neumann's example of unequal weights
        ([[0, -1, 2], [1, 0, -1], [-2, 1, 0]], [1 / 4, 1 / 2, 1 / 4], [1 / 4, 1 / 2, 1 / 4], 0),
        ([[3, 5], [2, 1]], [1, 0], [1, 0], 3),  # a saddle point
        ([[1, -1], [-1, 1], [-2, -3]], [0.5, 0.5, 0], [0.5, 0.5], 0),  # a dominated row
        ([[1, -1, 2], [-1, 1, 3]], [0.5, 0.5], [0.5, 0.5, 0], 0),  # a dominated column
        ([[0.53]], [1], [1], 0.53),
        ([[2, 4, 1], [0, 3, 3]], [0.75, 0.25], [0.5, 0, 0.5], 1.5),
    ],
)
def test_known_games(
    payoff: list[list[float]], row: list[float], column: list[float], value: float
) -> None:
    found = solve_zero_sum(payoff)
    np.testing.assert_allclose(found.row, row, atol=EXACT)
    np.testing.assert_allclose(found.column, column, atol=EXACT)
    assert found.value == pytest.approx(value, abs=EXACT)
    assert abs(found.gap) <= EXACT


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("scale", [1.0, 1e-3, 1e6])
def test_random_games_leave_no_better_answer(seed: int, scale: float) -> None:
    payoff = scale * np.random.default_rng(seed).random((200, 200))
    found = solve_zero_sum(payoff)
    assert (payoff @ found.column).max() <= found.value + EXACT * scale
    assert (found.row @ payoff).min() >= found.value - EXACT * scale
    assert found.row.sum() == pytest.approx(1, abs=1e-12)
    assert found.row.min() >= 0
    assert found.column.min() >= 0


def test_symmetric_games_are_worth_nothing() -> None:
    above = np.triu(np.random.default_rng(5).normal(size=(41, 41)), 1)
    assert solve_zero_sum(above - above.T).value == pytest.approx(0, abs=EXACT)


def test_equal_rows_and_columns_are_no_obstacle() -> None:
    payoff = np.kron([[1.0, -1.0], [-1.0, 1.0]], np.ones((3, 4)))
    found = solve_zero_sum(payoff)
    assert found.value == pytest.approx(0, abs=EXACT)
    assert abs(found.gap) <= EXACT
    assert solve_zero_sum(np.full((3, 3), 0.5)).value == 0.5


@pytest.mark.parametrize("payoff", [[], [[]], [1.0, 2.0], [[np.nan]], [[np.inf, 1.0]]])
def test_what_is_no_game(payoff: list[float]) -> None:
    with pytest.raises(InvalidInput):
        solve_zero_sum(payoff)
