"""Sweeps as pictures: every number in its own cell, every mark where it belongs."""

import itertools

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from matplotlib.collections import LineCollection
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from analysis.frames import SWEEP_COLUMNS, parameter_columns, sweep_frame
from analysis.output.pictures import svg
from analysis.plots.heatmap import heatmap
from analysis.plots.profile import profile
from analysis.plots.shortfall import shortfall
from analysis.plots.style import DIVERGING, INK, PAPER, ink_on
from analysis.questions.duel import duel
from analysis.questions.sweep import parse_axis, sweep
from fastsim.game.setup import simplified
from fastsim.rules.load import load_rule
from fastsim.text.errors import InvalidInput

TEMPLATE = "Province; Duchy if provinces <= {duchy}; Estate if provinces <= {estate}; Gold; Silver"


def made_up(rates, members=(), ys="estate", xs="duchy", width=0.004):
    """A sweep frame with these win rates: rows upwards, columns to the right."""
    rates = np.asarray(rates)
    rows = []
    for y, x in np.ndindex(rates.shape):
        rate = rates[y, x]
        rows.append(
            {
                ys: y + 1,
                xs: 10 * x,
                "against": "Opponent",
                "games": 4000,
                "win_rate": rate,
                "standard_error": width / 2,
                "low": rate - width,
                "high": rate + width,
                "level": 0.95,
                "p_value": 0.5,
                "win_rate_first": rate,
                "win_rate_second": rate,
                "wins": round(4000 * rate),
                "losses": 4000 - round(4000 * rate),
                "shared": 0,
                "undecided": rate - width <= 0.5 <= rate + width,
                "best": rate == rates.max(),
                "may_be_best": rate == rates.max() or (y, x) in members,
                "shortfall": rates.max() - rate,
            }
        )
    return pd.DataFrame(rows)


RATES = [[0.11, 0.42, 0.53], [0.24, 0.501, 0.66]]
FRAME = made_up(RATES, members=[(0, 2)])


def texts(ax):
    """The text of each cell by its place: {(column, row): text}."""
    return {
        (round(t.get_position()[0]), round(t.get_position()[1])): t.get_text()
        for t in ax.texts
        if t.get_position()[0] in range(20) and t.get_zorder() == 4
    }


def test_a_sweep_of_2_by_3_lands_in_the_right_cells() -> None:
    game, against, template = simplified(), load_rule("Big Money"), load_rule(TEMPLATE)
    axes = [parse_axis("estate=0:1"), parse_axis("duchy=2:6:2")]
    frame = sweep_frame(sweep(game, template, axes, against, games=200, seed=5))
    assert frame[["estate", "duchy"]].to_numpy().tolist() == [
        list(point) for point in itertools.product((0, 1), (2, 4, 6))
    ]
    shown = texts(heatmap(frame))
    ax = heatmap(frame)
    assert [t.get_text() for t in ax.get_xticklabels()] == ["2", "4", "6"]
    assert [t.get_text() for t in ax.get_yticklabels()] == ["0", "1"]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("duchy", "estate")
    for (row, estate), (column, duchy) in itertools.product(
        enumerate((0, 1)), enumerate((2, 4, 6))
    ):
        alone = duel(
            game, template.fill({"duchy": duchy, "estate": estate}), against, games=200, seed=5
        )
        cell = frame[(frame["estate"] == estate) & (frame["duchy"] == duchy)].iloc[0]
        assert cell["win_rate"] == alone.win_rate.value
        assert float(shown[column, row]) == pytest.approx(100 * alone.win_rate.value, abs=0.051)


def test_each_number_stands_in_its_own_cell_and_y_grows_upwards() -> None:
    ax = heatmap(FRAME)
    assert texts(ax) == {
        (0, 0): "11.00", (1, 0): "42.00", (2, 0): "53.00",
        (0, 1): "24.00", (1, 1): "50.10", (2, 1): "66.00",
    }  # fmt: skip
    low, high = ax.get_ylim()
    assert low < high
    mesh = ax.collections[0]
    assert np.allclose(mesh.get_array(), 100 * np.array(RATES))


def test_swapped_axes_are_transposed() -> None:
    ax = heatmap(FRAME, x="estate", y="duchy")
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("estate", "duchy")
    assert texts(ax)[0, 2] == "53.00"
    assert texts(ax)[1, 0] == "24.00"


def test_rows_in_any_order_draw_the_same_picture() -> None:
    shuffled = FRAME.sample(frac=1, random_state=1)
    assert svg(heatmap(shuffled)) == svg(heatmap(FRAME))


@pytest.mark.parametrize("rates", [RATES, [[0.1, 0.2], [0.3, 0.4]], [[0.9, 0.6], [0.7, 0.8]]])
def test_colours_are_centred_on_one_half(rates) -> None:
    mesh = heatmap(made_up(rates)).collections[0]
    low, high = mesh.get_clim()
    assert low + high == pytest.approx(100)
    assert high - 50 == pytest.approx(100 * np.abs(np.array(rates) - 0.5).max())
    assert mesh.cmap is DIVERGING


def test_blue_is_above_one_half_and_orange_below() -> None:
    below, above = to_rgb(DIVERGING(0.2)), to_rgb(DIVERGING(0.8))
    assert below[0] > below[2]
    assert above[2] > above[0]


def test_undecided_cells_are_hatched_and_only_they() -> None:
    ax = heatmap(FRAME)
    hatched = [
        (p.get_x() + 0.5, p.get_y() + 0.5)
        for p in ax.patches
        if isinstance(p, Rectangle) and p.get_hatch()
    ]
    assert hatched == [(1, 1)]
    legend = [t.get_text() for t in ax.get_legend().get_texts()]
    assert legend[-1] == "95 % interval holds 50 % (1)"


def outlines(ax):
    lines = [c for c in ax.collections if isinstance(c, LineCollection)]
    return [
        {tuple(np.round(np.mean(segment, axis=0), 3)) for segment in c.get_segments()}
        for c in lines
    ]


def test_the_best_cell_and_its_equals_are_outlined() -> None:
    members, best = outlines(heatmap(FRAME))
    assert best == {(1.5, 1), (2.5, 1), (2, 0.5), (2, 1.5)}
    # two cells, one above the other: no line between them
    assert members == {(1.5, 0), (1.5, 1), (2.5, 0), (2.5, 1), (2, -0.5), (2, 1.5)}


def test_the_title_names_the_best_cell_with_its_interval() -> None:
    ax = heatmap(FRAME)
    assert ax.get_title(loc="left").startswith(
        "Best: duchy = 20, estate = 2 — wins 66.00 % (65.60 % to 66.40 %)"
    )
    notes = [t.get_text() for t in ax.texts]
    assert "Against Opponent; 4,000 games a cell, half in each seat order" in notes


def test_the_colourbar_says_what_and_in_which_unit() -> None:
    figure = heatmap(FRAME).figure
    assert figure.axes[1].get_ylabel() == "Win rate (%)"
    figure = shortfall(FRAME).figure
    assert figure.axes[1].get_ylabel() == "Loss to the best cell (percentage points)"


def test_digits_follow_the_error() -> None:
    assert texts(heatmap(made_up(RATES, width=0.09)))[1, 1] == "50"
    assert texts(heatmap(made_up(RATES, width=0.0004)))[1, 1] == "50.100"


def test_text_is_legible_on_every_colour() -> None:
    def luminance(colour):
        return sum(
            weight * (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4)
            for weight, c in zip((0.2126, 0.7152, 0.0722), to_rgb(colour), strict=True)
        )

    for share in np.linspace(0, 1, 101):
        background = DIVERGING(share)
        a, b = sorted((luminance(background), luminance(ink_on(background))))
        assert (b + 0.05) / (a + 0.05) >= 3.9
    assert ink_on("white") == INK
    assert ink_on("black") == PAPER


def test_shortfall_is_zero_at_the_best() -> None:
    ax = shortfall(FRAME)
    assert texts(ax)[2, 1] == "0.00"
    assert texts(ax)[0, 0] == "55.00"


def test_a_map_asks_for_a_full_grid_of_two_parameters() -> None:
    with pytest.raises(InvalidInput, match="two parameters"):
        heatmap(FRAME.drop(columns="estate").head(3))
    with pytest.raises(InvalidInput, match="5 rows for 3 × 2"):
        heatmap(FRAME.head(5))
    with pytest.raises(InvalidInput, match="no parameter 'gold'"):
        heatmap(FRAME, x="gold")
    with pytest.raises(InvalidInput, match="Choose one value of gold"):
        heatmap(pd.concat([FRAME.assign(gold=k) for k in (1, 2)]), x="duchy", y="estate")


def test_an_axes_that_is_given_is_drawn_on() -> None:
    ax = Figure().add_subplot()
    assert heatmap(FRAME, ax) is ax


def test_settings_of_matplotlib_are_left_alone() -> None:
    before = dict(mpl.rcParams)
    heatmap(FRAME)
    assert dict(mpl.rcParams) == before


def test_a_profile_shows_each_value_and_its_band() -> None:
    frame = made_up([[0.3, 0.499, 0.61]]).drop(columns="estate")
    ax = profile(frame)
    line = ax.lines[1]
    assert line.get_xdata().tolist() == [0, 10, 20]
    assert line.get_ydata() == pytest.approx([30, 49.9, 61])
    legend = [t.get_text() for t in ax.get_legend().get_texts()]
    assert legend == ["win rate, with 95 % interval", "95 % interval holds 50 %", "best"]
    hollow = ax.lines[3]
    assert hollow.get_xdata().tolist() == [10]
    assert ax.get_title(loc="left").startswith("Best: duchy = 20 ")
    with pytest.raises(InvalidInput, match="several rows for one value of duchy"):
        profile(FRAME, x="duchy")


def test_a_parameter_with_the_name_of_a_column_keeps_its_own() -> None:
    template = load_rule("Province; Duchy if provinces <= {games}; Gold; Silver")
    result = sweep(
        simplified(), template, [parse_axis("games=3:4")], load_rule("Big Money"), games=20
    )
    frame = sweep_frame(result)
    assert parameter_columns(frame) == ["{games}"]
    assert frame["{games}"].tolist() == [3, 4]
    assert frame["games"].tolist() == [20, 20]
    assert list(frame.columns[1:]) == list(SWEEP_COLUMNS)
