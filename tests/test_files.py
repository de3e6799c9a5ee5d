"""Files of others: read within bounds, or one clear error."""

import os
from pathlib import Path

import pytest

from fastsim.errors import InvalidInput
from fastsim.files import read_bounded
from fastsim.toml_file import parse_toml, read_toml


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
