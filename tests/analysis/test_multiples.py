"""Sweeps of three and four parameters, with templates on both sides: every cell in its place."""

import itertools
import json
import shlex

import numpy as np
import pandas as pd
import pytest
from matplotlib.collections import LineCollection

from analysis.cli import app
from analysis.frames import sweep_frame
from analysis.output.commands import duel_command, sweep_command
from analysis.output.pictures import svg
from analysis.output.sets import sweeps as files
from analysis.output.sets.sweeps import check_axes, write_heatmap
from analysis.output.tables import read_table
from analysis.plots.multiples import multiples
from analysis.questions.duel import duel
from analysis.questions.sweep import Sweep, parse_axis, sweep
from fastsim.game.setup import simplified
from fastsim.rules.load import load_rule
from fastsim.text.errors import InvalidInput

TEMPLATE = "Province if total_money > {m}; Duchy if provinces <= {duchy}; Gold; Silver"
OPPONENT = "Province; Duchy if provinces <= {theirs}; Gold if turn > {m}; Silver"
#: Slowest first: rows of panels, columns of panels, rows, columns.
AXES = ("theirs=1:5:4", "m=0:18:9", "duchy=2:6:4")
VALUES = {"theirs": (1, 5), "m": (0, 9, 18), "duchy": (2, 6)}


@pytest.fixture(scope="module")
def three() -> Sweep:
    return sweep(
        simplified(), load_rule(TEMPLATE), [parse_axis(axis) for axis in AXES],
        load_rule(OPPONENT), games=120, seed=3,
    )  # fmt: skip


@pytest.fixture(scope="module")
def four() -> Sweep:
    """Two values of estate, two of theirs, three of m, two of duchy."""
    template = load_rule(TEMPLATE + "; Estate if provinces <= {estate}")
    return sweep(
        simplified(), template, [parse_axis(axis) for axis in ("estate=0:3:3", *AXES)],
        load_rule(OPPONENT), games=80, seed=3,
    )  # fmt: skip


def alone(result: Sweep, values: dict[str, int]):
    """The same cell, played by itself."""
    rules = [
        rule.fill({name: v for name, v in values.items() if name in rule.parameters})
        for rule in (result.template, result.against)
    ]
    return duel(result.setup, *rules, games=result.games_per_cell, seed=result.seed)


def numbers(ax) -> dict[tuple[int, int], str]:
    return {
        (round(t.get_position()[0]), round(t.get_position()[1])): t.get_text() for t in ax.texts
    }


def labels(ticks) -> list[str]:
    return [tick.get_text() for tick in ticks]


def test_3_parameters_land_in_the_right_cells_of_frame_table_and_picture(three, tmp_path) -> None:
    write_heatmap(three, tmp_path)
    frame, table = sweep_frame(three), read_table(tmp_path / "heatmap.csv")
    points = list(itertools.product(*VALUES.values()))
    assert [tuple(row) for row in frame[list(VALUES)].to_numpy()] == points
    # x and y and z are the last, the one before and the first
    panels = multiples(frame)
    assert panels.shape == (1, 2)
    losses = multiples(frame, "shortfall")
    best = max(
        alone(three, dict(zip(VALUES, point, strict=True))).win_rate.value for point in points
    )
    for index, point in enumerate(points):
        values = dict(zip(VALUES, point, strict=True))
        expected = alone(three, values).win_rate.value
        assert frame["win_rate"][index] == expected
        row = table[(table[list(VALUES)] == list(point)).all(axis=1)]
        assert row["win_rate"].tolist() == [expected]
        z, y, x = (VALUES[name].index(values[name]) for name in VALUES)
        assert float(numbers(panels[0, z])[x, y]) == pytest.approx(100 * expected, abs=0.501)
        assert panels[0, z].collections[0].get_array()[y, x] == pytest.approx(100 * expected)
        lost = losses[0, z].collections[0].get_array()[y, x]
        assert lost == pytest.approx(100 * (best - expected))
    assert [ax.get_title(loc="left") for ax in panels[0]] == ["theirs = 1", "theirs = 5"]
    assert labels(panels[0, 0].get_xticklabels()) == ["2", "6"]
    assert labels(panels[0, 0].get_yticklabels()) == ["0", "9", "18"]
    assert [ax.get_xlabel() for ax in panels[0]] == ["duchy", "duchy"]
    assert [ax.get_ylabel() for ax in panels[0]] == ["m", ""]


def test_4_parameters_land_in_the_right_cells_of_frame_and_picture(four) -> None:
    frame = sweep_frame(four)
    assert len(frame) == 24
    panels = multiples(frame)
    for index, values in enumerate(four.points):
        expected = four.cell(index).win_rate.value
        row, column = int(values["estate"] == 3), int(values["theirs"] == 5)
        y, x = VALUES["m"].index(values["m"]), VALUES["duchy"].index(values["duchy"])
        assert panels[row, column].collections[0].get_array()[y, x] == pytest.approx(100 * expected)
    for index in (0, 7, 13, 22):
        assert four.cell(index).win_rate == alone(four, four.points[index]).win_rate
    titles = [[ax.get_title(loc="left") for ax in row] for row in panels]
    assert titles == [
        ["theirs = 1, estate = 0", "theirs = 5, estate = 0"],
        ["theirs = 1, estate = 3", "theirs = 5, estate = 3"],
    ]


def test_panels_stand_in_order_and_apart(four) -> None:
    panels = multiples(sweep_frame(four))
    boxes = [[ax.get_position() for ax in row] for row in panels]
    for row in boxes:
        assert row[0].x1 < row[1].x0
    for above, below in zip(*boxes, strict=True):
        assert above.y0 > below.y1
    figure = panels[0, 0].figure
    renderer = figure.canvas.get_renderer()
    inside = figure.bbox
    for text in [*figure.texts, *(ax.title for ax in figure.axes), *figure.legends]:
        box = text.get_window_extent(renderer)
        assert box.x0 >= inside.x0
        assert box.x1 <= inside.x1
        assert box.y0 >= inside.y0
        assert box.y1 <= inside.y1


def test_all_panels_share_one_scale_and_one_best_cell(four) -> None:
    frame = sweep_frame(four)
    for value, centre in (("win_rate", 50), ("shortfall", None)):
        panels = multiples(frame, value)
        limits = {ax.collections[0].get_clim() for ax in panels.flat}
        assert len(limits) == 1
        low, high = limits.pop()
        assert centre is None or low + high == pytest.approx(2 * centre)
        heavy = [
            line
            for ax in panels.flat
            for line in ax.collections
            if isinstance(line, LineCollection) and line.get_linewidth()[0] > 2
            if len(line.get_segments())
        ]
        assert len(heavy) == 1
        dashed = sum(
            len(line.get_segments()) > 0
            for ax in panels.flat
            for line in ax.collections
            if isinstance(line, LineCollection) and line.get_linewidth()[0] < 2
        )
        grouped = frame[frame["may_be_best"]].groupby(["estate", "theirs"]).ngroups
        assert dashed == grouped


def test_rows_in_any_order_draw_the_same_picture(three) -> None:
    frame = sweep_frame(three)
    shuffled = frame.sample(frac=1, random_state=1)
    assert svg(multiples(shuffled)[0, 0]) == svg(multiples(frame)[0, 0])


def test_parameters_may_be_given_other_places(three) -> None:
    panels = multiples(sweep_frame(three), x="theirs", z="m")
    assert panels.shape == (1, 3)
    assert (panels[0, 0].get_xlabel(), panels[0, 0].get_ylabel()) == ("theirs", "duchy")


def test_numbers_without_room_are_left_out_and_the_caption_says_so(three) -> None:
    frame = sweep_frame(three)
    wide = pd.concat(
        [
            frame.assign(duchy=frame["duchy"] + 10 * k, best=frame["best"] & (k == 0))
            for k in range(40)
        ],
        ignore_index=True,
    )
    panels = multiples(wide)
    assert not panels[0, 0].texts
    assert any("no room for their numbers" in t.get_text() for t in panels[0, 0].figure.texts)
    assert not any("no room" in t.get_text() for t in multiples(frame)[0, 0].figure.texts)
    assert len(panels[0, 0].get_xticks()) < 80


def test_what_cannot_be_drawn_is_refused(three) -> None:
    frame = sweep_frame(three)
    with pytest.raises(InvalidInput, match="has 2"):
        multiples(frame.drop(columns="m"))
    with pytest.raises(InvalidInput, match="no parameter 'gold'"):
        multiples(frame, x="gold")
    with pytest.raises(InvalidInput, match="two places"):
        multiples(frame, x="m", y="m")
    with pytest.raises(InvalidInput, match="other values"):
        multiples(frame[(frame["theirs"] == 1) | (frame["m"] < 10)])
    with pytest.raises(InvalidInput, match="go to x, y and z"):
        multiples(frame, w="m")
    with pytest.raises(InvalidInput, match="13 maps beside"):
        check_axes([parse_axis(axis) for axis in ("a=1:13", "b=1:2", "c=1:2")])


def test_each_command_fills_both_templates(four, tmp_path, capsys, monkeypatch) -> None:
    monkeypatch.setattr(files, "pictures", lambda ax, name: {})

    def run(command: str) -> dict:
        app([*shlex.split(command)[1:], "--json"], standalone_mode=False)
        return json.loads(capsys.readouterr().out)

    write_heatmap(four, tmp_path)
    document = json.loads((tmp_path / "heatmap.json").read_text())
    frame = sweep_frame(four)
    for index in (0, 5, 10, 23):
        cell = document["cells"][index]
        assert {name: cell[name] for name in four.points[index]} == four.points[index]
        assert run(cell["command"])["win_rate"][0] == frame["win_rate"][index]
    command = sweep_command(four)
    assert command == document["command"]
    assert "--x duchy=2:6:4 --y m=0:18:9 --z theirs=1:5:4 --w estate=0:3:3 --against" in command
    again = run(f"{command} --out {tmp_path / 'again'}")
    assert [cell["win_rate"] for cell in again["cells"]] == frame["win_rate"].tolist()
    assert (tmp_path / "again" / "heatmap.csv").read_bytes() == (
        tmp_path / "heatmap.csv"
    ).read_bytes()


def test_a_template_may_be_on_the_other_side_alone() -> None:
    result = sweep(
        simplified(), load_rule("Big Money"), [parse_axis("theirs=1:2")],
        load_rule(OPPONENT), games=40, fixed={"m": 3},
    )  # fmt: skip
    for index, theirs in enumerate((1, 2)):
        assert result.tally.matchups[index].a == load_rule("Big Money")
        assert result.tally.matchups[index].b == load_rule(OPPONENT).fill(
            {"theirs": theirs, "m": 3}
        )
        command = duel_command(result.cell(index))
        assert command is not None
        assert f"Duchy if provinces <= {theirs}; Gold if turn > 3" in command
    assert "{theirs}; Gold if turn > 3" in (sweep_command(result) or "")


def test_a_parameter_of_both_has_one_value_in_a_cell(three) -> None:
    for matchup, point in zip(three.tally.matchups, three.points, strict=True):
        assert matchup.a == three.template.fill({k: point[k] for k in ("m", "duchy")})
        assert matchup.b == three.against.fill({k: point[k] for k in ("m", "theirs")})


@pytest.mark.parametrize(
    ("axes", "fixed", "message"),
    [
        (["gold=1:2"], {}, "neither rule has a parameter {gold} to sweep"),
        (["duchy=1:2"], {"gold": 1}, "neither rule has a parameter {gold} to set"),
        (["duchy=1:2", "duchy=3:4"], {"m": 1, "theirs": 1}, "swept twice"),
        (["duchy=1:2"], {"m": 1, "theirs": 1, "duchy": 1}, "swept and set"),
        (["duchy=1:2"], {"m": 1}, "no value for the parameter {theirs}"),
    ],
)
def test_parameters_belong_to_a_rule_and_have_one_value(axes, fixed, message) -> None:
    with pytest.raises(InvalidInput, match=message.replace("{", r"\{")):
        sweep(
            simplified(), load_rule(TEMPLATE), [parse_axis(axis) for axis in axes],
            load_rule(OPPONENT), games=8, fixed=fixed,
        )  # fmt: skip


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--z", "m=1:2"], "--z without --y"),
        (["--y", "m=1:2", "--w", "theirs=1:2"], "--w without --z"),
        (["--y", "m=1:2", "--z", "duchy=1:2"], "--x and --z both sweep duchy"),
    ],
)
def test_places_are_filled_in_order(options, message, tmp_path, capsys) -> None:
    arguments = ["heatmap", TEMPLATE, "--x", "duchy=2:3", *options, "--against", OPPONENT]
    with pytest.raises(InvalidInput, match=message):
        app([*arguments, "--out", str(tmp_path / "none")], standalone_mode=False)
    assert not (tmp_path / "none").exists()


def test_the_scale_holds_every_rate(four) -> None:
    frame = sweep_frame(four)
    low, high = multiples(frame)[0, 0].collections[0].get_clim()
    rates = 100 * frame["win_rate"].to_numpy()
    assert low <= rates.min()
    assert high >= rates.max()
    assert np.abs(rates - 50).max() == pytest.approx(high - 50)
