"""``fastsim duel --curves``: a table, JSON, and a folder of pictures and tables."""

import json
import os
import sys
from pathlib import Path

import pandas as pd
import pytest

from analysis.cli import curves as module
from analysis.cli import main
from analysis.frames import BUY_COLUMNS, CURVE_COLUMNS, buy_frame, curve_frame
from analysis.output.sets import curves as curve_files
from analysis.questions.curves import observe_duel
from fastsim.game.setup import simplified
from fastsim.rules.load import load_rule
from fastsim.text.errors import Stopped


class Run:
    """What a command printed, and its exit code."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *arguments: str) -> None:
        with pytest.raises(SystemExit) as caught:
            main(list(arguments))
        self.code = caught.value.code or 0
        self.out, self.err = capsys.readouterr()


DUEL = ("duel", "Big Money Ultimate", "Big Money", "--games", "1000", "--seed", "3")
TABLES = ["curves.csv", "buys.csv", "curves.json"]
PICTURES = ["money", "vp", "buys-a", "deck-a", "buys-b", "deck-b"]


def test_curves_are_written_and_printed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "new" / "folder"
    run = Run(capsys, *DUEL, "--curves", "--out", str(out))
    assert run.code == 0
    assert run.err == ""
    names = [f"{name}.{kind}" for name in PICTURES for kind in ("png", "svg")]
    names += TABLES
    assert {path.name for path in out.iterdir()} == set(names)
    assert [line for line in run.out.splitlines() if line.startswith("wrote")] == [
        f"wrote {out / name}" for name in names
    ]
    assert "of the first 1,000 games" in run.out

    seen = observe_duel(
        simplified(), load_rule("Big Money Ultimate"), load_rule("Big Money"), games=1000, seed=3
    )
    turns, bought = curve_frame(seen), buy_frame(seen)
    for name, frame in (("curves.csv", turns), ("buys.csv", bought)):
        read = pd.read_csv(out / name)
        pd.testing.assert_frame_equal(read, frame, check_dtype=False, rtol=1e-14)
    table = [line.split() for line in run.out.splitlines() if line[:4].strip().isdigit()]
    assert [int(row[0]) for row in table] == list(range(1, 21))
    for row in table[:12]:
        at = turns[(turns["turn"] == int(row[0])) & (turns["seat"] == 0)].set_index(
            ["quantity", "player"]
        )["q50"]
        expected = [at[q, p] for q in ("money", "vp") for p in ("A", "B")]
        assert [int(value) for value in row[3:7]] == expected
        for player, words in (("A", row[7:10]), ("B", row[10:13])):
            mine = bought[
                (bought["turn"] == int(row[0])) & (bought["seat"] == 0)
                & (bought["player"] == player)
            ]  # fmt: skip
            most = mine.loc[mine["share"].idxmax()]
            assert " ".join(words) == f"{most['bought']} {100 * most['share']:.0f} %"

    document = json.loads((out / "curves.json").read_text(encoding="utf-8"))
    assert document["columns"] == {"curves": dict(CURVE_COLUMNS), "buys": dict(BUY_COLUMNS)}
    assert document["games_observed"] == 1000
    assert document["game_indices"] == [[0, 500]]
    assert document["command"].endswith("--seed 3 --setup simplified --curves")
    assert document["provenance"]["games"] == 1000


def test_json_holds_the_curves(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(curve_files, "_pictures", lambda *frames: {})  # they take seconds
    run = Run(capsys, *DUEL, "--curves", "--out", str(tmp_path), "--json")
    document = json.loads(run.out)
    assert document["games"] == 1000
    found = document["curves"]
    assert found["games_observed"] == 1000
    assert found["files"] == [str(tmp_path / name) for name in TABLES]
    for player in ("a", "b"):
        mine = found[player]
        n = len(mine["turn"])
        assert mine["turn"] == list(range(1, n + 1))
        assert mine["games"][0] == 1000
        assert min(mine["games"]) >= 50
        assert mine["money"]["mean"][0] == pytest.approx(3.5, abs=0.1)
        assert mine["vp"]["q50"][0] == 3
        for lists in (mine["money"], mine["vp"], mine["owned_mean"], mine["buy_share"]):
            assert all(len(values) == n for values in lists.values())
        assert sum(values[4] for values in mine["owned_mean"].values()) == pytest.approx(15)
        assert sum(values[4] for values in mine["buy_share"].values()) == pytest.approx(1)


def test_curves_of_a_mirror_and_of_a_precise_duel(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    run = Run(capsys, "duel", "BM", "A", "--until", "5%", "--curves", "--out", str(tmp_path))
    assert run.code == 0
    assert "seen from both seats" in run.out
    assert not list(tmp_path.glob("*-b.*"))


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_refused_before_the_games(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    tmp_path.chmod(0o500)
    run = Run(capsys, "duel", "A", "B", "--games", "1G", "--curves", "--out", str(tmp_path / "x"))
    assert run.code == 2
    assert "cannot be written" in run.err


def test_bad_folders_are_one_clear_message(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    arguments = ["duel", "A", "B", "--games", "1G", "--out", str(tmp_path / "file")]
    for more, message in ((["--curves"], "cannot be written"), ([], "Add --curves.")):
        run = Run(capsys, *arguments, *more)
        assert run.code == 2
        assert message in run.err
        assert run.out == ""


def test_an_interrupt_keeps_the_duel(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def stopped(*arguments: object, **options: object) -> object:
        raise Stopped("stopped before any games were finished")

    monkeypatch.setattr(module, "observe_duel", stopped)
    run = Run(capsys, *DUEL, "--curves", "--out", str(tmp_path), "--json")
    assert run.code == 130
    assert "No curves: stopped" in run.err
    assert json.loads(run.out)["games"] == 1000
