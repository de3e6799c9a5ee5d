"""Frontiers, best answers and equilibria in a report."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analysis.frames import length_frame
from analysis.questions.duel import duel
from analysis.report.page.contents import findings, frames_of
from analysis.report.page.play import play_report
from analysis.report.page.read import parse_spec
from analysis.report.page.render import render
from analysis.report.page.results import Results
from analysis.report.parts.equilibrium import EQUILIBRIUM
from analysis.report.parts.frontier import FRONTIER
from analysis.report.parts.responses import RESPONSES
from fastsim.game.setup import simplified
from fastsim.rules.load import load_rule
from fastsim.text.errors import InvalidInput

RULES = """
[rules."Long"]
buy = "Province; Duchy if provinces <= 4; Gold; Silver; Copper"
[rules."Money"]
buy = "Province; Gold; Silver"
[rules."Duchies"]
buy = "Province; Duchy if provinces <= 4; Gold; Silver"
"""
TEMPLATE = "Province; Duchy if provinces <= {duchy}; Gold; Silver"


def document(folder: Path) -> dict[str, Any]:
    (folder / "rules.toml").write_text(RULES)
    return {
        "title": "Searched",
        "seed": 4,
        "frontier": {
            "rules": str(folder / "rules.toml"),
            "against": ["Big Money", "Big Money Ultimate"],
            "games": 2000,
        },
        "responses": [
            {"template": TEMPLATE, "over": ["duchy=0:5"], "against": "Big Money",
             "games": 60_000, "fresh": 2000},
            {"template": TEMPLATE, "over": ["duchy=0,4,8"],
             "against": "Province; Duchy if provinces <= 4; Gold; Silver",
             "games": 60_000, "fresh": 2000},
        ],
        "equilibrium": {
            "template": TEMPLATE, "over": ["duchy=0,4,8"], "with": ["Big Money with Duchies"],
            "bound": 0.05, "games": 2_000_000, "answer_games": 100_000, "fresh": 10_000,
        },
    }  # fmt: skip


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    values = document(tmp_path_factory.mktemp("rules"))
    return play_report(parse_spec(values, source="a spec", name="searched"))


def test_the_page_tells_what_was_found(results: Results) -> None:
    page = render(results)
    assert "What length is worth" in page
    assert "The best answer to Big Money" in page
    assert "The equilibrium" in page
    assert "fastsim search" in page
    assert "fastsim solve" in page
    # as many findings as parts, and one more of the equilibrium
    claims = [finding.claim for finding in findings(results)]
    assert len(claims) == 5
    assert claims[0].startswith("Length 5 is enough: Duchies wins")
    assert claims[1].startswith("The best answer to Big Money among 6 rules of its family wins")
    assert "is Province; Duchy if provinces &lt;= 4; Gold; Silver itself" in page
    assert claims[3].startswith("Between players who play the equilibrium of 3 rules")
    assert not re.search(r"\bnan\b|\binf\b", page)


def test_a_frontier_is_of_the_games_that_duels_play(results: Results) -> None:
    scores = FRONTIER.of(results)[0].result
    assert [rule.name for rule in scores.rules] == ["Money", "Duchies", "Long"]
    for j, name in enumerate(("Big Money", "Big Money Ultimate")):
        again = duel(simplified(), scores.rules[1], load_rule(name), games=2000, seed=4)
        assert scores.by_opponent[1, j] == pytest.approx(again.win_rate.value)
    frame = length_frame(scores, within=0.001)
    assert frame["length"].tolist() == [3, 5, 6]
    assert frame["result"].tolist() == [False, True, False]  # Copper is bought last in any case
    assert frame["win_rate"].tolist() == pytest.approx(scores.mean.tolist())


def test_games_are_those_that_were_played(results: Results) -> None:
    spec = results.spec
    (frontier,) = FRONTIER.of(results)
    searches = [*RESPONSES.of(results), *EQUILIBRIUM.of(results)]
    assert frontier.games == 3 * 2 * 2000
    assert spec.total_games == frontier.games + 2 * 60_000 + 2_000_000
    played = results.games - frontier.games
    assert sum(search.games for search in searches) == played
    assert played > sum(search.result.race.total_games for search in RESPONSES.of(results))


def test_the_data_is_in_the_page(results: Results) -> None:
    frames = frames_of(results)
    assert {"frontier.csv", "response-1-duchy.csv", "mixture.csv", "path.csv"} <= set(frames)
    best = frames["response-1-duchy.csv"]
    assert int(best[best["best"]]["duchy"].iloc[0]) in (4, 5)


def test_the_same_page_on_one_thread(results: Results) -> None:
    again = play_report(results.spec, threads=1)
    assert [f.claim for f in findings(again)] == [f.claim for f in findings(results)]
    one, two = (FRONTIER.of(each)[0].result for each in (again, results))
    np.testing.assert_array_equal(one.by_opponent, two.by_opponent)


@pytest.mark.parametrize(
    ("part", "changes", "message"),
    [
        ("frontier", {"rules": "missing.toml"}, "frontier: missing.toml: cannot be read"),
        ("frontier", {"against": []}, "frontier: against is empty"),
        ("frontier", {"games": 2}, "frontier: games = 2"),
        ("equilibrium", {"over": ["duke=0:3"]}, "equilibrium: the rule has no parameter {duke}"),
        ("equilibrium", {"bound": "small"}, "equilibrium: bound = 'small' is not a number"),
        ("equilibrium", {"with": ["Smithy"]}, "equilibrium: "),
        ("equilibrium", {"games": 10_000}, "equilibrium: a budget of 10,000 games"),
    ],
)
def test_bad_tables_are_refused(
    tmp_path: Path, part: str, changes: dict[str, Any], message: str
) -> None:
    values = document(tmp_path)
    values[part] |= changes
    with pytest.raises(InvalidInput) as error:
        parse_spec(values, source="a spec", name="bad")
    assert f"a spec: {message}" in str(error.value)


def test_a_missing_key_of_a_response_is_named(tmp_path: Path) -> None:
    values = document(tmp_path)
    del values["responses"][1]["fresh"]
    with pytest.raises(InvalidInput, match="responses, number 2: fresh is missing"):
        parse_spec(values, source="a spec", name="bad")
