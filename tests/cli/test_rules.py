"""``fastsim rules`` and ``fastsim cards``, of games with kingdom cards too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from analysis.cli import main
from fastsim.cards import CARDS
from fastsim.cards.text import summary_of

PLAYS = """
[rules.Mine]
buy = "Province; Gold; Smithy; Silver"
play = "Smithy if turn > 2"
trash = ""
"""


def run(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    """Return what a command prints; on bad input, on stderr."""
    with pytest.raises(SystemExit) as caught:
        main(list(arguments))
    out, err = capsys.readouterr()
    assert (caught.value.code or 0) == code, err
    return err if code == 2 else out


@pytest.fixture
def bots() -> str:
    return str(Path(__file__).parents[1] / "rules" / "data" / "bots.xml")


# -- rules -------------------------------------------------------------------------------------


def test_the_list_says_which_cards_a_rule_needs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    lines = run(capsys, "rules", "list").splitlines()
    (chapel,) = (line for line in lines if line.startswith("Chapel and Witch"))
    assert "Chapel, Witch" in chapel
    assert "ChapelWitch.coffee of Dominiate" in chapel
    first = run(capsys, "rules", "list", "--setup", "first-game")
    assert "Big Money + Smithy" in first
    assert "Big Money Ultimate" in first
    assert "Smithy = Big Money + Smithy" in first
    assert "Witch" not in first


def test_check_can_be_about_a_setup(capsys: pytest.CaptureFixture[str], bots: str) -> None:
    assert "2 usable, 2 refused" in run(capsys, "rules", "check", bots, code=1)
    optional = run(capsys, "rules", "check", bots, "--setup", "basic", code=1)
    assert "ok       Plain Money: Province; Gold; Silver; avoid_losing_end" in optional
    assert "refused  Spy Ring: unsupported card 'Spy' of the base set's First Edition" in optional


def test_check_refuses_what_a_setup_lacks(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    source = tmp_path / "mine.toml"
    source.write_text(PLAYS + '[rules.Other]\nbuy = "Gold"\n')
    assert "2 usable, 0 refused" in run(capsys, "rules", "check", str(source))
    assert "2 usable" in run(capsys, "rules", "check", str(source), "--setup", "first-game")
    shown = run(capsys, "rules", "check", str(source), "--setup", "basic", code=1)
    assert "ok       Other: Gold" in shown
    assert "refused  Mine: the setup 'basic' has no Smithy pile" in shown


def test_lists_of_plays_are_shown_and_converted(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    source = tmp_path / "mine.toml"
    source.write_text(PLAYS)
    shown = run(capsys, "rules", "show", str(source))
    assert "\n[play]\nSmithy if turn > 2\n[trash]\n" in shown
    converted = run(capsys, "rules", "convert", str(source))
    assert 'play = """\nSmithy if turn > 2\n"""\ntrash = ""' in converted
    error = run(capsys, "rules", "convert", str(source), "--out", str(tmp_path / "x.xml"), code=2)
    assert "rule 'Mine' cannot be written as a bot: its list 'play' has no counterpart" in error


def test_rules_come_back_from_the_other_format(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, bots: str
) -> None:
    toml, xml, again = (str(tmp_path / name) for name in ("a.toml", "b.xml", "c.toml"))
    assert "2 rules" in run(capsys, "rules", "convert", bots, "--out", toml)
    assert "Province if coins_owned > 18" in Path(toml).read_text()
    assert Path(toml).read_text().count("avoid_losing_end = true") == 2
    run(capsys, "rules", "convert", toml, "--out", xml)
    run(capsys, "rules", "convert", xml, "--out", again)
    assert Path(again).read_text() == Path(toml).read_text()


def test_who_ends_games_in_defeat_is_told_that_the_simulator_does_not(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    source, out = tmp_path / "a.toml", tmp_path / "b.xml"
    for options, told in (("", True), ("avoid_losing_end = true", False)):
        source.write_text(f'[rules.Mine]\nbuy = "Gold"\n{options}\n')
        with pytest.raises(SystemExit):
            main(["rules", "convert", str(source), "--out", str(out)])
        assert ("no bot ends a game in its own defeat" in capsys.readouterr().err) is told


def test_show_can_spell_out_every_list(capsys: pytest.CaptureFixture[str]) -> None:
    shown = run(capsys, "rules", "show", "Smithy", "--setup", "base(Smithy),kingdom_size=1")
    lists = shown.split("\n[")
    assert [part.split("]")[0] for part in lists[1:]] == [
        "play", "discard", "trash", "gain", "topdeck",
    ]  # fmt: skip
    assert lists[1] == "play]\nSmithy if actions_left > 1\nSmithy"
    assert lists[4].startswith("gain]\nProvince if total_money > 15\n")
    assert "Witch" not in shown
    assert "[play]" not in run(capsys, "rules", "show", "BMU", "--setup", "simplified")


# -- cards -------------------------------------------------------------------------------------


def test_every_card_is_listed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    lines = run(capsys, "cards").splitlines()
    for card in CARDS:
        (line,) = (line for line in lines if line.startswith(f"{card.name}  "))
        assert summary_of(card) in line
        assert f" {card.cost} " in f"{line} "
        assert ", ".join(card.types) in line


def test_one_card_is_told_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    shown = run(capsys, "cards", "throne_room")
    assert shown.startswith("Throne Room: kingdom card, Action, costs 4\n")
    assert "Recommended kingdoms: size-distortion" in shown
    assert "[play]\nVillage if resolving(Throne Room) == 1" in shown
    gold = run(capsys, "cards", "gold")
    assert "Second Edition" in gold
    assert "kingdoms" not in gold


def test_cards_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    cards = json.loads(run(capsys, "cards", "--json"))["cards"]
    assert [card["name"] for card in cards] == [card.name for card in CARDS]
    market = next(card for card in cards if card["name"] == "Market")
    assert [market[key] for key in ("cost", "cards", "actions", "buys", "coins")] == [5, 1, 1, 1, 1]
    assert market["kingdom"]
    one = json.loads(run(capsys, "cards", "Curse", "--json"))
    assert (one["vp"], one["types"], one["kingdom"]) == (-1, ["Curse"], False)
    assert one["defaults"]["discard"] == ["Curse"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Smity", "unknown card 'Smity'\n  Did you mean 'Smithy'?"),
        ("Woodcutter", "unknown card 'Woodcutter': it is of the base set's First Edition"),
        ("xyzzy", "unknown card 'xyzzy'\n  fastsim cards lists those of the base set"),
    ],
)
def test_an_unknown_card_is_one_clear_error(
    capsys: pytest.CaptureFixture[str], name: str, message: str
) -> None:
    assert message in run(capsys, "cards", name, code=2)
