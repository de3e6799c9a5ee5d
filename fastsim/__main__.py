"""The command ``fastsim``, and ``python -m fastsim``."""

from __future__ import annotations

import gc
import importlib
import importlib.util
import os
import sys

from fastsim import stopping


def main() -> None:
    """Run the command line in this process, and exit as it says."""
    _open_standard_streams()
    stopping.take_over()  # before anything else is imported, which takes seconds
    gc.set_threshold(100_000)  # imports make many objects, and leave no circles of them behind
    _check_own_analysis()
    from analysis.cli import main as run

    try:
        run()
    finally:
        stopping.is_over()


def _open_standard_streams() -> None:
    """Have no file that is opened later get the number of a stream that was closed."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # takes the lowest free number


def _check_own_analysis() -> None:
    """Exit with a message when another package of that name hides ours."""
    found = importlib.util.find_spec("analysis")
    place = found and (found.origin or list(found.submodule_search_locations or ()))
    try:
        ours = getattr(importlib.import_module("analysis"), "PROJECT", None) == "fastsim"
    except Exception:  # whatever another's does
        ours = False
    if not ours:
        sys.exit(
            f"error: the package 'analysis' that Python finds is not fastsim's: {place}\n"
            "  Rename it, take its folder from PYTHONPATH, or run fastsim from another folder."
        )


if __name__ == "__main__":
    main()
