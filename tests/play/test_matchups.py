import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastsim.game.setup import basic, simplified
from fastsim.play.games import simulate
from fastsim.play.matchups import Matchup, _products, tally_matchups
from fastsim.rules.parse import parse_rule
from fastsim.text.errors import InvalidInput

RULES = [
    parse_rule(text, name=text)
    for text in (
        "Province; Gold; Silver",
        "Province; Duchy if provinces <= 4; Gold; Silver",
        "Copper",
    )
]
PAIRS = [Matchup(RULES[0], RULES[1]), Matchup(RULES[1], RULES[2]), Matchup(RULES[0], RULES[0])]


def scores(matchup: Matchup, games: int) -> tuple[np.ndarray, np.ndarray]:  # type: ignore[type-arg]
    """Rule a's score of each game index, moving first and second, straight from the games."""
    results = []
    for rules, seat in (((matchup.a, matchup.b), 0), ((matchup.b, matchup.a), 1)):
        winners = simulate(basic(), rules, games=games, seed=8).winners
        results.append((winners >> seat & 1) / np.bitwise_count(winners))
    return results[0], results[1]


def test_products_are_those_of_the_games() -> None:
    games = 3000
    total = tally_matchups(basic(), PAIRS, games=games, seed=8, chunk=700)
    both = [scores(matchup, games) for matchup in PAIRS]
    for k, (first, second) in enumerate(both):
        assert total.order_products[k] == 4 * (first * second).sum()
        assert total.a_first[k].score[0] == pytest.approx(first.sum())
        assert total.b_first[k].score[1] == pytest.approx(second.sum())
    stacked = np.array([first + second for first, second in both])
    assert total.products is not None
    assert total.products.tolist() == (4 * stacked @ stacked.T).tolist()


def test_a_rule_against_itself_scores_one_of_every_two_games() -> None:
    total = tally_matchups(simplified(), [Matchup(RULES[1], RULES[1])], games=500)
    assert total.products is not None
    assert total.products[0, 0] == 500 * 2 * 2  # twice the score is 2 every time: no variance


@pytest.mark.parametrize(("threads", "chunk"), [(1, 1), (2, 64), (2, None)])
def test_threads_and_chunks_change_nothing(threads: int, chunk: int | None) -> None:
    whole = tally_matchups(simplified(), PAIRS, games=300, seed=2, threads=1, chunk=300)
    again = tally_matchups(simplified(), PAIRS, games=300, seed=2, threads=threads, chunk=chunk)
    for ours, theirs in zip(
        (*whole.a_first, *whole.b_first), (*again.a_first, *again.b_first), strict=True
    ):
        assert ours.to_bytes() == theirs.to_bytes()
    assert whole.products is not None
    assert again.products is not None
    assert (whole.products == again.products).all()
    assert (whole.order_products == again.order_products).all()


@given(st.integers(1, 5), st.integers(1, 130), st.integers(0, 2**32))
def test_products_of_bits_are_those_of_numbers(n: int, games: int, seed: int) -> None:
    bits = np.random.default_rng(seed).integers(0, 2, (n, 4, games), np.uint8)
    padded = np.zeros((n, 4, -(-games // 64) * 64), np.uint8)
    padded[:, :, :games] = bits
    planes = np.packbits(padded, axis=2, bitorder="little").view("<u8")
    numbers = bits.sum(axis=1, dtype=np.int64)
    assert _products(planes).tolist() == (numbers @ numbers.T).tolist()


def test_more_players_have_no_matchups() -> None:
    with pytest.raises(InvalidInput, match="a matchup is of two players"):
        tally_matchups(basic(3), PAIRS, games=10)
    with pytest.raises(InvalidInput, match="no matchups"):
        tally_matchups(basic(), [], games=10)
