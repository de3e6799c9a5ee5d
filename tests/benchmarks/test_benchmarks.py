"""The scripts of `benchmarks/`: the README says what they measured, and a program that they compare
with must play the same game. No test looks at a speed.
"""

import tomllib
from pathlib import Path

import numpy as np
import pytest

from benchmarks import compare_pyminion, default_plays, run, store, table, yardstick
from benchmarks.agreement import Figure, compare
from fastsim.cards import KINGDOM_CARDS
from fastsim.rules.check import check_rule
from fastsim.rules.parse import parse_rule

README = table.README.read_text(encoding="utf-8")


def test_the_readme_says_what_was_measured() -> None:
    assert table.refresh(README) == README


def test_the_table_says_on_what_machine() -> None:
    document = store.read("speed")
    assert document is not None
    written = table.text()
    assert f"Measured on {document['provenance']['machine']}" in written
    for row in document["speed"]:
        assert (
            f"| {row['setup']} | {row['rules']} | {row['threads']} | {row['kernel']} |" in written
        )


def test_without_measurements_there_is_no_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "RESULTS", tmp_path / "results")
    with pytest.raises(FileNotFoundError, match=r"benchmarks\.run"):
        table.text()
    store.write("speed", {"kept": True})
    assert store.read("speed") == {"kept": True}


def test_without_marks_there_is_no_place_for_it() -> None:
    with pytest.raises(ValueError, match="marks"):
        table.refresh("# no marks")


def test_the_yardstick_plays_the_same_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(store, "RESULTS", tmp_path)
    monkeypatch.setattr(yardstick, "CHECKED_GAMES", 100_000)
    monkeypatch.setattr(yardstick, "RUNS", 2)
    assert yardstick.main(seconds=0.001) == 0
    printed = capsys.readouterr().out
    if document := store.read("yardstick"):
        assert document["agree"]
        assert all(match["ratio"]["low"] > 0 for match in document["matches"])
    else:
        assert "skipped" in printed  # no compiler, or no AVX-512


def test_the_yardstick_is_skipped_without_a_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert yardstick.main() == 0
    assert "skipped: there is neither clang nor gcc" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Gold if own(Gold) < 3", "no condition"),
        ("Gold if provinces > 3", "no condition"),
        ("; ".join(f"Duchy if provinces <= {n}" for n in range(5)), "more entries"),
    ],
)
def test_the_yardstick_refuses_what_it_cannot_play(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        yardstick._entries(parse_rule(text))


def test_pyminion_is_optional(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing() -> None:
        raise ImportError("No module named 'pyminion'")

    monkeypatch.setattr(compare_pyminion, "_pyminion_game", missing)
    assert compare_pyminion.main() == 0
    assert "pip install pyminion" in capsys.readouterr().out


def test_figures_that_differ_do_not_agree() -> None:
    even, uneven = Figure.share(5000, 10_000), Figure.share(5400, 10_000)
    assert even.value == 50
    assert even.error == pytest.approx(0.5)
    assert uneven.apart(even) == pytest.approx(4 / np.hypot(0.5, uneven.error))
    assert compare({"share": even}, {"share": even}, "other")[1]
    assert not compare({"share": even}, {"share": uneven}, "other")[1]


def test_the_mean_of_a_histogram() -> None:
    mean = Figure.mean(np.array([0, 10, 0, 30]))
    assert mean.value == 2.5
    assert mean.error == pytest.approx(np.sqrt(0.75 / 40))


def test_every_stated_way_to_play_can_be_played() -> None:
    stated = tomllib.loads(default_plays.DATA.read_text(encoding="utf-8"))
    found = [*default_plays.comparisons(stated, KINGDOM_CARDS)]
    for one in found:
        default, other = one.rules
        check_rule(other, one.setup)
        assert other.plays != default.plays, one
    for card in KINGDOM_CARDS:
        assert len({one.other for one in found if one.card is card}) >= 2, card
        assert len({one.place for one in found if one.card is card}) >= 2, card


def test_a_list_without_an_entry_that_it_never_had_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = default_plays.DATA.read_text(encoding="utf-8").replace(
        'without = "Cellar if resolving(Cellar) == 1"', 'without = "Cellar if vp == 1"'
    )
    (tmp_path / "changed.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(default_plays, "DATA", tmp_path / "changed.toml")
    assert default_plays.main(["--cards", "Cellar", "--games", "4"]) == 2
    assert "no 'Cellar if vp == 1'" in capsys.readouterr().err


def test_default_plays_are_told_as_they_were_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = store.read("default_plays")
    assert document is not None
    kept = (store.RESULTS / "default_plays.md").read_text(encoding="utf-8")
    assert kept == default_plays.table(document)
    assert {row["card"] for row in document["rows"]} == {card.name for card in KINGDOM_CARDS}
    monkeypatch.setattr(store, "RESULTS", tmp_path)
    assert default_plays.main(["--cards", "Militia", "--games", "2000"]) == 0
    again = store.read("default_plays")
    assert again is not None
    (row,) = (
        row
        for row in again["rows"]
        if (row["other"], row["place"]) == ("keeps no terminals", "beside money")
    )
    assert row["stronger"] == "default"  # three of four games
    assert "| Militia | keeps no terminals | beside money |" in (
        tmp_path / "default_plays.md"
    ).read_text(encoding="utf-8")


def test_everything_runs_together(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []

    class Measured:
        def to_json(self) -> dict[str, object]:
            return {}

    monkeypatch.setattr(run, "measure", lambda _: Measured())
    monkeypatch.setattr(store, "write", lambda name, _: written.append(name))
    monkeypatch.setattr(yardstick, "main", lambda _: 0)
    monkeypatch.setattr(compare_pyminion, "main", lambda _: 1)
    assert run.main(run.QUICK) == 1
    assert written == ["speed"]
