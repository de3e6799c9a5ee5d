"""Commands that ask for many jobs, with ``--run``: what is kept is not played again."""

import json
from pathlib import Path

import pytest

from analysis.cli import main
from analysis.report.page.play import play_report
from analysis.report.page.read import parse_spec
from fastsim.execute.local import LocalExecutor
from fastsim.execute.store import Store
from fastsim.execute.stored import StoredExecutor
from fastsim.runs.kept import KeptRun

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
    "tournament": [
        "tournament", "Big Money", "Big Money Ultimate", "Greedy", "Capped",
        "--setup", "basic-3", "--games", "2k",
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
def test_a_command_goes_on_from_what_is_kept(
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


def test_a_report_has_every_part_played_by_its_executor(tmp_path: Path) -> None:
    """No part plays on threads of its own: what it plays would not be kept."""
    rule = "Province; Gold; {card} if own({card}) < {count}; Silver"
    spec = parse_spec(
        {
            "title": "Parts",
            "cards": {
                "cards": ["Smithy"], "templates": [{"name": "plain", "rule": rule}],
                "counts": "count=1:2", "against": "Big Money", "search": 40, "games": 40,
            },
            "lineups": [
                {"setup": "basic-3", "rules": ["Big Money", "Greedy", "Capped"], "games": 60}
            ],
            "responses": [
                {
                    "template": TEMPLATE, "over": ["duchy=2:3"], "against": "Big Money",
                    "games": 4000, "fresh": 400,
                }
            ],
        },
        source="spec", name="parts",
    )  # fmt: skip
    with Store(tmp_path) as store:
        play_report(spec, executor=StoredExecutor(LocalExecutor(1), store))
    with KeptRun(tmp_path) as kept:
        setups = {json.loads(job.names_text)["setup"] for job in kept.jobs()}
    assert setups == {"base(Smithy),kingdom_size=1", "basic-3", "simplified"}
