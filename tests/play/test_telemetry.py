"""Telemetry as a result: it adds, and no thread or chunk changes it."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fastsim
from fastsim.game.setup import GameSetup, basic, simplified
from fastsim.play.telemetry import DEFAULT_GAMES, Telemetry, observe
from fastsim.rules.model import BuyRule
from fastsim.rules.parse import parse_rule
from fastsim.text.errors import InvalidInput
from tests.strategies import matches

B = parse_rule("Province; Duchy if provinces <= 5; Gold; Silver", name="B")
C = parse_rule("Province; Gold; Silver; Copper", name="C")


def seen(games: int = 50, start: int = 0, **other: object) -> Telemetry:
    arguments = {"setup": simplified(), "rules": [B, C], "seed": 3} | other
    return observe(games=games, start=start, threads=1, **arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize(("threads", "chunk"), [(1, 1), (2, 1), (2, 64), (2, 8192)])
def test_threads_and_chunks_change_no_byte(threads: int, chunk: int) -> None:
    whole = observe(simplified(), [B, C], games=300, seed=3, threads=1, chunk=300)
    again = observe(simplified(), [B, C], games=300, seed=3, threads=threads, chunk=chunk)
    assert again.to_bytes() == whole.to_bytes()


def test_telemetry_adds_in_any_order() -> None:
    a, b, c = seen(20), seen(50, 20), seen(7, 70)
    whole = seen(77)
    for total in ((a + b) + c, a + (b + c), c + a + b):
        assert total.to_bytes() == whole.to_bytes()
        assert total.ranges == ((0, 77),)


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ({"setup": basic()}, "telemetry of different setups do not add"),
        ({"rules": [C, B]}, "telemetry of different rules do not add"),
        ({"seed": 4}, "telemetry of different seeds do not add"),
        ({"start": 49}, "games 49 to 49 would be counted twice"),
    ],
)
def test_what_is_not_of_one_run_does_not_add(other: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        seen() + seen(**{"start": 50, **other})  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        seen() + 1  # type: ignore[operator]


@settings(max_examples=40)
@given(matches(), st.integers(0, 2**64 - 1), st.integers(1, 60))
def test_every_histogram_sums_to_the_games_still_going(
    match: tuple[GameSetup, tuple[BuyRule, ...]], seed: int, games: int
) -> None:
    setup, rules = match
    found = observe(setup, rules, games=games, seed=seed, threads=1)
    going = found.going
    assert np.array_equal(found.money.sum(axis=2), going)
    assert np.array_equal(found.vp.sum(axis=2), going)
    for column in range(found.owned.shape[2]):
        assert np.array_equal(found.owned[:, :, column].sum(axis=2), going)
    # a seat's turn comes after its turn before, and after the seats before it
    in_turn_order = going.T.ravel()
    assert in_turn_order[0] == games
    assert (np.diff(in_turn_order) <= 0).all()
    turns = fastsim.simulate(setup, rules, games=games, seed=seed, threads=1).turns
    assert in_turn_order.sum() == np.minimum(turns, in_turn_order.size).sum()


def test_the_last_turns_hold_the_final_scores() -> None:
    found = seen(200)
    batch = fastsim.simulate(simplified(), [B, C], games=200, seed=3)
    for seat in range(2):
        last_turn = (batch.turns - seat + 1) // 2 - 1
        longest = last_turn.max()
        points = np.flatnonzero(found.vp[seat, longest]) + found.vp_values[0]
        assert set(points) == set(batch.vp[last_turn == longest, seat])


def test_progress_and_the_public_names() -> None:
    told: list[int] = []
    found = fastsim.observe(
        simplified(), [B, C], games=25, chunk=10, threads=1, progress=told.append
    )
    assert told == [10, 20, 25]
    assert isinstance(found, fastsim.Telemetry)
    assert DEFAULT_GAMES == 50_000


@pytest.mark.parametrize("wrong", [{"games": 0}, {"start": -1}, {"threads": 0}, {"seed": -1}])
def test_numbers_out_of_range_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(InvalidInput):
        observe(simplified(), [B, C], **{"games": 5, **wrong})  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="1 rule for the 2 players"):
        observe(simplified(), [B])
