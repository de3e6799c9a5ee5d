"""Frames as files that give them back: the same columns, types and numbers."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pandas as pd

from analysis.output.csv_cells import cells, plain, read_rows, values, write_rows
from fastsim.text.errors import InvalidInput

#: Key of a Parquet file's metadata under which this project's JSON document stands.
METADATA_KEY: Final = "fastsim"


def csv_bytes(frame: pd.DataFrame) -> bytes:
    """Return a frame as a CSV table: numbers at full precision, texts as `csv_cells` has them."""
    text = io.StringIO()
    columns = [cells(_plain_values(column)) for _, column in frame.items()]
    write_rows(text, map(str, frame.columns), zip(*columns, strict=True))
    return text.getvalue().encode()


def _plain_values(column: pd.Series) -> list[Any]:
    """Return a column as plain values: None for what is missing."""
    return column.astype(object).where(column.notna(), None).tolist()


def json_bytes(document: Mapping[str, Any]) -> bytes:
    """Return plain values as a JSON document for readers; ValueError for what JSON cannot say."""
    return (json.dumps(document, indent=2, allow_nan=False) + "\n").encode()


def parquet_bytes(frame: pd.DataFrame, document: Mapping[str, Any]) -> bytes:
    """Return a frame as a Parquet file that says where its numbers come from.

    Parameters
    ----------
    frame : DataFrame
    document : mapping
        Plain values; stands as JSON in the file's metadata, under `METADATA_KEY`.

    Raises
    ------
    InvalidInput
        When pyarrow is not installed.
    """
    require_pyarrow()
    import pyarrow
    from pyarrow import parquet

    table = pyarrow.Table.from_pandas(frame, preserve_index=False)
    note = json.dumps(document, allow_nan=False).encode()
    table = table.replace_schema_metadata(
        {**(table.schema.metadata or {}), METADATA_KEY.encode(): note}
    )
    buffer = io.BytesIO()
    parquet.write_table(table, buffer)
    return buffer.getvalue()


def read_table(path: Path) -> pd.DataFrame:
    """Read a table of this project's, CSV or Parquet by its ending.

    Returns
    -------
    DataFrame
        With the columns, types and numbers that were written. Of a Parquet file, the document that
        it was written with is in ``attrs["fastsim"]``.

    Raises
    ------
    InvalidInput
        For a file that is neither or cannot be read, and for Parquet when pyarrow is not installed.
    """
    if path.suffix not in (".csv", ".parquet"):
        raise InvalidInput(f"{path}: neither a .csv nor a .parquet file")
    try:
        if path.suffix == ".csv":
            return _read_csv(path)
        require_pyarrow()
        from pyarrow import parquet

        table = parquet.read_table(path)
    except (OSError, ValueError) as error:  # pyarrow's own are ValueErrors
        raise InvalidInput(f"{path}: cannot be read: {error}") from None
    frame: pd.DataFrame = table.to_pandas()
    note = (table.schema.metadata or {}).get(METADATA_KEY.encode())
    if note is not None:
        frame.attrs["fastsim"] = json.loads(note)
    return frame


def _read_csv(path: Path) -> pd.DataFrame:
    """Read a CSV table: numbers exact to the last bit, and a name "NA" or "7" is a name."""
    with path.open(encoding="utf-8", newline="") as file:
        names, *rows = read_rows(file)
    columns = zip(*rows, strict=True) if rows else [()] * len(names)
    read = [pd.Series(values(list(column))) for column in columns]
    return pd.concat(read, axis=1, keys=map(plain, names))


def require_pyarrow() -> None:
    """Make sure that Parquet files can be written and read.

    Raises
    ------
    InvalidInput
        When pyarrow is not installed.
    """
    try:
        import pyarrow.parquet  # noqa: F401 - whether it can be had
    except ImportError:
        raise InvalidInput(
            "Parquet files need pyarrow, which is not installed", "Run: pip install pyarrow"
        ) from None
