"""The command line with arguments that nobody should give: exit codes, and never a traceback."""

from __future__ import annotations

import contextlib
import io
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.cli import main
from tests.hostile import corpus
from tests.hostile.limits import FEW_AND_MANY, check_message, opened_files

FEW, MANY = 80, 1000

#: Words for any place: none of them is a number of games that would take long.
WORDS = (
    *("", " ", "-", "--", "---", "-x", "--x", "--help", "-h", "--json", "--version", "\0", "\n"),
    *("0", "-1", "2", "3.5", "1e1", "9e99", "1e999999999", "9" * 5000, "nan", "-inf", "٣", "0x4"),
    *("BM", "bmu", "Gold", "Gold;;", "Gild", "Gold if", "Silver if turn < {a}", "Big", "\x1b[31m"),
    *("\u202e", "\udcff", "é", "😀", "'", '"', "$(id)", "`id`", "%s", "{}", "[/b]", "a" * 5000),
    *("good.toml", "good.toml#Short", "good.xml", "bad.toml", "bad.xml", "spec.toml", "setup.toml"),
    *("none.toml", "none.xml#x", ".", "..", "/", "/dev/null", "/dev/zero", "~", "//", "good.toml#"),
    *("simplified", "basic-3", "simplified,players=3", "basic,supply.Gold=-1", "simplified,,", ","),
    *("a=1", "a=", "=1", "a=1/0", "a=0:2", "a=2:0", "a=0:1e9", "a=0:1:0", "b=::", "a=0:1:1e-9"),
    *("lanes", "general", "warp", "1%", "0%", "1e-300", "101%"),
)
OPTIONS = {
    "duel": ("--games", "--until", "--curves", "--out", "--seed", "--setup", "--set", "--threads"),
    "heatmap": (
        "--x", "--y", "--z", "--w", "--against", "--games", "--refine", "--out", "--parquet",
        "--seed", "--setup", "--set", "--kernel",
    ),
    "tournament": ("--games", "--out", "--seed", "--setup", "--set", "--threads", "--kernel"),
    "simulate": ("--games", "--out", "--seed", "--setup", "--given-order", "--threads"),
    "replay": ("--game", "--seed", "--setup", "--set"),
    "verify": ("--games", "--seed", "--setup"),
    "report": ("--out", "--threads"),
    "rules list": (),
    "rules show": (),
    "rules check": (),
    "rules convert": ("--out",),
    "runs list": (),
    "runs show": (),
    "runs verify": (),
    "rules": ("--x",),
    "nothing": ("--x",),
}  # fmt: skip
#: What makes a command whole: most cases are one of these with one or two words exchanged.
WHOLE = (
    ("duel", "BM", "BMU", "--games", "8", "--seed", "1"),
    ("duel", "BM", "BMU", "--games", "400", "--until", "10%"),
    ("heatmap", "Gold if turn < {a}; Silver", "--x", "a=0:2", "--against", "BM", "--games", "8"),
    ("tournament", "BM", "BMU", "good.toml", "--games", "8", "--setup", "simplified"),
    ("simulate", "BM", "BMU", "--games", "8", "--out", "games"),
    ("replay", "BM", "BMU", "--game", "3"),
    ("verify", "--games", "2"),
    ("rules", "show", "BM"),
    ("rules", "check", "good.toml"),
    ("rules", "convert", "good.xml", "--out", "new.toml"),
    ("report", "bad.toml"),
    ("runs", "show", "."),
)
words = st.sampled_from(WORDS)


@st.composite
def command_lines(draw: st.DrawFn) -> list[str]:
    """Draw a whole command with some words exchanged, put in or left out, or just any words."""
    if draw(st.integers(0, 3)) == 0:
        command = draw(st.sampled_from(sorted(OPTIONS)))
        options = st.sampled_from(OPTIONS[command]) if OPTIONS[command] else words
        line = [*command.split(), *draw(st.lists(words | options, max_size=6))]
        # the default numbers of games would take long
        return [*line, "--games", "8"] if "--games" in OPTIONS[command] else line
    line = list(draw(st.sampled_from(WHOLE)))
    for _ in range(draw(st.integers(1, 2))):
        place = draw(st.integers(1, len(line)))
        match draw(st.sampled_from(("exchange", "put in", "leave out"))):
            case "exchange" if place < len(line):
                line[place] = draw(words)
            case "leave out" if line[place - 1] not in ("--games", "8", "400", "2"):
                line[place - 1 : place] = [] if place > 1 else line[:1]
            case _:
                line.insert(place, draw(words))
    return line


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own to run in, with files good and bad."""
    monkeypatch.chdir(tmp_path)
    for name, text in (
        ("good.toml", corpus.RULE_FILE),
        ("good.xml", corpus.BOTS),
        ("bad.toml", corpus.RULE_FILE[:90]),
        ("bad.xml", corpus.BOTS[:200]),
        ("spec.toml", corpus.SPEC),
        ("setup.toml", corpus.SETUP),
    ):
        Path(name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("many", FEW_AND_MANY)
def test_any_arguments_end_in_an_exit_code_and_a_message(folder: Path, many: bool) -> None:
    @settings(max_examples=MANY if many else FEW)
    @given(command_lines())
    def check(line: list[str]) -> None:
        out, err = io.StringIO(), io.StringIO()
        with (
            opened_files() as opened,
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
            pytest.raises(SystemExit) as caught,
        ):
            main(line)
        code = caught.value.code
        assert code in (0, 1, 2), code
        if code == 2:
            # notes on what was left out may stand before it
            assert sum(said.startswith("error: ") for said in err.getvalue().split("\n")) == 1
        if err.getvalue():
            check_message(err.getvalue())
        for path, flags in opened:
            if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
                here = Path(path).resolve().is_relative_to(folder)
                assert here or path == os.devnull or "kernels-" in path, path

    check()


@pytest.mark.parametrize("name", ["9" * 5000, "a\0b", "\udcff", "/dev/null", ".", "", "good.toml"])
@pytest.mark.parametrize(
    "command",
    [
        ("runs", "list"), ("runs", "show"), ("runs", "verify"), ("rules", "check"), ("report",),
        ("duel", "A", "B", "--games", "8", "--setup"),
        ("tournament", "A", "B", "--games", "8", "--run"),
        ("simulate", "A", "B", "--games", "8", "--out"),
        ("rules", "convert", "good.toml", "--out"),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("folder")
def test_no_name_of_a_file_is_too_odd(
    capsys: pytest.CaptureFixture[str], command: tuple[str, ...], name: str
) -> None:
    with pytest.raises(SystemExit) as caught:
        main([*command, name])
    err = capsys.readouterr().err
    assert caught.value.code in (0, 1, 2)
    if caught.value.code == 2:
        check_message(err)
