"""Where compiled kernels are kept.

There is one directory a version of the kernels: its name is a hash of all kernel sources, the numba
version and the processor. numba's own cache notices a change in the file of a kernel only, not in
the steps it calls from other files.

What is loaded from there is run, so nothing is loaded that another user could have written
(`fastsim.kernels.private`). A cache that is exposed in this way, cannot be written, or holds
damaged files, costs a compilation and never more.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import logging
import os
import pickle
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

import numba
from numba.core import caching, config
from numba.misc.appdirs import user_cache_dir

from fastsim.kernels.private import Exposed, check_private_file, private_folder

_LOG = logging.getLogger(__name__)
#: Says when kernels are being compiled, once a process; the command line shows it.
COMPILING: Final = logging.getLogger("fastsim.compiling")

#: Directory for compiled kernels, if not the user's cache directory.
CACHE_VARIABLE: Final = "FASTSIM_CACHE_DIR"


def cache_of(function: Callable[..., Any]) -> Any:
    """Return what keeps the compiled code of a function, as numba's dispatchers want it."""
    try:
        return _KernelCache(function)
    except Exposed as error:
        return _NoCache(str(error))
    except (OSError, RuntimeError) as error:
        _LOG.info("compiled kernels are not kept: %s", error)
        return _NoCache()


def is_compiling() -> bool:
    """Return whether a kernel is being compiled, or waited for while another process does it."""
    return _Waiting.kernels > 0


def cache_directory() -> Path:
    """Return the directory in which this version of the kernels keeps compiled code.

    Raises
    ------
    OSError
        When nothing says where it is: a user without a home.
    """
    return _base() / f"kernels-{_fingerprint()}"


@functools.cache
def _directory() -> Path:
    """Return where it really is; it is there, and nobody else can change what it holds.

    Raises
    ------
    Exposed, OSError
        As `private_folder`.
    """
    return private_folder(cache_directory())


def _base() -> Path:
    """Return the directory of all versions: a variable that is empty says nothing."""
    if named := os.environ.get(CACHE_VARIABLE):
        return Path(named)
    if sys.platform == "win32":
        return Path(user_cache_dir("fastsim"))
    if sys.platform == "darwin":
        return _home() / "Library" / "Caches" / "fastsim"
    # the XDG Base Directory Specification has relative paths ignored
    named = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(named) if os.path.isabs(named) else _home() / ".cache") / "fastsim"


def _home() -> Path:
    """Return the user's home, also where no variable names it."""
    named = os.environ.get("HOME", "")
    if not os.path.isabs(named):
        import pwd

        try:
            named = pwd.getpwuid(os.getuid()).pw_dir
        except KeyError:
            raise FileNotFoundError("this user has no home") from None
    return Path(named)


@functools.cache
def _fingerprint() -> str:
    """Return a hash of all that compiled code depends on."""
    here = Path(__file__).parent
    digest = hashlib.sha256()
    for path in sorted(here.rglob("*.py")):
        digest.update(path.name.encode() + path.read_bytes())
    for fact in (numba.__version__, sys.version, platform.machine(), _processor()):
        digest.update(fact.encode())
    return digest.hexdigest()[:16]


def _processor() -> str:
    """Return the processor that numba compiles for, with its instruction sets."""
    from llvmlite import binding

    name = config.CPU_NAME or binding.get_host_cpu_name()
    features = config.CPU_FEATURES
    if features is None:
        features = binding.get_host_cpu_features().flatten()
    return f"{name} {features}"


class _Locator(caching._CacheLocator):
    """Puts a function's cache into `_directory`."""

    def __init__(self, function: Callable[..., Any], path: str) -> None:
        self._py_file = path
        self._line = function.__code__.co_firstlineno

    def get_cache_path(self) -> str:
        return str(_directory())

    def get_source_stamp(self) -> str:
        return _directory().name

    def get_disambiguator(self) -> str:
        return str(self._line)

    @classmethod
    def from_function(cls, function: Callable[..., Any], path: str) -> _Locator:
        with tempfile.TemporaryFile(dir=_directory()):
            return cls(function, path)


class _CacheImpl(caching.CompileResultCacheImpl):
    _locator_classes = [_Locator]  # noqa: RUF012 - numba's own attribute


class _SealedFiles(caching.IndexDataCacheFile):
    """Files of this user's alone that carry a digest: damaged machine code is noticed, not run."""

    @contextlib.contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[BinaryIO]:
        with super()._open_for_write(filepath) as file:
            if sys.platform != "win32":
                os.fchmod(file.fileno(), 0o600)
            yield file

    def _load_index(self) -> Any:
        check_private_file(Path(self._index_path))
        return super()._load_index()

    def _save_data(self, name: str, data: object) -> None:
        payload = self._dump(data)
        with self._open_for_write(self._data_path(name)) as file:
            file.write(hashlib.sha256(payload).digest() + payload)

    def _load_data(self, name: str) -> object:
        path = Path(self._data_path(name))
        check_private_file(path)
        content = path.read_bytes()
        seal, payload = content[:32], content[32:]
        if hashlib.sha256(payload).digest() != seal:
            raise OSError(f"{name} is damaged")
        return pickle.loads(payload)


class _Waiting:
    """How many kernels are not there yet: one is called for the sake of another."""

    kernels = 0


@functools.cache
def _tell_once() -> None:
    """Say, once a process, that the user has to wait for the compiler."""
    COMPILING.info("compiling the kernels; this takes some seconds, once")


@functools.cache
def _warn_once(reason: str) -> None:
    """Say why kernels that may have been compiled before are not loaded."""
    COMPILING.warning("not using the kernel cache: %s", reason)


class _Turn:
    """One process compiles at a time, so that others find what it made: once a machine is enough.

    Held by a lock on the cache directory, which ends with the process that has it. Where there are
    no such locks, or the wait is too long, everybody compiles.
    """

    #: Seconds to wait for another process: more than the largest kernel takes.
    _PATIENCE: Final = 120.0

    def __init__(self) -> None:
        self._taken = 0  # kernels call kernels; numba compiles in one thread at a time
        self._directory: int | None = None

    def take(self) -> None:
        """Wait until no other process compiles."""
        self._taken += 1
        if self._taken > 1 or fcntl is None:
            return
        try:
            self._directory = os.open(_directory(), os.O_RDONLY)
            last = time.monotonic() + self._PATIENCE
            while time.monotonic() < last:
                try:
                    fcntl.flock(self._directory, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    return
                except BlockingIOError:
                    time.sleep(0.05)
        except OSError as error:
            _LOG.info("not waiting for others that compile: %s", error)

    def give(self) -> None:
        """Let others compile."""
        self._taken = max(0, self._taken - 1)
        if not self._taken and self._directory is not None:
            os.close(self._directory)
            self._directory = None


_TURN: Final = _Turn()


class _NoCache(caching.NullCache):
    """Nothing is kept, but the wait for the compiler is announced all the same."""

    def __init__(self, reason: str = "") -> None:
        super().__init__()
        self._reason = reason

    def load_overload(self, signature: Any, target_context: Any) -> None:
        if self._reason:
            _warn_once(self._reason)
        _Waiting.kernels += 1
        _tell_once()

    def save_overload(self, signature: Any, data: Any) -> None:
        _Waiting.kernels -= 1


class _KernelCache(caching.FunctionCache):
    """numba's function cache, with our locator, and every failure counted as "not there"."""

    _impl_class = _CacheImpl

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._cache_file = _SealedFiles(
            self._cache_path, self._impl.filename_base, self._impl.locator.get_source_stamp()
        )

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        found = self._load(signature, target_context)
        if found is None:
            _Waiting.kernels += 1
            _TURN.take()
            found = self._load(signature, target_context)  # another may have made it meanwhile
            if found is None:
                _tell_once()
            else:
                self._is_there()
        return found

    def _load(self, signature: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(signature, target_context)
        except Exposed as error:
            _warn_once(str(error))
            return None
        except Exception as error:  # whatever a damaged file makes pickle do
            _LOG.info("compiling anew, the kernel cache cannot be read: %s", error)
            return None

    def save_overload(self, signature: Any, data: Any) -> None:
        try:
            super().save_overload(signature, data)
        except Exception as error:  # a full disk; a damaged index, which is thrown away
            _LOG.info("a compiled kernel is not kept: %s", error)
            self._forget()
        finally:
            self._is_there()

    def _is_there(self) -> None:
        _TURN.give()
        _Waiting.kernels -= 1

    def _forget(self) -> None:
        try:
            self._cache_file.flush()
        except OSError as error:
            _LOG.info("the kernel cache cannot be emptied: %s", error)
