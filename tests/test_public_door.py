"""`fastsim` asks every question, of names and texts, and loads nothing before it is asked."""

import ast
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

import fastsim
from analysis.questions.curves import observe_duel
from analysis.questions.duel import duel
from analysis.questions.lineups import lineup_tournament
from analysis.questions.match import match
from analysis.questions.optimise.evolution.evolve import evolve
from analysis.questions.optimise.family import Family, parse_choice, parse_orders
from analysis.questions.optimise.games import Games
from analysis.questions.optimise.opponents import Opponents
from analysis.questions.optimise.search import search
from analysis.questions.optimise.solve import solve
from analysis.questions.refine import refine
from analysis.questions.sweep import sweep
from analysis.questions.tournament import tournament
from analysis.questions.until import duel_until
from analysis.report.page.build import build_report
from analysis.report.page.read import load_spec
from fastsim.text.errors import FastsimError, InvalidInput

BASIC = fastsim.basic()
BM, GREEDY, DANCING = map(fastsim.load_rule, ("Big Money", "Greedy", "Duchy dancing"))
TEXT = "Province; Duchy if provinces <= {duchy}; Gold; Silver"
TEMPLATE = fastsim.load_rule(TEXT)
FAMILY = Family(TEMPLATE, (parse_choice("duchy=1:3"),))
PLAY: Mapping[str, Any] = {"games": 40, "seed": 5, "start": 2, "threads": 1, "level": 0.9}


def source() -> Games:
    return Games(BASIC, 5, 1, "general")


#: Of each name: what the door gives when it is asked with names and texts, and what the question's
#: own function gives.
QUESTIONS: Mapping[str, tuple[Callable[[], Any], Callable[[], Any]]] = {
    "duel": (
        lambda: fastsim.duel("Big Money", "Greedy", setup="basic", **PLAY),
        lambda: duel(BASIC, BM, GREEDY, **PLAY),
    ),
    "until": (
        lambda: fastsim.until(
            "Big Money", "Greedy", half_width=0.1, games="1k", setup="basic", seed=5
        ),
        lambda: duel_until(BASIC, BM, GREEDY, half_width=0.1, cap=1000, seed=5),
    ),
    "sweep": (
        lambda: fastsim.sweep(TEXT, ["duchy=1:2"], "Greedy", setup="basic", **PLAY),
        lambda: sweep(BASIC, TEMPLATE, ["duchy=1:2"], GREEDY, **PLAY),
    ),
    "refine": (
        lambda: fastsim.refine(
            fastsim.sweep(TEXT, ["duchy=1:2"], "Greedy", setup="basic", games=400), 100
        ),
        lambda: refine(sweep(BASIC, TEMPLATE, ["duchy=1:2"], GREEDY, games=400), 100),
    ),
    "tournament": (
        lambda: fastsim.tournament(["Big Money", "Greedy"], setup="basic", **PLAY),
        lambda: tournament(BASIC, [BM, GREEDY], **PLAY),
    ),
    "lineups": (
        lambda: fastsim.lineups(["Big Money", "Greedy", "Duchy dancing"], setup="basic-3", **PLAY),
        lambda: lineup_tournament(fastsim.basic(3), [BM, GREEDY, DANCING], **PLAY),
    ),
    "match": (
        lambda: fastsim.match(["Big Money", "Greedy"], setup="basic", length=5, **PLAY),
        lambda: match(BASIC, [BM, GREEDY], length=5, **PLAY),
    ),
    "curves": (
        lambda: fastsim.curves("Big Money", "Greedy", setup="basic", games="40", seed=5).a_first,
        lambda: observe_duel(BASIC, BM, GREEDY, games=40, seed=5).a_first,
    ),
    "search": (
        lambda: fastsim.search(
            TEXT, ["duchy=1:3"], "Greedy", setup="basic", games="12k", fresh=8, orders="3:4",
            seed=5, threads=1, kernel="general",
        ),
        lambda: search(
            source(), Family(TEMPLATE, (*FAMILY.choices, parse_orders("3:4", TEMPLATE))),
            Opponents.of([GREEDY]), budget=12_000, fresh=8,
        ),
    ),
    "evolve": (
        lambda: fastsim.evolve(
            ["Big Money"], setup="basic", games="1.3M", begin="Greedy", longest=8,
            seed=5, threads=1, kernel="general",
        ),
        lambda: evolve(source(), [BM], budget=1_300_000, begin=GREEDY, longest=8),
    ),
    "solve": (
        lambda: fastsim.solve(
            TEXT, ["duchy=1:3"], ["Greedy"], setup="basic", games=520_000, bound=0.9,
            answer_games="16k", fresh=4096, seed=5, threads=1, kernel="general",
        ),
        lambda: solve(
            source(), FAMILY, [GREEDY], budget=520_000, bound=0.9, answer_games=16_000, fresh=4096
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_door_gives_what_the_question_gives(name: str) -> None:
    at_the_door, own = QUESTIONS[name]
    assert at_the_door() == own()


SPEC = """
title = "Small"
setup = "basic"
seed = 3

[duel]
a = "Big Money"
b = "Greedy"
games = 400
"""


def test_a_report_is_made_of_a_path(tmp_path: Path) -> None:
    spec = tmp_path / "small.toml"
    spec.write_text(SPEC)
    told: list[int] = []
    page = fastsim.report(str(spec), tmp_path / "door", threads=1, progress=told.append)
    assert page == tmp_path / "door" / "small.html"
    assert told[-1] >= 400
    own = build_report(load_spec(spec), tmp_path / "own", threads=1)
    assert _without_times(page) == _without_times(own)
    with pytest.raises(InvalidInput, match="neither a file nor a sample"):
        fastsim.report("no-such-sample", tmp_path)


def _without_times(page: Path) -> list[str]:
    """Return the lines of a page but for those that hold how long its games took."""
    lines = page.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not ("data:application/zip" in line or " s" in line)]


def test_every_question_is_among_the_names() -> None:
    assert {*QUESTIONS, "report"} <= {*fastsim.__all__} <= {*dir(fastsim)}


def test_what_type_checkers_see_is_what_there_is() -> None:
    assert fastsim.__file__
    tree = ast.parse(Path(fastsim.__file__).read_text(encoding="utf-8"))
    (block,) = (node for node in tree.body if isinstance(node, ast.If))
    seen = {
        alias.asname: node.module
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert seen == fastsim._HOME


def test_wrong_keywords_are_refused() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'thread'"):
        fastsim.duel("Big Money", "Greedy", games=40, thread=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected keyword argument 'thread'"):
        fastsim.search(TEXT, ["duchy=1:3"], "Greedy", thread=1)  # type: ignore[call-arg]
    with pytest.raises(InvalidInput, match="does not tell turns"):
        fastsim.curves("Big Money", "Greedy", kernel="lanes")


def python(program: str, folder: Path) -> str:
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=True
    )
    return ran.stdout.strip()


def test_nothing_of_analysis_is_loaded_before_a_question_is_asked(tmp_path: Path) -> None:
    loaded = "print([m for m in ('analysis', 'numba', 'pandas', 'matplotlib') if m in sys.modules])"
    assert python(f"import sys, fastsim; dir(fastsim); {loaded}", tmp_path) == "[]"
    games = "fastsim.tally('basic', ['Big Money'] * 2, games=2)"
    assert python(f"import sys, fastsim; {games}; {loaded}", tmp_path) == "['numba']"
    assert "'analysis'" in python(f"import sys, fastsim; fastsim.duel; {loaded}", tmp_path)


@pytest.mark.parametrize("question", ["duel", "report"])
def test_another_package_named_analysis_is_named(tmp_path: Path, question: str) -> None:
    other = tmp_path / "analysis.py"
    other.write_text("")
    told = python(
        f"import fastsim\nprint(fastsim.tally)\n"
        f"try:\n    fastsim.{question}\nexcept fastsim.FastsimError as error:\n    print(error)",
        tmp_path,
    )
    assert "the package 'analysis' that Python finds is not fastsim's" in told
    assert str(other) in told


def test_a_package_without_a_file_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from types import ModuleType

    from fastsim.door import check_own_analysis

    monkeypatch.setitem(sys.modules, "analysis", ModuleType("analysis"))
    with pytest.raises(FastsimError, match="there is no file of it"):
        check_own_analysis()
