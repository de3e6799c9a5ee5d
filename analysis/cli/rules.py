"""``fastsim rules``: look at rules, check files of them, convert between formats."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analysis.cli import console
from fastsim.errors import InvalidInput
from fastsim.rules.describe import describe, digest
from fastsim.rules.files import write_rule_file
from fastsim.rules.geronimoo_writer import write_geronimoo
from fastsim.rules.library import library
from fastsim.rules.load import load_rule, load_rules

app = typer.Typer(help="List, show, check and convert buy rules.", no_args_is_help=True)


@app.command("list")
def list_() -> None:
    """List the rules of the library, with their sources."""
    known = library()
    rows = [[name, rule.source] for name, rule in known.rules.items()]
    console.table(["rule", "source"], rows, left=2)
    if known.aliases:
        names = ", ".join(f"{alias} = {name}" for alias, name in known.aliases.items())
        console.print_line(f"\nOther names: {names}")


@app.command()
def show(
    rule: Annotated[
        str, typer.Argument(metavar="RULE", help="A rule: library name, FILE#NAME, or text.")
    ],
) -> None:
    """Print a rule's text, its source and its digest."""
    found = load_rule(rule)
    console.print_line(f"# {found.name}")
    if found.source:
        console.print_line(f"# source: {found.source}")
    console.print_line(f"# digest: {digest(found)}")
    console.print_line(describe(found))


@app.command()
def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file of rules, TOML or XML.")],
) -> int:
    """Say which rules of a file can be used, and why the others cannot (exit 1 if any)."""
    found = load_rules(file)
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
        try:
            out.write_text(text, encoding="utf-8")
        except OSError as error:
            raise InvalidInput(f"{out}: cannot be written: {error.strerror or error}") from None
        console.print_line(f"wrote {out}: {len(found.rules)} rules")
    for refusal in found.refused:
        console.note(f"left out {refusal}")
