"""``fastsim bench``: how fast the kernels play on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from analysis.cli import console, options
from fastsim.errors import InvalidInput, Stopped
from fastsim.stopping import has_results

if TYPE_CHECKING:
    from analysis.bench.measure import Benchmark
    from analysis.bench.sample import Sample


def command(
    quick: Annotated[bool, typer.Option("--quick", help="Fewer and shorter runs.")] = False,
    full: Annotated[
        bool, typer.Option("--full", help="Also runs of 1e8 and 1e9 games: many minutes.")
    ] = False,
    as_json: options.Json = False,
) -> None:
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

        try:
            result = measure(effort, report)
        except KeyboardInterrupt:
            raise Stopped("Stopped: the benchmark keeps nothing of what it measured.") from None
    if as_json:
        console.print_json(result.to_json())
    else:
        _print(result)


def _print(result: Benchmark) -> None:
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
    console.print_line(
        f"\nMedians of {result.effort.runs} runs that took turns, and their extremes; those of "
        f"processes are of {result.effort.processes}.\nL has 16 entries with 8 linear conditions. "
        "Turns are all players' together. Cold: the kernel is\ncompiled; warm: loaded. The last "
        "table is of B v B in the simplified game, on all threads."
    )
    if result.processor_share < 0.9:
        console.print_line(
            f"The runs had {result.processor_share:.0%} of the processors they asked for: other "
            "work slowed them down."
        )


def _seconds(sample: Sample) -> str:
    if sample.median < 1:
        return sample.map(lambda seconds: 1000 * seconds).text(" ms")
    return sample.text(" s")
