"""What the commands print: tables on stdout, progress and notes on stderr."""

from __future__ import annotations

import json
import textwrap
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from rich.cells import cell_len
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from fastsim.stopping import has_results
from fastsim.text import visible

# names come from files of others: nothing in them is markup, an emoji's code, or a command
out = Console(markup=False, emoji=False, highlight=False)
err = Console(stderr=True, markup=False, emoji=False, highlight=False)

#: Least width of a column of text where others keep theirs, and blanks between columns.
_LEAST_ROOM: Final = 12
_GAP: Final = 2
#: Seconds between lines about progress in a log.
_NOTE_EVERY: Final = 60.0


def note(message: str) -> None:
    """Say something on stderr."""
    err.print(visible(message))


def print_json(document: dict[str, Any]) -> None:
    """Print one JSON document on stdout."""
    print(json.dumps(document, indent=2, allow_nan=False))


def show(
    document: Callable[[], dict[str, Any]],
    text: Callable[[], None],
    write: Callable[[], Sequence[Path]],
    *,
    as_json: bool,
) -> None:
    """Show a result, and write and name its files: as one JSON document, or as text.

    A result whose files cannot be written is shown all the same, before the error: it may have
    cost hours.
    """
    if not as_json:
        text()
    written: Sequence[Path] = []
    try:
        with working("writing files"):
            written = write()
    finally:
        if as_json:
            print_json(document() | {"files": [str(path) for path in written]})
    if not as_json:
        for path in written:
            print_line(f"wrote {path}")


@contextmanager
def working(what: str) -> Iterator[None]:
    """Show on stderr that something goes on whose end is not known, where it is a terminal."""
    if not err.is_terminal:
        yield
        return
    with err.status(what):
        yield


@contextmanager
def progress(total: int, what: str = "games") -> Iterator[Callable[[int], None]]:
    """Show on stderr how many games are done, how fast, and how long it will take.

    Where stderr is no terminal, such as a log, that is a line a minute.
    """
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f}"),
        TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(),
        console=err,
        transient=True,
        disable=not err.is_terminal,
    ) as bar:
        bar.add_task(what, total=total, speed="")
        (task,) = bar.tasks
        noted = time.monotonic()

        def update(done: int) -> None:
            nonlocal noted
            if done:
                has_results()
            # of the last half minute: games that an earlier run has kept come all at once
            bar.update(task.id, completed=done, speed=_speed(task.speed))
            if not err.is_terminal and time.monotonic() - noted > _NOTE_EVERY:
                noted = time.monotonic()
                left = None if done >= total else task.time_remaining
                parts = [_speed(task.speed), "" if left is None else f"{_clock(left)} left"]
                note(", ".join(filter(None, [f"{what}: {done:,} of {total:,}", *parts])))

        yield update


def _speed(per_second: float | None) -> str:
    """Return "850/s", "10 k/s", "2.35 M/s": three digits at most, or nothing."""
    if not per_second:
        return ""
    value, unit = per_second, ""
    for unit in ("", "k", "M", "G"):
        if value < 999.5 or unit == "G":
            break
        value /= 1000
    return f"{value:.3g} {unit}/s" if unit else f"{value:.3g}/s"


def _clock(seconds: float) -> str:
    return str(timedelta(seconds=round(seconds)))


def table(columns: list[str], rows: list[list[str]], left: int = 1, cut: int | None = None) -> None:
    """Print a table; the first `left` columns are flush left, the others right.

    Where the terminal is narrow, what is flush left takes several lines, numbers only as a last
    resort. The column `cut` stays on one line, and ends in "…" where it does not fit.
    """
    shown = [[visible(cell) for cell in row] for row in rows]
    widths = [max(map(cell_len, cells)) for cells in zip(*shown, strict=True)]
    numbers = sum(width + _GAP for width in widths[left:])
    whole = numbers + left * _LEAST_ROOM <= out.width
    grid = Table(box=None, pad_edge=False, header_style="bold")
    for index, name in enumerate(columns):
        is_cut = index == cut and bool(widths)
        others = sum(width + _GAP for width in widths) - widths[index] - _GAP if is_cut else 0
        grid.add_column(
            visible(name),
            justify="left" if index < left else "right",
            overflow="ellipsis" if is_cut else "fold",
            no_wrap=is_cut,
            min_width=widths[index] if widths and whole and index >= left else None,
            max_width=max(_LEAST_ROOM, out.width - others) if is_cut else None,
        )
    for row in shown:
        grid.add_row(*row)
    out.print(grid)


def print_line(text: str = "") -> None:
    """Print text on stdout, taken literally."""
    out.print(visible(text), soft_wrap=True)


def print_block(title: str, text: str) -> None:
    """Print a title and what it is about, in lines that fit, the further ones set in."""
    words = visible(f"{title}: {text}")
    for line in textwrap.wrap(
        words, out.width, subsequent_indent="  ", break_on_hyphens=False, break_long_words=False
    ):
        out.print(line, soft_wrap=True)
