"""``fastsim evolve``: rules grown from nothing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analysis.cli import console, execution, options
from analysis.output.files import check_folder
from analysis.questions.optimise.defaults import LONGEST, TOLERANCE
from fastsim.game.setup_file import load_setup
from fastsim.rules.describe import describe
from fastsim.rules.library import published
from fastsim.rules.load import load_rule
from fastsim.text.words import number_of

if TYPE_CHECKING:
    from analysis.questions.optimise.evolution.result import Evolution

#: Given opponents that are listed, the hardest.
_SHOWN = 5


def command(
    against: Annotated[
        list[str],
        typer.Option(
            "--against", help="A given opponent; may be repeated [default: the published rules]."
        ),
    ] = [],  # noqa: B006 - typer's way to say "none"
    begin: Annotated[
        str | None, typer.Option("--begin", help="The rule that is changed first [default: Copper]")
    ] = None,
    games: Annotated[
        str | None,
        typer.Option(
            "--games",
            help="Games in all, at most; a fifth of them scores what was found [default: 1G, or "
            "50M where the fastest kernel cannot play].",
        ),
    ] = None,
    longest: Annotated[
        int,
        typer.Option(
            "--longest", parser=options.whole, metavar="N", help="Length of the longest rule tried."
        ),
    ] = LONGEST,
    within: Annotated[
        str, typer.Option("--within", help="Share of the games that a shorter rule may cost.")
    ] = f"{TOLERANCE:.1%}",
    time: options.Time = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", help="Folder for pictures (PNG, SVG), tables (CSV) and rules (TOML)."
        ),
    ] = None,
    seed: options.Seed = "0",
    setup: options.SetupName = "simplified",
    threads: options.Threads = None,
    run: options.Run = None,
    dask: options.Dask = None,
    kernel: options.Kernel = None,
    as_json: options.Json = False,
) -> int:
    """Grow rules from nothing: the best rule of every length, scored on fresh games."""
    game = load_setup(setup)
    pool = [load_rule(rule, game) for rule in against] or published(game)
    first = load_rule(begin, game) if begin else None
    wanted = None if games is None else options.parse_count(games)
    tolerance, stream = options.parse_share(within), options.parse_seed(seed)
    if out is not None:
        check_folder(out)  # before the games, not after them
    from analysis.questions.optimise.evolution.budget import (
        advised_budget,
        least_budget,
        usual_budget,
    )
    from analysis.questions.optimise.evolution.evolve import NOTHING, evolve

    first = first or NOTHING
    budget = usual_budget(game, pool) if wanted is None else wanted
    if least_budget(len(pool), first) <= budget < (advised := advised_budget(len(pool), first)):
        console.note(
            f"{budget:,} games are few: the searches will hardly have begun when they end, and "
            f"what they find means little. {advised:,} would do."
        )
    with execution.games(
        game, budget, seed=stream, time=time, threads=threads, run=run,
        dask=dask, kernel=kernel, rules=pool,
    ) as source:  # fmt: skip
        found = evolve(
            source,
            pool,
            budget=budget,
            begin=first,
            longest=longest,
            tolerance=tolerance,
        )
    console.show(
        lambda: _document(found, setup),
        lambda: _print(found),
        lambda: [] if out is None else _write(found, out, setup),
        as_json=as_json,
    )
    if found.interrupted:
        console.note(
            f"Stopped: {number_of(len(found.steps), 'generation')} count. {execution.going_on(run)}"
        )
        return 130
    return 0


def _document(found: Evolution, setup: str) -> dict[str, Any]:
    from analysis.output.sets.evolutions import evolution_document

    return evolution_document(found, setup)


def _write(found: Evolution, out: Path, setup: str) -> list[Path]:
    from analysis.output.sets.evolutions import write_evolution

    return write_evolution(found, out, setup=setup)


def _print(found: Evolution) -> None:
    from analysis.cli.numbers import row_with_error, with_error
    from analysis.frames import frontier_frame
    from analysis.statistics import format_estimate

    asked, frame = found.asked, frontier_frame(found)
    console.print_line(
        f"Grown from {asked.begin.name}, {number_of(len(asked.pool), 'given opponent')}, "
        f"{found.setup.name}: "
        f"{number_of(len(found.steps), 'generation')}, {found.games:,} games.\n"
    )
    rows = [
        [
            f"{row['length']}",
            row["text"] + (" *" if row["result"] else ""),
            with_error(found.chosen.estimate(place, found.level)),
            row_with_error(row),
            f"{100 * row['hardest_win_rate']:.1f} %",
        ]
        for place, row in enumerate(frame.to_dict("records"))
    ]
    console.table(["length", "rule", "when chosen", "fresh games", "hardest"], rows, left=2)
    console.print_line(
        "Mean win rates over the panel, and the one against the given opponent that is hardest."
    )
    console.print_line(f"\n* The shortest within {asked.tolerance:.12g} of the best, the result:")
    for statement in describe(found.rule).splitlines():
        console.print_line(f"    {statement}")
    console.print_line(
        f"It wins {format_estimate(found.fresh_score, percent=True)} "
        f"of {found.fresh.games:,} fresh games against the panel;\n"
        f"of the {found.chosen.games:,} that chose it, "
        f"{format_estimate(found.score_when_chosen, percent=True)}.\n"
        f"The panel: {'; '.join(rule.name for rule in found.panel)}.\n"
        f"Against those of it that were given alone: {100 * _against_given(found):.2f} %.\n"
    )
    hardest = sorted(found.duels, key=lambda duel: duel.win_rate.value)[:_SHOWN]
    console.table(
        ["hardest given opponents", "win rate", "moving first", "second"],
        [
            [
                duel.b.name,
                *(with_error(x) for x in (duel.win_rate, *duel.by_seat)),
            ]
            for duel in hardest
        ],
    )
    if more := len(asked.pool) - len(hardest):
        console.print_line(f"... and {more} more, against which it wins no less")
    console.print_line(
        f"\nIt is shown to beat {sum(found.beaten)} of {len(asked.pool)} given opponents, all "
        f"together at {found.level:.0%}: {hardest[0].games:,} fresh games each."
    )


def _against_given(found: Evolution) -> float:
    """Return what the result scores against the strongest opponents, not those of its own making.

    Over fresh games. A search that found little wins often against what it found before.
    """
    given = [k for k, rule in enumerate(found.panel) if rule in found.pool]
    return float(found.fresh.by_opponent[found.winner, given].mean())
