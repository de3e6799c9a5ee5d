"""Figures of rankings, and of sweeps side by side: what is drawn is what the frame says."""

import numpy as np
import pytest

from analysis.frames import ranking_frame, sweep_frame
from analysis.output.pictures import figure_of, svg
from analysis.plots.ladder import ladder
from analysis.plots.side_by_side import side_by_side
from analysis.questions.sweep import parse_axis, sweep
from analysis.questions.tournament import tournament
from fastsim.game.setup import simplified
from fastsim.rules.load import load_rule
from fastsim.text.errors import InvalidInput

TEMPLATE = load_rule("Province; Duchy if provinces <= {d}; Estate if provinces <= {e}; Silver")


def swept(x, y, against="Big Money"):
    axes = [parse_axis(y), parse_axis(x)]
    return sweep_frame(sweep(simplified(), TEMPLATE, axes, load_rule(against), games=40))


def test_strengths_are_in_order_with_their_intervals() -> None:
    names = ["Greedy", "Big Money Ultimate", "Big Money", "Penultimate Province"]
    rules = [load_rule(name) for name in names]
    frame = ranking_frame(tournament(simplified(), rules, games=400).tally)
    ax = ladder(frame)
    assert [label.get_text() for label in ax.get_yticklabels()] == frame["rule"].tolist()
    lines = [line.get_xdata() for line in ax.lines if len(line.get_xdata()) == 2][1:]
    assert np.allclose(lines, frame[["strength_low", "strength_high"]])
    dots = [line.get_xdata()[0] for line in ax.lines if len(line.get_xdata()) == 1]
    assert np.allclose(dots, frame["strength"])
    assert ax.get_xlabel() == "Bradley–Terry strength"


def test_a_strength_that_is_no_number_is_not_drawn() -> None:
    rules = [load_rule(name) for name in ("Big Money Ultimate", "Big Money", "Copper only")]
    frame = ranking_frame(tournament(simplified(), rules, games=100).tally)
    assert not np.isfinite(frame["strength"]).all()
    ax = ladder(frame)
    assert len(ax.get_yticklabels()) == 3
    assert b"Copper only" in svg(ax, text="none")


def test_maps_side_by_side_have_one_scale_and_their_own_cells() -> None:
    frames = {"One": swept("d=1:3", "e=0:1"), "Two": swept("d=1:3", "e=0:1", "Greedy")}
    drawn = side_by_side(frames)
    assert len(drawn) == 2
    images = [ax.collections[0] for ax in drawn]
    assert images[0].norm is images[1].norm
    for image, frame in zip(images, frames.values(), strict=True):
        assert np.allclose(np.ravel(image.get_array()), 100 * frame["win_rate"])
    assert [ax.get_title(loc="left").strip() for ax in drawn] == ["One", "Two"]
    assert figure_of(drawn[0]) is figure_of(drawn[1])


def test_maps_of_other_parameters_do_not_stand_side_by_side() -> None:
    with pytest.raises(InvalidInput, match="of the same two parameters"):
        side_by_side({"One": swept("d=1:2", "e=0:1"), "Two": swept("e=0:1", "d=1:2")})


def test_a_slim_picture_keeps_its_text_and_loses_bytes() -> None:
    drawn = side_by_side({"A 0.123456 title": swept("d=1:3", "e=0:1")})[0]
    full, slim = svg(drawn), svg(drawn, text="none")
    assert len(slim) < len(full) / 2
    assert b"A 0.123456 title" in slim
