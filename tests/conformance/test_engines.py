"""The kernels against the slow engine, game by game on the same streams."""

import os

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fastsim.conformance.verify import compare
from fastsim.game.setup import PRESETS, GameSetup, simplified
from fastsim.play.games import simulate, tally
from fastsim.rules.library import library
from fastsim.rules.load import playable
from fastsim.rules.model import BuyRule
from fastsim.rules.parse import parse_rule
from tests.strategies import matches

Match = tuple[GameSetup, tuple[BuyRule, ...]]
B = parse_rule(
    "Province; Duchy if provinces <= 5; Estate if provinces <= 2; Gold; Silver", name="B"
)
#: The deep run plays 20,000 games of random rules and setups; the usual one a share of them.
DEEP_MATCHES, GAMES_EACH = 4000, 5
USUAL_MATCHES = 1000


def assert_same_games(match: Match, seed: int, games: int) -> None:
    setup, rules = match
    differences = [d for d in compare(setup, rules, games=games, seed=seed) if d is not None]
    assert not differences, "\n".join(map(str, differences))


@settings(max_examples=USUAL_MATCHES)
@given(matches(), st.integers(0, 2**64 - 1))
def test_random_games_are_the_same_on_both_engines(match: Match, seed: int) -> None:
    assert_same_games(match, seed, GAMES_EACH)


@pytest.mark.deep
@settings(max_examples=DEEP_MATCHES)
@given(matches(), st.integers(0, 2**64 - 1))
def test_twenty_thousand_random_games_are_the_same_on_both_engines(match: Match, seed: int) -> None:
    assert_same_games(match, seed, GAMES_EACH)


@pytest.mark.parametrize("preset", PRESETS)
def test_library_games_are_the_same_on_both_engines(preset: str) -> None:
    setup = PRESETS[preset]()
    rules = list(playable(library(), setup).rules.values())
    for index in range(len(rules)):
        players = [rules[(index + seat) % len(rules)] for seat in range(setup.players)]
        assert_same_games((setup, tuple(players)), seed=index, games=4)


def test_game_i_alone_is_game_i_of_a_batch() -> None:
    setup = simplified()
    batch = simulate(setup, [B, B], games=50, seed=9)
    for i in (0, 7, 49):
        alone = simulate(setup, [B, B], games=1, seed=9, start=i)
        assert alone.turns[0] == batch.turns[i]
        assert alone.vp[0].tolist() == batch.vp[i].tolist()
        assert alone.end[0] == batch.end[i]
        assert alone.winners[0] == batch.winners[i]


@settings(max_examples=20)
@given(
    matches(players=(2, 3)),
    st.integers(0, 2**64 - 1),
    st.integers(0, 2**40),
    st.integers(2, 200),
)
@example((simplified(), (B, B)), 1, 0, 6000)
def test_threads_chunks_and_splits_change_no_byte(
    match: Match, seed: int, start: int, games: int
) -> None:
    setup, rules = match
    whole = tally(setup, rules, games=games, seed=seed, start=start, threads=1, chunk=games)
    for threads, chunk in ((1, 1), (2, 1), (1, 64), (2, 64), (1, 5000), (2, 5000)):
        if games / chunk > 1000:
            continue
        again = tally(
            setup, rules, games=games, seed=seed, start=start, threads=threads, chunk=chunk
        )
        assert again.to_bytes() == whole.to_bytes(), (threads, chunk)
    cut = games // 3 or 1
    parts = [
        tally(setup, rules, games=n, seed=seed, start=first)
        for first, n in ((start + cut, games - cut), (start, cut))
    ]
    assert (parts[0] + parts[1]).to_bytes() == whole.to_bytes()
    batch = simulate(setup, rules, games=games, seed=seed, start=start, threads=2, chunk=17)
    assert (
        np.bincount(batch.winners, minlength=2**setup.players).tolist() == whole.outcomes.tolist()
    )


def test_processes_started_anew_play_the_same_games() -> None:
    """A spawned process, with its own compilation or cache, gives the same bytes."""
    import multiprocessing

    context = multiprocessing.get_context("spawn")
    with context.Pool(1) as pool:
        theirs = pool.apply(_tally_bytes)
    assert theirs == _tally_bytes()
    assert os.getpid()


def _tally_bytes() -> bytes:
    return tally(simplified(), [B, B], games=3000, seed=4).to_bytes()
