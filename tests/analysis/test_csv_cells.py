"""Texts in CSV tables: never a formula, never a number, and read back as they were."""

import csv
import io
import math
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from analysis.output.csv_cells import guarded, plain
from analysis.output.tables import csv_bytes, read_table
from fastsim.text.errors import InvalidInput

#: Likely to be mistaken for something: formulas, numbers, truths, quotes, ends of lines.
TEXTS = st.one_of(
    st.text(),
    st.text("'=+-@\t\r\n \",;7e.", max_size=6),
    st.sampled_from(["", "'", "''", "True", "nan", "-inf", "1_0", "0x1", "NA", "=1+1", "'=1+1"]),
)
NUMBERS = st.one_of(st.floats(allow_nan=False), st.just(-0.5))


def written(column: list[Any]) -> list[str]:
    """The cells of a column as they stand in the file."""
    text = csv_bytes(pd.DataFrame({"x": column})).decode()
    return [cell for (cell,) in list(csv.reader(io.StringIO(text, newline="")))[1:]]


@pytest.mark.parametrize(
    "text",
    [
        "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", '=HYPERLINK("http://x")',
        "\uff1d1", "\uff0b1", "\uff0d1", "\uff201", "'=1", "7", "1e5", "nan", "True", "'7",
    ],
)  # fmt: skip
def test_a_text_is_no_formula_and_no_number(text: str) -> None:
    assert guarded(text) == f"'{text}"
    assert plain(guarded(text)) == text
    assert written([text]) == [f"'{text}"]


@pytest.mark.parametrize(
    "text", ["Gold", "a=b", "'tis", "it's", "Province; Gold", "NA", " =1", "1-2", "a\r\nb", "€"]
)
def test_other_texts_stay_as_they_are(text: str) -> None:
    assert guarded(text) == plain(text) == text
    assert written([text]) == [text]


def test_numbers_stay_numbers() -> None:
    assert written([-0.5, 1e300, math.nan, -math.inf]) == ["-0.5", "1e+300", "", "-inf"]
    assert written([-1, 2]) == ["-1", "2"]
    assert written([True, False]) == ["True", "False"]


@given(TEXTS)
def test_any_text_comes_back(text: str) -> None:
    cell = guarded(text)
    assert plain(cell) == text
    assert cell[:1] not in tuple("=+-@\t\r\n")


@given(st.lists(st.tuples(TEXTS, NUMBERS, st.integers(-(2**63), 2**63 - 1)), min_size=1), TEXTS)
@example([("", 0.5, 1)], "=name")
@example([("a\rb", 0.5, 1), ("\0", 0.5, 1)], "x")
def test_any_table_comes_back(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, float, int]], name: str
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.csv"
    frame = pd.DataFrame(rows, columns=[name, "share" + name, "games" + name])
    path.write_bytes(csv_bytes(frame))
    again = read_table(path)
    assert list(again.columns) == list(frame.columns)
    pd.testing.assert_frame_equal(again, frame, check_exact=True, check_column_type=False)


def test_missing_cells_and_no_rows(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(csv_bytes(pd.DataFrame({"n": [1.5, math.nan], "t": ["=x", None]})))
    assert path.read_bytes() == b"n,t\n1.5,'=x\n,\n"
    again = read_table(path)
    assert math.isnan(again["n"][1])
    assert list(again["t"]) == ["=x", ""]
    path.write_bytes(csv_bytes(pd.DataFrame({"n": [], "=t": []})))
    assert list(read_table(path).columns) == ["n", "=t"]


def test_a_long_text_comes_back(tmp_path: Path) -> None:
    path, limit = tmp_path / "t.csv", csv.field_size_limit()
    frame = pd.DataFrame({"text": ["Gold; " * 100_000]})
    path.write_bytes(csv_bytes(frame))
    pd.testing.assert_frame_equal(read_table(path), frame)
    assert csv.field_size_limit() == limit


@pytest.mark.parametrize("content", [b"", b"a,b\n1\n", b'a\n"x', b"a\n\xff\n", b'a\n"x"y\n'])
def test_what_is_no_table_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(content)
    with pytest.raises(InvalidInput, match=r"t\.csv: cannot be read"):
        read_table(path)
