"""``fastsim rules`` and ``fastsim cards``, of games with kingdom cards too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from analysis.cli import main
from analysis.questions.library_rates import library_rates
from fastsim.cards import CARDS
from fastsim.cards.words import summary_of
from fastsim.game.setup import simplified
from fastsim.rules.library import library

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


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("options", [(), ("--setup", "first-game"), ("--sources",)])
def test_the_list_fits_the_terminal(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    width: int,
    options: tuple[str, ...],
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    text = run(capsys, "rules", "list", *options)
    assert "\x1b" not in text
    # an address stays whole: on a line of its own where it is longer than one
    assert all(len(line) <= width or len(line.split()) == 1 for line in text.splitlines())
    if "--sources" not in options:
        table = text.split("\n\n")[0].splitlines()
        assert {row.split("  ")[0] for row in table[1:]} <= set(library().rules)


def test_the_list_says_what_each_rule_buys_and_how_strong_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    lines = run(capsys, "rules", "list").splitlines()
    assert lines[0].split() == ["rule", "what", "it", "buys", "wins"]
    (bmu,) = (line for line in lines if line.startswith("Big Money Ultimate  "))
    assert "Province if total_money > 18; Duchy if provinces <= 4; Estate if" in bmu
    measured = library_rates(simplified())
    assert measured is not None
    assert bmu.endswith(f"{100 * measured.rates['Big Money Ultimate'].value:.1f} %")
    (chapel,) = (line for line in lines if line.startswith("Chapel and Witch"))
    assert "%" not in chapel
    said = " ".join(lines)
    assert f"in simplified, both seat orders, ± 0.1 % at most; {measured.games:,} games" in said
    assert f"played {measured.date} by python -m benchmarks.library_rates" in said


def test_the_list_of_a_setup_is_what_can_be_played_there(
    capsys: pytest.CaptureFixture[str],
) -> None:
    first = run(capsys, "rules", "list", "--setup", "first-game")
    assert "Big Money + Smithy" in first
    assert "Big Money Ultimate" in first
    assert "Smithy = Big Money + Smithy" in " ".join(first.split())
    assert "Witch" not in first
    assert "in first-game, both seat orders" in " ".join(first.split())
    # what nobody has measured is not told
    assert "%" not in run(capsys, "rules", "list", "--setup", "simplified,supply.Gold=20")


def test_sources_are_told_when_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    told = " ".join(run(capsys, "rules", "list", "--sources").split())
    assert "ChapelWitch.coffee of Dominiate" in told
    assert "ChapelWitch" not in run(capsys, "rules", "list")


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
    monkeypatch.setenv("COLUMNS", "250")
    lines = run(capsys, "cards").splitlines()
    for card in CARDS:
        (line,) = (line for line in lines if line.startswith(f"{card.name}  "))
        assert summary_of(card) in line
        assert f" {card.cost} " in f"{line} "
        assert ", ".join(card.types) in line


def test_what_cards_do_fits_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for shown in (run(capsys, "cards"), run(capsys, "cards", "Library").split("\nRecommended")[0]):
        assert max(map(len, shown.splitlines())) <= 80


def test_one_card_is_told_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    shown = run(capsys, "cards", "throne_room")
    assert shown.startswith("Throne Room: kingdom card, Action, costs 4\n")
    assert shown.splitlines()[1] == "You may play an Action from your hand twice."
    assert "It is completely resolved, then played again" in shown
    assert "\nSource: Dominion, Second Edition" in shown
    assert "Recommended kingdoms: size-distortion" in shown
    assert "[play]\nThrone Room if hand_actions > 1\nVillage if resolving(Throne Room)" in shown
    smithy = run(capsys, "cards", "smithy")  # which is of the classes terminal and Action
    assert "[discard]\nterminal if resolving(Militia) == 1 and actions_needed > 1\n" in smithy
    assert "Action if resolving(Library) == 1" in smithy
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
