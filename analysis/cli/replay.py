"""``fastsim replay``: one game of a duel, turn by turn."""

from __future__ import annotations

from typing import Annotated

import typer

from analysis.cli import console, options
from fastsim.setup_file import load_setup


def command(
    rules: Annotated[
        list[str], typer.Argument(metavar="RULE...", help="One rule a seat, in turn order.")
    ],
    game: Annotated[str, typer.Option("--game", help="Index of the game, from 0.")] = "0",
    seed: options.Seed = "0",
    setup: options.SetupName = "simplified",
    set_: options.Set = [],  # noqa: B006 - typer's way to say "none"
) -> None:
    """Play one game again with the slow engine and print it turn by turn."""
    table = load_setup(setup)
    players = options.load_rules(rules, table, options.parse_values(set_))
    stream, index = options.parse_seed(seed), options.parse_count(game, least=0)
    from fastsim.simulation import replay

    log = replay(table, players, seed=stream, game=index)
    for line in log.lines():
        console.print_line(line)
