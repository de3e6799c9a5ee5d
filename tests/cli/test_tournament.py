"""`tournament` and `duel --until` on the command line."""

import csv
import json
from pathlib import Path

import pytest

from analysis.questions import tournament as module
from analysis.questions import until
from tests.analysis.scripted import by_rates, scripted_chunks
from tests.cli.test_cli import Run

BOTS = Path(__file__).parent.parent / "rules" / "data" / "bots.xml"


def test_tournament_prints_ranking_groups_and_cycles(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "tournament", "Big Money", "BMU", "Greedy", "--games", "2k")
    assert run.code == 0
    assert run.err == ""
    assert "3 rules, 2,000 games of simplified a pair, half in each seat order" in run.out
    lines = run.out.splitlines()
    ranked = [line.split()[1] for line in lines if line.startswith(("1  ", "2  ", "3  "))]
    assert ranked == ["Big", "Big", "Greedy"]
    assert "Big Money Ultimate" in run.out
    assert "No cycle" in run.out


def test_a_cycle_is_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("Big Money", "Big Money Ultimate", "Greedy")
    rates = {(names[k], names[(k + 1) % 3]): 0.6 for k in range(3)}
    monkeypatch.setattr(module, "matchup_chunks", scripted_chunks(by_rates(rates)))
    run = Run(capsys, "tournament", *names, "--games", "4k")
    assert "Cycles, in which each rule beats the next:" in run.out
    assert "  Big Money > Big Money Ultimate > Greedy > Big Money" in run.out


def test_tournament_writes_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "new" / "folder"
    run = Run(capsys, "tournament", "BM", "BMU", "--games", "400", "--out", str(out))
    assert run.code == 0
    names = ["matrix.png", "matrix.svg", "matrix.csv", "ranking.csv", "tournament.json"]
    assert sorted(path.name for path in out.iterdir()) == sorted(names)
    assert run.out.count("wrote ") == len(names)
    with (out / "matrix.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [(row["rule"], row["opponent"]) for row in rows] == [
        ("Big Money", "Big Money Ultimate"), ("Big Money Ultimate", "Big Money"),
    ]  # fmt: skip
    assert float(rows[0]["win_rate"]) < 0.5 < float(rows[1]["win_rate"])
    document = json.loads((out / "tournament.json").read_text(encoding="utf-8"))
    assert document["command"] == (
        'fastsim tournament "Big Money" "Big Money Ultimate" '
        "--games 400 --seed 0 --setup simplified"
    )


def test_tournament_json(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(
        capsys, "tournament", "BM", "BMU", "Copper", "--games", "400", "--seed", "5",
        "--setup", "basic", "--json",
    )  # fmt: skip
    document = json.loads(run.out)
    assert document["rules"] == ["Big Money", "Big Money Ultimate", "Copper"]
    assert (document["setup"], document["seed"], document["games_per_pair"]) == ("basic", 5, 400)
    for row in document["pairs"]:
        assert row["wins"] + row["losses"] + row["shared"] == row["games"] == 400
    assert document["win_rates"][1][0] > 0.5
    assert document["ranking"][-1]["rule"] == "Copper"
    assert document["files"] == []
    assert document["provenance"]["games"] == 1200


def test_a_file_sends_all_its_usable_rules(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    run = Run(capsys, "tournament", str(BOTS), "--games", "200", "--json")
    assert run.code == 0
    assert json.loads(run.out)["rules"] == ["Plain Money", "Every Function"]
    assert "left out Spy Ring" in run.err
    assert "left out Head Start" in run.err

    source = tmp_path / "mine.toml"
    source.write_text(
        '[rules.One]\nbuy = "Gold; Silver"\n[rules.Two]\nbuy = "Witch"\n'
        '[rules.Open]\nbuy = "Gold if turn > {late}"\n'
    )
    run = Run(capsys, "tournament", str(source), "BM", "--games", "200", "--json")
    assert json.loads(run.out)["rules"] == ["One", "Big Money"]
    assert "left out Two" in run.err
    assert "left out Open" in run.err
    assert "{late}" in run.err
    run = Run(capsys, "tournament", str(source), "--set", "late=3", "--games", "200", "--json")
    assert json.loads(run.out)["rules"] == ["One", "Open"]


def test_one_rule_of_a_file_is_a_rule(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "tournament", f"{BOTS}#Plain Money", "BM", "--games", "200", "--json")
    assert json.loads(run.out)["rules"] == ["Plain Money", "Big Money"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["tournament"], "Missing argument"),
        (["tournament", "BM"], "a tournament of 1 rule"),
        (
            ["tournament", "BMU", "Big Money Ultimate"],
            "the rule 'Big Money Ultimate' is there twice",
        ),
        (["tournament", "BM", "Smithy"], "has no Smithy pile"),
        (["tournament", "BM", "Gold if turn > {late}"], "no value for the parameter {late}"),
        (["tournament", "BM", "BMU", "--set", "late=3"], "no rule here has a parameter {late}"),
        (["tournament", "BM", "BMU", "--games", "3"], "3 games a pair"),
        (["tournament", "BM", "BMU", "--games", "few"], "not a whole number"),
        (["tournament", "BM", "BMU", "--threads", "0"], "0 threads"),
        (["tournament", "BM", "BMU", "--setup", "basic-3"], "2 rules for the 3 players"),
        (["tournament", "BM", "BMU", "--out", "{tmp}/a-file"], "cannot be written"),
        (["tournament", "{tmp}/missing.toml"], "cannot be read"),
        (["tournament", "{tmp}/none.toml"], "a tournament of 0 rules"),
        (["duel", "BM", "BMU", "--until", "0"], "'0' is not a share"),
        (["duel", "BM", "BMU", "--until", "tight"], "'tight' is not a share"),
        (["duel", "BM", "BMU", "--until", "nan%"], "is not a share"),
        (["duel", "BM", "BMU", "--until", "-1%"], "is not a share"),
        (["duel", "BM", "BMU", "--until", "60%"], "a half width of 0.6"),
        (["duel", "BM", "BMU", "--until", "1%", "--games", "2"], "2 games"),
    ],
    ids=lambda value: str(value)[:60],
)
def test_bad_input_is_one_clear_message(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: list[str], message: str
) -> None:
    (tmp_path / "a-file").write_text("")
    (tmp_path / "none.toml").write_text('[rules.Two]\nbuy = "Witch"\n')
    run = Run(capsys, *(argument.replace("{tmp}", str(tmp_path)) for argument in arguments))
    assert run.code == 2
    assert message in run.err
    assert "Traceback" not in run.err
    assert run.out == ""


@pytest.mark.parametrize("wanted", ["2%", "0.02", " 2 % "])
def test_duel_until_a_precision(capsys: pytest.CaptureFixture[str], wanted: str) -> None:
    run = Run(capsys, "duel", "BMU", "BM", "--until", wanted, "--json")
    assert run.code == 0
    document = json.loads(run.out)
    stopped = document["stopped"]
    assert stopped["reason"] == "precise"
    assert stopped["half_width"] <= stopped["wanted_half_width"] == 0.02
    assert document["games"] == stopped["looks"][stopped["look"] - 1]


def test_duel_until_the_cap(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "duel", "BMU", "BM", "--until", "0.1%", "--games", "3k")
    assert run.code == 0
    assert "3,000 games of simplified" in run.out
    assert ", the last; ± 0.1 % was asked for." in run.out
    assert run.err == ""


def test_interrupts_keep_what_was_played(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for home in (module, until):
        real = home.matchup_chunks

        def interrupted(*arguments: object, real: object = real, **options: object) -> object:
            yield next(real(*arguments, **options))  # type: ignore[operator]
            raise KeyboardInterrupt

        monkeypatch.setattr(home, "matchup_chunks", interrupted)
    run = Run(capsys, "tournament", "BM", "BMU", "--games", "1G", "--threads", "1")
    assert run.code == 130
    assert "Stopped: every pair has the first" in run.err
    assert "2 rules" in run.out
    run = Run(capsys, "duel", "BM", "BMU", "--until", "0.1%", "--threads", "1")
    assert run.code == 130
    assert "Stopped: these are the first" in run.err
    assert "stopped on the way to look 1 of 5" in run.out
