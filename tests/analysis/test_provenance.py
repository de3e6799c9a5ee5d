"""Where results come from: the kernel that is named is the one that played."""

import pytest

from analysis.questions.duel import duel
from analysis.questions.provenance import kernels_of
from analysis.questions.sweep import parse_axis, sweep
from analysis.questions.tournament import tournament
from analysis.report.page.method import provenance_rows
from analysis.report.page.play import play_report
from analysis.report.page.read import parse_spec
from fastsim.game.setup import simplified
from fastsim.play.games import simulate
from fastsim.rules.load import load_rule

MONEY, GREEDY = load_rule("Big Money"), load_rule("Greedy")
ON_HANDS = load_rule("Province; Gold if hand(Copper) < 3; Silver")  # more than a lane can see


@pytest.mark.parametrize("rules", [(MONEY, GREEDY), (MONEY, ON_HANDS), (ON_HANDS, ON_HANDS)])
def test_a_duel_names_the_kernel_that_plays_it(rules) -> None:
    played = simulate(simplified(), rules, games=10).kernel
    assert duel(simplified(), *rules, games=10).provenance.kernel == played
    assert played == ("general" if ON_HANDS in rules else "lanes")


def test_a_kernel_that_was_asked_for_is_named() -> None:
    result = duel(simplified(), MONEY, GREEDY, games=10, kernel="general")
    assert result.to_json()["provenance"]["kernel"] == "general"
    many = tournament(simplified(), [MONEY, GREEDY], games=10, kernel="general")
    assert many.provenance.kernel == many.duel(0, 1).provenance.kernel == "general"
    template = load_rule("Province; Gold; Silver if own(Silver) < {k}")
    cells = sweep(simplified(), template, [parse_axis("k=3:4")], MONEY, games=10, kernel="general")
    assert cells.kernel == cells.cell(0).provenance.kernel == "general"


def test_several_kernels_are_all_named_the_most_used_first() -> None:
    setup = simplified()
    pairs = [(MONEY, GREEDY), (GREEDY, GREEDY), (MONEY, ON_HANDS)]
    assert kernels_of((setup, pair) for pair in pairs) == "lanes, general"
    rules = [MONEY, GREEDY, ON_HANDS]
    assert tournament(setup, rules, games=10).provenance.kernel == "general, lanes"


def test_a_report_names_the_kernels_of_its_games_and_of_its_curves() -> None:
    hands = "Province; Gold if hand(Copper) < 3; Silver"
    document = {
        "title": "t",
        "rules": [{"name": "On hands", "rule": hands}],
        "comparison": {"rules": ["Big Money", "On hands"], "games": 4},
        "curves": [{"a": "Big Money", "b": "Greedy", "games": 4, "show": ["vp"]}],
    }

    def kernel(**parts: object) -> str:
        spec = parse_spec(document | parts, source="t", name="t")
        return dict(provenance_rows(play_report(spec)))["Kernel"]

    assert kernel() == "general, lanes, general (curves)"
    assert kernel(comparison={"rules": ["Big Money", "Greedy"], "games": 4}) == (
        "lanes, general (curves)"
    )
