"""`Settings`: what callers' keywords stand for, and what a part of the games is asked with."""

from dataclasses import fields

import numpy as np
import pytest

import fastsim
from fastsim.play.games import tally_chunks
from fastsim.play.settings import How, Settings
from fastsim.text.errors import InvalidInput

TWO = ("basic", ["Big Money", "Greedy"])


def test_keywords_become_plain_values() -> None:
    made = Settings.of({"seed": np.int64(3), "threads": None, "chunk": 5}, games="2k")
    assert made == Settings(games=2000, seed=3, chunk=5)
    assert type(made.seed) is int


def test_there_is_a_field_for_every_keyword() -> None:
    assert {field.name for field in fields(Settings)} == {"games", *How.__annotations__}


def test_a_part_is_asked_with_the_same_keywords() -> None:
    told: list[int] = []
    whole = Settings(games=100, seed=3, start=7, threads=2, chunk=5, progress=told.append)
    part = whole.part(10, each=2, after=40)
    tell = part["progress"]
    assert tell
    tell(3)
    assert told == [46]
    assert Settings.of({k: v for k, v in part.items() if k != "games"}, games=10) == Settings(  # type: ignore[arg-type]
        games=10, seed=3, start=7, threads=2, chunk=5, progress=tell
    )
    assert whole.part(10, start=90)["start"] == 90
    assert Settings(games=1).part(1)["progress"] is None


def test_progress_is_told_of_what_the_consumer_has() -> None:
    told: list[int] = []
    parts = tally_chunks(*TWO, games=10, chunk=4, threads=1, progress=told.append)
    first = next(parts)
    assert (first.games, told) == (4, [])
    second = next(parts)
    assert told == [first.games]
    assert second.games + first.games + next(parts).games == 10
    assert next(parts, None) is None
    assert told == [4, 8, 10]


def test_an_interrupt_while_progress_is_told_keeps_what_was_played() -> None:
    def stop(_: int) -> None:
        raise KeyboardInterrupt

    found = fastsim.duel(
        "Big Money", "Greedy", games=1000, setup="basic", chunk=50, threads=1, progress=stop
    )
    assert found.games == 100


def test_rows_stay_in_this_process_and_turns_have_one_kernel() -> None:
    from fastsim.execute.local import LocalExecutor

    with pytest.raises(InvalidInput, match="an executor for rows"):
        fastsim.simulate(*TWO, games=2, executor=LocalExecutor(1))
    with pytest.raises(InvalidInput, match="'lanes' does not tell turns"):
        fastsim.observe(*TWO, games=2, kernel="lanes")
    plain = fastsim.observe(*TWO, games=4, seed=2)
    assert fastsim.observe(*TWO, games=4, seed=2, kernel="general") == plain
    with pytest.raises(TypeError, match="unexpected keyword argument 'gmaes'"):
        fastsim.tally(*TWO, games=2, gmaes=3)  # type: ignore[call-arg]
