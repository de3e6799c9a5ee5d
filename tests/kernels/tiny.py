"""A kernel of three lines, to be run in a process of its own by test_jit."""

import json

from fastsim.kernels.cache import cache_directory
from fastsim.kernels.jit import kernel


@kernel
def add_up(n):  # type: ignore[no-untyped-def]
    total = 0
    for k in range(n):
        total += k * k
    return total


if __name__ == "__main__":
    total = int(add_up(10))
    kept = bool(add_up.stats.cache_hits)  # whether it was loaded, and not compiled
    print(json.dumps({"total": total, "kept": kept, "directory": str(cache_directory())}))
