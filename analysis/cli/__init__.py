"""The command line: arguments only; every command calls the API that a notebook would call."""

from __future__ import annotations

import io
import logging
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import typer
from typer.exceptions import TyperException

from analysis.cli import (
    bench,
    cards,
    console,
    duel,
    evolve,
    heatmap,
    match,
    replay,
    report,
    rules,
    runs,
    search,
    simulate,
    solve,
    tournament,
    verify,
)
from fastsim import __version__
from fastsim.errors import FastsimError, InvalidInput, Stopped
from fastsim.text import visible

#: Characters of an error that are shown.
_LONGEST: Final = 2000

app = typer.Typer(
    name="fastsim",
    help="Compare Dominion buy rules: which one wins, by how much, and from which seat.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(show: bool) -> None:
    if show:
        print(f"fastsim {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version and exit."
    ),
) -> None:
    pass


app.command("duel")(duel.command)
app.command("heatmap")(heatmap.command)
app.command("tournament")(tournament.command)
app.command("search")(search.command)
app.command("evolve")(evolve.command)
app.command("solve")(solve.command)
app.command("match")(match.command)
app.command("report")(report.command)
app.command("simulate")(simulate.command)
app.command("replay")(replay.command)
app.command("verify")(verify.command)
app.command("bench")(bench.command)
app.command("cards")(cards.command)
app.add_typer(rules.app, name="rules")
app.add_typer(runs.app, name="runs")


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit: 0 done, 1 failed, 2 bad input, 130 interrupted."""
    _announce_compilation()
    _write_any_text()
    try:
        with _terminated_like_interrupted():
            code = app(args=arguments, prog_name="fastsim", standalone_mode=False)
    except InvalidInput as error:
        _fail(str(error), 2)
    except Stopped as error:
        _fail(str(error), 130)
    except FastsimError as error:
        _fail(str(error), 1)
    except TyperException as error:
        _fail(f"{error.format_message()}\n  {_advice(error.format_message())}", 2)
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output has gone; nobody is left to tell
        sys.exit(1)
    sys.exit(code or 0)


def _advice(message: str) -> str:
    """Return what to do about arguments that are not a command's."""
    if "unexpected extra argument" in message:
        return 'A name of several words, or a rule\'s text, needs quotes: "Big Money".'
    return "fastsim --help tells what there is."


@contextmanager
def _terminated_like_interrupted() -> Iterator[None]:
    """Have SIGTERM stop a command as Ctrl-C does: at the end of a chunk, with what there is."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _announce_compilation() -> None:
    """Show the one notice that kernels are being compiled; a logger passes it on."""
    logger = logging.getLogger("fastsim.compiling")
    if not logger.handlers:
        logger.setLevel(logging.INFO)
        logger.propagate = False
        logger.addHandler(_Notice())


def _write_any_text() -> None:
    """Let what the terminal's encoding does not have be written as an escape, not end the run."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


class _Notice(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        """Print the message on what stderr is now."""
        console.note(f"{record.getMessage()} ...")


def _fail(message: str, code: int) -> None:
    shown = visible(message)
    if len(shown) > _LONGEST:  # it says an argument again
        shown = f"{shown[:_LONGEST]} …"
    print(f"error: {shown}", file=sys.stderr)
    sys.exit(code)
