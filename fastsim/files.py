"""Files that others wrote, read within bounds."""

from __future__ import annotations

import stat
from pathlib import Path

from fastsim.errors import InvalidInput
from fastsim.text import shortened


def read_bounded(path: Path, most: int, kind: str) -> bytes:
    """Return what a file holds.

    Parameters
    ----------
    path : Path
    most : int
        Bytes that it may have.
    kind : str
        What an error says that the file was to be: "setup".

    Raises
    ------
    InvalidInput
        When it is larger, cannot be read, or is no file but a device or a pipe, whose reading might
        never end.
    """
    try:
        mode = path.stat().st_mode
        # a directory is opened all the same, for the system's own word on it
        readable = stat.S_ISREG(mode) or stat.S_ISDIR(mode)
        data = b""
        if readable:
            with path.open("rb") as file:
                data = file.read(most + 1)
    except OSError as error:
        raise InvalidInput(f"{path}: cannot be read: {error.strerror or error}") from None
    except ValueError:  # a null, or what the system's encoding does not have
        raise InvalidInput(f"{shortened(str(path))!r} is not the name of a file") from None
    if not readable:
        raise InvalidInput(f"{path}: not a file", f"A {kind} is read from a file.")
    if len(data) > most:
        raise InvalidInput(
            f"{path}: too large for a {kind} file", f"The limit is {most // 1000:,} kB."
        )
    return data
