"""Where the measurements are kept: one JSON file a script, in `benchmarks/results/`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from analysis.output.files import write_files
from fastsim.text.errors import FastsimError

RESULTS: Final = Path(__file__).with_name("results")


@contextmanager
def failures_are_told() -> Iterator[None]:
    """End the script with one message when its measurements cannot be kept."""
    try:
        yield
    except FastsimError as error:
        sys.exit(f"error: {error}")


def write(name: str, document: dict[str, Any]) -> Path:
    """Keep a document under a name, in place of the last one; return its file."""
    text = json.dumps(document, indent=1, allow_nan=False) + "\n"
    (path,) = write_files(RESULTS, {f"{name}.json": text.encode()})
    return path


def read(name: str) -> dict[str, Any] | None:
    """Return the document of that name, or None when there is none."""
    try:
        text = (RESULTS / f"{name}.json").read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    document: dict[str, Any] = json.loads(text)
    return document
