"""fastsim beside pyminion, a Dominion simulator of its own with all cards, on one mirror match.

``python -m benchmarks.compare_pyminion [--seconds S]`` plays Big Money (Province, Gold, Silver;
buying is optional, fewer turns wins a tie) against itself with both, in turn, on one thread, and
prints games a second of processor time, the ratio, and the results of both. pyminion is no
dependency of this project: ``pip install pyminion`` puts it beside.

It fails when the results are more than four standard errors apart.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

import numpy as np

from analysis.bench.sample import Sample, take_turns
from analysis.questions.provenance import environment
from benchmarks import store
from benchmarks.agreement import Figure, Figures, compare
from fastsim.game.setup import basic
from fastsim.play.games import tally
from fastsim.rules.load import load_rule

RUNS: Final = 9
CHECKED_GAMES: Final = 1_000_000

Games = list[tuple[str, int]]  # who won, and turns of both players together


def _pyminion_game() -> Any:
    """Return a game of two players who buy Province, Gold, Silver."""
    from pyminion.bots.bot import Bot, BotDecider
    from pyminion.expansions.base import base_set, gold, province, silver
    from pyminion.game import Game

    class Decider(BotDecider):
        def buy_priority(self, player: Any, game: Any) -> Iterator[Any]:
            for card, cost in ((province, 8), (gold, 6), (silver, 3)):
                if player.state.money >= cost:
                    yield card

    players = [Bot(decider=Decider(), player_id=name) for name in ("first", "second")]
    return Game(players, [base_set], random_order=False, log_stdout=False)


def _play_pyminion(game: Any, n: int) -> Games:
    from pyminion.simulator import Simulator

    played: Games = []
    for result in Simulator(game, iterations=n).run().game_results:
        names = [player.player_id for player in result.winners]
        turns = sum(summary.turns for summary in result.player_summaries)
        played.append((names[0] if len(names) == 1 else "shared", turns))
    return played


def _pyminion_figures(games: Games) -> Figures:
    winners = [winner for winner, _ in games]
    counts = {name: winners.count(name) for name in ("first", "second", "shared")}
    return _figures(counts, np.bincount([turns for _, turns in games]), len(games))


def _our_figures(n: int) -> Figures:
    setup = basic()
    played = tally(setup, [load_rule("Big Money", setup)] * 2, games=n)
    first, second = (int(wins) for wins in played.wins)
    counts = {"first": first, "second": second, "shared": int(played.shared[0])}
    return _figures(counts, played.turns, n)


def _figures(counts: dict[str, int], turns: Any, games: int) -> Figures:
    figures = {
        f"{name} wins, %" if name != "shared" else "shared, %": Figure.share(count, games)
        for name, count in counts.items()
    }
    return {**figures, "turns of a game": Figure.mean(turns)}


def measure(seconds: float) -> dict[str, Any]:
    """Measure and check; print as it goes.

    Parameters
    ----------
    seconds : float
        Of each run.

    Raises
    ------
    ImportError
        Without pyminion.
    """
    from importlib.metadata import version

    game = _pyminion_game()
    setup = basic()
    rules = [load_rule("Big Money", setup)] * 2
    played: Games = []

    def theirs(n: int) -> float:
        begun = time.process_time()
        games = _play_pyminion(game, n)
        took = time.process_time() - begun
        played.extend(games)
        return n / took

    def ours(n: int) -> float:
        begun = time.process_time()
        tally(setup, rules, games=n, threads=1)
        return n / (time.process_time() - begun)

    ours(1)  # compiles
    works = [
        partial(theirs, max(10, round(theirs(20) * seconds))),
        partial(ours, max(1000, round(ours(20_000) * seconds))),
    ]
    slow, fast = (Sample(tuple(values)) for values in take_turns(works, RUNS))
    ratio = fast.over(slow)
    print("Big Money v Big Money, basic, one thread")
    print(f"  pyminion {slow.text()} games/s")
    print(f"  fastsim {fast.text()} games/s, {ratio.text()} times as fast")
    rows, agree = compare(_our_figures(CHECKED_GAMES), _pyminion_figures(played), "pyminion")
    return {
        "runs": RUNS,
        "pyminion": version("pyminion"),
        "pyminion_games_per_second": slow.to_json(),
        "games_per_second": fast.to_json(),
        "ratio": ratio.to_json(),
        "results": rows,
        "agree": agree,
        "provenance": environment(),
    }


def main(seconds: float = 1.0) -> int:
    """Measure, keep the result, and return an exit code."""
    try:
        document = measure(seconds)
    except ImportError as error:
        print(f"comparison skipped: {error}. Put it beside fastsim: pip install pyminion")
        return 0
    print(f"wrote {store.write('pyminion', document)}")
    if not document["agree"]:
        print("error: pyminion and fastsim play different games", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Time fastsim beside pyminion.")
    parser.add_argument("--seconds", type=float, default=1.0, help="length of a run")
    with store.failures_are_told():
        sys.exit(main(parser.parse_args().seconds))
