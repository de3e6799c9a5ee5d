"""``fastsim verify``: the kernels against the slow engine."""

from __future__ import annotations

from typing import Annotated

import typer

from analysis.cli import console, options
from fastsim.errors import FastsimError, InvalidInput
from fastsim.rules.check import check_rule
from fastsim.rules.library import library
from fastsim.rules.model import BuyRule
from fastsim.setup import GameSetup
from fastsim.setup_file import load_setup
from fastsim.text import number_of


def command(
    games: Annotated[str, typer.Option("--games", help="Games to compare.")] = "1000",
    seed: options.Seed = "0",
    setup: options.SetupName = "simplified",
) -> None:
    """Play the library's rules with the kernels and the slow engine, and compare every turn."""
    table = load_setup(setup)
    wanted, stream = options.parse_count(games), options.parse_seed(seed)
    if wanted < 1:
        raise InvalidInput("0 games", "At least one game must be played.")
    from fastsim.verify import compare

    rules = [rule for rule in library().rules.values() if _plays(rule, table)]
    matches = min(len(rules), wanted)
    with console.progress(wanted) as report:
        done = 0
        for match in range(matches):
            # neighbours in the library meet, round and round
            players = [rules[(match + seat) % len(rules)] for seat in range(table.players)]
            share = wanted // matches + (match < wanted % matches)
            differences = compare(table, players, games=share, seed=stream, start=match * wanted)
            for difference in differences:
                done += 1
                report(done)
                if difference is not None:
                    names = " v ".join(rule.name for rule in players)
                    raise FastsimError(f"{names}, {difference}")
    console.print_line(
        f"{number_of(wanted, 'game')} of {table.name} by {number_of(len(rules), 'library rule')}: "
        "every hand, buy, end and score equal."
    )


def _plays(rule: BuyRule, setup: GameSetup) -> bool:
    try:
        check_rule(rule, setup)
    except InvalidInput:
        return False
    return True
