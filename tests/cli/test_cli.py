"""Every command on real input, and every kind of bad input: one clear message, exit code 2."""

import csv
import json
import os
import sys
from pathlib import Path

import pytest

from analysis.cli import main
from analysis.cli.options import parse_count, parse_values
from fastsim.execute import chunks
from fastsim.text.errors import InvalidInput

TEMPLATE = "Province if total_money > 18; Duchy if provinces <= {duchy}; Gold; Silver"


class Run:
    """What a command printed, and its exit code."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *arguments: str) -> None:
        with pytest.raises(SystemExit) as caught:
            main(list(arguments))
        code = caught.value.code
        self.code = 0 if code is None else code
        self.out, self.err = capsys.readouterr()


def test_duel_says_who_wins(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "duel", "Big Money Ultimate", "Big Money", "--games", "20k")
    assert run.code == 0
    assert "20,000 games of simplified, half in each seat order" in run.out
    assert "A wins 8" in run.out
    assert "A moves first" in run.out
    assert run.err == ""


def test_duel_json_holds_both_orders(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(
        capsys, "duel", "BMU", "BM", "--games", "2e4", "--seed", "5", "--setup", "basic", "--json"
    )
    document = json.loads(run.out)
    assert document["rules"] == ["Big Money Ultimate", "Big Money"]
    assert (document["setup"], document["seed"], document["games"]) == ("basic", 5, 20_000)
    assert sum(document["win_rate"]) == pytest.approx(1)
    for rate, (low, high) in zip(document["win_rate"], document["ci95"], strict=True):
        assert low < rate < high
    for order in ("a_first", "b_first"):
        block = document[order]
        assert block["games"] == 10_000
        assert block["wins_first"] + block["wins_second"] + block["shared"] == 10_000
        assert block["ended_provinces"] + block["ended_piles"] + block["cut"] == 10_000
        assert block["shared"] <= block["equal_vp"]
        assert {"mean_turns", "sd_turns", "mean_vp_first", "mean_vp_second"} <= block.keys()
    won = document["a_first"]["wins_first"] + document["b_first"]["wins_second"]
    shared = document["a_first"]["shared"] + document["b_first"]["shared"]
    assert document["win_rate"][0] == pytest.approx((won + shared / 2) / 20_000)
    assert document["provenance"]["seed"] == 5


def test_duel_is_the_same_on_any_number_of_threads(capsys: pytest.CaptureFixture[str]) -> None:
    def result(threads: str) -> dict[str, object]:
        run = Run(capsys, "duel", "A", "B", "--games", "9k", "--threads", threads, "--json")
        document: dict[str, object] = json.loads(run.out)
        document.pop("provenance")
        return document

    assert result("1") == result("2")


def test_a_template_is_filled_by_set(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "duel", TEMPLATE, "BM", "--set", "duchy=4", "--games", "1000", "--json")
    assert "provinces <= 4" in json.loads(run.out)["provenance"]["rules"][0]


def test_a_mirror_is_even_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "duel", "BM", "A", "--games", "1000")
    assert "the same rule" in run.out


def test_heatmap_writes_pictures_and_a_table(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "map"
    template = TEMPLATE + "; Estate if provinces <= {estate}"
    run = Run(
        capsys, "heatmap", template, "--x", "duchy=2:4", "--y", "estate=0:1", "--against", "BMU",
        "--games", "400", "--out", str(out),
    )  # fmt: skip
    assert run.code == 0
    assert "Best: " in run.out
    assert (out / "heatmap.png").read_bytes().startswith(b"\x89PNG")
    assert "<svg" in (out / "heatmap.svg").read_text(encoding="utf-8")
    with (out / "heatmap.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [(row["estate"], row["duchy"]) for row in rows] == [
        ("0", "2"), ("0", "3"), ("0", "4"), ("1", "2"), ("1", "3"), ("1", "4"),
    ]  # fmt: skip
    assert {int(row["games"]) for row in rows} == {400}


def test_heatmap_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    run = Run(
        capsys, "heatmap", TEMPLATE, "--x", "duchy=0:8:4", "--against", "BM", "--games", "200",
        "--out", str(tmp_path), "--json",
    )  # fmt: skip
    document = json.loads(run.out)
    assert [cell["duchy"] for cell in document["cells"]] == [0, 4, 8]
    assert document["games_per_cell"] == 200


def test_replay_tells_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "replay", "BMU", "BM", "--game", "7", "--seed", "3")
    assert run.code == 0
    assert run.out.startswith("Seat 1: Big Money Ultimate")
    assert "The game ends: " in run.out
    assert run.out == Run(capsys, "replay", "BMU", "BM", "--game", "7", "--seed", "3").out


def test_replay_of_more_players(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "replay", "BMU", "BM", "Greedy", "--setup", "basic-3")
    assert "Seat 3: Greedy" in run.out


def test_verify_finds_the_engines_equal(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "verify", "--games", "60")
    assert run.code == 0
    assert "every hand, buy, end and score equal" in run.out


def test_rules_list_show_check_convert(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "Big Money Ultimate" in Run(capsys, "rules", "list").out
    shown = Run(capsys, "rules", "show", "bmu").out
    assert "Province if total_money > 18" in shown
    assert "# source: Geronimoo" in shown

    source = tmp_path / "mine.toml"
    source.write_text('[rules.One]\nsource = "me"\nbuy = "Gold; Silver if turn < 9"\n')
    assert "1 usable, 0 refused" in Run(capsys, "rules", "check", str(source)).out
    target = tmp_path / "mine.xml"
    assert Run(capsys, "rules", "convert", str(source), "--out", str(target)).code == 0
    assert "Silver if turn < 9" in Run(capsys, "rules", "convert", str(target)).out
    duel = Run(capsys, "duel", f"{target}#One", "BM", "--games", "100")
    assert "A: One" in duel.out


def test_check_lists_what_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    source = tmp_path / "mine.toml"
    source.write_text('[rules.One]\nbuy = "Gold"\n[rules.Two]\nbuy = "Wharf"\n')
    run = Run(capsys, "rules", "check", str(source))
    assert run.code == 1
    assert "ok       One: Gold" in run.out
    assert "refused  Two" in run.out


def test_version_and_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert Run(capsys, "--version").out.startswith("fastsim ")
    assert "Usage: fastsim" in Run(capsys, "--help").out


HEATMAP = ["heatmap", TEMPLATE, "--x", "duchy=0:2", "--against", "BM"]
BAD = [
    (["duel", "Smithy", "BM"], "'Big Money + Smithy': the setup 'simplified' has no Smithy pile"),
    (["duel", "Smithy", "BM"], "--setup first-game or sleight-of-hand or \"base(Smithy)\"."),
    (["duel", "Big", "Money", "BMU"], "Did you mean 'Big Money'? A shell needs quotes around"),
    (["rules", "show", "Big", "Money"], "needs quotes: \"Big Money\""),
    (["duel", "Province, Gold, Silver", "BM"], "Separate entries by ';'"),
    (["duel", "Gold if money =< 2", "BM"], "Did you mean '<='?"),
    (["duel", "Gold if coins >= 2", "BM"], "Did you mean 'money'"),
    (["duel", "Big Money + 2 Smithies", "BM"], "Did you mean the rule 'Two Smithies'?"),
    (["duel", "Gold; Feast", "BM"], "unknown card 'Feast': it is of the base set's First Edition"),
    (["duel", "Gold; Sliver", "BM"], "Did you mean 'Silver'?"),
    (["duel", "Gold if provnces < 3", "BM"], "line 1, column 9: unknown quantity 'provnces'"),
    (["duel", "Gold if", "BM"], "a condition is missing after 'if'"),
    (["duel", "Gold if provinces <=", "BM"], "a value is missing after '<='"),
    (["duel", "", "BM"], "the rule has no entries"),
    (["duel", TEMPLATE, "BM"], "no value for the parameter {duchy}"),
    (["duel", TEMPLATE, "BM", "--set", "duchy=four"], "not name=number"),
    (["duel", "BM", "BM", "--set", "duchy=4"], "no rule here has a parameter {duchy}"),
    (["duel", "Gold", "BM", "--setup", "{tmp}/nogold.toml"], "'nogold' has no Gold pile"),
    (["duel", "BM", "BM", "--setup", "{tmp}/broken.toml"], "not valid TOML"),
    (["duel", "BM", "BM", "--setup", "{tmp}/noend.toml"], "nobody can ever end the game"),
    (["duel", "BM", "BM", "--setup", "simple"], "no setup is named 'simple'"),
    (["duel", "{tmp}/broken.xml#A", "BM"], "broken XML"),
    (["duel", "{tmp}/missing.xml#A", "BM"], "cannot be read"),
    (["duel", "{tmp}/missing.toml#A", "BM"], "cannot be read"),
    (["duel", "BM", "BM", "--games", "0"], "0 games"),
    (["duel", "BM", "BM", "--games", "many"], "'many' is not a whole number"),
    (["duel", "BM", "BM", "--seed", "99999999999999999999"], "A seed is a whole number"),
    (["duel", "BM", "BM", "--threads", "0"], "0 threads"),
    (["duel", "BM", "BM", "--setup", "basic-3"], "2 rules for the 3 players of 'basic-3'"),
    (["duel", "BM"], "1 rule for the 2 players of 'simplified'"),
    (["duel", "BM", "BM", "--colour", "red"], "No such option"),
    ([*HEATMAP[:3], "duchy=8:0", *HEATMAP[4:]], "the range ends before it begins"),
    ([*HEATMAP[:3], "duchy=0:8:0", *HEATMAP[4:]], "a step is above 0"),
    ([*HEATMAP[:3], "duchy", *HEATMAP[4:]], "is not a range"),
    ([*HEATMAP[:3], "duchy=0:1e9", *HEATMAP[4:]], "values"),
    ([*HEATMAP[:3], "dutchy=0:2", *HEATMAP[4:]], "neither rule has a parameter {dutchy} to sweep"),
    ([*HEATMAP, "--y", "duchy=0:1"], "both sweep duchy"),
    ([*HEATMAP, "--games", "1"], "1 game a cell"),
    ([*HEATMAP, "--out", "{tmp}/broken.toml"], "cannot be written"),
    (["replay", "BM", "BM", "--game", "-1"], "'-1' is below 0\n  At least 0."),
    (["duel", "BM", "BM", "--games", "-5"], "'-5' is below 0\n  At least 1."),
    (["duel", "BM", "BM", "--games", ""], "'' is not a whole number"),
    (["duel", "BM", "BM", "--games", "200.000"], "Write 200 or 200000."),
    (["duel", "BM", "BM", "--seed", "-1"], "A seed is a whole number from 0 to 2^64 - 1."),
    (["duel", "BM", "BM", "--seed", "٣"], "'٣' is not a whole number"),
    (["duel", "BM", "BM", "--until", "٣%"], "is not a share"),
    (["duel", "BM", "BM", "--until", "0"], "above 0 and at most 1"),
    (["duel", "BM", "BM", "--threads", "٣"], "'٣' is not a whole number"),
    (["duel", TEMPLATE, "BM", "--set", "duchy=٣"], "not name=number"),
    (["search", TEMPLATE, "--over", "duchy=٣,4", "--against", "BM"], "neither a number nor a card"),
    (["search", TEMPLATE, "--orders", "٢:3", "--against", "BM"], "not a range of entries"),
    (["search", TEMPLATE, "--over", "duchy=3:4", "--against", "BM", "--weights", "٣"],
     "not a list of numbers"),
    (["search", TEMPLATE, "--over", "duchy=3:4", "--against", "BM", "--time", ""], "not a time"),
    (["search", TEMPLATE, "--over", "duchy=3:4", "--against", "BM", "--time", "٣s"], "not a time"),
    (["evolve", "--longest", "٣"], "'٣' is not a whole number"),
    ([*HEATMAP, "--refine", ""], "'' is not a whole number"),
    ([*HEATMAP[:3], "duchy=٠:3", *HEATMAP[4:]], "is not a range of numbers"),
    (["replay", "BM"], "1 rule for 2 players"),
    (["verify", "--games", "0"], "0 games"),
    (["rules", "show", "Big Mony"], "Did you mean"),
    (["rules", "check", "{tmp}/missing.toml"], "cannot be read"),
    (["rules", "check", "{tmp}"], "not a file of rules"),
    (["rules", "convert", "{tmp}/good.toml", "--out", "{tmp}/good.txt"], "not a format for rules"),
    (["report", "{tmp}/missing.toml"], "cannot be read"),
    (["nonsense"], "No such command"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "message"), BAD, ids=lambda value: str(value)[:60])
def test_bad_input_is_one_clear_message(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: list[str], message: str
) -> None:
    files = {
        "broken.toml": "supply = {Copper = 1",
        "broken.xml": "<playerCollection><player",
        "nogold.toml": "supply = {Copper = 9, Silver = 3}\ndeck = {Copper = 7}\nend_piles = 1",
        "noend.toml": "supply = {Copper = 1, Province = 4}\ndeck = {Estate = 7}",
        "good.toml": '[rules.One]\nbuy = "Gold"',
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    run = Run(capsys, *(argument.replace("{tmp}", str(tmp_path)) for argument in arguments))
    assert run.code == 2
    assert message in run.err
    assert "Traceback" not in run.err
    assert run.out == ""


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_refused_before_the_games(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    tmp_path.chmod(0o500)
    run = Run(capsys, *HEATMAP, "--games", "1G", "--out", str(tmp_path / "map"))
    assert run.code == 2
    assert "cannot be written" in run.err


@pytest.mark.parametrize(
    ("text", "value"),
    [("200000", 200_000), ("200_000", 200_000), ("2e5", 200_000), ("200k", 200_000),
     ("0.2M", 200_000), ("1G", 10**9), (" 7 ", 7), ("1.5e1", 15), ("2,000", 2000),
     ("1,000,000", 10**6), ("0.250M", 250_000), ("\u00a07\u00a0", 7)],
)  # fmt: skip
def test_numbers_are_read_as_people_write_them(text: str, value: int) -> None:
    assert parse_count(text) == value


@pytest.mark.parametrize(
    "text",
    [
        *("", "k", "1.5", "1e999", "1 000", "0x10", "1e-3", "nan", "--1", "2,00", "2,000k", ",000"),
        *("٣", "３", "1٣", "²"),
    ],
)
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match="not a whole number"):
        parse_count(text)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("200.000", "Write 200 or 200000."),
        ("1.000.000", "Write 200000, 200_000,"),
        ("1.234", "Write 1234."),
        ("1.500M", "Write 1.5M or 1500M."),
        ("120.000k", "Write 120k or 120000k."),
        ("-2k", "At least 1."),
        ("-1,000", "Write 200000"),
    ],
)
def test_what_may_be_two_numbers_or_none_gets_a_hint(text: str, hint: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        parse_count(text)
    assert (caught.value.hint or "").startswith(hint)


def test_values_are_exact() -> None:
    assert parse_values(["share=0.1", "n=3"]) == {"share": parse_values(["x=0.1"])["x"], "n": 3}
    with pytest.raises(InvalidInput, match="given twice"):
        parse_values(["n=1", "n=2"])


def test_an_interrupt_keeps_what_was_played(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from fastsim.execute import chunks

    real = chunks.run

    def interrupted(*arguments: object, **options: object) -> object:
        for count, part in enumerate(real(*arguments, **options)):  # type: ignore[arg-type]
            if count == 2:
                raise KeyboardInterrupt
            yield part

    monkeypatch.setattr(chunks, "run", interrupted)
    run = Run(capsys, "duel", "A", "B", "--games", "1G", "--threads", "1")
    assert run.code == 130
    assert "Stopped: these are the first" in run.err
    assert "A wins" in run.out or "B wins" in run.out


def test_an_interrupt_before_the_first_chunk_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*arguments: object, **options: object) -> object:
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(chunks, "run", interrupted)
    run = Run(capsys, "duel", "A", "B")
    assert run.code == 130
    assert "stopped before any games were finished" in run.err


def test_threads_that_would_only_wait_are_not_started(capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(capsys, "duel", "A", "B", "--games", "1k", "--threads", "100000")
    assert run.code == 0
    assert f"{chunks.most_threads()} threads play, not 100,000" in run.err
    assert Run(capsys, "duel", "A", "B", "--games", "1k", "--threads", "2").err == ""
