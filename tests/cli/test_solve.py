"""``fastsim solve``, from options to files."""

import json
import shlex
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest

from analysis.cli import main

ARGUMENTS = [
    "solve", "Province; Duchy if provinces <= {duchy}; Gold; Silver", "--over", "duchy=3:6",
    "--with", "Big Money", "--games", "3M", "--answer-games", "100k", "--fresh", "20k",
    "--bound", "1%", "--seed", "3",
]  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def few_resamples() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("analysis.questions.optimise.solve._RESAMPLES", 20)
        yield


def run(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    out, err = capsys.readouterr()
    return int(caught.value.code or 0), out, err


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(ARGUMENTS, capsys)
    assert code == 0
    assert out.startswith("four rules and 1 more; ")
    assert "until the measured exploitability is under the bound" in out
    assert "whoever moves first wins" in out
    assert "duchy = " in out


def test_json_files_and_the_command_that_makes_them_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run([*ARGUMENTS, "--json", "--out", str(tmp_path)], capsys)
    assert code == 0
    document = json.loads(out)
    files = document.pop("files")
    assert sorted(Path(name).name for name in files) == sorted(p.name for p in tmp_path.iterdir())
    assert document == json.loads((tmp_path / "solution.json").read_text())
    for table, columns in (("mixture", "mixture"), ("path", "path"), ("payoffs", "payoffs")):
        frame = pd.read_csv(tmp_path / f"{table}.csv")
        assert list(frame.columns) == list(document["columns"][columns])
    mixture = pd.read_csv(tmp_path / "mixture.csv")
    assert mixture["first"].sum() == pytest.approx(1)
    assert mixture["second"].sum() == pytest.approx(1)
    assert "Big Money" in mixture["rule"].tolist()

    name, *arguments = shlex.split(document["command"])
    assert name == "fastsim"
    again = json.loads(run([*arguments, "--json"], capsys)[1])
    for known in (document, again):
        known["provenance"].pop("seconds")
    again.pop("files")
    assert again == document


@pytest.mark.parametrize(
    ("more", "what"),
    [
        (["--bound", "none"], "'none' is not a share"),
        (["--answer-games", "100"], "a budget of 100 games for 5 rules"),
        (["--with", "Gold; otherwise Estate"], "differ in 'otherwise'"),
        (["--setup", "basic-3"], "3"),
        (["--over", "estate=0:8"], "no parameter {estate}"),
    ],
)
def test_bad_input_is_one_message(
    more: list[str], what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = run([*ARGUMENTS, *more], capsys)
    assert code == 2
    assert err.startswith("error: ")
    assert what in err
    assert "Traceback" not in err
