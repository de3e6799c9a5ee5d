"""``fastsim duel``: two rules against each other, or as many as the setup has players."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analysis.cli import console, options
from fastsim.defaults import OBSERVED_GAMES
from fastsim.errors import InvalidInput
from fastsim.setup import GameSetup
from fastsim.setup_file import load_setup
from fastsim.text import number_of

if TYPE_CHECKING:
    from analysis.duel import Duel
    from analysis.until import DuelUntil
    from fastsim.results import Tally


def command(
    rules: Annotated[
        list[str],
        typer.Argument(
            metavar="A B...",
            help="Rules, one a player: library name, FILE#NAME, or the rule's text.",
        ),
    ],
    games: Annotated[
        str | None,
        typer.Option(
            "--games",
            help="Games, as many in each seat order; with --until the most to play "
            "[default: 1M; with --until 1G].",
        ),
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(
            "--until", help="Play until the win rate is known within ± this: 0.1% or 0.001."
        ),
    ] = None,
    with_curves: Annotated[
        bool,
        typer.Option(
            "--curves",
            help="Add money, VP, buys and decks turn by turn, seen in the first "
            f"{OBSERVED_GAMES:,} games.",
        ),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            help="Folder for the pictures (PNG, SVG) and tables (CSV) of --curves "
            "[default: curves].",
        ),
    ] = None,
    seed: options.Seed = "0",
    setup: options.SetupName = "simplified",
    set_: options.Set = [],  # noqa: B006 - typer's way to say "none"
    threads: options.Threads = None,
    kernel: options.Kernel = None,
    as_json: options.Json = False,
) -> int:
    """Play rules against each other: which wins, by how much, and from which seat."""
    game = load_setup(setup)
    loaded = options.load_rules(rules, game, options.parse_values(set_))
    if len(loaded) != game.players:
        raise _wrong_number(len(loaded), game)
    usual = "1M" if until is None else "1G"
    most = options.parse_count(usual if games is None else games)
    half_width = None if until is None else options.parse_share(until)
    stream = options.parse_seed(seed)
    if game.players > 2:
        for option, given in (("--until", until), ("--curves", with_curves)):
            if given:
                raise InvalidInput(
                    f"{option} is for two players, and the setup {game.name!r} has {game.players}"
                )
        from analysis.cli import lineups

        return lineups.table(
            game, loaded, games=most, setup=setup, as_json=as_json,
            seed=stream, threads=threads, kernel=kernel,
        )  # fmt: skip
    from analysis.cli import curves
    from analysis.curves import check_observable
    from analysis.duel import duel
    from analysis.until import duel_until, look_schedule

    rule_a, rule_b = loaded
    if with_curves:
        check_observable(game)  # before the games, not after them
    folder = curves.folder(out, wanted=with_curves)
    if half_width is None:
        wanted = most
        with console.progress(wanted) as report:
            result = duel(
                game,
                rule_a,
                rule_b,
                games=most,
                seed=stream,
                threads=threads,
                kernel=kernel,
                progress=report,
            )
        interrupted = result.games < wanted
    else:
        wanted = look_schedule(half_width, cap=most).games[-1]
        with console.progress(wanted, "games at most") as report:
            result = duel_until(
                game, rule_a, rule_b, half_width=half_width,
                cap=most, seed=stream, threads=threads, kernel=kernel, progress=report,
            )  # fmt: skip
        interrupted = result.reason == "interrupted"
    document = result.to_json()
    if not as_json:
        _print(result)
    whole = True
    try:
        if folder and not interrupted:
            whole = curves.add(
                result, folder, document, setup=setup, threads=threads, as_table=not as_json
            )
    finally:  # curves that cannot be written do not take the duel with them
        if as_json:
            console.print_json(document)
    if interrupted:
        console.note(f"Stopped: these are the first {result.games:,} of {wanted:,} games.")
    return 130 if interrupted or not whole else 0


def _wrong_number(rules: int, game: GameSetup) -> InvalidInput:
    several = 3 <= rules <= 4
    return InvalidInput(
        f"{number_of(rules, 'rule')} for the {game.players} players of {game.name!r}",
        f"Give {game.players}: a duel has one rule a player."
        + (f" For {rules} players: --setup basic-{rules}." if several else "")
        + (" More rules than players: fastsim tournament." if rules > game.players else ""),
    )


def _print(result: Duel) -> None:
    from analysis.statistics import format_estimate
    from analysis.until import DuelUntil

    a, b = result.a.name, result.b.name
    rate = result.win_rate
    console.print_line(f"A: {a}")
    console.print_line(f"B: {b}")
    console.print_line(f"{result.games:,} games of {result.setup.name}, half in each seat order\n")
    if result.a == result.b:
        console.print_line("A and B are the same rule: both win half of the games.")
    elif rate.low <= 0.5 <= rate.high:
        console.print_line(
            f"Neither is shown to be better: A wins {format_estimate(rate, percent=True)}."
        )
    else:
        winner, shown = ("A", rate) if rate.value > 0.5 else ("B", result.win_rate_b)
        console.print_line(f"{winner} wins {format_estimate(shown, percent=True)} of the games.")
    if isinstance(result, DuelUntil):
        console.print_line(_ending(result))
    effect = result.first_player_effect
    console.print_line(
        f"Whoever moves first wins {format_estimate(effect.first_mover, percent=True)}.\n"
    )
    orders = [_order(result, result.a_first, a=0), _order(result, result.b_first, a=1)]
    rows = [[label, *(order[label] for order in orders)] for label in orders[0]]
    console.table(["", "A moves first", "B moves first"], rows)
    console.print_line(
        "\nIntervals are 95 %. A shared victory counts as half a win. "
        "Turns are both players' together."
    )


def _ending(result: DuelUntil) -> str:
    """Return why no more games were played."""
    look = f"look {result.look + 1} of {len(result.schedule.games)}"
    asked = f"± {100 * result.half_width:.12g} %"
    reached = f"± {100 * result.win_rate.half_width:.2g} %"
    match result.reason:
        case "precise":
            return f"Known within {reached} at {look}; {asked} was asked for."
        case "cap":
            return f"Known within {reached} at {look}, the last; {asked} was asked for."
    return f"Known within {reached}, stopped on the way to {look}; {asked} was asked for."


def _order(result: Duel, tally: Tally, a: int) -> dict[str, str]:
    """Return the figures of one seat order by label; `a` is the seat of rule A."""
    from analysis.statistics import format_estimate, histogram_shape, wilson

    n = tally.games
    turned = histogram_shape(tally.turns, level=result.interval_level)

    def share(count: int) -> str:
        if count in (0, n):
            return "all" if count else "none"
        return format_estimate(wilson(count, n), percent=True).split(" (")[0]

    def points(seat: int) -> str:
        return format_estimate(histogram_shape(tally.vp[seat], start=low).mean).split(" (")[0]

    low = tally.setup.vp_range[0]
    return {
        "A wins": format_estimate(result.by_seat[a], percent=True),
        "shared victories": share(int(tally.shared[0])),
        "equal VP": share(tally.equal_vp),
        "turns, mean": format_estimate(turned.mean),
        "turns, sd": format_estimate(turned.sd).split(" (")[0],
        "VP of A, mean": points(a),
        "VP of B, mean": points(1 - a),
        "ended by Provinces": share(int(tally.ended[0])),
        "ended by other piles": share(int(tally.ended[1])),
        "games cut": share(int(tally.ended[2])),
    }
