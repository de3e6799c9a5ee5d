"""Figures and sweeps as files: complete, the same each time, and repeatable by their commands."""

import io
import json
import shlex

import pandas as pd
import pytest
from PIL import Image

from analysis.cli import app
from analysis.frames import SWEEP_COLUMNS, sweep_frame
from analysis.output.commands import duel_command, rule_argument, sweep_command
from analysis.output.pictures import png, save_figure, svg
from analysis.output.sets.sweeps import write_heatmap
from analysis.plots.heatmap import heatmap
from analysis.questions.sweep import Axis, Sweep, parse_axis, sweep
from fastsim.game.setup import simplified
from fastsim.rules.load import load_rule
from fastsim.rules.parse import parse_rule
from fastsim.text.errors import InvalidInput

TEMPLATE = "Province; Duchy if provinces <= {duchy}; Estate if provinces <= {estate}; Gold; Silver"


def small(*axes: str, start: int = 0, games: int = 60) -> Sweep:
    names = [axis.split("=")[0] for axis in axes]
    fixed = {name: 2 for name in ("duchy", "estate") if name not in names}
    return sweep(
        simplified(), load_rule(TEMPLATE), [parse_axis(axis) for axis in axes],
        load_rule("Big Money"), games=games, seed=9, start=start, fixed=fixed,
    )  # fmt: skip


@pytest.fixture(scope="module")
def swept() -> Sweep:
    return small("estate=0:1", "duchy=2:6:2")


def read_table(path) -> pd.DataFrame:
    """Read a table with Python's own conversion of numbers, exact to the last bit."""
    table = pd.read_csv(path, dtype=str)
    for name in table.columns:
        if name in ("undecided", "best", "may_be_best"):
            table[name] = table[name] == "True"
        elif name != "against":
            table[name] = table[name].map(float)
    return table


def run(command: str, capsys) -> dict:
    program, *arguments = shlex.split(command)
    assert program == "fastsim"
    app([*arguments, "--json"], standalone_mode=False)
    return json.loads(capsys.readouterr().out)


def test_all_files_are_written(swept, tmp_path) -> None:
    written = write_heatmap(swept, tmp_path / "new" / "folder")
    assert [path.name for path in written] == [
        "heatmap.png", "heatmap.svg", "shortfall.png", "shortfall.svg",
        "heatmap.csv", "heatmap.json",
    ]  # fmt: skip
    assert all(path.stat().st_size > 200 for path in written)
    with Image.open(written[0]) as picture:
        assert picture.width > 1000
    assert sorted(path.name for path in written[0].parent.iterdir()) == sorted(
        path.name for path in written
    )


def test_the_same_sweep_gives_the_same_bytes(swept, tmp_path) -> None:
    once, again = (write_heatmap(swept, tmp_path / name) for name in ("a", "b"))
    for first, second in zip(once, again, strict=True):
        assert first.read_bytes() == second.read_bytes()


def test_pictures_hold_no_date() -> None:
    ax = heatmap(sweep_frame(small("estate=0:1", "duchy=2:3")))
    assert b"date" not in svg(ax).lower()
    with Image.open(io.BytesIO(png(ax, dpi=50))) as picture:
        assert "Software" not in picture.info


def test_the_table_round_trips_at_full_precision(swept, tmp_path) -> None:
    write_heatmap(swept, tmp_path)
    table = read_table(tmp_path / "heatmap.csv")
    pd.testing.assert_frame_equal(table, sweep_frame(swept), check_exact=True, check_dtype=False)
    document = json.loads((tmp_path / "heatmap.json").read_text())
    assert list(document["columns"]) == list(table.columns)
    assert set(SWEEP_COLUMNS) <= set(document["columns"])


def test_each_command_gives_its_numbers_again(swept, tmp_path, capsys) -> None:
    write_heatmap(swept, tmp_path)
    table = read_table(tmp_path / "heatmap.csv")
    document = json.loads((tmp_path / "heatmap.json").read_text())
    for cell, row in zip(document["cells"], table.to_dict("records"), strict=True):
        assert (cell["estate"], cell["duchy"]) == (row["estate"], row["duchy"])
        assert run(cell["command"], capsys)["win_rate"][0] == row["win_rate"]
    all_cells = run(f"{document['command']} --out {tmp_path / 'again'}", capsys)["cells"]
    assert [cell["win_rate"] for cell in all_cells] == table["win_rate"].tolist()
    assert (tmp_path / "again" / "heatmap.csv").read_bytes() == (
        tmp_path / "heatmap.csv"
    ).read_bytes()


def test_one_parameter_has_a_profile_and_no_shortfall(tmp_path, capsys) -> None:
    result = small("duchy=2:5")
    names = [path.name for path in write_heatmap(result, tmp_path)]
    assert names == ["heatmap.png", "heatmap.svg", "heatmap.csv", "heatmap.json"]
    command = sweep_command(result)
    assert command is not None
    assert "--y" not in command
    assert len(run(f"{command} --out {tmp_path}", capsys)["cells"]) == 4


def test_five_parameters_are_refused(tmp_path) -> None:
    names = ("duchy", "estate", "gold", "silver", "copper")
    template = load_rule("; ".join(f"{name.title()} if provinces <= {{{name}}}" for name in names))
    axes = [parse_axis(f"{name}=1:1") for name in names]
    result = sweep(simplified(), template, axes, load_rule("Big Money"), games=8)
    with pytest.raises(InvalidInput, match="has 5"):
        write_heatmap(result, tmp_path)
    assert sweep_command(result) is None


def test_commands_are_only_given_when_they_would_be_right(swept) -> None:
    assert duel_command(small("duchy=2:3", start=7).cell(0)) is None
    assert sweep_command(small("duchy=2:3", start=7)) is None
    uneven = sweep(
        simplified(), load_rule(TEMPLATE).fill({"estate": 1}), [Axis("duchy", (1, 2, 5))],
        load_rule("Big Money"), games=8,
    )  # fmt: skip
    assert sweep_command(uneven) is None
    assert sweep_command(swept, "my setup.toml") == (
        'fastsim heatmap "Province; Duchy if provinces <= {duchy}; Estate if provinces <= {estate};'
        ' Gold; Silver" --x duchy=2:6:2 --y estate=0:1 --against "Big Money" --games 60 --seed 9 '
        '--setup "my setup.toml"'
    )
    assert "--x duchy=0.5:1:0.25" in (sweep_command(small("duchy=0.5:1:0.25")) or "")


def test_a_rule_is_named_only_when_the_library_knows_it_by_that_name() -> None:
    assert rule_argument(load_rule("big money")) == "Big Money"
    impostor = parse_rule("Province; Silver", name="Big Money")
    assert rule_argument(impostor) == "Province; Silver"
    assert rule_argument(parse_rule("Province", name="$(rm -rf /)")) == "Province"


def test_a_figure_is_saved_twice(tmp_path) -> None:
    ax = heatmap(sweep_frame(small("estate=0:1", "duchy=2:3")))
    assert [path.name for path in save_figure(ax, tmp_path / "v1.5")] == ["v1.5.png", "v1.5.svg"]


def test_names_are_not_read_as_mathematics(tmp_path) -> None:
    result = small("estate=0:1", "duchy=2:3")
    frame = sweep_frame(result).assign(against="$\\frac{1$ & <b>")
    drawn = svg(heatmap(frame), text="none").decode()
    assert "$\\frac{1$ &amp; &lt;b&gt;" in drawn
