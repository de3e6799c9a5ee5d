"""Options that several commands share, and how their values are read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Final

import typer

from analysis.cli import console
from fastsim.cards import Card, find_card
from fastsim.chunks import most_threads
from fastsim.errors import InvalidInput
from fastsim.numbers import read_count
from fastsim.rules.load import load_rule
from fastsim.rules.model import BuyRule
from fastsim.rules.names import told_apart
from fastsim.setup import GameSetup
from fastsim.text import read_number, read_whole, shortened

#: How the number of an option is written.
parse_count: Final = read_count


def parse_seed(text: str) -> int:
    """Return the seed, written as for `parse_count`.

    Raises
    ------
    InvalidInput
        For what is no whole number, or below 0; the highest one is left to what needs the seed.
    """
    try:
        return parse_count(text, least=0)
    except InvalidInput as error:
        raise InvalidInput(error.what, "A seed is a whole number from 0 to 2^64 - 1.") from None


def parse_share(text: str) -> float:
    """Return the share written as ``0.1%`` or ``0.001``.

    Raises
    ------
    InvalidInput
        For anything but a number above 0 and at most 1.
    """
    number, percent = text.strip(), 1.0
    if number.endswith("%"):
        number, percent = number[:-1], 100.0
    try:
        share = float(read_number(number)) / percent
    except (ValueError, ZeroDivisionError):
        raise InvalidInput(f"{shortened(text)!r} is not a share", "Write 0.1% or 0.001.") from None
    if not 0 < share <= 1:
        raise InvalidInput(
            f"{shortened(text)!r} is not a share", "It is above 0 and at most 1: 0.1% or 0.001."
        )
    return share


def parse_seconds(text: str) -> float:
    """Return the seconds written as ``90``, ``90s``, ``10m`` or ``1.5h``.

    Raises
    ------
    InvalidInput
        For anything else, or no time at all.
    """
    units = {"s": 1, "m": 60, "h": 3600}
    number, unit = text.strip(), 1
    if number[-1:] in units:
        number, unit = number[:-1], units[number[-1]]
    try:
        seconds = float(read_number(number)) * unit
    except (ValueError, ZeroDivisionError):
        seconds = 0.0
    if seconds <= 0:
        raise InvalidInput(f"{shortened(text)!r} is not a time", "Write 90s, 10m or 1.5h.")
    return seconds


def parse_values(pairs: Iterable[str]) -> dict[str, Fraction | Card]:
    """Return the parameters given as ``name=value``, a number or a card.

    Raises
    ------
    InvalidInput
        For anything else, or a name given twice.
    """
    values: dict[str, Fraction | Card] = {}
    for pair in pairs:
        name, equals, text = (part.strip() for part in pair.partition("="))
        value: Fraction | Card | None = find_card(text)
        if value is None:
            try:
                value = read_number(text)
            except (ValueError, ZeroDivisionError):
                equals = ""
        if not equals or not name or value is None:
            raise InvalidInput(
                f"--set {shortened(pair)}: not name=number or name=card",
                "Examples: --set duchy=5, --set treasure=Gold.",
            )
        if name in values:
            raise InvalidInput(f"--set {shortened(name)} is given twice")
        values[name] = value
    return values


def load_rules(
    specs: Iterable[str], setup: GameSetup, values: Mapping[str, Fraction | Card]
) -> list[BuyRule]:
    """Return the rules with parameters filled, under names that tell them apart.

    Every value must belong to one of them.

    Raises
    ------
    InvalidInput
        As `fastsim.rules.load.load_rule`, and for a value that no rule has a parameter for.
    """
    return fill_rules([load_rule(spec, setup) for spec in specs], values)


def fill_rules(
    templates: Sequence[BuyRule], values: Mapping[str, Fraction | Card]
) -> list[BuyRule]:
    """Return the rules with parameters filled, as `load_rules`.

    Raises
    ------
    InvalidInput
        For a value that no rule has a parameter for.
    """
    known = {name for rule in templates for name in rule.parameters}
    for name in values:
        if name not in known:
            shown = shortened(name)
            raise InvalidInput(
                f"--set {shown}: no rule here has a parameter {{{shown}}}",
                f"Parameters: {', '.join(sorted(known)) or 'none'}.",
            )
    return told_apart(
        [
            rule.fill({name: v for name, v in values.items() if name in rule.parameters})
            for rule in templates
        ]
    )


def whole(given: str | int) -> int:
    """Return the whole number that an option is given, in the digits 0 to 9, or has by default."""
    try:
        return given if isinstance(given, int) else read_whole(given)
    except (ValueError, ZeroDivisionError):
        raise typer.BadParameter(f"{shortened(str(given))!r} is not a whole number.") from None


def _usable_threads(given: str | int) -> int:
    """Return how many threads play when so many are asked for, and say so when they are fewer."""
    asked = whole(given)
    if asked > most_threads():
        console.note(
            f"{most_threads()} threads play, not {asked:,}: more would only wait for each other."
        )
    return min(asked, most_threads())


Seed = Annotated[
    str, typer.Option("--seed", help="Which stream of luck; the same seed gives the same games.")
]
SetupName = Annotated[
    str,
    typer.Option(
        "--setup",
        help="simplified, basic, basic-3, first-game or another kingdom, with changes such as "
        "first-game,players=3; or a TOML file.",
    ),
]
Set = Annotated[
    list[str],
    typer.Option("--set", help="Value of a rule's parameter, as name=number or name=card."),
]
Time = Annotated[
    str | None,
    typer.Option("--time", help="Begin nothing new after this time: 90s, 10m, 1.5h."),
]
Threads = Annotated[
    int | None,
    typer.Option(
        "--threads",
        parser=_usable_threads,
        metavar="N",
        help="Threads that play [default: all processors].",
    ),
]
Run = Annotated[
    Path | None,
    typer.Option(
        "--run",
        metavar="DIR",
        help="Keep finished games in this directory; given again, go on from there.",
    ),
]
Dask = Annotated[
    str | None,
    typer.Option(
        "--dask",
        metavar="ADDRESS",
        help="Play on a Dask cluster: a scheduler's address, or local:N for N worker processes.",
    ),
]
Kernel = Annotated[
    str | None,
    typer.Option(
        "--kernel", help="lanes, general or kingdom [default: the fastest that can play]."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document on stdout.")]
