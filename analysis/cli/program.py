"""The commands together, how each is found, and how the program ends."""

from __future__ import annotations

import importlib
import logging
import sys
from collections.abc import Iterator, Mapping
from typing import Any, Final

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException
from typer.main import get_group

from analysis.cli.streams import OutputLost, guarded
from fastsim import __version__
from fastsim.errors import FastsimError, InvalidInput, Stopped
from fastsim.stopping import STOPPED
from fastsim.text import visible

#: Characters of an error that are shown.
_LONGEST: Final = 2000

#: In the order of ``--help``: each in a module of its name, as a function or as a group of them.
_COMMANDS: Final = (
    "duel", "heatmap", "tournament", "search", "evolve", "solve", "match", "report", "simulate",
    "replay", "verify", "bench", "cards", "rules", "runs",
)  # fmt: skip


class _Commands(Mapping[str, Any]):
    """The commands by name, each imported when it is asked for."""

    def __getitem__(self, name: str) -> Any:
        if name not in _COMMANDS:
            raise KeyError(name)
        module = importlib.import_module(f"analysis.cli.{name}")
        alone = typer.Typer(rich_markup_mode=None)
        if hasattr(module, "app"):
            alone.add_typer(module.app, name=name)
        else:
            alone.command(name)(module.command)
        return get_group(alone).commands[name]

    def __iter__(self) -> Iterator[str]:
        return iter(_COMMANDS)

    def __len__(self) -> int:
        return len(_COMMANDS)


class _Program(TyperGroup):
    """The program: a group of commands none of which is imported for another's sake."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings | {"commands": _Commands()})

    def invoke(self, ctx: Any) -> Any:
        """Run a command; what an interrupt ends outside of its games, nothing is left of."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise Stopped("stopped") from None


app = typer.Typer(
    name="fastsim",
    cls=_Program,
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


def run(arguments: list[str] | None) -> None:
    """Run the command line and exit: 0 done, 1 failed, 2 bad input, 130 interrupted."""
    try:
        with guarded():
            code = _ending(arguments)
    except OutputLost as lost:
        code = 1
        if not lost.reader_has_gone:
            with guarded():
                _say(f"the output cannot be written: {lost}")
    sys.exit(code)


def _ending(arguments: list[str] | None) -> int:
    """Run a command and return the exit code; what went wrong is said on stderr."""
    _announce_compilation()
    try:
        return app(args=arguments, prog_name="fastsim", standalone_mode=False) or 0
    except InvalidInput as error:
        _say(str(error))
        return 2
    except Stopped as error:
        _say(str(error))
        return STOPPED
    except FastsimError as error:
        _say(str(error))
        return 1
    except TyperException as error:
        _say(f"{error.format_message()}\n  {_advice(error.format_message())}")
        return 2


def _advice(message: str) -> str:
    """Return what to do about arguments that are not a command's."""
    if "unexpected extra argument" in message:
        return 'A name of several words, or a rule\'s text, needs quotes: "Big Money".'
    return "fastsim --help tells what there is."


def _announce_compilation() -> None:
    """Show the one notice that kernels are being compiled; a logger passes it on."""
    logger = logging.getLogger("fastsim.compiling")
    if not logger.handlers:
        logger.setLevel(logging.INFO)
        logger.propagate = False
        logger.addHandler(_Notice())


class _Notice(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        """Print the message on what stderr is now."""
        from analysis.cli import console

        console.note(f"{record.getMessage()} ...")


def _say(message: str) -> None:
    """Say on stderr what is wrong."""
    shown = visible(message)
    if len(shown) > _LONGEST:  # it says an argument again
        shown = f"{shown[:_LONGEST]} …"
    print(f"error: {shown}", file=sys.stderr)
