"""Tables that are read back as they were written."""

import json

import pandas as pd
import pytest

from analysis.cli import app
from analysis.frames import SWEEP_COLUMNS, sweep_frame
from analysis.output import tables
from analysis.output.sets.sweeps import write_heatmap
from analysis.output.tables import METADATA_KEY, csv_bytes, read_table
from analysis.questions.sweep import Sweep, parse_axis, sweep
from fastsim.game.setup import simplified
from fastsim.rules.load import load_rule
from fastsim.text.errors import InvalidInput

TEMPLATE = "Province; Duchy if provinces <= {duchy}; Estate if own(Silver) > {share}; Gold; Silver"
#: What `sweep_frame` documents.
TYPES = {
    "duchy": "int64", "share": "float64",
    "games": "int64", "wins": "int64", "losses": "int64", "shared": "int64",
    "undecided": "bool", "best": "bool", "may_be_best": "bool",
}  # fmt: skip


@pytest.fixture(scope="module")
def swept() -> Sweep:
    return sweep(
        simplified(), load_rule(TEMPLATE), [parse_axis("duchy=2:4"), parse_axis("share=0:1:0.25")],
        load_rule("Big Money"), games=60, seed=9,
    )  # fmt: skip


def check_columns(frame: pd.DataFrame) -> None:
    assert list(frame.columns) == ["duchy", "share", *SWEEP_COLUMNS]
    for name, dtype in frame.dtypes.items():
        if name == "against":
            assert pd.api.types.is_string_dtype(dtype)
        else:
            assert dtype == TYPES.get(name, "float64"), name


def test_a_csv_table_gives_back_columns_types_and_numbers(swept, tmp_path) -> None:
    (tmp_path / "t.csv").write_bytes(csv_bytes(sweep_frame(swept)))
    table = read_table(tmp_path / "t.csv")
    check_columns(table)
    pd.testing.assert_frame_equal(table, sweep_frame(swept), check_exact=True)


def test_a_parquet_table_gives_back_the_same_and_says_where_it_is_from(swept, tmp_path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    written = write_heatmap(swept, tmp_path, parquet=True)
    assert written[-1] == tmp_path / "heatmap.parquet"
    table = read_table(tmp_path / "heatmap.parquet")
    check_columns(table)
    pd.testing.assert_frame_equal(table, sweep_frame(swept), check_exact=True)
    pd.testing.assert_frame_equal(table, read_table(tmp_path / "heatmap.csv"), check_exact=True)
    beside = json.loads((tmp_path / "heatmap.json").read_text())
    assert table.attrs["fastsim"] == beside
    metadata = parquet.read_schema(tmp_path / "heatmap.parquet").metadata
    document = json.loads(metadata[METADATA_KEY.encode()])
    assert list(document["columns"]) == list(table.columns)
    assert document["command"].startswith("fastsim heatmap ")
    assert len(document["cells"]) == len(table)
    assert document["provenance"]["seed"] == 9
    assert len(document["provenance"]["rule_digests"]) == 2


@pytest.mark.parametrize("name", ["NA", "7", "True", "nan", 'two, "words"'])
def test_names_stay_names(swept, tmp_path, name) -> None:
    frame = sweep_frame(swept).assign(against=name)
    (tmp_path / "t.csv").write_bytes(csv_bytes(frame))
    pd.testing.assert_frame_equal(read_table(tmp_path / "t.csv"), frame, check_exact=True)


def test_a_missing_number_stays_missing(swept, tmp_path) -> None:
    frame = sweep_frame(swept)
    frame.loc[1, "p_value"] = float("nan")
    (tmp_path / "t.csv").write_bytes(csv_bytes(frame))
    pd.testing.assert_frame_equal(read_table(tmp_path / "t.csv"), frame, check_exact=True)


def test_without_pyarrow_nothing_is_played(monkeypatch, tmp_path) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    monkeypatch.setitem(__import__("sys").modules, "pyarrow.parquet", None)
    with pytest.raises(InvalidInput, match="need pyarrow"):
        tables.require_pyarrow()
    arguments = [
        "heatmap",
        TEMPLATE,
        "--x",
        "duchy=2:3",
        "--set",
        "share=1",
        "--against",
        "Big Money",
    ]
    with pytest.raises(InvalidInput, match="need pyarrow"):
        app([*arguments, "--parquet", "--out", str(tmp_path / "no")], standalone_mode=False)
    assert not (tmp_path / "no").exists()


@pytest.mark.parametrize("name", ["table.txt", "missing.csv", "broken.parquet"])
def test_what_is_no_table_is_one_clear_error(tmp_path, name) -> None:
    if name == "broken.parquet":
        pytest.importorskip("pyarrow")
        (tmp_path / name).write_bytes(b"PAR1")
    with pytest.raises(InvalidInput, match=name):
        read_table(tmp_path / name)
