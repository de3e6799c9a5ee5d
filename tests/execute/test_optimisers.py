"""Search, solve and evolve with ``--run``: what is kept is not played again."""

from pathlib import Path

import pytest

from analysis.cli import main
from fastsim.execute.kept import KeptRun

TEMPLATE = "Province; Duchy if provinces <= {duchy}; Gold; Silver"
COMMANDS = {
    "search": [
        "search", TEMPLATE, "--over", "duchy=0:8", "--against", "Big Money",
        "--games", "200k", "--fresh", "20k",
    ],
    "solve": [
        "solve", TEMPLATE, "--over", "duchy=2:5", "--answer-games", "100k", "--games", "2M",
        "--fresh", "20k",
    ],
    "evolve": ["evolve", "--games", "2M", "--longest", "4", "--against", "Big Money"],
}  # fmt: skip


def run(*arguments: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    assert ended.value.code == 0


def finished(directory: Path) -> int:
    with KeptRun(directory) as kept:
        return sum(job.finished for job in kept.jobs())


@pytest.mark.parametrize("command", COMMANDS)
def test_an_optimiser_goes_on_from_what_is_kept(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = COMMANDS[command]
    run(*words, "--threads", "1")
    undisturbed = capsys.readouterr().out
    kept = str(tmp_path / "run")
    run(*words, "--threads", "2", "--run", kept)
    assert capsys.readouterr().out == undisturbed
    before = finished(tmp_path / "run")
    assert before > 0
    run(*words, "--run", kept)
    assert capsys.readouterr().out == undisturbed
    assert finished(tmp_path / "run") == before
