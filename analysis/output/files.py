"""Files that are written whole or not at all, and through no symbolic link.

What a command leaves on disk is first written beside its place under a hidden name, then flushed
to the disk, and moved into place when all of it is there. Whatever fails before that (a full disk,
a signal) leaves the files of an earlier run as they were. A process killed outright between two
moves leaves whole files: the new ones as far as it came, and the old ones.

A folder may be named by a symbolic link that its user, or the system's administrator, has made; a
file may not, and neither may the folders that this project makes within.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import shutil
import stat
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from io import BufferedWriter
from pathlib import Path
from typing import BinaryIO, Final

from fastsim.text.errors import InvalidInput, OutputError
from fastsim.text.files import unwritable
from fastsim.text.words import shortened

_DRAFT: Final = re.compile(r"\.fastsim-[0-9a-f]{16}\.tmp")
#: Seconds after which nobody is at work on a draft any more: it is what a killed process left.
_STALE: Final = 86_400


def write_files(folder: Path, files: Mapping[str, bytes]) -> list[Path]:
    """Write a set of files, all of them or none.

    Parameters
    ----------
    folder : Path
        Made if there is none.
    files : mapping
        Contents by name; files of the same names are replaced.

    Returns
    -------
    list of Path
        In the order of `files`.

    Raises
    ------
    InvalidInput
        For a place where no file can be.
    OutputError
        When the disk, or a permission, does not let them be written.
    """
    check_folder(folder, *files)
    drafts: dict[Path, Path] = {}
    try:
        for name, content in files.items():
            path = folder / name
            with explained(path), _new(folder) as file:
                drafts[path] = Path(file.name)
                file.write(content)
                _finish(file)
        _move(drafts)
    finally:
        _remove(drafts.values())
    return list(drafts)


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Write one file piece by piece: a stream to write to, whose file appears at the end of `with`.

    Raises
    ------
    InvalidInput
        For a place where no file can be, such as a folder that is not there.
    OutputError
        When the disk, or a permission, does not let it be written.
    """
    check_file(path)
    with explained(path), drafted(path, path.parent) as file:
        yield file


@contextlib.contextmanager
def drafted(path: Path, folder: Path) -> Iterator[BinaryIO]:
    """Do what `whole_file` does, with the draft in a folder of the same disk; raises OSError."""
    file = _new(folder)
    draft = Path(file.name)
    try:
        with file:
            yield file
            _finish(file)
        _take_mode(draft, path)
        draft.replace(path)
    finally:
        _remove([draft])
    _flush_folder(path.parent)


def check_folder(folder: Path, *names: str) -> Path:
    """Make a folder if there is none, and make sure that files can be written to it.

    Parameters
    ----------
    folder : Path
    *names : str
        Files that will be.

    Raises
    ------
    InvalidInput
        When no folder can be there, or one of the files cannot.
    OutputError
        When the disk, or a permission, does not let it be made or written to.
    """
    _check_name(folder)
    with explained(folder):
        _check_link(folder)
        if folder.exists() and not folder.is_dir():
            raise InvalidInput(
                f"{folder}: cannot be written: a file, where a folder is to be",
                "Name another folder.",
            )
        folder.mkdir(parents=True, exist_ok=True)
        with _new(folder) as probe:
            pass
        Path(probe.name).unlink()
        _tidy(folder)
    for name in names:
        check_file(folder / name)
    return folder


def check_file(path: Path) -> None:
    """Make sure that a file may be put there: there is none, or an ordinary one to replace.

    Raises
    ------
    InvalidInput
        For a symbolic link, a folder, a device, a pipe, and what is not the name of a file.
    OutputError
        For a file that is protected from being written.
    """
    _check_name(path)
    with explained(path):
        try:
            mode = path.lstat().st_mode
        except FileNotFoundError:
            return
    if stat.S_ISLNK(mode):
        raise InvalidInput(
            f"{path}: a symbolic link, and nothing is written through one",
            "Remove it, or name another place.",
        )
    if not stat.S_ISREG(mode):
        kind = "a folder" if stat.S_ISDIR(mode) else "a device or a pipe"
        raise InvalidInput(f"{path}: {kind}, where a file is to be written", "Name another place.")
    if not os.access(path, os.W_OK):
        raise OutputError(f"{path}: protected from being written", "Name another place.")


def check_inner_folder(folder: Path) -> None:
    """Make a folder within one that holds outputs, and make sure that it is no symbolic link.

    Raises
    ------
    InvalidInput
        When it is one.
    OSError
        When it cannot be made.
    """
    if folder.is_symlink():
        raise InvalidInput(
            f"{folder}: a symbolic link, and nothing is written through one",
            "Remove it, or name another folder.",
        )
    folder.mkdir(parents=True, exist_ok=True)


@contextlib.contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn what the system says when a file cannot be written into one clear error.

    Raises
    ------
    InvalidInput, OutputError
        As `fastsim.text.files.unwritable`.
    """
    try:
        yield
    except OSError as error:
        raise unwritable(path, error) from None


def _check_name(path: Path) -> None:
    """Refuse what cannot be the name of any file, which the system says in another way."""
    try:
        encoded = os.fsencode(path)
    except UnicodeEncodeError:
        encoded = b"\0"
    if b"\0" in encoded:
        raise InvalidInput(f"{shortened(str(path))!r} is not the name of a file")


def _check_link(folder: Path) -> None:
    """Refuse a folder's name that is a symbolic link of some other user, or leads nowhere."""
    if not folder.is_symlink():
        return
    owners = (0, os.geteuid()) if hasattr(os, "geteuid") else ()
    if owners and folder.lstat().st_uid not in owners:
        raise InvalidInput(
            f"{folder}: a symbolic link that another user has made", "Name another folder."
        )
    if not folder.is_dir():
        raise InvalidInput(
            f"{folder}: a symbolic link that leads to no folder",
            "Remove it, or name another folder.",
        )


def _new(folder: Path) -> BufferedWriter:
    """Return a new file under a hidden name, open to be written; follows no link."""
    return (folder / f".fastsim-{secrets.token_hex(8)}.tmp").open("xb")


def _finish(file: BinaryIO) -> None:
    """Have all that was written on the disk, before a name says that it is there."""
    file.flush()
    os.fsync(file.fileno())


def _move(drafts: Mapping[Path, Path]) -> None:
    """Move finished drafts into their places; on any failure, what was there comes back."""
    kept: dict[Path, Path] = {}
    try:
        for path, draft in drafts.items():
            with explained(path):
                _take_mode(draft, path)
                if len(drafts) > 1 and path.exists():
                    kept[path] = _second_name(path)
        for path, draft in drafts.items():
            with explained(path):
                draft.replace(path)
    except BaseException:
        for path in (path for path, draft in drafts.items() if not draft.exists()):
            with contextlib.suppress(OSError):
                if path in kept:
                    kept[path].replace(path)
                else:
                    path.unlink()
        raise
    finally:
        _remove(kept.values())
    for folder in {path.parent for path in drafts}:
        _flush_folder(folder)


def _second_name(path: Path) -> Path:
    """Return another name of a file beside it, or of a copy where a disk knows no such names."""
    other = path.parent / f".fastsim-{secrets.token_hex(8)}.tmp"
    try:
        other.hardlink_to(path)
    except OSError:
        shutil.copy2(path, other, follow_symlinks=False)
    return other


def _take_mode(draft: Path, path: Path) -> None:
    """Give a draft the permissions of the file that it is to replace, if there is one."""
    with contextlib.suppress(FileNotFoundError):
        draft.chmod(stat.S_IMODE(path.lstat().st_mode))


def _remove(files: Iterable[Path]) -> None:
    for file in files:
        with contextlib.suppress(OSError):
            file.unlink(missing_ok=True)


def _tidy(folder: Path) -> None:
    """Remove what processes that were killed have left behind."""
    with contextlib.suppress(OSError), os.scandir(folder) as found:
        for entry in found:
            if _DRAFT.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                # changed when it was written to, or made another name of an older file
                changed = entry.stat(follow_symlinks=False).st_ctime
                if time.time() - changed > _STALE:
                    Path(entry.path).unlink()


def _flush_folder(folder: Path) -> None:
    """Have the names in a folder on the disk, where the system can do that for a folder."""
    if sys.platform != "win32":
        with contextlib.suppress(OSError):
            descriptor = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
