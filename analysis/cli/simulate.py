"""``fastsim simulate``: one row a game, as a Parquet dataset."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analysis.cli import console, options
from fastsim.setup_file import load_setup
from fastsim.text import number_of

if TYPE_CHECKING:
    from analysis.dataset import GameDataset


def command(
    rules: Annotated[
        list[str],
        typer.Argument(metavar="RULE...", help="One rule a player: A, B, ... in this order."),
    ],
    games: Annotated[
        str, typer.Option("--games", help="Rows, all seat orders together, equally many of each.")
    ] = "1M",
    out: Annotated[Path, typer.Option("--out", help="Folder for the dataset.")] = Path("games"),
    given_order: Annotated[
        bool,
        typer.Option(
            "--given-order", help="Seat the rules as given only, not in every rotation of that."
        ),
    ] = False,
    seed: options.Seed = "0",
    setup: options.SetupName = "simplified",
    set_: options.Set = [],  # noqa: B006 - typer's way to say "none"
    threads: options.Threads = None,
    kernel: options.Kernel = None,
    as_json: options.Json = False,
) -> int:
    """Play games and write one row of each, as a Parquet dataset.

    What is there already is not played again: after an interrupt the same command goes on.
    """
    game = load_setup(setup)
    players = options.load_rules(rules, game, options.parse_values(set_))
    rows, stream = options.parse_count(games), options.parse_seed(seed)
    from analysis.dataset import GameDataset

    dataset = GameDataset(out, game, players, rows, stream, rotate=not given_order)
    with console.progress(dataset.total_games) as report:
        whole = dataset.write(threads=threads, kernel=kernel, progress=report)
    if as_json:
        console.print_json(
            {
                "games": dataset.total_games,
                "seats": list(dataset.orders),
                "dataset": str(dataset.path),
                "whole": whole,
            }
        )
    elif whole:
        _print(dataset)
    if not whole:
        left = dataset.games_missing
        console.note(
            f"Stopped: {dataset.total_games - left:,} of {dataset.total_games:,} games are in "
            f"{dataset.path}; the same command goes on from there."
        )
        return 130
    return 0


def _print(dataset: GameDataset) -> None:
    for letter, rule in zip(next(iter(dataset.orders)), dataset.rules, strict=True):
        console.print_line(f"{letter}: {rule.name}")
    console.print_line(
        f"{number_of(dataset.total_games, 'game')} of {dataset.setup.name}, "
        f"{dataset.games_per_order:,} of each seat order"
    )
    console.print_line(f"They are in {dataset.path}, a folder for each seat order.")
