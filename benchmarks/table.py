"""The README's account of speed, written from `benchmarks/results/*.json`: never typed.

``python -m benchmarks.table`` replaces what stands between ``<!-- speed:begin -->`` and
``<!-- speed:end -->`` in README.md. ``python -m benchmarks.run`` makes the files that it reads.
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from analysis.bench.sample import Sample
from analysis.output.files import whole_file
from benchmarks import store
from fastsim.text.errors import FastsimError

README: Final = Path(__file__).parent.parent / "README.md"
_MARKED: Final = re.compile(r"(?<=<!-- speed:begin -->\n).*?(?=<!-- speed:end -->)", re.DOTALL)


def text() -> str:
    """Return what the README says between the marks.

    Raises
    ------
    FileNotFoundError
        When nothing has been measured.
    """
    speed = store.read("speed")
    if speed is None:
        raise FileNotFoundError("nothing is measured yet: run python -m benchmarks.run")
    items = [*_processes(speed)]
    if yardstick := store.read("yardstick"):
        items.append(_yardstick(yardstick))
    if pyminion := store.read("pyminion"):
        items.append(_pyminion(pyminion))
    paragraphs = [_origin(speed), "\n".join(_speeds(speed)), "\n".join(map(_item, items))]
    return "\n" + "\n\n".join(paragraphs) + "\n\n"


def refresh(readme: str) -> str:
    """Return a README that says what was measured last."""
    written, n = _MARKED.subn(lambda _: text(), readme)
    if n != 1:
        raise ValueError("the README has not one pair of marks for the table")
    return written


def _item(sentences: str) -> str:
    """Return an item of a list, in lines."""
    return textwrap.fill(
        sentences, 100, initial_indent="- ", subsequent_indent="  ", break_on_hyphens=False
    )


def _origin(document: dict[str, Any]) -> str:
    origin = document["provenance"]
    sentences = [
        f"Measured on {origin['machine']}, {origin['processors']} processors, with numba",
        f"{origin['numba']}: medians of {document['runs']} runs, and their extremes.",
    ]
    if document["processor_share"] < 0.9:
        sentences.append(f"Other work left the runs {document['processor_share']:.0%} of them.")
    return textwrap.fill(" ".join(sentences), 100)


def _speeds(document: dict[str, Any]) -> Iterator[str]:
    yield "| setup | rules | threads | kernel | games a second | ns a turn |"
    yield "|---|---|--:|---|--:|--:|"
    for row in document["speed"]:
        yield (
            f"| {row['setup']} | {row['rules']} | {row['threads']} | {row['kernel']} "
            f"| {_shown(row['games_per_second'])} | {_shown(row['ns_per_turn'])} |"
        )


def _processes(document: dict[str, Any]) -> Iterator[str]:
    for kernel in document["provenance"]["kernels"]:
        first = {
            row["cache"]: row["first_game_seconds"]
            for row in document["start_up"]
            if row["kernel"] == kernel
        }
        yield (
            f"The first game of a process takes the {kernel} kernel {_shown(first['warm'], ' s')}, "
            f"and {_shown(first['cold'], ' s')} the first time on a machine, to compile."
        )
    largest = document["cost"][-1]
    memory = largest["peak_megabytes"]
    yield (
        f"A tally of {largest['games']:,} games, B v B on all threads, takes "
        f"{_shown(largest['seconds'], ' s')}"
        + (f" and {_shown(memory, ' MB')} of memory." if memory else ".")
    )


def _yardstick(document: dict[str, Any]) -> str:
    matches = document["matches"]
    shares = "; ".join(
        f"{kernel} {', '.join(_ratio(row) for row in matches if row['kernel'] == kernel)}"
        for kernel in dict.fromkeys(row["kernel"] for row in matches)
    )
    return (
        "As a share of the speed of a C program written by hand for AVX-512 that does nothing "
        f"else (`benchmarks/yardstick.c`, {document['compiler']}, one thread): {shares}."
    )


def _ratio(match: dict[str, Any]) -> str:
    return f"{_shown(match['ratio'])} in {match['rules']}"


def _pyminion(document: dict[str, Any]) -> str:
    return (
        f"pyminion {document['pyminion']} plays the mirror of A in `basic` at "
        f"{_shown(document['pyminion_games_per_second'])} games a second, fastsim at "
        f"{_shown(document['games_per_second'])}, one thread each."
    )


def _shown(sample: dict[str, Any], unit: str = "") -> str:
    return Sample.from_json(sample).text(unit)


if __name__ == "__main__":
    try:
        table = refresh(README.read_text(encoding="utf-8"))
        with whole_file(README) as file:
            file.write(table.encode())
    except (FileNotFoundError, ValueError, FastsimError) as error:
        sys.exit(f"error: {error}")
    print(f"wrote {README.name}")
