"""``fastsim rules``: look at rules, check files of them, convert between formats."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from analysis.cli import console
from analysis.outputs import whole_file
from fastsim.errors import InvalidInput
from fastsim.rules.check import kingdom_of
from fastsim.rules.decisions import decision_lists
from fastsim.rules.describe import describe, digest
from fastsim.rules.files import write_rule_file
from fastsim.rules.geronimoo_writer import write_geronimoo
from fastsim.rules.library import library
from fastsim.rules.load import load_rule, load_rules, playable
from fastsim.rules.model import BuyRule, Decision
from fastsim.setup import GameSetup
from fastsim.setup_file import load_setup
from fastsim.text import shortened

app = typer.Typer(help="List, show, check and convert buy rules.", no_args_is_help=True)


Playable = Annotated[
    str | None,
    typer.Option("--setup", help="Only what can be played there: a setup by name, or a TOML file."),
]


@app.command("list")
def list_(setup: Playable = None) -> None:
    """List the rules of the library, the kingdom cards that each needs, and their sources."""
    known = library() if setup is None else playable(library(), load_setup(setup))
    rows = [
        [name, ", ".join(card.name for card in kingdom_of(rule)), shortened(rule.source)]
        for name, rule in known.rules.items()
    ]
    console.table(["rule", "cards it needs", "source"], rows, left=3)
    if known.aliases:
        names = ", ".join(f"{alias} = {name}" for alias, name in known.aliases.items())
        console.print_line(f"\nOther names: {names}")


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
        console.print_line(f"wrote {out}: {len(found.rules)} rules")
    if to_xml and not all(rule.avoid_losing_end for rule in found.rules.values()):
        console.note("in the simulator, no bot ends a game in its own defeat, asked for or not")
    for refusal in found.refused:
        console.note(f"left out {refusal}")
