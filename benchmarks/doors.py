"""Processor seconds until the command line answers what needs no games, and what was imported.

``python -m benchmarks.doors`` prints the median of some runs each, which take turns.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
from typing import Final

TEMPLATE: Final = "Province; Duchy if provinces <= {duchy}; Gold; Silver"
#: What is asked, and the exit code of the answer.
DOORS: Final[dict[str, tuple[list[str], int]]] = {
    "version": (["--version"], 0),
    "help": (["--help"], 0),
    "help of a command": (["duel", "--help"], 0),
    "help of a group": (["rules", "--help"], 0),
    "unknown command": (["due"], 2),
    "unknown option": (["duel", "BM", "BM", "--colour", "red"], 2),
    "missing argument": (["heatmap", TEMPLATE], 2),
    "no number": (["tournament", "BM", "BMU", "--games", "many"], 2),
    "no seed": (["match", "BM", "BMU", "--seed", "x"], 2),
    "no share": (["duel", "BM", "BMU", "--until", "x"], 2),
    "no range": (["heatmap", TEMPLATE, "--x", "duchy", "--against", "BM"], 2),
    "no choice": (["search", TEMPLATE, "--over", "duchy", "--against", "BM"], 2),
    "no value": (["replay", TEMPLATE, "BM", "--set", "duchy=four"], 2),
    "no parameter": (["simulate", "BM", "BMU", "--set", "duchy=4"], 2),
    "unknown rule": (["duel", "Big Mony", "BM"], 2),
    "unknown card in a rule": (["solve", "Gold; Sliver", "--over", "a=1:2"], 2),
    "syntax of a rule": (["evolve", "--begin", "Gold if"], 2),
    "unknown card": (["cards", "Wharf"], 2),
    "unknown setup": (["verify", "--setup", "simple"], 2),
    "setup of another file": (["duel", "BM", "BM", "--setup", "missing.toml"], 2),
    "missing file of rules": (["rules", "check", "missing.toml"], 2),
    "missing rule of a file": (["duel", "missing.xml#A", "BM"], 2),
    "missing report": (["report", "missing.toml"], 2),
    "missing run": (["runs", "show", "missing"], 2),
    "no benchmark": (["bench", "--quick", "--full"], 2),
}


def seconds(arguments: list[str], code: int) -> float:
    """Return the processor seconds of one process."""
    before = _spent()
    ran = subprocess.run(
        [sys.executable, "-m", "fastsim", *arguments],
        # compiled files are kept, as those of an installed package are
        env={k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"},
        capture_output=True, check=False,
    )  # fmt: skip
    assert ran.returncode == code, ran.stderr.decode()
    return _spent() - before


def _spent() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=9)
    runs: int = parser.parse_args().runs
    for arguments, code in DOORS.values():
        seconds(arguments, code)  # compiles what it imports
    taken = [[seconds(*door) for door in DOORS.values()] for _ in range(runs)]
    for name, values in zip(DOORS, zip(*taken, strict=True), strict=True):
        print(f"{name:24} {statistics.median(values):.3f} s ({min(values):.3f}-{max(values):.3f})")


if __name__ == "__main__":
    main()
