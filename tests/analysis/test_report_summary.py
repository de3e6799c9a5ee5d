"""Sentences made from numbers: true at the edges, too."""

from dataclasses import replace

import pytest

from analysis.questions.sweep import parse_axis, sweep
from analysis.report.page.contents import findings
from analysis.report.page.play import play_report
from analysis.report.page.read import parse_spec
from analysis.report.parts.sweeps import sweep_findings
from analysis.statistics import Estimate, wilson
from analysis.statistics.words import counted, listed, percent, plain_percent
from fastsim.game.setup import simplified
from fastsim.rules.load import load_rule


def sentences(**document) -> str:
    spec = parse_spec({"title": "t", **document}, source="test", name="t")
    found = findings(play_report(spec))
    return "\n".join(f"{f.claim} {f.detail}" for f in found).replace("\u00a0", " ")


def test_what_is_not_significant_is_said_to_be_so() -> None:
    close = ["Big Money Ultimate", "Penultimate Province"]
    said = sentences(comparison={"rules": [*close, "Copper only"], "games": 40})
    assert "One pair of 3 is not decided: which rule is better is not shown." in said
    assert "not significant at 5 % after correction for 3 tests" in said
    said = sentences(comparison={"rules": close, "games": 40})
    assert f"Neither {close[0]} nor {close[1]} is shown to be better: {close[0]} wins " in said


def test_a_clear_difference_is_said_with_its_error() -> None:
    said = sentences(
        comparison={
            "rules": ["Big Money Ultimate", "Big Money", "Copper only"],
            "games": 400,
            "baseline": "Big Money",
        }
    )
    assert "Big Money Ultimate is the strongest of the three rules." in said
    assert "Big Money Ultimate beats Big Money in " in said
    assert "Worse than Big Money: Copper only, with " in said
    assert "All three pairs are decided" in said


def test_a_sweep_without_a_better_cell_says_so() -> None:
    template = load_rule("Province; Gold; Silver; Copper if money < {c}")
    swept = sweep(simplified(), template, [parse_axis("c=3:4")], load_rule("Big Money"), games=40)
    (found,) = sweep_findings(swept)
    assert found.claim == "No choice of c is shown to beat Big Money."
    assert "One other cell cannot be told from it at 95 %." in found.detail


def test_the_opponent_among_the_cells_is_pointed_out() -> None:
    template = load_rule("Province; Gold; Duchy if provinces <= {d}; Silver")
    opponent = load_rule("Big Money with Duchies")
    swept = sweep(simplified(), template, [parse_axis("d=4:5")], opponent, games=40)
    (found,) = sweep_findings(swept)
    assert found.claim == "No choice of d is shown to beat Big Money with Duchies."
    assert found.detail.replace("\u00a0", " ").startswith(
        "The best of 2 cells is Big Money with Duchies itself, d = 5. "
    )
    weaker = replace(template.fill({"d": 1}), name="Last Duchy")
    swept = sweep(simplified(), template, [parse_axis("d=1:5:4")], weaker, games=400)
    (found,) = sweep_findings(swept)
    assert found.claim.replace("\u00a0", " ").startswith("Against Last Duchy, d = 5 does best")
    assert found.detail.replace("\u00a0", " ").endswith(
        "Last Duchy itself is the cell d = 1, 50 % by definition."
    )


def test_several_sweeps_are_told_apart_and_compared() -> None:
    part = {
        "template": "Province; Duchy if provinces <= {d}; Estate if provinces <= {e}; Gold; Silver",
        "x": "d=0:4:4", "y": "e=0:2:2", "games": 400,
    }  # fmt: skip
    said = sentences(
        sweeps=[
            {**part, "title": "One", "against": "Big Money"},
            {**part, "title": "Two", "against": "Big Money with Duchies"},
        ]
    )
    assert said.startswith("The best cells of the two sweeps have d at 4 and e at ")
    assert "points more than the cell with d = 0, e = 0 of the same sweep." in said
    assert "One: against Big Money, d = 4, e = " in said
    assert "Two: " in said


def test_groups_say_what_is_settled() -> None:
    rules = ["Big Money Ultimate", "Penultimate Province", "Big Money", "Copper only"]
    said = sentences(comparison={"rules": rules, "games": 400})
    assert "The 4 rules fall into three groups that can be told apart" in said
    assert "Not settled is the order of " in said
    said = sentences(comparison={"rules": rules[1:], "games": 2000})
    assert "The order of all three rules by mean win rate is settled." in said


def test_curves_say_who_leads_and_when() -> None:
    said = sentences(curves=[{"a": "Greedy", "b": "Big Money Ultimate", "games": 2000}])
    assert "Greedy is ahead of Big Money Ultimate up to turn 1" in said
    assert "then Big Money Ultimate leads, by " in said
    assert "Their hands differ most on turn 1" in said
    said = sentences(curves=[{"a": "Big Money", "b": "BM", "games": 100}])
    assert said.startswith("In games of Big Money against itself a hand is worth most on turn ")


def test_a_duel_alone_says_who_wins() -> None:
    said = sentences(duel={"a": "Big Money", "b": "Big Money Ultimate", "games": 400})
    assert said.startswith("Big Money Ultimate beats Big Money in ")
    assert "turns, both players' together." in said
    said = sentences(duel={"a": "Penultimate Province", "b": "Big Money Ultimate", "games": 8})
    assert said.startswith("Neither Penultimate Province nor Big Money Ultimate is shown")


@pytest.mark.parametrize(
    ("estimate", "shown"),
    [
        (Estimate(0.78874, 0.0009, 0.78698, 0.7905, 0.95), "78.87 % (±0.18)"),
        (wilson(0, 1000), "0.00 % (0.00 to 0.38)"),
        (wilson(500, 1000), "50.0 % (±3.1)"),
        (Estimate(0.5, 0.0, 0.5, 0.5, 0.95), "50 % (exactly)"),
        (Estimate(0.5, 0.0, 0.4999999, 0.5000001, 0.95), "50.000 % (±< 0.001)"),
    ],
)
def test_shares_with_intervals(estimate, shown) -> None:
    assert percent(estimate).replace("\u00a0", " ") == shown


@pytest.mark.parametrize(
    ("share", "shown"),
    [(0, "0 %"), (1, "100 %"), (1e-6, "< 0.1 %"), (1 - 1e-6, "> 99.9 %"), (0.1234, "12.3 %")],
)
def test_rare_is_not_never_and_common_is_not_always(share, shown) -> None:
    assert plain_percent(share).replace("\u00a0", " ") == shown


def test_small_numbers_are_words() -> None:
    assert [counted(n, "cell") for n in (0, 1, 3, 1300)] == [
        "no cells", "one cell", "three cells", "1,300 cells",
    ]  # fmt: skip
    assert [listed(["a", "b", "c"][:n]) for n in (1, 2, 3)] == ["a", "a and b", "a, b and c"]


def test_a_sweep_that_only_loses_says_so() -> None:
    template = load_rule("Copper; Silver if money < {c}")
    swept = sweep(simplified(), template, [parse_axis("c=3:4")], load_rule("Big Money"), games=40)
    (found,) = sweep_findings(swept)
    assert found.claim == "Every choice of c loses to Big Money."
    assert "not significant" not in found.detail
