"""``fastsim duel``: two rules against each other."""

from __future__ import annotations

from typing import Annotated

import typer

from analysis.cli import console, options
from analysis.duel import Duel, duel, scores
from analysis.statistics import format_estimate, histogram_shape, wilson, win_rate
from fastsim.results import Tally
from fastsim.setup_file import load_setup


def command(
    a: Annotated[
        str,
        typer.Argument(metavar="A", help="A rule: library name, FILE#NAME, or the rule's text."),
    ],
    b: Annotated[str, typer.Argument(metavar="B", help="The rule it plays against.")],
    games: Annotated[str, typer.Option("--games", help="Games, half in each seat order.")] = "1M",
    seed: options.Seed = "0",
    setup: options.SetupName = "simplified",
    set_: options.Set = [],  # noqa: B006 - typer's way to say "none"
    threads: options.Threads = None,
    as_json: options.Json = False,
) -> int:
    """Play two rules against each other: which wins, by how much, and from which seat."""
    game = load_setup(setup)
    rule_a, rule_b = options.load_rules((a, b), game, options.parse_values(set_))
    wanted = options.parse_count(games)
    with console.progress(wanted) as report:
        result = duel(
            game, rule_a, rule_b,
            games=wanted, seed=options.parse_count(seed), threads=threads, progress=report,
        )  # fmt: skip
    if as_json:
        console.print_json(result.to_json())
    else:
        _print(result)
    if result.games < wanted:
        console.note(f"Stopped: these are the first {result.games:,} of {wanted:,} games.")
        return 130
    return 0


def _print(result: Duel) -> None:
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
    effect = result.first_player_effect
    console.print_line(
        f"Whoever moves first wins {format_estimate(effect.first_mover, percent=True)}.\n"
    )
    orders = [_order(result.a_first, a=0), _order(result.b_first, a=1)]
    rows = [[label, *(order[label] for order in orders)] for label in orders[0]]
    console.table(["", "A moves first", "B moves first"], rows)
    console.print_line(
        "\nIntervals are 95 %. A shared victory counts as half a win. "
        "Turns are both players' together."
    )


def _order(tally: Tally, a: int) -> dict[str, str]:
    """Return the figures of one seat order by label; `a` is the seat of rule A."""
    n = tally.games
    turned = histogram_shape(tally.turns)

    def share(count: int) -> str:
        if count in (0, n):
            return "all" if count else "none"
        return format_estimate(wilson(count, n), percent=True).split(" (")[0]

    def points(seat: int) -> str:
        return format_estimate(histogram_shape(tally.vp[seat], start=low).mean).split(" (")[0]

    low = tally.setup.vp_range[0]
    return {
        "A wins": format_estimate(win_rate(scores(tally, a)), percent=True),
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
