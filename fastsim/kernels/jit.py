"""How kernels are compiled and where compiled ones are kept: every numba option stands here.

Compiled kernels are cached in one directory a version of the kernels: its name is a hash of all
kernel sources, the numba version and the processor. numba's own cache notices a change in the file
of a kernel only, not in the steps it calls from other files.

A cache that cannot be written, or holds damaged files, costs a compilation and never more.
"""

from __future__ import annotations

import functools
import hashlib
import logging
import os
import pickle
import platform
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar, cast

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

import numba
import numpy as np
from numba import types
from numba.core import caching, config
from numba.core.registry import CPUDispatcher
from numba.cpython.unsafe.numbers import trailing_zeros
from numba.extending import intrinsic
from numba.misc.appdirs import user_cache_dir

_LOG = logging.getLogger(__name__)
#: Says when kernels are being compiled, once a process; the command line shows it.
COMPILING: Final = logging.getLogger("fastsim.compiling")
_F = TypeVar("_F", bound=Callable[..., Any])

#: ``fastmath`` stays off and there is no ``parallel``: results depend on nothing but the inputs.
#: Kernels allocate nothing, so they go without numba's run-time (``_nrt``): counting references to
#: the arrays of a table each time one is read would cost twenty times the play itself.
_OPTIONS: Final[dict[str, Any]] = {
    "nogil": True,
    "error_model": "numpy",
    "boundscheck": False,
    "_nrt": False,
}

#: Directory for compiled kernels, if not the user's cache directory.
CACHE_VARIABLE: Final = "FASTSIM_CACHE_DIR"


#: Whether functions are compiled at all; not so when NUMBA_DISABLE_JIT is set.
JIT: Final = not config.DISABLE_JIT


def step(function: _F) -> _F:
    """Compile a small function that kernels call; it is inlined where it is called."""
    return cast(_F, numba.njit(forceinline=True, **_OPTIONS)(function))


def routine(function: _F) -> _F:
    """Compile a larger function that kernels call from many places; it stays a function."""
    return cast(
        _F, numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **_OPTIONS)(function)
    )


def fragment(function: _F) -> _F:
    """Take a part of a larger function, which calls it in one place, for itself.

    It becomes part of that function before anything is compiled. What calls routines should be
    one: compiled for itself, it would have them all compiled along with it once more.
    """
    return cast(_F, numba.njit(inline="always", **_OPTIONS)(function))


def kernel(function: _F) -> _F:
    """Compile a function that is called from Python: it releases the GIL and is cached."""
    compiled = numba.njit(**_OPTIONS)(function)
    if isinstance(compiled, CPUDispatcher):  # not so when NUMBA_DISABLE_JIT is set
        try:
            compiled._cache = _KernelCache(function)
        except (OSError, RuntimeError) as error:
            _LOG.info("compiled kernels are not kept: %s", error)
            compiled._cache = _NoCache()
    return cast(_F, compiled)


def _lowest_bit(bits: Any) -> Any:
    """Return the number of the lowest bit that is set."""
    return np.uint64((int(bits) & -int(bits)).bit_length() - 1)


@intrinsic
def _population_count(typing: Any, bits: Any) -> Any:
    """Return how many bits of a 64-bit number are set: LLVM's ``ctpop``."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return bits(bits), codegen


def _count_bits(bits: Any) -> Any:
    return np.uint64(int(bits).bit_count())


@intrinsic
def _data_of(typing: Any, array: Any) -> Any:
    """Return the address of an array's first number, which is indexed like the array."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.make_array(array)(context, builder, arguments[0]).data

    return types.CPointer(array.dtype)(array), codegen


def _itself(array: Any) -> Any:
    return array


# numba's own works in compiled code only; the other one is for coverage, with the JIT off
lowest_bit = trailing_zeros if JIT else _lowest_bit
count_bits = _population_count if JIT else _count_bits
#: An array of one dimension as mere memory: one word where a routine is handed it, instead of
#: seven, and its indices are never taken to count from the end.
memory_of = _data_of if JIT else _itself


def is_compiled(function: Any, *arguments: Any) -> bool:
    """Return whether calling `function` with these arguments would need no compilation.

    Parameters
    ----------
    function : callable
        A kernel.
    *arguments
        What it is to be called with.
    """
    if not isinstance(function, CPUDispatcher):
        return True
    signature = tuple(numba.typeof(argument) for argument in arguments)
    if signature in function.overloads:
        return True
    cache = function._cache
    return isinstance(cache, _KernelCache) and cache.holds(signature)


@functools.cache
def cache_directory() -> Path:
    """Return the directory in which this version of the kernels keeps compiled code."""
    base = os.environ.get(CACHE_VARIABLE) or user_cache_dir("fastsim")
    return Path(base) / f"kernels-{_fingerprint()}"


def _fingerprint() -> str:
    """Return a hash of all that compiled code depends on."""
    here = Path(__file__).parent
    digest = hashlib.sha256()
    layouts = [here.parent / name for name in ("registers.py", "kingdom_registers.py")]
    for path in [*sorted(here.rglob("*.py")), *layouts]:
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
    """Puts a function's cache into `cache_directory`."""

    def __init__(self, function: Callable[..., Any], path: str) -> None:
        self._py_file = path
        self._line = function.__code__.co_firstlineno

    def get_cache_path(self) -> str:
        return str(cache_directory())

    def get_source_stamp(self) -> str:
        return cache_directory().name

    def get_disambiguator(self) -> str:
        return str(self._line)

    @classmethod
    def from_function(cls, function: Callable[..., Any], path: str) -> _Locator | None:
        try:
            cache_directory().mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=cache_directory()):
                return cls(function, path)
        except OSError as error:
            _LOG.info("compiled kernels are not kept: %s", error)
            return None


class _CacheImpl(caching.CompileResultCacheImpl):
    _locator_classes = [_Locator]  # noqa: RUF012 - numba's own attribute


class _SealedFiles(caching.IndexDataCacheFile):
    """Files that carry a digest: damaged machine code is noticed, not run."""

    def _save_data(self, name: str, data: object) -> None:
        payload = self._dump(data)
        with self._open_for_write(self._data_path(name)) as file:
            file.write(hashlib.sha256(payload).digest() + payload)

    def _load_data(self, name: str) -> object:
        content = Path(self._data_path(name)).read_bytes()
        seal, payload = content[:32], content[32:]
        if hashlib.sha256(payload).digest() != seal:
            raise OSError(f"{name} is damaged")
        return pickle.loads(payload)


@functools.cache
def _tell_once() -> None:
    """Say, once a process, that the user has to wait for the compiler."""
    COMPILING.info("compiling the kernels; this takes some seconds, once")


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
            self._directory = os.open(cache_directory(), os.O_RDONLY)
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

    def load_overload(self, signature: Any, target_context: Any) -> None:
        _tell_once()


class _KernelCache(caching.FunctionCache):
    """numba's function cache, with our locator, and every failure counted as "not there"."""

    _impl_class = _CacheImpl

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._cache_file = _SealedFiles(
            self._cache_path, self._impl.filename_base, self._impl.locator.get_source_stamp()
        )

    def holds(self, signature: tuple[Any, ...]) -> bool:
        """Return whether a usable compilation for `signature` is on disk."""
        from numba.core.registry import cpu_target

        try:
            key = self._index_key(signature, cpu_target.target_context.codegen())
            return self._cache_file.load(key) is not None
        except Exception as error:  # whatever a damaged file makes pickle do
            _LOG.info("cannot read the kernel cache: %s", error)
            return False

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        found = self._load(signature, target_context)
        if found is None:
            _TURN.take()
            found = self._load(signature, target_context)  # another may have made it meanwhile
            if found is None:
                _tell_once()
            else:
                _TURN.give()
        return found

    def _load(self, signature: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(signature, target_context)
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
            _TURN.give()

    def _forget(self) -> None:
        try:
            self._cache_file.flush()
        except OSError as error:
            _LOG.info("the kernel cache cannot be emptied: %s", error)
