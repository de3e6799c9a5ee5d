"""Names out of files, wherever they are shown: as they are, and without effect."""

import base64
import csv
import io
import json
import os
import re
import subprocess
import sys
import zipfile
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from analysis.cli import main
from analysis.output.tables import read_table
from analysis.report.page.build import build_report
from analysis.report.page.read import parse_spec
from fastsim.rules.files import write_rule_file
from fastsim.rules.load import load_rules
from fastsim.rules.parse import parse_rule
from fastsim.text.errors import InvalidInput
from fastsim.text.words import SHAPELESS, visible
from tests.hostile.corpus import ROOT

#: Names that pages, terminals, tables, figures and templates might take for something else.
NAMES = (
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "</title></style></script><script>alert(1)</script>",
    "&lt;b&gt; &amp;nbsp; <!-- ]]>",
    "{{ 7 * 7 }}{% raw %}${7*7}",
    "$\\frac{1$ \\$x_{1",
    "[/bold][red]x[/] :smile: [link=http://x]y",
    '=HYPERLINK("http://x"),"a;b"',
    "כסף גדול مال كثير",
    "javascript:alert(1)//%00\\n",
)
#: What a file may hold beside a name, and be shown.
SOURCE = "by \x1b[2J\x1b]0;owned\x07 <script>\u202eevil\u2066\x9b31m"
TEXTS = ("Province; Gold; Silver", "Province; Gold; Duchy if provinces <= 4; Silver")


@pytest.fixture
def rule_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of rules of all names, in the folder that the test runs in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "500")
    rules = [parse_rule(TEXTS[k % 2], name=name, source=SOURCE) for k, name in enumerate(NAMES)]
    path = Path("rules.toml")
    path.write_text(write_rule_file(rules), encoding="utf-8")
    return path


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Return the exit code and what was shown, which must not direct a terminal."""
    with pytest.raises(SystemExit) as caught:
        main(list(arguments))
    out, err = capsys.readouterr()
    for text in (out, err):
        assert not SHAPELESS.search(text.replace("\n", "")), arguments
    return int(caught.value.code or 0), out, err


def test_files_keep_names_and_sources(rule_file: Path) -> None:
    found = load_rules(str(rule_file))
    assert tuple(found.rules) == NAMES
    assert {rule.source for rule in found.rules.values()} == {SOURCE}
    assert not SHAPELESS.search(rule_file.read_text(encoding="utf-8").replace("\n", ""))


def test_the_terminal_shows_names_as_they_are(
    capsys: pytest.CaptureFixture[str], rule_file: Path
) -> None:
    a, b = NAMES[6], NAMES[8]
    for command in (
        ("duel", "--games", "40"),
        ("simulate", "--games", "40"),
        ("replay",),
        ("tournament", "--games", "40"),
    ):
        code, out, err = run(capsys, *command, f"rules.toml#{a}", f"rules.toml#{b}")
        assert (code, err) == (0, "")
        assert a in out
        assert b in out
    code, out, _ = run(capsys, "rules", "show", f"rules.toml#{a}")
    assert visible(SOURCE) in out
    assert all(name in run(capsys, "rules", "check", str(rule_file))[1] for name in NAMES)
    converted = run(capsys, "rules", "convert", str(rule_file))[1]
    Path("again.toml").write_text(converted, encoding="utf-8")
    assert tuple(load_rules("again.toml").rules) == NAMES


def test_what_cannot_be_shown_is_refused_by_name(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "x.toml"
    path.write_text('[rules."a\\u001b[31m"]\nbuy = "Gold"\n[rules."b\\u202E"]\nbuy = "Gold"\n')
    code, out, _ = run(capsys, "rules", "check", str(path))
    assert code == 1
    assert out.count("cannot be shown: it holds the invisible character U+") == 2
    path = tmp_path / "x.xml"
    path.write_text("<player name='a&#x9b;31m'><buy name='Gold'/></player>")
    assert "invisible character U+009B" in run(capsys, "rules", "check", str(path))[1]
    for arguments in (
        ("duel", "\x1b[31m", "Big Money"),
        ("duel", "Gold if \x1b", "Big Money"),
        ("duel", "a\udcffb.toml#x", "Big Money"),
        ("\x1b]0;x\x07",),
        ("duel", "A", "B", "--setup", "\x9b31m"),
        ("report", "\x1b.toml"),
        ("heatmap", "Gold", "--x", "\u202e", "--against", "BM"),
    ):
        code, out, err = run(capsys, *arguments)
        assert (code, out) == (2, "")
        assert err.startswith("error: ")


def test_tables_and_figures_hold_names_as_they_are(
    capsys: pytest.CaptureFixture[str], rule_file: Path
) -> None:
    code, _, _ = run(capsys, "tournament", str(rule_file), "--games", "20", "--out", "t")
    assert code == 0
    tables = list(Path("t").glob("*.csv"))
    assert tables
    for path in tables:
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))
        assert len({len(row) for row in rows}) == 1
        held = {cell for row in rows for cell in row}
        assert set(NAMES) & held
    for path in Path("t").glob("*.svg"):
        root = ElementTree.parse(path).getroot()
        assert not any(tag.tag.endswith("script") for tag in root.iter())
    for path in Path("t").glob("*.json"):
        json.loads(path.read_text(encoding="utf-8"))


def cells_of(table: str) -> list[str]:
    """Return the cells of a CSV table, of which none may be a formula."""
    cells = [cell for row in csv.reader(io.StringIO(table, newline="")) for cell in row]
    for cell in cells:
        if cell.startswith(tuple("=+-@\t\r\n")):
            float(cell)  # a number, or the test fails
    return cells


def test_no_table_runs_in_a_spreadsheet(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names = ("=1+1", "@SUM(A1)", "+1", "-1", "7")
    rules = [
        parse_rule(f"Province; Gold; Duchy if provinces <= {k}; Silver", name=name)
        for k, name in enumerate(names)
    ]
    Path("r.toml").write_text(write_rule_file(rules), encoding="utf-8")
    a, b = (f"r.toml#{name}" for name in names[:2])
    template = "Province; Duchy if provinces <= {d}; Gold; Silver"
    family = (template, "--over", "d=2:3", "--against", a, "--games", "2k", "--fresh", "40")
    tables: dict[str, str] = {}
    for k, command in enumerate(
        (
            ("tournament", "r.toml", "--games", "20", "--run", "run"),
            ("tournament", "r.toml", "--games", "60", "--setup", "basic-3"),
            ("duel", a, b, "--games", "40", "--curves"),
            ("heatmap", template, "--x", "d=2:3", "--against", a, "--games", "40"),
            ("search", *family),
        )
    ):
        assert run(capsys, *command, "--out", f"out-{k}")[0] == 0
        for path in Path(f"out-{k}").glob("*.csv"):
            tables[str(path)] = path.read_bytes().decode()
    assert run(capsys, "runs", "export", "run", "--out", "counts.csv")[0] == 0
    tables["counts.csv"] = Path("counts.csv").read_bytes().decode()
    spec: dict[str, Any] = {
        "title": "T",
        "comparison": {"rules": [a, b], "games": 40, "title": "C"},
        "duel": {"a": a, "b": b, "games": 40},
    }
    made = build_report(parse_spec(spec, source="s", name="p"), tmp_path).read_text("utf-8")
    (packed,) = re.findall(r"data:application/zip;base64,([A-Za-z0-9+/=]+)", made)
    with zipfile.ZipFile(io.BytesIO(base64.b64decode(packed))) as archive:
        for name in archive.namelist():
            if name.endswith(".csv"):
                tables[name] = archive.read(name).decode()
    held = {name: cells_of(table) for name, table in tables.items()}
    assert len(held) > 12
    for name in ("out-0/ranking.csv", "out-1/seats.csv", "counts.csv"):
        assert {f"'{each}" for each in names} <= set(held[name])
    for name in ("out-2/curves.csv", "out-3/heatmap.csv", "ranking.csv"):
        assert "'=1+1" in held[name]
    assert set(read_table(Path("out-0/ranking.csv"))["rule"]) == set(names)
    counts = read_table(Path("counts.csv"))
    assert {*counts["rule_1"], *counts["rule_2"]} == set(names)


class Structure(HTMLParser):
    """The elements of a page and the names of their attributes, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, tuple[str, ...]]] = []
        self.text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, tuple(name for name, _ in attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def page(folder: Path, a: str, b: str, source: str) -> Structure:
    """Return the page of a report on two rules of a file, with these names everywhere."""
    rules = [parse_rule(TEXTS[0], name=a, source=source), parse_rule(TEXTS[1], name=b)]
    (folder / "r.toml").write_text(write_rule_file(rules), encoding="utf-8")
    spec: dict[str, Any] = {
        "title": a,
        "text": f"{b}\n\n{a}",
        "comparison": {"rules": [f"r.toml#{a}", f"r.toml#{b}"], "games": 40, "title": b},
        "settings": {
            "rules": [f"r.toml#{a}"],
            "games": 40,
            "setups": [{"name": a}, {"name": b, "buy": "optional"}],
        },
        "duel": {"a": f"r.toml#{a}", "b": f"r.toml#{b}", "games": 40, "text": a},
    }
    made = build_report(parse_spec(spec, source="s", name="p"), folder)
    return Structure(made.read_text(encoding="utf-8"))


def test_no_name_adds_anything_to_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    plain = page(tmp_path, "One rule", "Another rule", "a post")
    a, b = " ".join(NAMES[:5]), " ".join(NAMES[5:])
    found = page(tmp_path, a, b, SOURCE)
    assert found.elements == plain.elements
    assert a in found.text
    assert b in found.text
    assert visible(SOURCE) in found.text
    assert not SHAPELESS.search(found.text.replace("\n", "").replace("\t", ""))


def test_a_spec_cannot_hold_what_cannot_be_shown() -> None:
    spec: dict[str, Any] = {"title": "x", "duel": {"a": "BM", "b": "BMU", "games": 4}}
    for key, value in (("title", "a\x1b[2J"), ("text", "\u202ex")):
        with pytest.raises(InvalidInput, match=f"{key} holds invisible characters"):
            parse_spec({**spec, key: value}, source="s", name="p")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_any_encoding_of_the_terminal_will_do(rule_file: Path, encoding: str) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONPATH": str(ROOT)}
    code = "from analysis.cli import main; main()"
    ran = subprocess.run(
        [sys.executable, "-c", code, "rules", "check", str(rule_file)],
        env=environment, capture_output=True, check=False,
    )  # fmt: skip
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert "כסף".encode(encoding, "backslashreplace") in ran.stdout
