"""What stands between `fastsim` and its questions, which are in the package `analysis`."""

from __future__ import annotations

import importlib
import importlib.util

from fastsim.text.errors import FastsimError


def check_own_analysis() -> None:
    """Make sure that Python finds our package of that name, and no other.

    Raises
    ------
    FastsimError
        When another one hides it; it says where that is.
    """
    try:
        ours = getattr(importlib.import_module("analysis"), "PROJECT", None) == "fastsim"
    except Exception:  # whatever another's does
        ours = False
    if not ours:
        raise FastsimError(
            f"the package 'analysis' that Python finds is not fastsim's: {_place()}",
            "Rename it, take its folder from PYTHONPATH, or run fastsim from another folder.",
        )


def _place() -> str:
    """Return where the package is that Python finds."""
    try:
        found = importlib.util.find_spec("analysis")
    except ValueError:  # a module that was made by hand
        found = None
    if found is None:
        return "there is no file of it"
    return found.origin or ", ".join(found.submodule_search_locations or ())
