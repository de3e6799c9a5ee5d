"""``fastsim rules``: look at rules, check files of them, convert between formats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from analysis.cli import console
from analysis.outputs import whole_file
from fastsim.errors import InvalidInput
from fastsim.rules.decisions import decision_lists
from fastsim.rules.describe import describe, digest
from fastsim.rules.files import write_rule_file
from fastsim.rules.geronimoo_writer import write_geronimoo
from fastsim.rules.library import library
from fastsim.rules.load import load_rule, load_rules, playable
from fastsim.rules.model import BuyRule, Decision
from fastsim.setup import GameSetup
from fastsim.setup_file import load_setup
from fastsim.text import number_of

app = typer.Typer(help="List, show, check and convert buy rules.", no_args_is_help=True)


Playable = Annotated[
    str | None,
    typer.Option("--setup", help="Only what can be played there: a setup by name, or a TOML file."),
]


@app.command("list")
def list_(
    setup: Playable = None,
    sources: Annotated[
        bool, typer.Option("--sources", help="Who published each rule, and where.")
    ] = False,
) -> None:
    """List the rules of the library: what each buys, and how often it beats Big Money."""
    game = load_setup("simplified" if setup is None else setup)
    known = library() if setup is None else playable(library(), game)
    if sources:
        for name, rule in known.rules.items():
            console.print_block(name, rule.source or "no source")
    else:
        _list(known.rules, game)
    if known.aliases:
        names = ", ".join(f"{alias} = {name}" for alias, name in known.aliases.items())
        console.print_line()
        console.print_block("Other names", names)
    if setup is None and not sources:
        console.print_block(
            "See also",
            "--setup first-game, or another: what can be played there, and how strong it is; "
            "--sources: where each rule is from; fastsim rules show RULE: all of it",
        )


def _list(rules: Mapping[str, BuyRule], game: GameSetup) -> None:
    """Print a line a rule: its name, how strong it is in a setup, and what it buys."""
    from analysis.cli.numbers import share
    from analysis.library_rates import AGAINST, COMMAND, library_rates

    measured = library_rates(game)
    rates = {} if measured is None else measured.rates
    rows = [
        [name, describe(rule, separator="; "), share(rates[name].value) if name in rates else ""]
        for name, rule in rules.items()
    ]
    if measured is None:
        console.table(["rule", "what it buys"], [row[:2] for row in rows], left=2, cut=1)
        return
    console.table(["rule", "what it buys", "wins"], rows, left=2, cut=1)
    reach = max((one.half_width for one in rates.values()), default=0.0)
    console.print_line()
    console.print_block(
        "Wins",
        f"games won against {AGAINST} in {game.name}, both seat orders, ± {share(reach)} at most; "
        f"{measured.games:,} games each, played {measured.date} by {COMMAND}",
    )


@app.command()
def show(
    rule: Annotated[
        str, typer.Argument(metavar="RULE", help="A rule: library name, FILE#NAME, or text.")
    ],
    setup: Annotated[
        str | None,
        typer.Option("--setup", help="Print every list that decides there, the default ones too."),
    ] = None,
) -> None:
    """Print a rule's text, its source and its digest."""
    game = None if setup is None else load_setup(setup)
    found = load_rule(rule, game)
    console.print_line(f"# {found.name}")
    if found.source:
        console.print_line(f"# source: {found.source}")
    console.print_line(f"# digest: {digest(found)}")
    console.print_line(describe(found if game is None else _spelled_out(found, game)))


def _spelled_out(rule: BuyRule, setup: GameSetup) -> BuyRule:
    """Return the rule with the default lists by which it decides in this game as its own."""
    lists = {
        str(kind): decision.entries
        for kind, decision in decision_lists(rule, setup).items()
        if kind is not Decision.BUY and not setup.is_simple
    }
    return replace(rule, plays=replace(rule.plays, **lists))


@app.command()
def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file of rules, TOML or XML.")],
    setup: Playable = None,
) -> int:
    """Say which rules of a file can be used, and why the others cannot (exit 1 if any)."""
    found = load_rules(file, None if setup is None else load_setup(setup))
    for name, rule in found.rules.items():
        console.print_line(f"ok       {name}: {describe(rule, separator='; ')}")
    for refusal in found.refused:
        console.print_line(f"refused  {refusal}")
    console.print_line(f"{len(found.rules)} usable, {len(found.refused)} refused")
    return 1 if found.refused else 0


@app.command()
def convert(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file of rules, TOML or XML.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", help="File to write, .toml or .xml [default: print as TOML]."),
    ] = None,
) -> None:
    """Write the usable rules of a file in the other format."""
    found = load_rules(file)
    if out is not None and out.suffix.lower() not in (".toml", ".xml"):
        raise InvalidInput(f"{out}: not a format for rules", "Name a file in .toml or .xml.")
    to_xml = out is not None and out.suffix.lower() == ".xml"
    text = (write_geronimoo if to_xml else write_rule_file)(found.rules.values())
    if out is None:
        print(text, end="")
    else:
        with whole_file(out) as written:
            written.write(text.encode())
        console.print_line(f"wrote {out}: {number_of(len(found.rules), 'rule')}")
    if to_xml and not all(rule.avoid_losing_end for rule in found.rules.values()):
        console.note("in the simulator, no bot ends a game in its own defeat, asked for or not")
    for refusal in found.refused:
        console.note(f"left out {refusal}")
