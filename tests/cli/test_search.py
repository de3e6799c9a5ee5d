"""``fastsim search``, from options to files."""

import json
import shlex
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from analysis.cli import main
from analysis.output.commands import search_command
from analysis.questions.optimise.family import Family, parse_choice, parse_orders
from analysis.questions.optimise.games import Games
from analysis.questions.optimise.opponents import Opponents
from analysis.questions.optimise.search import Search, search
from fastsim.game.setup import simplified
from fastsim.rules.load import load_rule

TEMPLATE = "Province; Duchy if provinces <= {duchy}; {treasure}; Silver"
ARGUMENTS = [
    "search", TEMPLATE, "--over", "duchy=3:6", "--over", "treasure=Silver,Gold", "--against",
    "Big Money", "--games", "200k", "--fresh", "4k", "--seed", "3",
]  # fmt: skip


def run(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    out, err = capsys.readouterr()
    return int(caught.value.code or 0), out, err


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(ARGUMENTS, capsys)
    assert code == 0
    assert out.startswith("Best of eight rules: duchy = ")
    assert "treasure = Gold\n    Province\n    Duchy if provinces <= " in out
    assert "4,000 fresh games: wins" in out
    assert "games that chose it:" in out
    assert "treasure   Gold: best   Silver: " in out


def test_every_value_of_a_parameter_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    template = "Province; Duchy if provinces <= {duchy}; Gold; Silver if own(Silver) < {n}"
    few = ["search", template, "--against", "Big Money", "--games", "1M", "--fresh", "400"]
    code, out, _ = run([*few, "--over", "duchy=0:8", "--over", "n=1:60"], capsys)
    assert code == 0
    (duchy,) = (line for line in out.splitlines() if line.startswith("  duchy "))
    assert all(f" {value}: " in duchy for value in range(9))
    (n,) = (line for line in out.splitlines() if line.startswith("  n "))
    assert n.endswith("(19 more, not scored)")
    assert n.count(": ") == 41


def test_a_stopped_search_says_what_it_has(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def stop(played: int) -> None:
        if played > 8 * 1024:
            raise KeyboardInterrupt

    def stopped(*arguments: Any, **how: Any) -> Search:
        return search(replace(arguments[0], progress=stop), *arguments[1:], **how)

    monkeypatch.setattr("analysis.questions.optimise.search.search", stopped)
    code, out, err = run([*ARGUMENTS, "--games", "2M", "--out", str(tmp_path)], capsys)
    assert code == 130
    assert out.startswith("Best so far of eight rules: duchy = ")
    assert "the 1,024 games that chose it: wins " in out
    assert "They flatter it; no fresh games were played." in out
    assert "8,192 games in one round, stopped by the user." in out
    assert "Stopped after 8,192 of up to 2,000,000 games." in err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["search.csv", "search.json"]
    document = json.loads((tmp_path / "search.json").read_text())
    assert document["best"]["win_rate"] is None
    assert document["best"]["selected"]["low"] < document["best"]["selected_at"]
    assert document["command"] is None


def test_json_and_files_say_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run([*ARGUMENTS, "--json", "--out", str(tmp_path)], capsys)
    assert code == 0
    document = json.loads(out)
    written = json.loads((tmp_path / "search.json").read_text())
    files = document.pop("files")
    assert document == written
    assert sorted(Path(name).name for name in files) == sorted(p.name for p in tmp_path.iterdir())
    frame = pd.read_csv(tmp_path / "search.csv")
    assert len(frame) == 8
    assert frame.loc[frame["best"], "rule"].tolist() == [document["best"]["rule"]]
    assert set(document["columns"]["search"]) == set(frame.columns) - {"duchy", "treasure"}
    line = pd.read_csv(tmp_path / "profile-treasure.csv")
    assert line["treasure"].tolist() == ["Silver", "Gold"]
    assert line.loc[line["best"], "shortfall"].tolist() == [0]
    assert document["best"]["fresh_seed"] == 2**64 - 4


def test_the_command_makes_the_same_search_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = run([*ARGUMENTS, "--json"], capsys)
    document = json.loads(out)
    name, *arguments = shlex.split(document["command"])
    assert name == "fastsim"
    again = json.loads(run([*arguments, "--json"], capsys)[1])
    _, *arguments = shlex.split(document["best"]["fresh_command"])
    duel = json.loads(run([*arguments, "--json"], capsys)[1])
    assert duel["win_rate"][0] == document["best"]["win_rate"]["value"]
    assert duel["ci95"][0] == [document["best"]["win_rate"][end] for end in ("low", "high")]
    for known in (document, again):
        known["provenance"].pop("seconds")
        known.pop("files")
    assert again == document


def test_commands_spell_every_kind_of_choice() -> None:
    template = load_rule("Duchy if turn > {t}; {card} if vp < {share}; Silver; Copper")
    choices = (
        *map(parse_choice, ("t=1,3", "share=0:1:0.5", "card=Gold,Silver")),
        parse_orders("3:4", template),
    )
    opponents = Opponents.of([load_rule("Greedy"), load_rule("Big Money")], [1, 3])
    found = search(
        Games(simplified()), Family(template, choices), opponents, budget=50_000, fresh=1000
    )
    command = search_command(found)
    assert command is not None
    assert "--over t=1,3 --over share=0:1:0.5 --over card=Gold,Silver --orders 3:4" in command
    assert '--against Greedy --against "Big Money" --weights 0.25,0.75' in command


@pytest.mark.parametrize(
    ("more", "what"),
    [
        (["--over", "duchy=1"], "two lists of values"),
        (["--over", "duke=0:8"], "no parameter {duke}"),
        (["--weights", "1,2"], "2 weights for 1 opponent"),
        (["--weights", "a"], "not a list of numbers"),
        (["--time", "soon"], "'soon' is not a time"),
        (["--orders", "9"], "not a range of entries"),
        (["--games", "1000"], "1,000 games"),
        (["--against", "Bug Money"], "Big Money"),
        (["--set", "duchy=3"], "no parameter {duchy}"),
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


def test_a_parameter_without_values_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(["search", TEMPLATE, "--over", "duchy=1:2", "--against", "Greedy"], capsys)
    assert code == 2
    assert "no values for the parameter {treasure}" in err
