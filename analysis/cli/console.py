"""What the commands print: tables on stdout, progress and notes on stderr."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)


def note(message: str) -> None:
    """Say something on stderr."""
    err.print(message, markup=False)


def print_json(document: dict[str, Any]) -> None:
    """Print one JSON document on stdout."""
    print(json.dumps(document, indent=2, allow_nan=False))


@contextmanager
def progress(total: int, what: str = "games") -> Iterator[Callable[[int], None]]:
    """Show on stderr how many games are done, how fast, and how long it will take."""
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
        task = bar.add_task(what, total=total, speed="")

        def update(done: int) -> None:
            elapsed = bar.tasks[0].elapsed
            speed = f"{done / elapsed / 1e6:.2f} M/s" if elapsed else ""
            bar.update(task, completed=done, speed=speed)

        yield update


def table(columns: list[str], rows: list[list[str]], left: int = 1) -> None:
    """Print a table; the first `left` columns are flush left, the others right."""
    grid = Table(box=None, pad_edge=False, header_style="bold")
    for index, name in enumerate(columns):
        grid.add_column(name, justify="left" if index < left else "right", overflow="fold")
    for row in rows:
        grid.add_row(*row)
    out.print(grid)


def print_line(text: str = "") -> None:
    """Print text on stdout, taken literally."""
    out.print(text, markup=False, soft_wrap=True)
