"""The unknown part of a deck: for each column, how many cards are in it or an earlier one.

The card at a position is the first one whose count is larger than the position, and to remove it is
to lower every count that is. All columns are compared at once: the counts are one vector
(`kernels.lanes`), and the answers one word of bits.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import int64, types
from numba.extending import intrinsic

from fastsim.kernels.jit import JIT, lowest_bit, step
from fastsim.kernels.kingdom.layout import N_CARDS
from fastsim.kernels.lanes import LaneType

Prefixes = LaneType("Prefixes", 16, N_CARDS)


@intrinsic
def _load(typing, counts, first):
    """Return the counts that begin at index `first` of memory of uint16."""

    def codegen(context, b, signature, args):
        return b.load(b.bitcast(b.gep(args[0], [args[1]]), Prefixes.llvm.as_pointer()), align=2)

    return Prefixes(counts, types.int64), codegen


@intrinsic
def _store(typing, counts, first, prefixes):
    """Write counts to memory, from index `first` on."""

    def codegen(context, b, signature, args):
        place = b.bitcast(b.gep(args[0], [args[1]]), Prefixes.llvm.as_pointer())
        b.store(args[2], place, align=2)
        return context.get_dummy_value()

    return types.void(counts, types.int64, Prefixes), codegen


def _larger(b: Any, prefixes: Any, number: Any) -> Any:
    """Emit the comparison of every count with a number: a bit each."""
    element = ir.IntType(16)
    one = b.insert_element(
        ir.Constant(Prefixes.llvm, ir.Undefined), b.trunc(number, element), ir.IntType(32)(0)
    )
    first = ir.Constant(ir.VectorType(ir.IntType(32), N_CARDS), [0] * N_CARDS)
    everywhere = b.shuffle_vector(one, ir.Constant(Prefixes.llvm, ir.Undefined), first)
    return b.icmp_unsigned(">", prefixes, everywhere)


@intrinsic
def _columns_past(typing, prefixes, position):
    """Return the columns whose counts are larger than `position`, as a set."""

    def codegen(context, b, signature, args):
        bits = b.bitcast(_larger(b, *args), ir.IntType(N_CARDS))
        return b.zext(bits, ir.IntType(64))

    return types.int64(Prefixes, types.int64), codegen


@intrinsic
def _without(typing, prefixes, position):
    """Return the counts without the card at `position`."""

    def codegen(context, b, signature, args):
        return b.add(args[0], b.sext(_larger(b, *args), Prefixes.llvm))

    return Prefixes(Prefixes, types.int64), codegen


def _plain_load(counts: Any, first: int) -> Any:
    return counts[first : first + N_CARDS].copy()


def _plain_store(counts: Any, first: int, prefixes: Any) -> None:
    counts[first : first + N_CARDS] = prefixes


def _plain_columns_past(prefixes: Any, position: int) -> Any:
    return np.int64(sum(1 << c for c in range(N_CARDS) if prefixes[c] > position))


def _plain_without(prefixes: Any, position: int) -> Any:
    return prefixes - (prefixes > position).astype(np.uint16)


# intrinsics work in compiled code only; the others are for coverage, with the JIT off
load = _load if JIT else _plain_load
store = _store if JIT else _plain_store
_past = _columns_past if JIT else _plain_columns_past
without = _without if JIT else _plain_without


@step
def column_at(prefixes, position):
    """Return the column of the card at a position that is less than the number of cards."""
    return int64(lowest_bit(_past(prefixes, position)))
