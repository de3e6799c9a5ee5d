"""What is spent around the kernels, in processor time: by short runs, by wide sweeps, by a cluster.

``python -m benchmarks.overhead [--only short | sweep | cluster]`` compares each with the kernels'
own time, or with local threads, by medians of runs that take turns: so that it can be measured on a
machine that has other work to do.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from statistics import median
from typing import Final

import numpy as np

from analysis.bench.sample import take_turns
from analysis.frames import sweep_frame
from analysis.sweep import Axis, sweep
from analysis.tables import csv_bytes
from fastsim.execute.local import LocalExecutor
from fastsim.kernels import fold, scores
from fastsim.lowering import empty_columns, zero_counts
from fastsim.matchups import Matchup, MatchupTally, tally_matchups
from fastsim.rules.fillings import Fillings
from fastsim.rules.load import load_rule
from fastsim.setup import simplified
from fastsim.simulation import Player, tally

TEMPLATE: Final = """
Province if total_money > {money}; Duchy if provinces <= {duchy}; Estate if provinces <= 2; Gold;
Duchy if provinces <= 6; Silver if own(Silver) < {money}
"""
SETUP: Final = simplified()


def short(games: int = 10_000, runs: int = 201) -> None:
    """Tally few games, and play them in the kernels alone."""
    rules = [load_rule("Big Money Ultimate"), load_rule("Big Money")]
    player = Player(SETUP, rules, 0)

    def kernels() -> None:
        columns, counts = empty_columns(games, 2), zero_counts(SETUP)
        player.play(0, columns)
        fold.fold(columns, 1, SETUP.vp_range[0], counts)

    works = [_timed(kernels), _timed(lambda: tally(SETUP, rules, games=games))]
    alone, whole = take_turns(works, runs)
    ratios = [b / a for a, b in zip(alone, whole, strict=True)]
    print(f"tally of {games:,} games: {median(ratios):.2f} times the time of its kernels")


def wide_sweep(cells: int = 316, games: int = 200) -> None:
    """Sweep cells² cells, make frame and table, and play some of them in the kernels alone."""
    template, against = load_rule(TEMPLATE), load_rule("Big Money Ultimate")
    axes = [Axis("money", tuple(range(cells))), Axis("duchy", tuple(range(cells)))]
    small = [Axis(axis.parameter, axis.values[:8]) for axis in axes]
    sweep(SETUP, template, small, against, games=games, threads=1)  # what is done once is done
    begun = time.process_time()
    result = sweep(SETUP, template, axes, against, games=games, threads=1)
    csv_bytes(sweep_frame(result))
    whole = time.process_time() - begun
    # of an even sample of the cells: the kernels alone
    fillings, chosen = Fillings(template), result.points[:: max(1, cells * cells // 2000)]
    spent = 0.0
    columns, planes = (
        empty_columns(games // 2, 2),
        np.empty((scores.PLANES, -(-games // 128)), np.uint64),
    )
    for point in chosen:
        rules = fillings.at(point), against
        for seat, order in enumerate((rules, rules[::-1])):
            player, counts = Player(SETUP, order, 0), zero_counts(SETUP)
            player.play(0, columns)
            begun = time.process_time()
            player.play(0, columns)
            scores.mark_scores(columns, 1, seat, planes)
            fold.fold(columns, 1, SETUP.vp_range[0], counts)
            spent += time.process_time() - begun
    kernel = spent / len(chosen)
    outside = whole / cells**2 - kernel
    print(
        f"sweep of {cells**2:,} cells of {games} games: {1000 * outside:.3f} ms a cell beside "
        f"{1000 * kernel:.3f} ms in the kernels"
    )


def cluster(games: int = 1_000_000, runs: int = 9) -> None:
    """Play fifteen cells on two workers that have played before, and on two threads."""
    from fastsim.execute.cluster import ClusterExecutor

    fillings, against = Fillings(load_rule(TEMPLATE)), load_rule("Big Money Ultimate")
    points = [{"money": money, "duchy": duchy} for money in (16, 18, 20) for duchy in range(2, 7)]
    matchups = [Matchup(fillings.at(point), against) for point in points]
    begun = time.process_time()
    with ClusterExecutor("local:2") as executor:

        def play(on: LocalExecutor | ClusterExecutor) -> MatchupTally:
            return tally_matchups(SETUP, matchups, games=games // 2, executor=on)

        def timed(on: LocalExecutor | ClusterExecutor) -> Callable[[], float]:
            def work() -> float:
                before = time.process_time() + executor.worker_seconds()
                play(on)
                return time.process_time() + executor.worker_seconds() - before

            return work

        play(executor)  # the workers' first
        fixed = time.process_time() - begun + executor.worker_seconds()
        threads = LocalExecutor(2)
        play(threads)
        local, sent = take_turns([timed(threads), timed(executor)], runs)
    ratios = [b / a - 1 for a, b in zip(local, sent, strict=True)]
    print(
        f"cluster of two workers: {fixed:.1f} s once; then {100 * median(ratios):+.1f} % "
        f"({100 * min(ratios):+.1f} to {100 * max(ratios):+.1f} %) of a job of "
        f"{median(local):.2f} s"
    )


def _timed(work: Callable[[], object]) -> Callable[[], float]:
    def run() -> float:
        begun = time.process_time()
        work()
        return time.process_time() - begun

    return run


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Measure what is spent around the kernels.")
    measures = {"short": short, "sweep": wide_sweep, "cluster": cluster}
    parser.add_argument("--only", choices=measures, help="one of them, not all")
    only = parser.parse_args().only
    for name, measure in measures.items():
        if only in (None, name):
            measure()
