"""A kernel of three lines, to be run in a process of its own by test_jit."""

import json

from fastsim.kernels.cache import cache_directory
from fastsim.kernels.jit import is_compiled, kernel


@kernel
def add_up(n):  # type: ignore[no-untyped-def]
    total = 0
    for k in range(n):
        total += k * k
    return total


if __name__ == "__main__":
    found = is_compiled(add_up, 10)
    print(
        json.dumps({"total": int(add_up(10)), "kept": found, "directory": str(cache_directory())})
    )
