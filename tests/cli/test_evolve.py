"""`evolve` on the command line."""

import json
import tomllib
from pathlib import Path

import pytest

from analysis.questions.optimise.evolution import evolve as module
from analysis.questions.optimise.evolution.budget import usual_budget
from fastsim.game.setup_file import load_setup
from fastsim.rules.load import load_rule, load_rules
from tests.cli.test_cli import Run

FEW = ("evolve", "--against", "Copper only", "--against", "Silver only", "--games", "2M")


def test_evolve_prints_the_frontier_and_both_scores(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, *FEW, "--seed", "3")
    assert run.code == 0
    assert "2,000,000 games are few: the searches will hardly have begun" in run.err
    assert "18,000,000 would do." in run.err.replace("\n", " ")
    assert "Grown from Copper only, 2 given opponents, simplified:" in run.out
    assert "fresh games against the panel" in run.out
    assert "that chose it" in run.out
    assert "of 2 given opponents" in run.out


def test_evolve_writes_files_that_other_commands_read(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    run = Run(capsys, *FEW, "--out", str(tmp_path), "--json")
    assert run.code == 0
    document = json.loads(run.out)
    names = [
        "frontier.png", "frontier.svg", "frontier.csv", "ascent.png", "ascent.svg", "ascent.csv",
        "pool.csv", "rules.toml", "evolution.json",
    ]  # fmt: skip
    assert [Path(path).name for path in document["files"]] == names
    found = load_rules(str(tmp_path / "rules.toml"))
    assert not found.refused
    assert list(found.rules) == [row["rule"] for row in document["frontier"]]
    table = tomllib.loads((tmp_path / "rules.toml").read_text(encoding="utf-8"))["rules"]
    assert all(rule["source"].endswith("--setup simplified") for rule in table.values())
    assert document["command"] in next(iter(table.values()))["source"]
    best = f"{tmp_path}/rules.toml#{document['rule']['name']}"
    duel = Run(capsys, "duel", best, "Silver only", "--games", "2k", "--json")
    assert json.loads(duel.out)["win_rate"][0] > 0.5


def test_the_command_makes_the_same_again(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    one = json.loads(Run(capsys, *FEW, "--threads", "1", "--json").out)
    two = json.loads(Run(capsys, *FEW, "--threads", "2", "--json").out)
    for document in (one, two):
        document["provenance"].pop("seconds")
    assert one == two


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--games", "10"], "a budget of 10 games"),
        (["--against", "Smithy"], "the setup 'simplified' has no Smithy pile"),
        (["--begin", "Gold if turn > {late}"], "no value for the parameter"),
        (["--longest", "0"], "rules of length 0 at most"),
        (["--within", "lots"], "'lots' is not a share"),
        (["--time", "soon"], "'soon' is not a time"),
        (["--setup", "basic-3"], "a matchup is of two players"),
        (["--out", "{tmp}/a-file"], "cannot be written"),
    ],
)
def test_bad_input_is_one_clear_message(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: list[str], message: str
) -> None:
    (tmp_path / "a-file").write_text("")
    run = Run(
        capsys, "evolve", *(argument.replace("{tmp}", str(tmp_path)) for argument in arguments)
    )
    assert run.code == 2
    assert message in run.err
    assert "Traceback" not in run.err


def test_an_interrupt_keeps_what_there_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    real, calls = module.next_generation, 0

    def interrupted(*arguments: object) -> object:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise KeyboardInterrupt
        return real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "next_generation", interrupted)
    run = Run(capsys, *FEW)
    assert run.code == 130
    assert "Stopped: 2 generations count." in run.err
    assert "so far" not in run.err
    assert "fresh games" in run.out


def test_a_second_interrupt_says_which_rule_was_best(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "_finish", interrupted)
    run = Run(capsys, *FEW)
    assert run.code == 130
    assert "the best rule so far is " in run.err.replace("\n", " ")


def test_how_long_it_takes_is_said_before(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("analysis.questions.optimise.games.pace", lambda *_, **__: 1234.5)
    run = Run(capsys, *FEW)
    said = run.err.replace("\n", " ")
    assert "2,000,000 games take up to 27 minutes here, at about 1,200 games a second" in said
    assert "27 minutes" not in Run(capsys, *FEW, "--time", "60s").err


@pytest.mark.parametrize(
    ("setup", "games"), [("simplified", 10**9), ("first-game", 5 * 10**7), ("basic-3", 5 * 10**7)]
)
def test_the_usual_budget_is_smaller_where_games_are_slow(setup: str, games: int) -> None:
    game = load_setup(setup)
    assert usual_budget(game, [load_rule("Big Money")]) == games
