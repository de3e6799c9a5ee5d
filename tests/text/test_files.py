"""Files of others: read within bounds, or one clear error."""

import os
import tomllib
from pathlib import Path

import pytest

from fastsim.rules.files import read_rule_file
from fastsim.text.errors import InvalidInput
from fastsim.text.files import read_bounded, split_path
from fastsim.text.toml_file import parse_toml, read_toml


def test_a_file_is_read_up_to_its_bound(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_bytes(b"x" * 10)
    assert read_bounded(path, 10, "rule") == b"x" * 10
    with pytest.raises(InvalidInput, match="too large for a rule file"):
        read_bounded(path, 9, "rule")


def test_what_is_no_file_is_not_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    endless = tmp_path / "endless.toml"
    endless.symlink_to("/dev/zero")
    itself = tmp_path / "itself.toml"
    itself.symlink_to(itself)
    for path, what in (
        (pipe, "not a file"),
        (endless, "not a file"),
        (tmp_path, "cannot be read: Is a directory"),
        (tmp_path / "none.toml", "cannot be read: No such file"),
        (itself, "cannot be read"),
        (Path("a" * 5000 + ".toml"), "cannot be read"),
        (Path("a\0b.toml"), "is not the name of a file"),
        (Path("a\ud800.toml"), "is not the name of a file"),
    ):
        with pytest.raises(InvalidInput, match=what):
            read_toml(path, "setup")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("a = " + "9" * 5000, "a whole number of more than 64 bits"),
        ("a = [{b = 0x" + "f" * 5000 + "}]", "a whole number of more than 64 bits"),
        ("a = -9223372036854775809", "a whole number of more than 64 bits"),
        ("x = 1\n" + ".".join("a" * 20_000) + " = 1", r"a key of more than 5 parts \(line 2\)"),
        ("[" + " . ".join(["'a'"] * 6) + "]", "a key of more than 5 parts"),
        ("a = " + "[" * 100_000, "not valid TOML"),
        ("a = " + "{a=" * 50_000, "not valid TOML"),
        ("a = 1\na = 2", "not valid TOML"),
        ("a = 2026-02-30", "not valid TOML"),
    ],
)
def test_hostile_toml_is_one_clear_error(text: str, what: str) -> None:
    with pytest.raises(InvalidInput, match=what) as caught:
        parse_toml(text, source="x.toml")
    assert str(caught.value).startswith("x.toml: ")
    assert len(str(caught.value)) < 300


def test_toml_as_people_write_it_is_read() -> None:
    text = "a.b.c.d = 1\n[x.y.\"z . w\"]\nv = '1.2.3.4.5.6.7 a.b.c'\nw = 9223372036854775807"
    assert parse_toml(text, source="x")["x"]["y"]["z . w"]["v"] == "1.2.3.4.5.6.7 a.b.c"


# -- what pages paste --------------------------------------------------------------------------

PASTED = """
[rules.“My Rule”]
\u00a0\u00a0source = "a “page” with # and 'marks'"  # “not” a string
buy = ‘Province; Gold if lead ≥ −3’
play = “””
Village
Smithy
”””
"""


def read(tmp_path: Path, text: str) -> object:
    path = tmp_path / "pasted.toml"
    path.write_text(text, encoding="utf-8")
    return read_toml(path, "rule")


def test_curly_quotes_and_wide_blanks_are_read_as_plain_ones(tmp_path: Path) -> None:
    assert read(tmp_path, PASTED) == {
        "rules": {
            "My Rule": {
                "source": "a “page” with # and 'marks'",
                "buy": "Province; Gold if lead ≥ −3",
                "play": "Village\nSmithy\n",
            }
        }
    }


def test_a_fault_in_a_pasted_rule_is_placed_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "pasted.toml"
    path.write_text(PASTED.replace("Gold if", "Gild if"), encoding="utf-8")
    (refusal,) = read_rule_file(path).refused
    assert refusal.reason == "line 4: unknown card 'Gild'"


@pytest.mark.parametrize(
    "text",
    [
        "a = '“x”'",
        'a = "it’s\u00a0x"',
        "# “\na = 1",
        'a = """\n“””\n"""',
        "a = 1 # \u00a0“",
    ],
)
def test_what_is_toml_stays_as_it_is(tmp_path: Path, text: str) -> None:
    assert read(tmp_path, text) == tomllib.loads(text)


@pytest.mark.parametrize("text", ["a = “x", 'a = “say "x"”', r"a = “x\y”", "a = ‘x’ = 2"])
def test_quotes_that_cannot_be_told_get_a_hint(tmp_path: Path, text: str) -> None:
    with pytest.raises(InvalidInput, match="not valid TOML") as caught:
        read(tmp_path, text)
    assert caught.value.hint == f"Write straight quotes, not {text[4]}."


@pytest.mark.parametrize(
    "text",
    [
        "“" * 60_000,
        '"\\' * 60_000 + "“",
        "'''x" * 40_001 + "“",
        "“”„" * 20_000,
        '“"\n' * 30_000,
        "“" + "\n" + ".".join("a" * 20_000) + " = 1",
    ],
)
def test_no_quotes_take_long(tmp_path: Path, text: str) -> None:
    with pytest.raises(InvalidInput):
        read(tmp_path, text)


# -- names of files with a mark behind them ----------------------------------------------------


@pytest.mark.parametrize(
    ("text", "split"),
    [
        ("r.toml", ("r.toml", None)),
        ("r.toml#x", ("r.toml", "x")),
        (" r.TOML # x # y ", ("r.TOML", "x # y")),
        ("a#1/r.toml", ("a#1/r.toml", None)),
        ("a#1/r.toml#x#y", ("a#1/r.toml", "x#y")),
        ("a#2/r.toml#x", None),
        ("Gold # as in r.toml", None),
        ("r.toml#x.toml", ("r.toml", "x.toml")),
        ("there.toml#x.toml", ("there.toml#x.toml", None)),
        ("there.toml#x.toml#y.toml", ("there.toml#x.toml", "y.toml")),
        ("Gold # all", None),
        ("#" * 50_000 + ".toml", None),
        ("\0.toml#x", ("\0.toml", "x")),
    ],
)
def test_the_mark_may_stand_in_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, split: object
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a#1").mkdir()
    for name in ("there.toml#x.toml", "a#1/r.toml"):
        (tmp_path / name).write_text("")
    assert split_path(text, "#", [".toml"]) == split
