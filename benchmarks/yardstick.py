"""The kernels beside `yardstick.c`, a program by hand for this processor that does nothing else.

``python -m benchmarks.yardstick [--seconds S]`` builds the C program with clang or gcc, plays the
simplified game with it and with every kernel in turn, on one thread in one process, and prints
games a second of processor time (which other work on the machine does not count in), the ratio of
each kernel to it, and the results of both.

It says why it skips when there is no such compiler or the processor has no AVX-512. It fails when
the results are more than four standard errors apart.
"""

from __future__ import annotations

import argparse
import ctypes
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np

from analysis.bench import kernels
from analysis.bench.sample import Sample, take_turns
from analysis.questions.provenance import environment
from benchmarks import store
from benchmarks.agreement import Figure, Figures, compare
from fastsim.cards import column_of
from fastsim.game.setup import FALLBACK, GameSetup, simplified
from fastsim.play.games import tally
from fastsim.rules.load import load_rule
from fastsim.rules.model import BuyRule, Condition

SOURCE: Final = Path(__file__).with_name("yardstick.c")
MATCHES: Final = (("B", "B"), ("A", "B"))
RUNS: Final = 9
CHECKED_GAMES: Final = 2_000_000

_MAX_TURNS: Final = 400
_MAX_ENTRIES: Final = 8
_ANY: Final = 99  # more Provinces than there are: no condition


class Skipped(Exception):
    """The yardstick cannot be had on this machine."""


class _Entry(ctypes.Structure):
    _fields_ = (("card", ctypes.c_int32), ("most_provinces", ctypes.c_int32))


class _Counts(ctypes.Structure):
    _fields_ = (
        ("games", ctypes.c_uint64),
        ("first_wins", ctypes.c_uint64),
        ("equal_vp", ctypes.c_uint64),
        ("cut", ctypes.c_uint64),
        ("vp", ctypes.c_uint64 * 2),
        ("turns", ctypes.c_uint64 * (_MAX_TURNS + 1)),
    )


class Yardstick:
    """The C program, built.

    Parameters
    ----------
    folder : Path
        Where the library is put.

    Raises
    ------
    Skipped
        Without a compiler or the instructions.
    """

    def __init__(self, folder: Path) -> None:
        compiler = shutil.which("clang") or shutil.which("gcc")
        if compiler is None:
            raise Skipped("there is neither clang nor gcc")
        library = folder / "yardstick.so"
        run = subprocess.run(
            [compiler, "-O3", "-march=native", "-shared", "-fPIC", SOURCE, "-o", library],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if run.returncode:
            errors = [line for line in run.stderr.splitlines() if "error" in line]
            raise Skipped((errors or [f"{compiler} failed"])[0])
        self.compiler = Path(compiler).name
        self._play = ctypes.CDLL(str(library)).yardstick
        self._play.restype = None
        self._play.argtypes = (
            ctypes.POINTER(_Entry), ctypes.c_int, ctypes.POINTER(_Entry), ctypes.c_int,
            ctypes.c_uint64, ctypes.c_uint64, ctypes.POINTER(_Counts),
        )  # fmt: skip

    def play(self, rules: Sequence[BuyRule], games: int, seed: int = 0) -> Figures:
        """Play games of the simplified game and return what they came to."""
        counts = _Counts()
        first, second = (_entries(rule) for rule in rules)
        self._play(first, len(first), second, len(second), games, seed, ctypes.byref(counts))
        turns = np.array(counts.turns, np.int64)
        return _figures(games, counts.first_wins, counts.equal_vp, turns)


def _entries(rule: BuyRule) -> ctypes.Array[_Entry]:
    """Return the entries of a rule, with what a mandatory buy falls back on."""
    entries = [
        (entry.card, min(map(_most_provinces, entry.conditions), default=_ANY))
        for entry in rule.entries
    ]
    always = {card for card, most in entries if most == _ANY}
    piles = simplified().supply
    fallback = (card for card in (*rule.otherwise, *FALLBACK) if card in piles)
    entries += [(card, _ANY) for card in fallback if card not in always]
    if len(entries) > _MAX_ENTRIES:
        raise ValueError(f"{rule.name}: more entries than the yardstick has bits for")
    return (_Entry * len(entries))(*(_Entry(column_of(card), most) for card, most in entries))


def _most_provinces(condition: Condition) -> int:
    """Return n of the condition ``provinces <= n``."""
    (left,), (right,) = condition.left, condition.right
    number = right.factor
    if (
        left.quantity is None
        or left.quantity.name != "provinces"
        or condition.operator != "<="
        or not isinstance(number, Fraction)
    ):
        raise ValueError(f"the yardstick has no condition {condition}")
    return int(number)


def _figures(games: int, first_wins: int, equal_vp: int, turns: Any) -> Figures:
    return {
        "first wins, %": Figure.share(first_wins, games),
        "equal VP, %": Figure.share(equal_vp, games),
        "turns of a game": Figure.mean(turns),
    }


def _play_kernel(kernel: str, setup: GameSetup, rules: Sequence[BuyRule], games: int) -> Figures:
    played = tally(setup, rules, games=games, threads=1, kernel=kernel)
    return _figures(games, int(played.wins[0]), played.equal_vp, played.turns)


def _speed(play: Callable[[int], object], seconds: float) -> Callable[[], float]:
    """Return what plays for about so long and returns games a second of processor time."""

    def timed(games: int) -> float:
        begun = time.process_time()
        play(games)
        return games / (time.process_time() - begun)

    timed(100)  # compiles
    games = max(1000, round(timed(100_000) * seconds))
    return partial(timed, games)


def measure(seconds: float) -> dict[str, Any]:
    """Measure and check every match; print as it goes.

    Parameters
    ----------
    seconds : float
        Of each run.

    Raises
    ------
    Skipped
        As `Yardstick`.
    """
    setup = simplified()
    document: dict[str, Any] = {"runs": RUNS, "matches": [], "agree": True}
    with tempfile.TemporaryDirectory(prefix="fastsim-yardstick-") as folder:
        yardstick = Yardstick(Path(folder))
        document["compiler"] = yardstick.compiler
        for match in MATCHES:
            rules = [load_rule(name, setup) for name in match]
            print(f"\n{' v '.join(match)}, simplified, one thread")
            names = [name for name in kernels.KERNELS if kernels.can_play(name, setup, rules)]
            plays = [partial(yardstick.play, rules)]
            plays += [partial(_play_kernel, name, setup, rules) for name in names]
            works = [_speed(play, seconds) for play in plays]
            limit, *samples = (Sample(tuple(values)) for values in take_turns(works, RUNS))
            print(f"  yardstick, {yardstick.compiler}: {limit.text()} games/s")
            for name, sample in zip(names, samples, strict=True):
                ratio = sample.over(limit)
                print(f"  {name}: {sample.text()} games/s, {ratio.text()} of it")
                theirs = yardstick.play(rules, CHECKED_GAMES)
                ours = _play_kernel(name, setup, rules, CHECKED_GAMES)
                rows, agree = compare(ours, theirs, "yardstick")
                document["agree"] &= agree
                document["matches"].append(
                    {
                        "rules": " v ".join(match),
                        "kernel": name,
                        "yardstick_games_per_second": limit.to_json(),
                        "games_per_second": sample.to_json(),
                        "ratio": ratio.to_json(),
                        "results": rows,
                    }
                )
    return {**document, "provenance": environment()}


def main(seconds: float = 0.3) -> int:
    """Measure, keep the result, and return an exit code."""
    try:
        document = measure(seconds)
    except Skipped as reason:
        print(f"yardstick skipped: {reason}")
        return 0
    print(f"wrote {store.write('yardstick', document)}")
    if not document["agree"]:
        print("error: the yardstick and the kernels play different games", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Time the kernels beside a C program.")
    parser.add_argument("--seconds", type=float, default=0.3, help="length of a run")
    with store.failures_are_told():
        sys.exit(main(parser.parse_args().seconds))
