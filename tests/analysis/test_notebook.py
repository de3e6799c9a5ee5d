"""Results in a notebook: whole, escaped HTML with the numbers of the result."""

import base64
import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from analysis.output.notebook import html_of
from analysis.questions.curves import observe_duel
from analysis.questions.duel import duel
from analysis.questions.lineups import lineup_tournament
from analysis.questions.match import match
from analysis.questions.optimise.evolution.evolve import evolve
from analysis.questions.optimise.family import Family, parse_choice
from analysis.questions.optimise.games import Games
from analysis.questions.optimise.opponents import Opponents
from analysis.questions.optimise.search import search
from analysis.questions.optimise.solve import solve
from analysis.questions.sweep import parse_axis, sweep
from analysis.questions.tournament import tournament
from fastsim.game.setup import basic, simplified
from fastsim.play.games import replay, simulate, tally
from fastsim.rules.describe import describe
from fastsim.rules.load import load_rule

HOSTILE = "<script>&$x_{1}$"
A = replace(load_rule("Big Money Ultimate"), name=HOSTILE)
B = load_rule("Big Money")
TEMPLATE = load_rule(
    "Province; Duchy if provinces <= {d}; Estate if provinces <= {e}; Gold if own(Gold) < {g};"
    "Silver"
)


def elements(html: str) -> list[ElementTree.Element]:
    """The elements of what a notebook is given; fails where they are not well formed."""
    whole = re.sub(r"(<img [^>]*[^/])>", r"\1/>", html)
    return [*ElementTree.fromstring(f"<div>{whole}</div>").iter()]


def pictures(html: str) -> list[ElementTree.Element]:
    return [
        ElementTree.fromstring(base64.b64decode(element.attrib["src"].split("base64,")[1]))
        for element in elements(html)
        if element.tag == "img"
    ]


def swept(*axes, **fixed):
    found = [parse_axis(axis) for axis in axes]
    return sweep(simplified(), TEMPLATE, found, A, games=40, fixed=fixed)


def test_a_duel_is_a_sentence_and_a_table() -> None:
    result = duel(simplified(), A, B, games=2000)
    html = result._repr_html_()
    text = [element.text for element in elements(html)]
    assert f"{100 * result.win_rate.value:.1f}" in html
    assert "2,000 games of simplified" in html
    assert text.count(HOSTILE) == 1
    assert f"{100 * result.a_first.wins[0] / 1000:.2f}\u00a0%" in text


@pytest.mark.parametrize(
    ("axes", "fixed", "drawn"),
    [
        (["e=0:1", "d=2:4"], {"g": 9}, 1),
        (["d=2:4"], {"e": 2, "g": 9}, 1),
        (["g=1:2", "e=0:1", "d=2:4"], {}, 0),
    ],
)
def test_a_sweep_shows_its_map(axes, fixed, drawn) -> None:
    html = swept(*axes, **fixed)._repr_html_()
    assert len(pictures(html)) == drawn
    assert ("<table" in html) == (not drawn)
    assert "<script>" not in html


def test_a_tournament_shows_its_ranking_and_matrix() -> None:
    html = tournament(simplified(), [A, B, load_rule("Greedy")], games=400)._repr_html_()
    assert len(pictures(html)) == 1
    cells = [element.text for element in elements(html) if element.tag == "td"]
    assert cells[1] == HOSTILE
    assert {"Big Money", "Greedy"} < set(cells)


def test_curves_show_money_and_points() -> None:
    html = observe_duel(simplified(), A, B, games=100)._repr_html_()
    assert len(pictures(html)) == 2
    assert "<script>" not in html


def test_a_tally_is_a_small_table() -> None:
    counts = tally(simplified(), [A, B], games=1000)
    html = counts._repr_html_()
    cells = [element.text for element in elements(html) if element.tag == "td"]
    assert cells[:3] == ["1", HOSTILE, f"{counts.wins[0] / 1000:.2%}"]
    assert len(html) < 1000


def test_a_batch_shows_its_seats_and_first_games() -> None:
    batch = simulate(simplified(), [A, B], games=100)
    html = batch._repr_html_()
    cells = [element.text for element in elements(html) if element.tag == "td"]
    won = int((batch.winners == 1).sum())
    assert cells[:4] == ["1", HOSTILE, f"{won / 100:.2%}", "0.00%"]
    assert cells[10:12] == ["0", str(batch.turns[0])]
    assert f"{batch.vp[0, 0]} : {batch.vp[0, 1]}" in cells
    assert len(html) < 3000


def test_a_rule_is_its_text() -> None:
    html = replace(A, source="<i>")._repr_html_()
    text = [element.text for element in elements(html)]
    assert {HOSTILE, "<i>", describe(A)} < set(text)
    assert "a rule without a name" in replace(A, name="")._repr_html_()


def test_a_setup_is_a_small_table() -> None:
    html = replace(simplified(), name=HOSTILE)._repr_html_()
    text = [element.text for element in elements(html)]
    assert {HOSTILE, "7 Copper, 3 Estate", "won by who moved later"} < set(text)


def test_a_game_is_told() -> None:
    log = replay(simplified(), [A, B], seed=7, game=0)
    html = log._repr_html_()
    text = [element.text for element in elements(html)]
    assert {HOSTILE, str(log.vp[0]), "\n".join(log.lines())} < set(text)


def test_what_is_no_result_has_no_form() -> None:
    with pytest.raises(TypeError, match="a int has no form"):
        html_of(3)


def test_a_search_is_a_sentence_and_a_profile_for_each_parameter() -> None:
    family = Family(TEMPLATE.fill({"g": 9}), (parse_choice("d=2:4"), parse_choice("e=0:1")))
    found = search(Games(simplified()), family, Opponents.of([A]), budget=10_000, fresh=400)
    html = found._repr_html_()
    assert len(pictures(html)) == 2
    assert f"{100 * found.win_rate.value:.1f}"[:4] in html
    assert "Best of six rules against &lt;script&gt;" in html


def test_an_evolution_is_a_sentence_its_frontier_and_a_picture() -> None:
    found = evolve(Games(simplified()), [A, load_rule("Copper only")], budget=2_500_000)
    html = found._repr_html_()
    assert len(pictures(html)) == 1
    assert html.count("<tr>") == len(found.frontier)
    assert f"of {len(found.pool)} given opponents" in html


def test_a_solution_is_a_sentence_and_its_mixtures() -> None:
    family = Family(TEMPLATE.fill({"g": 9, "e": 1}), (parse_choice("d=2:4"),))
    found = solve(
        Games(simplified()), family, [A], bound=0.1, answer_games=10_000, budget=10**6, fresh=4096
    )
    html = found._repr_html_()
    assert len(pictures(html)) == 1
    assert f"{100 * found.exploitability.value:.2f} percentage points" in html


def test_tables_of_three_show_ranking_and_seats() -> None:
    rules = [A, B, load_rule("Greedy")]
    html = lineup_tournament(basic(3), rules, games=60)._repr_html_()
    assert len(pictures(html)) == 1
    cells = [element.text for element in elements(html) if element.tag == "td"]
    assert {HOSTILE, "Big Money", "Greedy"} < set(cells)


def test_a_match_is_a_table() -> None:
    result = match(basic(), [A, B], games=400, length=7)
    html = result._repr_html_()
    assert "Matches of 7 games" in html
    cells = [element.text for element in elements(html) if element.tag == "td"]
    assert cells[0] == HOSTILE
    assert f"{100 * result.begins.value[0]:.1f}\u00a0%" in cells
