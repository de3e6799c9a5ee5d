"""``fastsim match``: games in a row at one table, the winner last in the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from analysis.cli import console, options
from fastsim.defaults import MATCH_LENGTH
from fastsim.setup_file import load_setup

if TYPE_CHECKING:
    from analysis.match import Match


def command(
    rules: Annotated[
        list[str],
        typer.Argument(metavar="RULE...", help="One rule a player, in the order round the table."),
    ],
    games: Annotated[
        str, typer.Option("--games", help="Games to play, as many begun by each player.")
    ] = "1M",
    length: Annotated[str, typer.Option("--length", help="Games of a match.")] = str(MATCH_LENGTH),
    seed: options.Seed = "0",
    setup: options.SetupName = "simplified",
    set_: options.Set = [],  # noqa: B006 - typer's way to say "none"
    threads: options.Threads = None,
    kernel: options.Kernel = None,
    as_json: options.Json = False,
) -> int:
    """Play matches, in which the winner of a game goes last in the next: who wins how much there.

    The order round the table stays. Who begins the first game is drawn at random, and again after
    a shared victory.
    """
    game = load_setup(setup)
    players = options.load_rules(rules, game, options.parse_values(set_))
    wanted, stream = options.parse_count(games), options.parse_seed(seed)
    of_a_match = options.parse_count(length)
    from analysis.match import match

    with console.progress(wanted) as report:
        result = match(
            game, players, games=wanted, length=of_a_match,
            seed=stream, threads=threads, kernel=kernel, progress=report,
        )  # fmt: skip
    if as_json:
        console.print_json(result.to_json())
    else:
        _print(result)
    if result.games < wanted:
        console.note(f"Stopped: these are the first {result.games:,} of {wanted:,} games.")
        return 130
    return 0


def _print(result: Match) -> None:
    from analysis.cli.numbers import share
    from analysis.statistics import format_estimate, format_with_error
    from analysis.statistics.estimate import one_of

    names = [rule.name for rule in result.rules]
    letters = [chr(ord("A") + k) for k in range(len(names))]
    for letter, name in zip(letters, names, strict=True):
        console.print_line(f"{letter}: {name}")
    console.print_line(
        f"Matches of {result.length:,} games of {result.setup.name}, the winner of a game last in "
        f"the next;\nfrom {result.games:,} games, as many begun by each player\n"
    )
    rates, begins, gains = result.win_rates, result.begins, result.gains
    rows = [
        [
            letter,
            format_estimate(one_of(rates, k), percent=True),
            format_with_error(gains.value[k], gains.standard_error[k], percent=True),
            share(begins.value[k]),
        ]
        for k, letter in enumerate(letters)
    ]
    console.table(["", "wins in a match", "more than with equal seats", "begins"], rows)
    console.print_line()
    starters = [
        [f"{letter} begins", *(share(float(x)) for x in row)]
        for letter, row in zip(letters, result.by_starter, strict=True)
    ]
    console.table(["when", *(f"{letter} wins" for letter in letters)], starters)
    console.print_line(
        f"\nIntervals are {100 * result.level:g} % and allow for games of a match that depend on "
        "each other. A victory\nshared by k players counts 1/k. The order round the table stays as "
        "given; the first game is\nbegun by a player drawn at random, and so is one after a shared "
        f"victory\n({_shared(result)})."
    )


def _shared(result: Match) -> str:
    """Return how often victories are shared in a match; with equal seats it is another number."""
    found = result.shared
    if not found.value:
        return "there was none"
    from analysis.statistics import format_with_error

    error = format_with_error(found.value, found.standard_error, percent=True)
    return f"{error} of a match's games"
