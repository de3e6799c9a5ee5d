"""The command ``fastsim``, and ``python -m fastsim``."""

from __future__ import annotations

import gc
import os
import sys

from fastsim.door import check_own_analysis
from fastsim.execute import stopping
from fastsim.text.errors import FastsimError


def main() -> None:
    """Run the command line in this process, and exit as it says."""
    _open_standard_streams()
    stopping.take_over()  # before anything else is imported, which takes seconds
    gc.set_threshold(100_000)  # imports make many objects, and leave no circles of them behind
    try:
        check_own_analysis()
    except FastsimError as error:
        sys.exit(f"error: {error}")
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


if __name__ == "__main__":
    main()
