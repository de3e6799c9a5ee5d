"""Distributions and comparisons as pictures: what is drawn is what was counted."""

import numpy as np
import pytest
from matplotlib.colors import to_rgba

from analysis.frames import comparison_frame, distribution_frame, ranking_frame
from analysis.plots.forest import forest
from analysis.plots.game_length import game_length
from analysis.plots.margin import margin
from analysis.plots.matrix import matrix
from analysis.plots.style import BLUE, GREY, ORANGE
from analysis.plots.victory_points import victory_points
from analysis.questions.duel import Duel, duel
from analysis.report.page.play import play_report
from analysis.report.page.read import parse_spec
from analysis.report.parts.comparison.part import COMPARISON
from fastsim.game.setup import basic, simplified
from fastsim.rules.load import load_rule
from fastsim.text.errors import InvalidInput


@pytest.fixture(scope="module")
def played() -> Duel:
    return duel(simplified(), load_rule("Big Money Ultimate"), load_rule("Big Money"), games=2000)


@pytest.fixture(scope="module")
def comparison():
    document = {
        "title": "t",
        "comparison": {
            "rules": ["Big Money Ultimate", "Penultimate Province", "Big Money", "Greedy"],
            "games": 600,
            "baseline": "Big Money",
        },
    }
    played = play_report(parse_spec(document, source="test", name="t"))
    return COMPARISON.of(played)[0].result


def steps(ax):
    """What each outline shows: {value: percent}."""
    found = []
    for patch in ax.patches:
        if not patch.get_fill():
            values, edges, _ = patch.get_data()
            found.append(dict(zip((edges[:-1] + 0.5).astype(int), values, strict=True)))
    return found


def test_game_length_is_drawn_as_counted(played) -> None:
    ax = game_length(distribution_frame(played))
    for outline, tally in zip(steps(ax), (played.a_first, played.b_first), strict=True):
        assert sum(outline.values()) == pytest.approx(100)
        for turns, percent in outline.items():
            assert percent == pytest.approx(100 * tally.turns[turns] / tally.games)
    assert "turns of both players" in ax.get_xlabel()
    assert "%" in ax.get_ylabel()
    labels = [t.get_text() for t in ax.get_legend().get_texts()]
    assert [label.split(" moves first")[0] for label in labels] == [
        "Big Money Ultimate",
        "Big Money",
    ]


def test_victory_points_tell_rule_and_seat_apart(played) -> None:
    ax = victory_points(distribution_frame(played))
    outlines = steps(ax)
    counts = (
        played.a_first.vp[0],
        played.b_first.vp[1],
        played.b_first.vp[0],
        played.a_first.vp[1],
    )
    lowest = int(played.a_first.vp_values[0])
    for outline, count in zip(outlines, counts, strict=True):
        for vp, percent in outline.items():
            assert percent == pytest.approx(100 * count[vp - lowest] / count.sum())
    lines = [p for p in ax.patches if not p.get_fill()]
    assert [line.get_edgecolor() for line in lines] == [
        to_rgba(colour) for colour in (BLUE, BLUE, ORANGE, ORANGE)
    ]
    assert lines[0].get_linestyle() != lines[1].get_linestyle()


def test_the_margin_is_of_rule_a_over_both_orders(played) -> None:
    ax = margin(distribution_frame(played))
    counts = played.a_first.margin[0] + played.b_first.margin[1]
    values = played.a_first.margin_values
    bars = {round(p.get_x() + p.get_width() / 2): p for p in ax.patches if p.get_width() == 0.86}
    for value, bar in bars.items():
        share = counts[np.flatnonzero(values == value)[0]] / played.games
        assert bar.get_height() == pytest.approx(100 * share)
        wanted = BLUE if value > 0 else ORANGE if value < 0 else GREY
        assert bar.get_facecolor() == to_rgba(wanted)
    legend = [t.get_text() for t in ax.get_legend().get_texts()]
    shares = [float(text.split()[-2]) for text in legend]
    assert sum(shares) == pytest.approx(100, abs=0.15)
    assert ax.get_xlabel() == "Victory points of Big Money Ultimate less those of Big Money"


def test_a_rule_against_itself_is_one_order() -> None:
    rule = load_rule("Big Money")
    frame = distribution_frame(duel(simplified(), rule, rule, games=400))
    assert frame.groupby(["quantity", "seat"])["share"].sum().to_numpy() == pytest.approx(1)
    for draw in (game_length, victory_points, margin):
        draw(frame)
    assert (
        margin(frame).get_xlabel() == "Victory points of the first player less those of the second"
    )


def test_a_frame_without_the_quantity_is_refused(played) -> None:
    frame = distribution_frame(played)
    with pytest.raises(InvalidInput, match="no distribution of turns"):
        game_length(frame[frame["quantity"] == "vp"])


def test_the_forest_shows_every_matchup_best_on_top(comparison) -> None:
    rows = comparison.against_baseline
    ax = forest(rows)
    names = [t.get_text() for t in ax.get_yticklabels()]
    assert names == list(rows.sort_values("win_rate", kind="stable")["a"])
    dots = [line for line in ax.lines if line.get_marker() == "o"]
    ordered = rows.sort_values("win_rate", kind="stable").to_dict("records")
    for place, (dot, row) in enumerate(zip(dots, ordered, strict=True)):
        assert dot.get_xdata()[0] == pytest.approx(100 * row["win_rate"])
        assert dot.get_ydata()[0] == place
        wanted = GREY if not row["significant"] else BLUE if row["win_rate"] > 0.5 else ORANGE
        assert dot.get_color() == wanted
    assert ax.get_xlabel() == "Win rate against Big Money (%)"


def test_the_matrix_reads_row_against_column(comparison) -> None:
    frame = comparison.frame
    order = list(comparison.ranking["rule"])
    ax = matrix(frame, order=order)
    assert [t.get_text() for t in ax.get_yticklabels()] == order
    assert ax.get_ylim()[0] > ax.get_ylim()[1]  # the first rule is on top
    shown = {t.get_position(): t.get_text() for t in ax.texts if "games" not in t.get_text()}
    for row in frame.to_dict("records"):
        i, j = order.index(row["a"]), order.index(row["b"])
        for place, rate in (((j, i), row["win_rate"]), ((i, j), 1 - row["win_rate"])):
            text = shown[place]
            assert float(text.strip("()")) == pytest.approx(100 * rate, abs=0.51)
            assert text.startswith("(") == (not row["significant"])
    assert matrix(frame).get_yticklabels()[0].get_text() == order[0]


def test_ranking_agrees_with_the_pairs(comparison) -> None:
    frame, ranking = comparison.frame, comparison.ranking
    for row in ranking.to_dict("records"):
        won = frame[frame["a"] == row["rule"]]["win_rate"]
        lost = frame[frame["b"] == row["rule"]]["win_rate"]
        mean = (won.sum() + (1 - lost).sum()) / 3
        assert row["win_rate"] == pytest.approx(mean)
    assert ranking["win_rate"].mean() == pytest.approx(0.5)
    assert ranking["rank"].tolist() == [1, 2, 3, 4]
    assert ranking["may_be_best"].iloc[0]


def test_outcomes_sum_to_the_games_with_shared_victories() -> None:
    played = duel(basic(), load_rule("Big Money"), load_rule("Big Money Ultimate"), games=1000)
    row = comparison_frame([played]).iloc[0]
    assert row["shared"] > 0
    assert row["wins"] + row["losses"] + row["shared"] == row["games"]
    assert row["ended_provinces"] + row["ended_piles"] + row["cut"] == row["games"]
    assert row["win_rate"] == pytest.approx((row["wins"] + row["shared"] / 2) / row["games"])


def test_ranking_of_two_rules_is_their_win_rate() -> None:
    played = duel(simplified(), load_rule("Big Money Ultimate"), load_rule("Greedy"), games=800)
    ranking = ranking_frame(played.tally)
    assert ranking["rule"].tolist() == ["Big Money Ultimate", "Greedy"]
    assert ranking["win_rate"].iloc[0] == pytest.approx(played.win_rate.value)
    assert ranking["standard_error"].iloc[0] == pytest.approx(
        played.win_rate.standard_error, rel=0.01
    )
