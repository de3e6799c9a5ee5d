"""The README's examples for readers of the dataset that this project does not depend on."""

import re
from pathlib import Path
from typing import Any

import pytest

from analysis.output.dataset import GameDataset
from fastsim import load_rule, simplified, tally
from tests.readme import README

A, B = (load_rule(name) for name in ("Big Money Ultimate", "Big Money"))


@pytest.fixture
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run where ``games`` holds what the README's command writes, in several parts."""
    monkeypatch.chdir(tmp_path)
    GameDataset(Path("games"), simplified(), (A, B), 20_000, 7, part_games=4000).write()


def example(library: str) -> Any:
    """Run the README's example for that library and return what it finds."""
    pytest.importorskip(library)
    text = README.read_text(encoding="utf-8")
    (code,) = re.findall(rf"<!-- example: {library} -->\n```python\n(.*?)```", text, re.DOTALL)
    names: dict[str, Any] = {}
    exec(code, names)
    return names["found"]


@pytest.mark.usefixtures("in_folder")
def test_polars() -> None:
    found = {(seats, winner): n for seats, winner, n, _ in example("polars").rows()}
    for seats, rules, letters in (("AB", (A, B), "AB"), ("BA", (B, A), "BA")):
        wins = tally(simplified(), rules, games=10_000, seed=7).wins
        assert [found[seats, letter] for letter in letters] == wins.tolist()


@pytest.mark.usefixtures("in_folder")
def test_duckdb() -> None:
    row = example("duckdb").iloc[0]
    first, second = (tally(simplified(), r, games=10_000, seed=7).wins for r in ((A, B), (B, A)))
    assert row["a_first"] == pytest.approx(first[0] / 10_000)
    assert row["a_second"] == pytest.approx(second[1] / 10_000)
    assert -1 < row["shared_luck"] < 1
