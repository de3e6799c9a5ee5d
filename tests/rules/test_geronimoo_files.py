"""Bot files of Geronimoo's Dominion Simulator, read: files that are pasted, wrong, or hostile."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fastsim.rules.describe import describe
from fastsim.rules.geronimoo import parse_geronimoo, read_geronimoo
from fastsim.rules.parse import parse_rule
from fastsim.rules.pasted import mended
from fastsim.text.errors import FastsimError, InvalidInput, RuleError


def bots(text: str) -> list[str]:
    """Return the names and texts of the bots in a file; none may be refused."""
    found = parse_geronimoo(text.encode(), source="x.xml")
    assert not found.refused
    texts = (describe(rule, separator="; ") for rule in found.rules.values())
    return [
        f"{name}: {text.removesuffix('; avoid_losing_end')}"
        for name, text in zip(found.rules, texts, strict=True)
    ]


# -- files as pages show them ------------------------------------------------------------------

ONE = "<player name='x'><buy name='Gold'/></player>"
TWO = "<player name='y'><buy name='Silver'/></player>"
BOTH = ["x: Gold", "y: Silver"]


@pytest.mark.parametrize(
    "text",
    [
        ONE + TWO,
        f"\n\n{ONE}\n{TWO}",
        f"<playerCollection>{ONE}</playerCollection>\n<playerCollection>{TWO}</playerCollection>",
        f"{ONE}<playerCollection>{TWO}</playerCollection>",
        f"<?xml version='1.0' encoding='UTF-8'?>{ONE}\n\n<?xml version='1.0'?>\n{TWO}",
        f"My two bots:\n\n{ONE}\nand, better,\n{TWO}\nHave fun!",
        f"\ufeff{ONE}\ufeff{TWO}",
        f"<!-- old: <?xml ?> name=\u201cz\u201d -->{ONE}{TWO}",
        (ONE + TWO).replace("'", '"'),
        re.sub("'(.)(.*?)'", "\u201c\\1\\2\u201d", ONE + TWO),
        re.sub("'(.)(.*?)'", "\u2018\\1\\2\u2019", ONE + TWO),
        re.sub("'(.)(.*?)'", "\u201e\\1\\2\u201c", ONE + TWO),
        re.sub("'(.)(.*?)'", '\u201d\\1\\2"', ONE + TWO),
        (ONE + TWO).replace(" ", "\u00a0"),
        (ONE + TWO).replace(" ", "\u2003\u200b ").replace("/>", "\u00a0/>"),
    ],
)
def test_what_pages_do_to_a_file_is_undone(text: str) -> None:
    assert bots(text) == BOTH


def test_values_keep_their_quotes_and_blanks() -> None:
    text = '<player name="A \u201cB\u201d\u00a0C"><buy name="Gold"/></player>'
    assert bots(text) == ["A \u201cB\u201d\u00a0C: Gold"]
    curly = "<player name=“A's\u00a0’n”><buy name=“Throne\u00a0Room”/></player>"
    assert bots(curly) == ["A's\u00a0’n: Throne Room"]


@given(st.text(st.sampled_from("<>=?!-x \n\u00a0\ufeff\u201c\u201d\u2018\u2019\"'&"), max_size=60))
def test_mending_moves_nothing(text: str) -> None:
    after = mended(text)
    assert len(after) == len(text)
    assert [c == "\n" for c in after] == [c == "\n" for c in text]
    assert mended(after) == after


@pytest.mark.parametrize(
    ("text", "line", "column", "what", "hint"),
    [
        ("<player name=x/>", 1, 14, "not well-formed", "straight quotes"),
        ("\n<player name=\u201cx/>", 2, 14, "not well-formed", "straight quotes"),
        ("<player name=\u2018a\u2019s\u2019/>", 1, 17, "not well-formed", "straight quotes"),
        ("<player name='A & B'/>", 1, 18, "not well-formed", "'&amp;'"),
        ("<player name='A<B'/>", 1, 16, "not well-formed", "'&lt;'"),
        ("<player name='a'>&nbsp;</player>", 1, 18, "undefined entity", "'&amp;'"),
        ("<player name='a'>\n<buy name='Gold'>", 2, 1, "<buy> is not closed", "The end is missing"),
        ("<player name='a'>\n<buy name='Go", 2, 1, "unclosed token", "The end is missing"),
        ("<player>\n<buy>\n</player>", 3, 3, "mismatched", "<buy> of line 2 is not closed yet."),
        ("<player/>\n </playerCollection>", 2, 4, "this closes nothing", None),
        ("&lt;player name='a'&gt;", 1, 1, "it has no <player>", "&lt; where XML has <"),
        ("<p>Hello</p>", 1, 1, "it begins with <p>", "<player>s alone"),
    ],
)
def test_what_cannot_be_understood_is_shown_with_a_hint(
    text: str, line: int, column: int, what: str, hint: str | None
) -> None:
    with pytest.raises(RuleError) as caught:
        parse_geronimoo(text.encode(), source="x.xml")
    error = caught.value
    assert what in error.what
    assert (hint or "") in (error.hint or "")
    assert (error.hint is None) == (hint is None)
    assert error.location is not None
    assert (error.location.line, error.location.column) == (line, column)
    assert error.location.text == text.split("\n")[line - 1]


# -- files that are wrong, or hostile ----------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "line", "column", "what"),
    [
        (b"", 1, 1, "it has no <player>"),
        (b"<playerCollection>\n  <player", 2, 3, "broken XML: unclosed token"),
        (b"<playerCollection>\n <player name='x'>\n</playerCollection>", 3, 3, "mismatched tag"),
        (b"<playerCollection><player name='x' name='y'/>", 1, 36, "duplicate attribute"),
        (b"<a>\n\n&nbsp;</a>", 3, 1, "undefined entity"),
        (b"<html><body/></html>", 1, 1, "it begins with <html>"),
        (b"just text", 1, 1, "it has no <player>"),
        (b"<a>\0</a>", 1, 4, "not well-formed"),
        (b"<!DOCTYPE x []><a/>", 1, 1, "document types and entities are not read"),
        (b"<a/> <!DOCTYPE x [<!ENTITY y 'z'>]><a>&y;</a>", 1, 6, "document types and entities"),
        (b"<?xml version='1.0'?>\n<!-- x -->\n <!DOCTYPE x><a/>", 3, 2, "document types"),
        (b"<a>" * 17, 1, 49, "nested more than 16 deep"),
    ],
)
def test_files_that_are_not_bot_files(data: bytes, line: int, column: int, what: str) -> None:
    with pytest.raises(RuleError) as caught:
        parse_geronimoo(data, source="my.xml")
    assert what in caught.value.what
    place = caught.value.location
    assert place is not None
    assert (place.source, place.line, place.column) == ("my.xml", line, column)
    assert place.text == data.decode("latin-1").split("\n")[line - 1]


def test_an_entity_bomb_is_refused_before_it_is_read() -> None:
    levels = "".join(f"<!ENTITY l{n} '{f'&l{n - 1};' * 20}'>" for n in range(1, 30))
    bomb = f"<?xml version='1.0'?><!DOCTYPE x [<!ENTITY l0 'ha'>{levels}]><x>&l29;</x>"
    began = time.perf_counter()
    for encoding in ("utf-8", "utf-16", "utf-16-le"):
        with pytest.raises(RuleError, match="document types"):
            parse_geronimoo(bomb.encode(encoding), source="bomb.xml")
    assert time.perf_counter() - began < 2


@pytest.mark.parametrize(
    "data",
    [
        b"<playerCollection>" + b"<player/>" * 200_000,
        b"<!-- -->" * 200_000 + b"<playerCollection/>",
        b" " * 1_800_000 + b"<!--" + b"-" * 100_000,
        b"<a b='" + b"x" * 1_900_000,
        b"<playerCollection>" + b"<player name='x'>" * 100_000,
        b"<playerCollection><player name='" + b"x" * 1_900_000 + b"'/></playerCollection>",
    ],
    ids=["elements", "comments", "blanks", "attribute", "depth", "name"],
)
def test_large_files_take_bounded_time(data: bytes) -> None:
    began = time.perf_counter()
    try:
        found = parse_geronimoo(data, source="large.xml")
    except RuleError as error:
        assert len(str(error)) < 1000  # noqa: PT017 - some of them are fine
    else:
        assert all(len(str(refusal)) < 1000 for refusal in found.refused)
    assert time.perf_counter() - began < 10


def test_too_large_a_file(tmp_path: Path) -> None:
    path = tmp_path / "large.xml"
    path.write_bytes(b" " * 2_000_001)
    with pytest.raises(InvalidInput, match=r"too large"):
        read_geronimoo(path)
    with pytest.raises(InvalidInput, match=r"too large"):
        parse_geronimoo(path.read_bytes(), source="large.xml")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"nowhere\.xml: cannot be read: No such file"):
        read_geronimoo(tmp_path / "nowhere.xml")
    with pytest.raises(InvalidInput, match=r"cannot be read: Is a directory"):
        read_geronimoo(tmp_path)


@pytest.mark.parametrize(
    ("encoding", "declared"),
    [
        ("utf-8", "UTF-8"), ("utf-8-sig", "utf-8"), ("utf-8", None), ("utf-16", "UTF-16"),
        ("utf-16", None), ("utf-16-le", None), ("utf-16-be", "UTF-16"), ("latin-1", "ISO-8859-1"),
        ("cp1252", "windows-1252"),
    ],
)  # fmt: skip
def test_encodings(encoding: str, declared: str | None) -> None:
    header = f"<?xml version='1.0' encoding='{declared}'?>\n" if declared else ""
    text = f"{header}<player name='Größe'><buy name='Gold'/></player>"
    assert list(parse_geronimoo(text.encode(encoding), source="x.xml").rules) == ["Größe"]


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"<?xml version='1.0' encoding='rot13'?><a/>", "unknown encoding 'rot13'"),
        (b"<?xml version='1.0' encoding='utf-7'?><a/>", "unknown encoding 'utf-7'"),
        (b"<?xml version='1.0' encoding='\xff'?><a/>", "unknown encoding"),
        (b"<a b='\xff'/>", r"not utf-8 text \(byte 6\)"),
        (b"<?xml version='1.0' encoding='us-ascii'?><a b='\xe9'/>", "not ascii text"),
        (b"\xff\xfea", "not utf-16 text"),
        (b"\xff\xfe\x00\xd8<\x00", "not utf-16 text"),
    ],
)
def test_odd_encodings_are_refused(data: bytes, what: str) -> None:
    with pytest.raises(InvalidInput, match=what):
        parse_geronimoo(data, source="x.xml")


_PIECES = """<player name='x'> </player> <buy name='Gold'> </buy> <condition> </condition> &lt;
<left type='countVP'/> <operator type='equalTo'/> <right type='constant' attribute='1.0'/>
<extra_operation type='plus' attribute='1'/> <board contents='Gold'/> <start_state/> <!DOCTYPE a [
]> <![CDATA[ ]]> <!-- --> <?xml version='1.0' encoding='utf-8'?> </playerCollection>"""
_TAGS = re.split(r"\s(?=[<&\]-])", _PIECES)
_MARKUP = st.sampled_from([*(tag.encode() for tag in _TAGS), b"\xff", b"\0", b"\n"])


@settings(deadline=None, max_examples=200)
@given(st.binary(max_size=60) | st.lists(_MARKUP, max_size=20).map(b"".join), st.booleans())
def test_any_bytes_are_bots_or_one_clear_error(data: bytes, wrapped: bool) -> None:
    text = b"<playerCollection>" + data + b"</playerCollection>" if wrapped else data
    try:
        found = parse_geronimoo(text, source="x.xml")
    except FastsimError:
        return
    for rule in found.rules.values():
        assert parse_rule(describe(rule)) == rule
