import itertools
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastsim.game.setup import basic, simplified
from fastsim.play.games import simulate, tally
from fastsim.play.results import (
    END_REASONS,
    Tally,
    histogram_mean,
    histogram_sd,
    merge_ranges,
)
from fastsim.rules.parse import parse_rule
from fastsim.text.errors import InvalidInput

BM = parse_rule("Province; Gold; Silver", name="BM")
GREEDY = parse_rule("Province; Gold; Duchy; Silver; Estate", name="greedy")


def part(start: int, games: int) -> Tally:
    return tally(simplified(), [BM, GREEDY], games=games, seed=1, start=start)


def test_a_batch_is_a_tidy_frame() -> None:
    batch = simulate(basic(), [BM, BM], games=500, seed=2, start=1000)
    frame = batch.to_frame()
    assert list(frame.columns) == ["game", "turns", "seat_won", "end", "vp_1", "vp_2"]
    assert frame["game"].tolist() == list(range(1000, 1500))
    assert set(frame["end"].cat.categories) == set(END_REASONS)
    assert set(frame["seat_won"]) == {0, 1, 2}
    shared = frame[frame["seat_won"] == 0]
    assert (shared["vp_1"] == shared["vp_2"]).all()
    assert (batch.seat_won[batch.winners == 3] == -1).all()


def test_a_tally_is_the_sum_of_its_batch() -> None:
    setup = basic(3)
    rules = [BM, GREEDY, BM]
    batch, counts = (f(setup, rules, games=2000, seed=3) for f in (simulate, tally))
    assert counts.games == len(batch) == counts.outcomes.sum() == counts.ended.sum()
    turns = np.arange(len(counts.turns))
    assert histogram_mean(counts.turns, turns) == pytest.approx(batch.turns.mean())
    assert histogram_sd(counts.turns, turns) == pytest.approx(batch.turns.std(ddof=1))
    top = batch.vp.max(axis=1)
    assert counts.equal_vp == ((batch.vp == top[:, None]).sum(axis=1) > 1).sum()
    for seat in range(3):
        points = batch.vp[:, seat]
        others = np.delete(batch.vp, seat, axis=1).max(axis=1)
        assert histogram_mean(counts.vp[seat], counts.vp_values) == pytest.approx(points.mean())
        assert histogram_mean(counts.margin[seat], counts.margin_values) == pytest.approx(
            (points - others).mean()
        )
        assert counts.wins[seat] == (batch.winners == 1 << seat).sum()
        several = np.bitwise_count(batch.winners) > 1
        assert counts.shared[seat] == (several & (batch.winners >> seat & 1 == 1)).sum()
    assert counts.score.sum() == pytest.approx(counts.games)
    assert (counts.score_squares <= counts.score + 1e-9).all()


def test_tallies_add_in_any_order() -> None:
    pieces = [part(0, 10), part(10, 25), part(35, 5)]
    sums = {
        sum_of([pieces[k] for k in order]).to_bytes() for order in itertools.permutations(range(3))
    }
    assert sums == {part(0, 40).to_bytes()}


def sum_of(pieces: list[Tally]) -> Tally:
    total = pieces[0]
    for piece in pieces[1:]:
        total += piece
    return total


def test_a_game_is_not_counted_twice() -> None:
    with pytest.raises(InvalidInput, match="games 9 to 9 would be counted twice"):
        part(0, 10) + part(9, 5)


def test_different_things_do_not_add() -> None:
    one = part(0, 10)
    others = {
        "setups": tally(basic(), [BM, GREEDY], games=5, seed=1, start=10),
        "rules": tally(simplified(), [GREEDY, BM], games=5, seed=1, start=10),
        "seeds": tally(simplified(), [BM, GREEDY], games=5, seed=2, start=10),
    }
    for what, other in others.items():
        with pytest.raises(InvalidInput, match=f"tallies of different {what} do not add"):
            one + other


def test_a_tally_travels_between_processes() -> None:
    one = part(0, 10)
    assert pickle.loads(pickle.dumps(one)).to_bytes() == one.to_bytes()


@given(st.lists(st.integers(0, 40), min_size=1, max_size=12, unique=True), st.randoms())
def test_ranges_join_to_what_they_cover(points: list[int], luck: object) -> None:
    pieces = [(p, p + 1) for p in points]
    luck.shuffle(pieces)  # type: ignore[attr-defined]
    merged = merge_ranges(pieces)
    assert sorted(points) == [g for start, stop in merged for g in range(start, stop)]
    assert all(a[1] < b[0] for a, b in itertools.pairwise(merged))


def test_histogram_moments() -> None:
    counts, values = np.array([1, 0, 3]), np.array([-1, 0, 1])
    assert histogram_mean(counts, values) == 0.5
    assert histogram_sd(counts, values) == pytest.approx(1.0)
    assert np.isnan(histogram_sd(np.array([1]), np.array([5])))
