"""Figures of tables of several players and of single cards: what is drawn is what frames say."""

import numpy as np
import pandas as pd
import pytest

from analysis.frames import lineup_ranking_frame, seat_frame
from analysis.output.pictures import figure_of, svg
from analysis.plots.card_curves import card_curves
from analysis.plots.seats import seats
from analysis.plots.style import BLUE, GREY, ORANGE
from analysis.questions.lineups import LineupResults, lineup_tournament
from fastsim.game.setup import basic
from fastsim.rules.load import load_rule


@pytest.fixture(scope="module")
def results() -> LineupResults:
    names = ["Big Money", "Big Money Ultimate", "Greedy", "Duchy dancing"]
    return lineup_tournament(basic(3), [load_rule(name) for name in names], games=600)


def test_rules_stand_by_rank_and_every_seat_is_marked(results: LineupResults) -> None:
    ranking, by_seat = lineup_ranking_frame(results), seat_frame(results)
    ax = seats(by_seat, ranking)
    labels = [label.get_text() for label in ax.get_yticklabels()]
    assert labels == [*ranking["rule"], "all rules"]
    dots = {
        (line.get_marker(), round(float(line.get_xdata()[0]), 6))
        for line in ax.lines
        if len(line.get_xdata()) == 1
    }
    for rate in ranking["win_rate"]:
        assert ("o", round(100 * rate, 6)) in dots
    for seat, rate in zip(by_seat["seat"], by_seat["win_rate"], strict=True):
        assert ("osD"[seat - 1], round(100 * rate, 6)) in dots
    assert b"equal share, 33.3 %" in svg(ax, text="none")


def test_colours_tell_more_from_less_than_an_equal_share(results: LineupResults) -> None:
    ranking = lineup_ranking_frame(results)
    ax = seats(seat_frame(results), ranking)
    large = [line for line in ax.lines if line.get_markersize() == 7]
    assert [line.get_color() for line in large] == [BLUE, BLUE, ORANGE, ORANGE]


def cards() -> pd.DataFrame:
    """Three cards with three numbers of copies each: good, bad, and who knows."""
    rows = []
    for card, rates, sure in (
        ("Smithy", [0.6, 0.72, 0.7], True),
        ("Vassal", [0.4, 0.3, 0.2], True),
        ("Harbinger", [0.49, 0.501, 0.48], False),
    ):
        for copies, rate in enumerate(rates, 1):
            best = rate == max(rates)
            rows.append(
                {"card": card, "copies": copies, "against": "Money", "games": 1000,
                 "win_rate": rate, "low": rate - 0.01, "high": rate + 0.01, "best": best,
                 "significant": best and sure}
            )  # fmt: skip
    return pd.DataFrame(rows)


def test_one_panel_a_card_the_best_first() -> None:
    axes = card_curves(cards())
    assert axes.shape == (1, 3)
    panels = list(axes.flat)
    assert [ax.get_title(loc="left") for ax in panels] == ["Smithy", "Harbinger", "Vassal"]
    curves = [next(line for line in ax.lines if len(line.get_xdata()) == 3) for ax in panels]
    assert [line.get_color() for line in curves] == [BLUE, GREY, ORANGE]
    assert np.allclose(curves[0].get_ydata(), [60, 72, 70])
    rings = [line for line in axes[0, 0].lines if line.get_markersize() == 8]
    assert [float(line.get_xdata()[0]) for line in rings] == [2]
    assert figure_of(axes[0, 0]) is figure_of(axes[0, 2])


def test_panels_beyond_the_last_card_are_hidden() -> None:
    frame = pd.concat([cards().assign(card=f"Card {k}") for k in range(7)])
    # seven cards in two rows of six
    axes = card_curves(frame.drop_duplicates(["card", "copies"]))
    assert axes.shape == (2, 6)
    assert [ax.get_visible() for ax in axes.flat] == [True] * 7 + [False] * 5
