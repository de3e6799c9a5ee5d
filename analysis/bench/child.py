"""A fresh process that imports fastsim, plays, and says what that cost: run by `bench.startup`.

``python child.py GAMES KERNEL`` prints one JSON document. Nothing but the standard library is
imported before the clock runs.
"""

import importlib
import json
import sys
import time


def main() -> None:
    """Measure this process."""
    games, kernel = int(sys.argv[1]), sys.argv[2]
    clock = [time.perf_counter()]
    importlib.import_module("fastsim")
    clock.append(time.perf_counter())
    importlib.import_module("fastsim.play.games")
    clock.append(time.perf_counter())
    from analysis.bench import cases
    from fastsim.play.games import tally

    case = cases.reference_case()

    def play(n: int) -> None:
        begun = time.perf_counter()
        tally(case.setup, case.rules, games=n, kernel=kernel)
        clock.append(time.perf_counter() - begun)

    play(1)
    play(games)
    document = {
        "import_seconds": clock[1] - clock[0],
        "import_engines_seconds": clock[2] - clock[1],
        "first_game_seconds": clock[3],
        "seconds": clock[4],
        "peak_megabytes": _peak_megabytes(),
    }
    print(json.dumps(document))


def _peak_megabytes() -> float | None:
    """Return the most memory that this process has held, where the system tells."""
    if sys.platform == "win32":
        return None
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1e6 if sys.platform == "darwin" else 1e6 / 1024)


if __name__ == "__main__":
    main()
