"""matplotlib, imported whatever the environment asks of it."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from fastsim.errors import FastsimError

#: What matplotlib reads of the environment while it is imported.
_BACKEND: Final = "MPLBACKEND"
_SETTINGS: Final = "MATPLOTLIBRC"


def import_matplotlib() -> None:
    """Import matplotlib; without the environment's backend and settings where it refuses those.

    A backend that is not installed here, such as a notebook's that its ``!commands`` inherit, is
    refused while matplotlib is imported, though no figure of this project uses any. Where nothing
    is refused nothing is taken away, so that a notebook's own figures stay as they are.

    Raises
    ------
    FastsimError
        When matplotlib cannot be imported at all.
    """
    try:
        importlib.import_module("matplotlib")
    except ImportError:
        raise
    except Exception:  # whatever its settings make it raise
        for half in [name for name in sys.modules if name.startswith("matplotlib.")]:
            del sys.modules[half]  # of the attempt that failed
        with _shielded():
            try:
                importlib.import_module("matplotlib")
            except Exception as error:
                raise FastsimError(
                    f"matplotlib cannot be imported: {error}",
                    "Is there a broken matplotlibrc in this folder?",
                ) from None


@contextmanager
def _shielded() -> Iterator[None]:
    """Have the environment say nothing to matplotlib but where its own settings are."""
    before = {name: os.environ.pop(name, None) for name in (_BACKEND, _SETTINGS)}
    found = importlib.util.find_spec("matplotlib")
    if found is not None and found.origin is not None:
        os.environ[_SETTINGS] = str(Path(found.origin).parent / "mpl-data" / "matplotlibrc")
    try:
        yield
    finally:
        os.environ.pop(_SETTINGS, None)
        os.environ.update({name: value for name, value in before.items() if value is not None})
