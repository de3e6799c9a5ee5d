"""``fastsim bench``: how fast the kernels play on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from analysis.cli import console, options
from fastsim.errors import InvalidInput, Stopped
from fastsim.stopping import has_results
from fastsim.text import number_of

if TYPE_CHECKING:
    from analysis.bench.measure import Benchmark
    from analysis.bench.sample import Sample

#: Rows that are named when other work has slowed them down.
_SLOWED: Final = 5


def command(
    quick: Annotated[bool, typer.Option("--quick", help="Fewer and shorter runs.")] = False,
    full: Annotated[
        bool, typer.Option("--full", help="Also runs of 1e8 and 1e9 games: many minutes.")
    ] = False,
    as_json: options.Json = False,
) -> int:
    """Measure games a second by kernel, threads, rules and setup; start-up, cost and memory."""
    if quick and full:
        raise InvalidInput("--quick and --full exclude each other")
    from analysis.bench.measure import FULL, QUICK, Effort, measure

    effort = QUICK if quick else FULL if full else Effort()
    done = 0
    with console.err.status("compiling") as status:

        def report() -> None:
            nonlocal done
            has_results()
            done += 1
            status.update(f"measuring, run {done}")

        result = measure(effort, report)
    if result.interrupted and not result.speeds:
        raise Stopped("stopped before anything was measured")
    if as_json:
        console.print_json(result.to_json())
    else:
        _print(result)
    if result.interrupted:
        console.note(f"Stopped after {number_of(done, 'run')}: this is what they have measured.")
        return 130
    return 0


def _print(result: Benchmark) -> None:
    _print_speeds(result)
    if result.starts:
        _print_starts(result)
    if result.costs:
        _print_costs(result)
    console.print_line(
        f"\nMedians of {result.effort.runs} runs that took turns, and their extremes; those of "
        f"processes are of {result.effort.processes}.\nL has 16 entries with 8 linear conditions. "
        "Turns are all players' together."
    )
    if result.effort.cold and result.starts:
        console.print_line("Cold: the kernel is compiled; warm: loaded.")
    if result.costs:
        console.print_line("The last table is of B v B in the simplified game, on all threads.")
    if result.slowed:
        _warn(result)


def _warn(result: Benchmark) -> None:
    """Name the rows that other work has slowed down, the slowest first."""
    slowed = sorted(result.slowed, key=lambda speed: speed.processor_share.median)
    console.print_line(
        f"\nOther work slowed {len(slowed)} of {len(result.speeds)} rows down. "
        "Of the processors they asked for had:"
    )
    for speed in slowed[:_SLOWED]:
        console.print_line(
            f"  {speed.processor_share.median:4.0%}  {speed.kernel}, {speed.case.setup.name}, "
            f"{speed.case.rules_name}, {number_of(speed.threads, 'thread')}"
        )
    if len(slowed) > _SLOWED:
        most = slowed[-1].processor_share.median
        console.print_line(f"  up to {most:.0%} the other {len(slowed) - _SLOWED}")


def _print_speeds(result: Benchmark) -> None:
    console.table(
        ["kernel", "setup", "rules", "threads", "games/s", "ns/turn"],
        [
            [
                speed.kernel, speed.case.setup.name, speed.case.rules_name, str(speed.threads),
                speed.games_per_second.text(), speed.ns_per_turn.text(),
            ]
            for speed in result.speeds
        ],
        left=3,
    )  # fmt: skip


def _print_starts(result: Benchmark) -> None:
    console.print_line()
    console.table(
        ["kernel", "cache", "import fastsim", "import engines", "first game"],
        [
            [
                start.kernel, start.cache,
                _seconds(start.imports), _seconds(start.engines), _seconds(start.first_game),
            ]
            for start in result.starts
        ],
        left=2,
    )  # fmt: skip


def _print_costs(result: Benchmark) -> None:
    console.print_line()
    console.table(
        ["games", "time", "peak memory"],
        [
            [
                f"{cost.games:,}",
                _seconds(cost.seconds),
                cost.peak_megabytes.text(" MB") if cost.peak_megabytes else "unknown",
            ]
            for cost in result.costs
        ],
        left=0,
    )


def _seconds(sample: Sample) -> str:
    if sample.median < 1:
        return sample.map(lambda seconds: 1000 * seconds).text(" ms")
    return sample.text(" s")
