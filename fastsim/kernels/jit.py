"""How kernels are compiled: every numba option stands here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

import numba
import numpy as np
from numba import types
from numba.core import config
from numba.core.registry import CPUDispatcher
from numba.cpython.unsafe.numbers import trailing_zeros
from numba.extending import intrinsic

from fastsim.kernels.cache import cache_of

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

#: Whether functions are compiled at all; not so when NUMBA_DISABLE_JIT is set.
JIT: Final = not config.DISABLE_JIT


def step(function: _F) -> _F:
    """Compile a small function that kernels call; it is inlined where it is called."""
    return cast(_F, numba.njit(forceinline=True, **_OPTIONS)(function))


def routine(function: _F) -> _F:
    """Compile a larger function that kernels call from many places; it stays a function."""
    # said of it, as otherwise the first step that calls it passes its own option on
    options = {**_OPTIONS, "forceinline": False}
    return cast(_F, numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **options)(function))


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
        compiled._cache = cache_of(function)
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
