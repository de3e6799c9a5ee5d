"""Runs on the command line: kept, gone on with, shown, exported and checked."""

import csv
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from fastsim.execute.database import FILE
from tests.cli.test_cli import TEMPLATE, Run

HEATMAP = ["heatmap", TEMPLATE, "--x", "duchy=2:4", "--against", "BMU"]
ROOT = Path(__file__).parent.parent.parent


def document(run: Run) -> dict[str, object]:
    """What a run found, without what depends on time and place."""
    assert run.code == 0, run.err
    found: dict[str, object] = json.loads(run.out)
    del found["provenance"], found["files"]
    return found


@pytest.mark.parametrize("command", [HEATMAP, ["tournament", "BMU", "BM", "Greedy"]])
def test_a_run_is_kept_and_found_again(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: list[str]
) -> None:
    arguments = [*command, "--games", "3000", "--json", "--out", str(tmp_path / "out")]
    plain = Run(capsys, *arguments)
    kept = [Run(capsys, *arguments, "--run", str(tmp_path / "run")) for _ in range(2)]
    assert document(kept[0]) == document(kept[1]) == document(plain)
    shown = json.loads(Run(capsys, "runs", "show", str(tmp_path / "run"), "--json").out)
    (job,) = shown["jobs"]
    assert job["finished"] == job["chunks"] == 1
    assert job["games"] == 9000
    assert len(shown["sessions"]) == 2


def test_a_report_is_kept(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    spec = tmp_path / "spec.toml"
    spec.write_text(
        'title = "T"\n[[sweeps]]\ntitle = "S"\n'
        'template = "Province; Duchy if provinces <= {d}; Gold; Silver"\n'
        'x = "d=2:3"\nagainst = "BMU"\ngames = 2000\n'
        '[duel]\na = "BMU"\nb = "BM"\ngames = 2000\n'
    )
    for _ in range(2):
        run = Run(
            capsys, "report", str(spec), "--out", str(tmp_path), "--run", str(tmp_path / "run")
        )
        assert run.code == 0, run.err
    found = json.loads(Run(capsys, "runs", "list", str(tmp_path), "--json").out)
    assert [(row["jobs"], row["finished"], row["games"]) for row in found["runs"]] == [(2, 2, 6000)]


def test_a_report_finds_the_files_beside_its_spec(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "specs"
    folder.mkdir()
    (folder / "mine.toml").write_text('[rules."Mine"]\nbuy = "Province; Gold; Silver"\n')
    spec = folder / "spec.toml"
    spec.write_text(
        'title = "T"\n[frontier]\nrules = "mine.toml"\nagainst = ["BM"]\ngames = 2000\n'
    )
    monkeypatch.chdir(tmp_path)
    run = Run(capsys, "report", "specs/spec.toml", "--out", "pages")
    assert run.code == 0, run.err
    assert "Mine" in Path("pages/spec.html").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from analysis.cli import main

    directory = tmp_path_factory.mktemp("runs") / "one"
    for games in ("1000", "2000"):
        with pytest.raises(SystemExit):
            main([*HEATMAP, "--games", games, "--run", str(directory), "--out", str(directory)])
    return directory


def test_runs_are_listed_and_shown(capsys: pytest.CaptureFixture[str], kept: Path) -> None:
    for place in (kept, kept.parent):
        listed = Run(capsys, "runs", "list", str(place))
        assert "2 of 2" in listed.out
    shown = Run(capsys, "runs", "show", str(kept))
    assert "3 matchups of 4 rules, simplified" in " ".join(shown.out.split())
    assert "session 2: " in shown.out


def test_counts_are_exported(
    capsys: pytest.CaptureFixture[str], kept: Path, tmp_path: Path
) -> None:
    out = tmp_path / "counts.csv"
    assert "6 rows" in Run(capsys, "runs", "export", str(kept), "--out", str(out)).out
    with out.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    sweep = json.loads(
        Run(capsys, *HEATMAP, "--games", "2000", "--json", "--out", str(tmp_path)).out
    )
    for cell, first, second in zip(sweep["cells"], rows[::2], rows[1::2], strict=True):
        # of the two questions, which share their games, each game counts once
        assert int(first["games"]) == int(second["games"]) == 1000
        assert int(first["wins_1"]) + int(second["wins_2"]) == cell["wins"]
        assert f"provinces <= {cell['duchy']}" in first["text_1"]


def test_a_run_is_verified(capsys: pytest.CaptureFixture[str], kept: Path, tmp_path: Path) -> None:
    good = Run(capsys, "runs", "verify", str(kept))
    assert good.code == 0
    assert "Finished chunks: 2, of which 2 played again. All is as it was kept." in good.out
    shutil.copytree(kept, tmp_path / "bad")
    path = tmp_path / "bad" / FILE
    content = path.read_bytes()
    # in the heads of packed chunks
    path.write_bytes(content.replace(b'"order_products"', b"'order_products\""))
    bad = Run(capsys, "runs", "verify", str(tmp_path / "bad"))
    assert bad.code == 1
    assert "the seal is broken" in bad.out
    again = Run(
        capsys, *HEATMAP, "--games", "2000", "--run", str(tmp_path / "bad"), "--out", str(tmp_path)
    )
    assert again.code == 1
    assert "is damaged" in again.err


def test_what_is_no_run_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("not a database")
    for arguments in (
        [*HEATMAP, "--run", str(tmp_path), "--out", str(tmp_path / "out")],
        *(["runs", name, str(tmp_path)] for name in ("list", "show", "verify")),
        ["runs", "export", str(tmp_path), "--out", str(tmp_path / "x.csv")],
    ):
        run = Run(capsys, *arguments)
        assert run.code == 2
        assert "is not a run of fastsim" in run.err
    assert Run(capsys, "runs", "list", str(tmp_path / "nothing")).code == 2
    assert Run(capsys, "report", "--dask", "local:none", "--out", str(tmp_path)).code == 2


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_at_a_chunk_and_says_how_to_go_on(
    tmp_path: Path, number: signal.Signals
) -> None:
    # a report, for nothing of it is printed before it is complete
    spec = tmp_path / "spec.toml"
    spec.write_text('title = "T"\n[duel]\na = "BMU"\nb = "BM"\ngames = 100_000_000_000\n')
    process = subprocess.Popen(
        [
            sys.executable, "-m", "fastsim",
            "report", str(spec), "--out", str(tmp_path), "--run", str(tmp_path / "run"),
        ],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    from tests.execute.test_cluster import wait_until_kept

    wait_until_kept(tmp_path / "run", 2)
    process.send_signal(number)
    out, told = process.communicate(timeout=120)
    assert process.returncode == 130
    assert out == ""
    assert "the same command goes on from there" in " ".join(told.split())
    assert "Traceback" not in told
