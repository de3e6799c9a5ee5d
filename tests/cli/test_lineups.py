"""`tournament`, `duel` and `match` with several players, on the command line."""

import csv
import json
from pathlib import Path

import pytest

from tests.cli.test_cli import Run

THREE = ("Big Money", "BMU", "Greedy")


def test_tournament_of_three_players(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "tournament", *THREE, "Duchy dancing", "--setup", "basic-3", "--games", "600")
    assert run.code == 0
    assert run.err == ""
    assert (
        "4 rules, 4 line-ups of 3, 600 games of basic-3 a line-up, as many in all 6 seat orders"
        in run.out
    )
    lines = run.out.splitlines()
    assert lines[3].split()[:4] == ["1", "Big", "Money", "Ultimate"]
    seats = next(line for line in lines if line.startswith("all "))
    shares = [float(x) for x in seats.replace("%", "").split()[1:]]
    assert sum(shares) == pytest.approx(100, abs=2)
    assert "Shared victories:" in run.out
    assert "an equal share is 33.33 %" in run.out


def test_tournament_writes_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "new"
    run = Run(
        capsys, "tournament", *THREE, "BM", "--setup", "basic-3", "--games", "60", "--out", str(out)
    )
    assert run.code == 2
    assert "the rule 'Big Money' is there twice" in run.err
    run = Run(
        capsys, "tournament", *THREE, "Duchy dancing", "--setup", "basic-3", "--games", "60",
        "--out", str(out), "--json",
    )  # fmt: skip
    assert run.code == 0
    names = ["ranking.csv", "lineups.csv", "seats.csv", "seats.png", "seats.svg", "tournament.json"]
    assert sorted(path.name for path in out.iterdir()) == sorted(names)
    with (out / "seats.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 15
    printed = json.loads(run.out)
    assert (printed["games"], printed["games_per_lineup"]) == (240, 60)
    assert printed["players"] == 3
    assert printed["provenance"]["kernel"]
    assert len(printed["files"]) == 6
    written = json.loads((out / "tournament.json").read_text(encoding="utf-8"))
    assert written["command"] == (
        'fastsim tournament "Big Money" "Big Money Ultimate" Greedy "Duchy dancing" '
        "--games 60 --seed 0 --setup basic-3"
    )
    assert {**printed, "files": 0, "provenance": 0} == {**written, "files": 0, "provenance": 0}


def test_a_duel_of_four(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "duel", *THREE, "BMU", "--setup", "basic-4", "--games", "600")
    assert run.code == 0
    # two rules are the same: half of the 24 orders are different
    assert "3 rules, 1 line-up of 4, 300 games of basic-4 a line-up" in run.out
    assert "each of the 12 seat orders" in run.out


def test_a_duel_has_one_rule_a_player(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "duel", *THREE)
    assert run.code == 2
    assert "3 rules for the 2 players of 'simplified'" in run.err
    assert "--setup basic-3" in run.err
    assert "1 rule for the 2 players" in Run(capsys, "duel", "BM").err
    run = Run(capsys, "duel", "BM", "BMU", "--setup", "basic-3")
    assert "2 rules for the 3 players of 'basic-3'" in run.err


@pytest.mark.parametrize("option", [["--until", "1%"], ["--curves"]])
def test_what_only_two_players_have(capsys: pytest.CaptureFixture[str], option: list[str]) -> None:
    run = Run(capsys, "duel", *THREE, "--setup", "basic-3", *option)
    assert run.code == 2
    assert f"{option[0]} is for two players, and the setup 'basic-3' has 3" in run.err


def test_commands_for_two_players_name_those_for_more(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(
        capsys, "heatmap", "Province; Gold if turn > {t}; Silver", "--x", "t=0:1",
        "--against", "BM", "--setup", "basic-3",
    )  # fmt: skip
    assert run.code == 2
    assert "a matchup is of two players, and the setup 'basic-3' has 3" in run.err
    assert "fastsim tournament RULE..." in run.err


def test_match(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "match", "BM", "BMU", "--setup", "basic", "--games", "2k", "--length", "10")
    assert run.code == 0
    assert run.err == ""
    assert "Matches of 10 games of basic, the winner of a game last in the next" in run.out
    assert "A begins" in run.out
    run = Run(capsys, "match", *THREE, "--setup", "basic-3", "--games", "600", "--json")
    document = json.loads(run.out)
    assert sum(document["win_rate"]) == pytest.approx(1)
    assert document["length"] == 1000
    assert document["games"] == 600


def test_a_match_has_one_rule_a_player(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "match", *THREE)
    assert run.code == 2
    assert "3 rules for the 2 players of 'simplified'" in run.err


def test_curves_of_kingdom_cards_are_refused_before_any_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    run = Run(
        capsys, "duel", "BM", "BMU", "--setup", "first-game", "--curves", "--out", str(tmp_path)
    )
    assert run.code == 2
    assert "turns of 'first-game' are not observed" in run.err
    assert run.out == ""
