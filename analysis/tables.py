"""Frames as files that give them back: the same columns, types and numbers."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pandas as pd

from fastsim.errors import InvalidInput

#: Key of a Parquet file's metadata under which this project's JSON document stands.
METADATA_KEY: Final = "fastsim"
#: Columns that hold names.
_TEXT: Final = frozenset({"against", "rule", "opponent", "text", "hardest"})


def csv_bytes(frame: pd.DataFrame) -> bytes:
    """Return a frame as a CSV table, numbers at full precision."""
    return frame.to_csv(index=False, lineterminator="\n").encode()


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
    table = pd.read_csv(path, dtype=str, keep_default_na=False)
    return table.assign(
        **{str(name): _typed(table[name]) for name in table.columns if name not in _TEXT}
    )


def _typed(texts: pd.Series) -> pd.Series:
    """Return a column as what all of its texts are: bool, int64, float64, else as it is."""
    if texts.isin(["True", "False"]).all():
        return texts == "True"
    for kind in (int, float):
        try:
            # Python's conversion is exact; that of pandas depends on its version
            numbers = [kind(text or "nan") for text in texts]
        except ValueError:
            continue
        return pd.Series(numbers, texts.index, f"{kind.__name__}64")
    return texts


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
