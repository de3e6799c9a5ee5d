"""``fastsim solve``: the equilibrium of a family of rules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analysis.cli import console, execution, options
from analysis.cli.search import Orders, Over, read_family
from analysis.output.files import check_folder
from analysis.questions.optimise.defaults import BOUND, PAIR_GAMES, SOLVE_GAMES, usual_answer_games
from fastsim.game.setup_file import load_setup
from fastsim.rules.load import load_rule
from fastsim.text.words import number_of

if TYPE_CHECKING:
    from analysis.questions.optimise.solution import Solution
    from analysis.statistics import Estimate


def command(
    template: Annotated[
        str,
        typer.Argument(
            metavar="TEMPLATE", help="A rule with {parameters}: text, FILE#NAME or library name."
        ),
    ],
    over: Over = [],  # noqa: B006 - typer's way to say "none"
    orders: Orders = None,
    given: Annotated[
        list[str], typer.Option("--with", help="A further rule beside the family; repeatable.")
    ] = [],  # noqa: B006
    bound: Annotated[
        str, typer.Option("--bound", help="Exploitability that is small enough, as 0.2%.")
    ] = f"{BOUND:.1%}",
    games: Annotated[
        str,
        typer.Option(
            "--games", help="Games in all, at most; a fourth is kept to measure the result."
        ),
    ] = SOLVE_GAMES,
    answer_games: Annotated[
        str | None,
        typer.Option(
            "--answer-games",
            help="Games of each search for a best answer, at most "
            "[default: 10M, or a tenth of all games].",
        ),
    ] = None,
    fresh: Annotated[
        str,
        typer.Option(
            "--fresh", help="Games that measure the result, of each pair of its rules, at most."
        ),
    ] = PAIR_GAMES,
    time: options.Time = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="Folder for pictures (PNG, SVG) and tables (CSV, JSON)."),
    ] = None,
    seed: options.Seed = "0",
    setup: options.SetupName = "simplified",
    set_: options.Set = [],  # noqa: B006
    threads: options.Threads = None,
    run: options.Run = None,
    dask: options.Dask = None,
    kernel: options.Kernel = None,
    as_json: options.Json = False,
) -> int:
    """Solve the game between the rules of a family: mixtures by seat that no rule of it beats."""
    game = load_setup(setup)
    family = read_family(template, over, orders, set_, game)
    rules = [load_rule(rule, game) for rule in given]
    budget, stream = options.parse_count(games), options.parse_seed(seed)
    small_enough = options.parse_share(bound)
    of_a_pair = options.parse_count(fresh)
    searched = usual_answer_games(budget)
    if answer_games is not None:
        searched = options.parse_count(answer_games)
    if out is not None:
        check_folder(out)  # before the games, not after them
    from analysis.questions.optimise.solution import Stop
    from analysis.questions.optimise.solve import solve

    with execution.games(
        game, budget, seed=stream, time=time, threads=threads, run=run,
        dask=dask, kernel=kernel, rules=[family.rules[0], *rules],
    ) as source:  # fmt: skip
        found = solve(
            source, family, rules, bound=small_enough, budget=budget,
            answer_games=searched, fresh=of_a_pair,
        )  # fmt: skip
    console.show(
        lambda: _document(found, setup),
        lambda: _print(found),
        lambda: [] if out is None else _write(found, out, setup),
        as_json=as_json,
    )
    if found.stop is Stop.USER:
        console.note(
            f"Stopped: this is what was known after {number_of(len(found.path), 'step')}. "
            f"{execution.going_on(run)}"
        )
        return 130
    return 0


def _document(found: Solution, setup: str) -> dict[str, Any]:
    from analysis.output.sets.solutions import solution_document

    return solution_document(found, setup)


def _write(found: Solution, out: Path, setup: str) -> list[Path]:
    from analysis.output.sets.solutions import write_solution

    return write_solution(found, out, setup=setup)


def _print(found: Solution) -> None:
    from analysis.statistics import format_estimate
    from analysis.statistics.words import counted

    more = f" and {len(found.given)} more" if found.given else ""
    console.print_line(
        f"{counted(len(found.family), 'rule')}{more}; {len(found.payoffs.rules)} met each other in "
        f"{counted(len(found.path), 'step')}, until {found.stop.value}.\n"
    )
    _print_mixtures(found)
    least, most = found.value_between
    console.print_line(
        f"\nOver {found.fresh.games:,} fresh games of each pair of rules in either order:\n"
        f"  whoever moves first wins     {format_estimate(found.value, percent=True)}\n"
        f"  first mover gets at least    {format_estimate(least, percent=True)}\n"
        f"  second mover allows at most  {format_estimate(most, percent=True)}\n"
        f"  exploitability               {_points(found.exploitability)} percentage points"
    )
    console.print_line(
        "Exploitability is what the best answers found win beyond 50 %, seats drawn by lot;\n"
        f"better answers of the family win at most {100 * found.missed_at_most:.2g} points more "
        f"({found.level:.0%}). One mixture for both seats\n"
        f"loses {100 * found.cost_of_one_mixture:.2g} points to the rules that exploit it best."
    )
    if found.cycles:
        console.print_line("\nCycles, in which each rule beats the next over both seats:")
        for cycle in found.cycles:
            names = [found.family.label(rule) for rule in (*cycle, cycle[0])]
            console.print_line("  " + " > ".join(names))
    else:
        console.print_line("No cycle of rules that beat each other is shown.")


def _print_mixtures(found: Solution) -> None:
    from analysis.frames import mixture_frame

    frame = mixture_frame(found)
    frame = frame[(frame["first"] > 0) | (frame["second"] > 0) | (frame["symmetric"] > 0)]
    weights = ("first", "first_support", "second", "second_support", "symmetric")
    rows = [
        [row["values"], *(_share(row[name]) for name in weights)]
        for row in frame.to_dict("records")
    ]
    console.table(["rule", "first", "(sure)", "second", "(sure)", "either"], rows)
    console.print_line(
        "How often each rule is played moving first, and second; how often it is when the games\n"
        "are drawn again; and how often where a rule may not differ by seat."
    )


def _share(weight: float) -> str:
    return f"{100 * weight:.0f} %" if weight > 0 else "-"


def _points(estimate: Estimate[float]) -> str:
    """Return an estimate of a rate in percentage points."""
    value, low, high = (100 * x for x in (estimate.value, estimate.low, estimate.high))
    return f"{value:.2f} ({low:.2f} to {high:.2f})"
