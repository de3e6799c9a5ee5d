"""Measure everything and keep it: `fastsim bench`, the C yardstick, and pyminion if it is there.

``python -m benchmarks.run [--quick | --full]`` writes `benchmarks/results/*.json`; what cannot be
measured here is said and left as it was. Then ``python -m benchmarks.table`` writes the README's
table from those files.
"""

from __future__ import annotations

import argparse
import sys

from analysis.bench.measure import FULL, QUICK, Effort, measure
from benchmarks import compare_pyminion, store, yardstick


def main(effort: Effort) -> int:
    """Measure, and return an exit code."""
    print("speed, start-up and cost; some minutes of which nothing is shown")
    print(f"wrote {store.write('speed', measure(effort).to_json())}")
    return yardstick.main(effort.seconds) | compare_pyminion.main(2 * effort.seconds)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Measure everything and keep it.")
    efforts = parser.add_mutually_exclusive_group()
    efforts.add_argument("--quick", action="store_const", const=QUICK, dest="effort")
    efforts.add_argument("--full", action="store_const", const=FULL, dest="effort")
    with store.failures_are_told():
        sys.exit(main(parser.parse_args().effort or Effort()))
