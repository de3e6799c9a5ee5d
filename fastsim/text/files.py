"""Files that others wrote, read within bounds; and why a file cannot be written."""

from __future__ import annotations

import errno
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from fastsim.text.errors import FastsimError, InvalidInput, OutputError
from fastsim.text.words import shortened

#: The system's words for a place where nothing can be: its name is at fault, and no disk.
_NO_PLACE: Final = frozenset(
    {
        errno.EEXIST, errno.EINVAL, errno.EISDIR, errno.ELOOP, errno.ENAMETOOLONG, errno.ENOENT,
        errno.ENOTDIR,
    }
)  # fmt: skip
_NO_ROOM: Final = frozenset({errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)})
#: Places at which a text is tried to be split.
_MARKS: Final = 20


def split_path(text: str, mark: str, endings: Sequence[str]) -> tuple[str, str | None] | None:
    """Return the name of a file and what stands behind the mark that follows it.

    The name ends in one of the `endings`, in any case. The mark may stand in the names of files
    and folders as well: the longest name that is a file is taken, else one without the mark.

    Returns
    -------
    tuple of str and str or None, or None
        Without blanks around them; no rest when there is no mark behind the name. None for a text
        that names no such file.

    Examples
    --------
    >>> split_path("a#1/r.toml # My rule", "#", [".toml"])
    ('a#1/r.toml', 'My rule')
    """
    places = [place for place, character in enumerate(text) if character == mark][:_MARKS]
    split = [(text[:place].strip(), text[place + 1 :].strip()) for place in places]
    found = [
        (name, rest)
        for name, rest in (*split, (text.strip(), None))
        if name.lower().endswith(tuple(endings))
    ]
    files = [(name, rest) for name, rest in found if _is_file(name)]
    return files[-1] if files else next((f for f in found if mark not in f[0]), None)


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):  # a null, too long a name
        return False


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


def unwritable(path: Path, error: OSError, hint: str | None = None) -> FastsimError:
    """Return the error that says why a file, or a folder, cannot be written.

    Parameters
    ----------
    path : Path
    error : OSError
    hint : str, optional
        What to do when the disk or a permission is at fault.

    Returns
    -------
    FastsimError
        `InvalidInput` where nothing can be at that place, as with a file where a folder is to be;
        `OutputError` where the disk or a permission is at fault.
    """
    what = f"{path}: cannot be written: {error.strerror or error}"
    if error.errno in _NO_PLACE:
        return InvalidInput(what, "Name another place.")
    if hint is None:
        full = "Make room, and give the same command again."
        hint = full if error.errno in _NO_ROOM else "Name another place."
    return OutputError(what, hint)
