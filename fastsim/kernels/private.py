"""Folders and files that nobody else can change, but the system's administrator.

Loading a compiled kernel runs what its file says. So it is loaded only from a file of this user's
own, or the administrator's, that nobody else can write to, in a folder of which the same holds, and
which nobody else can put another in place of: that is looked at from the root down, symbolic links
included. Where the system has no owners in this sense (Windows), the user's own profile is taken to
be private, and a folder that was named to be meant.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from pathlib import Path
from typing import Final

_OTHERS_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH
#: Symbolic links that are followed on one way, as by the system itself.
_LINKS: Final = 40


class Exposed(Exception):
    """Somebody else can change a file or a folder, or could when it was made."""


def private_folder(path: Path) -> Path:
    """Return where a folder really is, when nobody else can change what is found there.

    What is missing of it is made, for this user alone.

    Raises
    ------
    Exposed
        When somebody else can.
    OSError
        When it is not there and cannot be made.
    """
    if not hasattr(os, "geteuid"):
        path.mkdir(parents=True, exist_ok=True)
        return path
    place, ahead = _start(path.absolute())
    links = 0
    while ahead:
        name = ahead.pop()
        if name == "..":
            place = place.parent
            continue
        step = place / name
        found = _found_or_made(step)
        _check_owner(step, found)
        if stat.S_ISLNK(found.st_mode):
            links += 1
            if links > _LINKS:
                raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
            start, more = _start(place / step.readlink())
            ahead += more
            place = start
            continue
        # in a folder like /tmp, nobody can put another thing in place of what is somebody else's
        if not (ahead and found.st_mode & stat.S_ISVTX):
            _check_mode(step, found)
        place = step
    return place


def check_private_file(path: Path) -> None:
    """Make sure that only this user, or the administrator, has written a file, if there is one.

    Raises
    ------
    Exposed
        When somebody else may have.
    """
    if not hasattr(os, "geteuid"):
        return
    try:
        found = path.lstat()
    except FileNotFoundError:
        return
    if not stat.S_ISREG(found.st_mode):
        raise Exposed(f"{path} is no ordinary file")
    _check_owner(path, found)
    _check_mode(path, found)


def _start(path: Path) -> tuple[Path, list[str]]:
    """Return the root of an absolute path, and the names on the way from there, the last first."""
    root, *names = path.parts
    return Path(root), names[::-1]


def _found_or_made(step: Path) -> os.stat_result:
    try:
        return step.lstat()
    except FileNotFoundError:
        with contextlib.suppress(FileExistsError):  # by whomever: that is looked at next
            step.mkdir(mode=0o700)
        return step.lstat()


def _check_owner(path: Path, found: os.stat_result) -> None:
    if found.st_uid not in (0, os.geteuid()):
        raise Exposed(f"{path} belongs to another user")


def _check_mode(path: Path, found: os.stat_result) -> None:
    if found.st_mode & _OTHERS_WRITE:
        mode = stat.S_IMODE(found.st_mode)
        raise Exposed(f"others can write to {path} (mode {mode:o}; chmod go-w would end that)")
