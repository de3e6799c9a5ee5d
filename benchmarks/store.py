"""Where the measurements are kept: one JSON file a script, in `benchmarks/results/`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

RESULTS: Final = Path(__file__).with_name("results")


def write(name: str, document: dict[str, Any]) -> Path:
    """Keep a document under a name, in place of the last one; return its file."""
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{name}.json"
    path.write_text(json.dumps(document, indent=1, allow_nan=False) + "\n", encoding="utf-8")
    return path


def read(name: str) -> dict[str, Any] | None:
    """Return the document of that name, or None when there is none."""
    try:
        text = (RESULTS / f"{name}.json").read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    document: dict[str, Any] = json.loads(text)
    return document
