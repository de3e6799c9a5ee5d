"""``fastsim simulate``: what it writes, says and refuses."""

import json
from pathlib import Path

import pandas as pd
import pytest

from analysis.cli import main


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[object, str, str]:
    with pytest.raises(SystemExit) as caught:
        main(["simulate", *arguments])
    return caught.value.code, *capsys.readouterr()


def test_it_writes_a_dataset_and_says_where(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    arguments = ("BMU", "BM", "--games", "3001", "--seed", "5", "--out", str(tmp_path / "g"))
    code, out, err = run(capsys, *arguments)
    assert (code, err) == (0, "")
    assert "3,002 games of simplified, 1,501 of each seat order" in out
    assert len(pd.read_parquet(tmp_path / "g" / "rows")) == 3002
    assert run(capsys, *arguments)[0] == 0
    assert run(capsys, *arguments[:-3], "6", *arguments[-2:])[0] == 2


def test_json_and_one_order_alone(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _ = run(
        capsys, "BMU", "BM", "Greedy", "--setup", "basic-3", "--games", "100", "--given-order",
        "--out", str(tmp_path / "g"), "--json",
    )  # fmt: skip
    assert code == 0
    assert json.loads(out) == {
        "games": 100, "seats": ["ABC"], "dataset": str(tmp_path / "g" / "rows"), "whole": True,
    }  # fmt: skip


@pytest.mark.parametrize(
    "arguments",
    [
        ("BMU", "BM", "Greedy"),  # three rules for two players
        ("BMU", "BM", "--seed", "2e30"),
        ("BMU", "BM", "--kernel", "warp"),
        ("BMU", "BM", "--threads", "0"),
        ("BMU", "BM", "--games", "0"),
    ],
)
def test_bad_input_is_refused_before_any_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    code, printed, err = run(capsys, "--games", "10", *arguments, "--out", str(tmp_path / "g"))
    assert (code, printed) == (2, "")
    assert err.startswith("error: ")
    assert not any(tmp_path.rglob("*.parquet"))
