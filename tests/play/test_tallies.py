"""Tallies in one array each are the tallies they are made of."""

import pickle

import numpy as np
import pytest

from fastsim.game.setup import basic
from fastsim.play.games import tally
from fastsim.play.tallies import Tallies
from fastsim.rules.load import load_rule
from fastsim.text.errors import InvalidInput

RULES = [load_rule(name) for name in ("A", "B", "Greedy")]
PAIRS = [(a, b) for a in RULES for b in RULES]


def tallies(start: int = 0, seed: int = 3, pairs=PAIRS):  # type: ignore[no-untyped-def]
    return [tally(basic(), pair, games=300, start=start, seed=seed) for pair in pairs]


def test_rows_are_the_tallies() -> None:
    each = tallies()
    rows = Tallies.of(each)
    assert len(rows) == len(each)
    assert [row.to_bytes() for row in rows] == [one.to_bytes() for one in each]
    assert rows[-1].to_bytes() == each[-1].to_bytes()
    assert [row.to_bytes() for row in rows[2:7:2]] == [one.to_bytes() for one in each[2:7:2]]
    again = pickle.loads(pickle.dumps(rows))
    assert [row.to_bytes() for row in again] == [one.to_bytes() for one in each]
    assert again == rows == Tallies.of(each)
    assert rows != rows[1:]
    assert rows != each
    assert repr(rows) == "<9 tallies>"
    with pytest.raises(IndexError):
        rows[9]


def test_scores_are_those_of_the_rows() -> None:
    each = tallies()
    rows = Tallies.of(each)
    for seat in (0, 1):
        assert (rows.score(seat) == [one.score[seat] for one in each]).all()
        assert np.allclose(rows.score_squares(seat), [one.score_squares[seat] for one in each])


def test_they_add_like_their_rows() -> None:
    whole = Tallies.of(tallies()) + Tallies.of(tallies(start=300))
    expected = [a + b for a, b in zip(tallies(), tallies(start=300), strict=True)]
    assert [row.to_bytes() for row in whole] == [one.to_bytes() for one in expected]


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (tallies(start=300, seed=4), "different seeds"),
        (tallies(start=300, pairs=PAIRS[::-1]), "different rules"),
        (tallies(start=299), "counted twice"),
    ],
)
def test_others_do_not_add(other, message: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(InvalidInput, match=message):
        Tallies.of(tallies()) + Tallies.of(other)
