"""The page of a report: whole, self-contained, safe, and the same each time."""

import base64
import csv
import io
import json
import re
import shlex
import shutil
import subprocess
import zipfile
from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from analysis.cli import app
from analysis.report.page.build import build_report
from analysis.report.page.play import play_report
from analysis.report.page.read import parse_spec
from analysis.report.page.render import render
from analysis.report.page.results import Results
from analysis.report.page.spec import ReportSpec
from analysis.report.parts.comparison.part import COMPARISON
from fastsim.text.errors import InvalidInput

HOSTILE = '<script>alert("x")</script> & $\\frac{1$ {{ 7 * 7 }}'
DOCUMENT = {
    "title": "A test & <b>its</b> page",
    "text": "One <i>paragraph</i>.\n\nAnother.",
    "seed": 3,
    "rules": [{"name": HOSTILE, "rule": "Province; Duchy if provinces <= 5; Gold; Silver"}],
    "comparison": {
        "rules": ["Big Money Ultimate", "Big Money", HOSTILE, "Greedy"],
        "games": 400,
        "baseline": "Big Money",
    },
    "sweeps": [
        {
            "template": "Province; Duchy if provinces <= {duchy}; Estate if provinces <= {estate};"
            " Gold; Silver",
            "x": "duchy=2:6:2",
            "y": "estate=0:1",
            "against": HOSTILE,
            "games": 100,
        },
        {
            "title": "One parameter",
            "template": "Province; Duchy if provinces <= {duchy}; Gold; Silver",
            "x": "duchy=3:5",
            "against": "Big Money",
            "games": 40,
        },
    ],
    "curves": [
        {"a": HOSTILE, "b": "Big Money", "games": 300, "show": ["deck", "money"]},
        {"a": "Greedy", "b": "Greedy", "games": 200},
    ],
    "settings": {
        "rules": ["Big Money", HOSTILE],
        "pairs": [["Greedy", HOSTILE]],
        "games": 400,
        "setups": [
            {"name": "as it is"},
            {"name": f"optional {HOSTILE}", "buy": "optional", "tie": "fewer_turns"},
        ],
    },
    "duel": {"a": HOSTILE, "b": "Big Money", "games": 600},
}
ZIP = "data:application/zip;base64,"
MOMENT = datetime(2020, 1, 1, tzinfo=UTC)
VOID = {"meta", "img", "br", "hr", "input", "link"}


class Page(HTMLParser):
    """Every element and attribute of a page; fails on tags that do not match."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert not self._open

    def handle_starttag(self, tag, attrs) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data) -> None:
        if self._open and self._open[-1] not in ("script", "style"):
            self.text.append(data)

    def all(self, tag):
        return [attributes for name, attributes in self.elements if name == tag]

    @property
    def words(self) -> str:
        return " ".join(" ".join(self.text).split())

    @property
    def downloads(self) -> dict[str, str]:
        (link,) = (a for a in self.all("a") if "download" in a)
        assert link["download"].endswith("-data.zip")
        held = io.BytesIO(base64.b64decode(link["href"].removeprefix(ZIP)))
        with zipfile.ZipFile(held) as archive:
            return {name: archive.read(name).decode() for name in archive.namelist()}


@pytest.fixture(scope="module")
def spec() -> ReportSpec:
    return parse_spec(DOCUMENT, source="test", name="page")


@pytest.fixture(scope="module")
def results(spec) -> Results:
    return replace(play_report(spec), made=MOMENT, seconds=1.0)


@pytest.fixture(scope="module")
def html(results) -> str:
    return render(results)


@pytest.fixture(scope="module")
def page(html) -> Page:
    return Page(html)


def test_the_page_is_well_formed_and_has_unique_anchors(page) -> None:
    anchors = [a["id"] for _, a in page.elements if "id" in a]
    assert len(anchors) == len(set(anchors))
    for link in page.all("a"):
        if link["href"].startswith("#"):
            assert link["href"][1:] in anchors
    assert len(page.all("h1")) == 1
    assert page.all("html")[0]["lang"] == "en"


def test_nothing_is_loaded_from_anywhere(html, page) -> None:
    for tag, attributes in page.elements:
        for name in ("src", "href", "srcset", "action", "data", "poster", "xlink:href"):
            if name in attributes:
                assert attributes[name].startswith(("data:", "#")), (tag, attributes)
        assert not any(name.startswith("on") for name in attributes)
    assert not page.all("link")
    assert not page.all("iframe")
    style = re.search(r"<style>(.*?)</style>", html, re.DOTALL)[1]
    assert "url(" not in style
    assert "@import" not in style
    policy = next(m for m in page.all("meta") if m.get("http-equiv"))
    assert policy["content"].startswith("default-src 'none'")


def test_pictures_are_whole_described_and_load_nothing(page) -> None:
    pictures = page.all("img")
    assert len(pictures) == PICTURES
    for picture in pictures:
        assert len(picture["alt"]) > 40
        assert int(picture["width"]) > 300
        drawn = base64.b64decode(picture["src"].removeprefix("data:image/svg+xml;base64,"))
        root = ElementTree.fromstring(drawn)
        for element in root.iter():
            for name, value in element.attrib.items():
                if name.endswith("href"):
                    assert value.startswith(("#", "data:"))
        assert b"font-family" in drawn
    assert len({picture["alt"] for picture in pictures}) == PICTURES


def test_names_are_escaped_everywhere(html, page) -> None:
    assert "<script>alert" not in html
    assert len(page.all("script")) == 1
    assert HOSTILE in page.words
    assert "A test & <b>its</b> page" in page.words
    assert "One <i>paragraph</i>." in page.words


def test_the_summary_says_what_the_tables_say(page, results) -> None:
    (compared,) = COMPARISON.of(results)
    pairs = compared.result.frame.set_index(["a", "b"])
    row = pairs.loc[("Big Money Ultimate", "Big Money")]
    shown = page.words
    assert f"{100 * row['win_rate']:.1f}" in shown
    assert "What the games say" in shown
    assert "whoever moves first wins from" in shown


def test_the_tables_sort_by_numbers(page) -> None:
    keys = [a["data-sort"] for a in page.all("td") if a.get("class", "").startswith("number")]
    assert len(keys) > 100
    for key in keys:
        float(key)


def test_the_data_comes_with_the_page(page, results) -> None:
    files = page.downloads
    assert list(files) == [
        "pairs.csv", "ranking.csv", "mirrors.csv", "curves-1.csv", "buys-1.csv", "curves-2.csv",
        "buys-2.csv", "sweep-1.csv", "sweep-2.csv", "settings.csv", "distributions.csv",
        "ends.csv", "provenance.json",
    ]  # fmt: skip
    pairs = list(csv.DictReader(io.StringIO(files["pairs.csv"])))
    assert [float(row["win_rate"]) for row in pairs] == COMPARISON.of(results)[0].result.frame[
        "win_rate"
    ].tolist()
    for row in pairs:
        assert int(row["wins"]) + int(row["losses"]) + int(row["shared"]) == int(row["games"])
        ends = sum(int(row[name]) for name in ("ended_provinces", "ended_piles", "cut"))
        assert ends == int(row["games"]) == 400
    for row in csv.DictReader(io.StringIO(files["mirrors.csv"])):
        assert int(row["wins_first"]) + int(row["wins_second"]) + int(row["shared"]) == 200
    origin = json.loads(files["provenance.json"])
    assert origin["setup"]["name"] == "simplified"
    assert [setup["buy"] for setup in origin["settings"]] == ["mandatory", "optional"]
    assert origin["provenance"]["kernel"] == "lanes"
    assert origin["provenance"]["games"] == results.games


def test_every_command_gives_the_numbers_beside_it(page, tmp_path, capsys) -> None:
    def run(command):
        program, *arguments = shlex.split(command)
        assert program == "fastsim"
        app([*arguments, "--json"], standalone_mode=False)
        return json.loads(capsys.readouterr().out)

    files = page.downloads
    for row in csv.DictReader(io.StringIO(files["settings.csv"])):
        again, games = run(row["command"]), int(row["games"])
        assert again["setup"] in ("simplified", "simplified,buy=optional,tie=fewer_turns")
        firsts = (
            [again["a_first"]] if row["mirror"] == "True" else [again["a_first"], again["b_first"]]
        )
        assert games == sum(order["games"] for order in firsts)
        wins = firsts[0]["wins_first"] + sum(order["wins_second"] for order in firsts[1:])
        assert wins == int(row["points_a"]) + int(row["tie_a"])
        assert sum(order["shared"] for order in firsts) == int(row["shared"])
    for name in ("pairs.csv", "sweep-1.csv", "sweep-2.csv"):
        for row in csv.DictReader(io.StringIO(files[name])):
            assert run(row["command"])["win_rate"][0] == float(row["win_rate"])
    mirrors = list(csv.DictReader(io.StringIO(files["mirrors.csv"])))
    duel = run("fastsim duel Greedy Greedy --games 400 --seed 3 --setup simplified")
    assert duel["a_first"]["wins_first"] == int(mirrors[3]["wins_first"])
    assert "fastsim duel Greedy Greedy --games 400 --seed 3 --setup simplified" in page.words


def test_a_rerun_gives_the_same_page(spec, html) -> None:
    again = replace(play_report(spec, threads=1), made=MOMENT, seconds=1.0)
    assert render(again) == html
    assert len(html.encode()) < 700_000


def test_progress_counts_every_game(spec) -> None:
    seen: list[int] = []
    play_report(spec, progress=seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == spec.total_games


def test_setups_with_shared_victories_and_optional_buys_are_told_so() -> None:
    document = {
        "title": "Optional",
        "setup": "basic",
        "level": 0.99,
        "comparison": {"rules": ["Big Money", "Big Money Ultimate"], "games": 200},
    }
    words = Page(render(play_report(parse_spec(document, source="t", name="t")))).words
    assert "may buy one card a turn" in words
    assert "the victory is shared" in words
    assert "99 %" in words
    assert "Shared" in words


def test_pairs_with_a_baseline_only(tmp_path) -> None:
    document = DOCUMENT | {"comparison": DOCUMENT["comparison"] | {"pairs": "baseline"}}
    few = {k: v for k, v in document.items() if k not in ("sweeps", "curves", "settings", "duel")}
    spec = parse_spec(few, source="t", name="few")
    path = build_report(spec, tmp_path / "new")
    assert path == tmp_path / "new" / "few.html"
    page = Page(path.read_text(encoding="utf-8"))
    assert "ranking.csv" not in page.downloads
    assert len(list(csv.DictReader(io.StringIO(page.downloads["pairs.csv"])))) == 3


def test_a_folder_that_cannot_be_written_is_refused_before_the_games(spec, tmp_path) -> None:
    (tmp_path / "file").write_text("")
    played: list[int] = []
    with pytest.raises(InvalidInput, match="a file, where a folder is to be"):
        build_report(spec, tmp_path / "file", progress=played.append)
    assert not played


CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
#: Comparison 3, sweeps 2 + 1, curves 3 + 4, settings 2, duel 3.
PICTURES = 18
CLICK = """<script>
const heading = [...document.querySelectorAll("#comparison th")].find(
  (th) => th.textContent === "Turns");
for (const count of [1, 2]) {
  heading.querySelector("button").click();
  const rows = [...heading.closest("table").tBodies[0].rows];
  const index = [...heading.parentNode.cells].indexOf(heading);
  const report = document.createElement("p");
  report.id = "order-" + count;
  report.textContent = rows.map((row) => row.cells[index].textContent).join(" ");
  document.body.append(report);
}
const pictures = [...document.images];
Promise.all(pictures.map((picture) => picture.decode())).then(() => {
  const report = document.createElement("p");
  report.id = "pictures";
  report.textContent = pictures.filter((p) => p.naturalWidth > 0).length + " drawn, "
    + (document.documentElement.scrollWidth - innerWidth) + " too wide";
  document.body.append(report);
});
</script></body>"""


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here")
@pytest.mark.parametrize("width", [1280, 500])
def test_a_browser_shows_the_page(html, tmp_path, width) -> None:
    path = tmp_path / "page.html"
    path.write_text(html.replace("</body>", CLICK), encoding="utf-8")
    command = [
        CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        f"--user-data-dir={tmp_path / 'profile'}", "--enable-logging=stderr",
        f"--window-size={width},900", "--virtual-time-budget=4000", "--dump-dom", path.as_uri(),
    ]  # fmt: skip
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert "CONSOLE" not in run.stderr
    shown = dict(re.findall(r'<p id="([\w-]+)">([^<]*)</p>', run.stdout))
    downwards, upwards = ([float(x) for x in shown[f"order-{k}"].split()] for k in (1, 2))
    assert len(downwards) == 6
    assert downwards == sorted(downwards, reverse=True)
    assert upwards == sorted(upwards)
    drawn, too_wide = re.fullmatch(r"(\d+) drawn, (-?\d+) too wide", shown["pictures"]).groups()
    assert int(drawn) == PICTURES
    assert int(too_wide) <= 0
