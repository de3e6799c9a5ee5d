"""``fastsim tournament``: every rule against every other."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analysis.cli import console, execution, options
from analysis.outputs import check_folder
from fastsim.cards import Card
from fastsim.errors import InvalidInput
from fastsim.rules.check import check_rule
from fastsim.rules.load import load_rule, load_rules, rule_file
from fastsim.rules.model import BuyRule
from fastsim.setup import GameSetup
from fastsim.setup_file import load_setup

if TYPE_CHECKING:
    from analysis.tournament import Tournament


def command(
    rules: Annotated[
        list[str],
        typer.Argument(
            metavar="RULE...",
            help="Rules, or files of them (TOML, XML), of which all usable rules take part.",
        ),
    ],
    games: Annotated[
        str,
        typer.Option(
            "--games",
            help="Games of each pair, or line-up of more players, as many in each seat order.",
        ),
    ] = "100k",
    out: Annotated[
        Path | None,
        typer.Option("--out", help="Folder for the matrix (PNG, SVG) and the tables (CSV, JSON)."),
    ] = None,
    seed: options.Seed = "0",
    setup: options.SetupName = "simplified",
    set_: options.Set = [],  # noqa: B006 - typer's way to say "none"
    threads: options.Threads = None,
    run: options.Run = None,
    dask: options.Dask = None,
    kernel: options.Kernel = None,
    as_json: options.Json = False,
) -> int:
    """Play every rule against every other: ranking, groups that cannot be told apart, cycles.

    With more than two players, every choice of as many rules plays in all seat orders.
    """
    game = load_setup(setup)
    players = _players(rules, game, options.parse_values(set_))
    wanted, stream = options.parse_count(games), options.parse_seed(seed)
    if out is not None:
        check_folder(out)  # before the games, not after them
    if game.players > 2:
        from analysis.cli import lineups

        return lineups.tournament(
            game, players, games=wanted, out=out, setup=setup, as_json=as_json,
            seed=stream, threads=threads, run=run, dask=dask, kernel=kernel,
        )  # fmt: skip
    from analysis.tournament import tournament

    pairs = len(players) * (len(players) - 1) // 2
    with (
        execution.executor(threads, run, dask) as executor,
        console.progress(wanted * pairs) as report,
    ):
        result = tournament(
            game, players, games=wanted, seed=stream, kernel=kernel,
            executor=executor, progress=report,
        )  # fmt: skip
    console.show(
        lambda: _document(result, setup),
        lambda: _print(result),
        lambda: [] if out is None else _write(result, out, setup),
        as_json=as_json,
    )
    if result.games_per_pair < wanted:
        console.note(
            f"Stopped: every pair has the first {result.games_per_pair:,} of {wanted:,} games. "
            f"{execution.going_on(run)}"
        )
        return 130
    return 0


def _players(
    specs: Iterable[str], game: GameSetup, values: Mapping[str, Fraction | Card]
) -> list[BuyRule]:
    """Return the rules that take part; those of a file that cannot are told on stderr."""
    templates: list[BuyRule] = []
    from_file: list[bool] = []
    for spec in specs:
        file = rule_file(spec)
        if file is not None:
            found = load_rules(file, game)
            for refusal in found.refused:
                console.note(f"left out {refusal}")
            templates += found.rules.values()
        else:
            templates.append(load_rule(spec, game))
        from_file += [file is not None] * (len(templates) - len(from_file))
    rules = []
    for rule, optional in zip(options.fill_rules(templates, values), from_file, strict=True):
        try:
            check_rule(rule, game)
        except InvalidInput as error:
            if not optional:
                raise
            console.note(f"left out {rule.name}: {error.what}")
        else:
            rules.append(rule)
    return rules


def _document(result: Tournament, setup: str) -> dict[str, Any]:
    from analysis.plots.tournament_files import tournament_document

    return tournament_document(result, setup)


def _write(result: Tournament, out: Path, setup: str) -> list[Path]:
    from analysis.plots.tournament_files import write_tournament

    return write_tournament(result, out, setup=setup)


def _print(result: Tournament) -> None:
    from analysis.cli.numbers import possible_ranks, rate_with_error
    from analysis.frames import ranking_frame

    frame = ranking_frame(result.tally, level=result.level)
    console.print_line(
        f"{len(result.rules)} rules, {result.games_per_pair:,} games of {result.setup.name} "
        "a pair, half in each seat order\n"
    )
    rows = [
        [
            f"{row['rank']}",
            row["rule"],
            rate_with_error(row),
            _strength(row),
            f"{row['group']}",
            possible_ranks(row),
        ]
        for row in frame.to_dict("records")
    ]
    console.table(["rank", "rule", "win rate", "strength", "group", "may be rank"], rows, left=2)
    console.print_line(f"\n{_cycles(result)}")
    console.print_line(
        "Errors (±) are 95 %, for each rule alone. Groups and possible ranks hold at 95 % all\n"
        "together, and so do cycles. Every rule of a group is above every rule of the next, in a\n"
        "group the order is not settled. A rule of strength s wins 1 / (1 + exp(t - s)) of its\n"
        "games against one of strength t; the mean strength is 0."
    )


def _strength(row: Mapping[Any, Any]) -> str:
    """Return a strength with its error, or in words where it is no number."""
    from analysis.statistics import format_with_error

    if math.isfinite(row["strength"]):
        return format_with_error(row["strength"], row["strength_error"])
    if math.isnan(row["strength"]):
        return "none"
    return "above all" if row["strength"] > 0 else "below all"


def _cycles(result: Tournament) -> str:
    if not result.cycles:
        return "No cycle of rules that beat each other is shown."
    lines = [" > ".join(rule.name for rule in (*cycle, cycle[0])) for cycle in result.cycles]
    return "\n".join(["Cycles, in which each rule beats the next:", *(f"  {x}" for x in lines)])
