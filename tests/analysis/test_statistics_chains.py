import numpy as np
import pytest

from analysis.statistics import chain_means, equal_shares_p_value, influence_covariance
from fastsim.text.errors import InvalidInput

# Two states, two outcomes: outcome 1 counts 1. Outcome 0 stays, outcome 1 goes to the other state.
MOVES = np.array([[[1.0, 0.0], [0.0, 1.0]], [[0.0, 1.0], [1.0, 0.0]]])
REWARDS = np.array([[[0.0], [1.0]], [[0.0], [1.0]]])


def independent(p: float, q: float, games: int) -> np.ndarray:  # type: ignore[type-arg]
    """Counts of `games` games in which outcome 1 comes with p in state 0 and q in state 1."""
    shares = np.array([[1 - p, p], [1 - q, q]])
    together = np.einsum("sw,tu->swtu", shares, shares)
    for state in range(2):
        together[state, :, state] = np.diag(shares[state])
    return np.round(games * together).astype(np.int64)


def test_a_long_chain_is_in_its_stationary_state() -> None:
    # state 0 is left with 0.2, state 1 with 0.4: it is in state 0 two thirds of the time
    means, _ = chain_means(independent(0.2, 0.4, 1000), REWARDS, MOVES, 10_000)
    assert means[0] == pytest.approx(2 / 3 * 0.2 + 1 / 3 * 0.4, abs=1e-4)


def test_one_game_starts_anywhere() -> None:
    counts = independent(0.2, 0.4, 1000)
    means, influence = chain_means(counts, REWARDS, MOVES, 1)
    assert means[0] == pytest.approx(0.3)
    variance = influence_covariance(counts, influence)[0, 0]
    assert variance == pytest.approx((0.2 * 0.8 + 0.4 * 0.6) / 4 / 999)


def test_two_games_by_hand() -> None:
    means, _ = chain_means(independent(0.2, 0.4, 1000), REWARDS, MOVES, 2)
    second = 0.5 * (0.8 * 0.2 + 0.2 * 0.4) + 0.5 * (0.6 * 0.4 + 0.4 * 0.2)
    assert means[0] == pytest.approx((0.3 + second) / 2)


@pytest.mark.parametrize("length", [1, 2, 7, 300])
def test_influence_is_the_derivative(length: int) -> None:
    generator = np.random.default_rng(length)
    states, outcomes = 3, 4
    shares = generator.dirichlet(np.ones(outcomes), states)
    rewards = generator.random((states, outcomes, 2))
    moves = generator.dirichlet(np.ones(states), (states, outcomes))

    def means(shares: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
        together = np.einsum("sw,tu->swtu", shares, shares)
        for state in range(states):
            together[state, :, state] = np.diag(shares[state])
        return chain_means(together, rewards, moves, length)[0]

    together = np.einsum("sw,tu->swtu", shares, shares)
    for state in range(states):
        together[state, :, state] = np.diag(shares[state])
    influence = chain_means(together, rewards, moves, length)[1]
    for state in range(states):
        step = np.zeros_like(shares)
        step[state, 0], step[state, 1] = 1e-6, -1e-6
        slope = (means(shares + step) - means(shares - step)) / 2e-6
        assert slope == pytest.approx(influence[state, 0] - influence[state, 1], rel=1e-5)


def test_games_that_share_their_luck() -> None:
    # the same outcome in both states, always: then a game of either state is the same game
    games = 1000
    together = np.zeros((2, 2, 2, 2), np.int64)
    together[:, 0, :, 0], together[:, 1, :, 1] = 700, 300
    _, influence = chain_means(together, REWARDS, MOVES, 1)
    variance = influence_covariance(together, influence)[0, 0]
    assert variance == pytest.approx(0.3 * 0.7 / (games - 1))


def test_what_is_no_chain() -> None:
    counts = independent(0.2, 0.4, 10)
    with pytest.raises(InvalidInput, match="a chain of 0 games"):
        chain_means(counts, REWARDS, MOVES, 0)
    with pytest.raises(InvalidInput, match="shape"):
        chain_means(counts, REWARDS[:1], MOVES, 5)


def test_equal_shares() -> None:
    spread = np.array([[2.0, -1, -1], [-1, 2, -1], [-1, -1, 2]]) * 1e-4
    assert equal_shares_p_value([0.3, 0.3, 0.3], spread, 1000) == 1.0
    assert equal_shares_p_value([0.31, 0.29, 0.3], spread, 1000) > 0.05
    assert equal_shares_p_value([0.4, 0.2, 0.3], spread, 1000) < 1e-6
    assert equal_shares_p_value([0.4, 0.2, 0.3], np.zeros((3, 3)), 1000) == 0.0
    # for two it is Student's test of their difference
    from scipy import stats

    z = 0.02 / 2 / 0.005
    two = equal_shares_p_value([0.51, 0.49], np.array([[1, -1], [-1, 1]]) * 0.005**2, 50)
    assert two == pytest.approx(2 * stats.t.sf(z, 49))
    with pytest.raises(InvalidInput):
        equal_shares_p_value([0.5], [[1.0]], 10)
