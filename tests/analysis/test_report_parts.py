"""Parts of a report: each is known everywhere once it is in the registry."""

import importlib
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from analysis.report import parts
from analysis.report.page import contents, method, play, read
from analysis.report.page.finding import Finding
from analysis.report.page.part import Part
from analysis.report.page.reader import games_of, paragraphs
from analysis.report.page.render import render
from analysis.report.page.results import Played
from analysis.report.page.section import Section
from analysis.report.page.spec import PartSpec
from analysis.report.registry import PARTS
from fastsim.play.games import tally
from fastsim.rules.model import BuyRule
from fastsim.text.errors import InvalidInput

FOLDER = Path(parts.__file__).parent
REPORTS = Path(__file__).parents[2] / "reports"


def home(name: str) -> str:
    return f"{parts.__name__}.{name}{'.part' if (FOLDER / name).is_dir() else ''}"


def test_every_file_of_the_folder_is_registered_under_the_name_of_its_table() -> None:
    found = [path.stem for path in FOLDER.glob("[a-z]*.py")]
    found += [path.parent.name for path in FOLDER.glob("*/part.py")]
    assert sorted(part.key for part in PARTS) == sorted(found)


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.key)
def test_every_part_begins_with_a_table_that_can_be_read(part: Part[Any, Any]) -> None:
    shown = str(importlib.import_module(home(part.key)).__doc__).split("::\n\n")[1]
    table = tomllib.loads(shown)
    assert list(table) == [part.key]
    own = table[part.key][0] if part.many else table[part.key]
    assert {*part.keys} == {*own}  # all that may be in it, and nothing else
    rules = [{"name": "Golds first", "rule": "Province if own(Gold) > 2; Gold; Silver"}]
    document = {"title": "T", "rules": rules, **table}
    spec = read.parse_spec(document, source=part.key, name="t", folder=REPORTS)
    assert [*spec.parts] == [part.key]


def test_the_frame_of_a_spec_can_be_read() -> None:
    shown = str(read.__doc__).split("::\n\n")[1].split("\n\nEvery table")[0]
    assert read.parse_spec(tomllib.loads(shown), source="the frame", name="t").total_games == 10**6


def test_what_a_table_needs_it_may_hold() -> None:
    for part in PARTS:
        assert set(part.needed) <= set(part.keys)


# -- a part of one's own ------------------------------------------------------------------------


@dataclass(frozen=True)
class Alone(PartSpec):
    rule: BuyRule
    games: int

    @property
    def played(self) -> int:
        return self.games

    @property
    def rules_shown(self) -> list[BuyRule]:
        return [self.rule]


def _read(reader: Any, table: dict[str, Any], where: str) -> Alone:
    rule = reader.rule(where, table["rule"])
    return Alone("One rule", paragraphs(table), rule, games_of(table, where))


def _play(part: Alone, run: Any) -> Any:
    pair = (part.rule, part.rule)
    result = tally(
        run.setup, pair, games=part.games, seed=run.seed, executor=run.executor,
        progress=run.progress,
    )  # fmt: skip
    return Played(part, result, part.played, [(run.setup, pair)])


MINE = Part(
    key="alone",
    many=True,
    keys={"rule": str, "games": int},
    needed=("rule", "games"),
    read=_read,
    play=_play,
    findings=lambda played, results: [Finding(f"{len(played)} were alone.")],
    sections=lambda played, results: [Section("alone", played[0].spec.title)],
    frames=lambda played, results: {"alone.csv": pd.DataFrame({"games": [played[0].games]})},
    method=lambda played: {"Alone": "Against nobody else."},
)


def test_a_new_part_is_read_played_told_and_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (contents, method, play, read):
        monkeypatch.setattr(module, "PARTS", (*PARTS, MINE))
    document = {
        "title": "T",
        "alone": [{"rule": "Big Money", "games": 10}, {"rule": "Greedy", "games": 6}],
        "duel": {"a": "Big Money", "b": "Greedy", "games": 4},
    }
    spec = read.parse_spec(document, source="a spec", name="t")
    assert spec.total_games == 20
    seen: list[int] = []
    results = play.play_report(spec, threads=1, progress=seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == results.games == 20
    page = render(results)
    for shown in ("2 were alone.", '<section id="alone">', "alone.csv", "Against nobody else."):
        assert shown in page
    assert page.index('<section id="duel">') < page.index('<section id="alone">')
    with pytest.raises(InvalidInput, match=r"alone, number 1: unknown key 'rules'"):
        read.parse_spec({"title": "T", "alone": [{"rules": "BM"}]}, source="a spec", name="t")
    with pytest.raises(InvalidInput, match=r"\[duel\] or \[\[alone\]\]"):
        read.parse_spec({"title": "T"}, source="a spec", name="t")
