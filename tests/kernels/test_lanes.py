"""Every operation of the vector type against numpy, on all or random and edge values."""

from __future__ import annotations

import operator
import os
import platform
import subprocess
import sys
from collections.abc import Callable
from itertools import product
from typing import Any

import numba
import numpy as np
import pytest
from llvmlite import binding
from numpy.typing import NDArray

from fastsim.kernels import lanes
from fastsim.kernels.lanes import LANES, WORD_OF_LANE, empty_rows, load, store

Array = NDArray[Any]
BYTES = np.arange(256)


def rows_of(values: Array, dtype: type) -> Array:
    """Return the values in rows of lanes, the last row filled up with zeros."""
    rows = empty_rows(-(-len(values) // LANES), dtype)
    rows[...] = 0
    rows.reshape(-1)[: len(values)] = values
    return rows


def on_bytes(function: Callable[..., Any], *columns: Array) -> Array:
    """Apply a compiled function of `Bytes`, which returns `Bytes`, to columns of numbers."""
    applied = numba.njit(function)
    inputs = [rows_of(column, np.uint8) for column in columns]
    out = empty_rows(len(inputs[0]), np.uint8)
    if len(inputs) == 1:

        @numba.njit
        def unary(out, x):  # type: ignore[no-untyped-def]
            for row in range(len(x)):
                store(out, row, applied(load(x, row)))

        unary(out, *inputs)
    elif len(inputs) == 2:

        @numba.njit
        def binary(out, x, y):  # type: ignore[no-untyped-def]
            for row in range(len(x)):
                store(out, row, applied(load(x, row), load(y, row)))

        binary(out, *inputs)
    else:

        @numba.njit
        def ternary(out, x, y, z):  # type: ignore[no-untyped-def]
            for row in range(len(x)):
                store(out, row, applied(load(x, row), load(y, row), load(z, row)))

        ternary(out, *inputs)
    return out.reshape(-1)[: len(columns[0])]


def on_words(function: Callable[..., Any], *columns: Array) -> Array:
    """Apply a compiled function of two `Words`, which returns `Bytes`, lane by lane."""
    applied = numba.njit(function)
    inputs = []
    for column in columns:
        rows = rows_of(column, np.uint32)
        placed = empty_rows(len(rows), np.uint32)
        placed[:, WORD_OF_LANE] = rows
        inputs.append(placed)
    out = empty_rows(len(inputs[0]), np.uint8)

    @numba.njit
    def binary(out, x, y):  # type: ignore[no-untyped-def]
        for row in range(len(x)):
            store(out, row, applied(load(x, row), load(y, row)))

    binary(out, *inputs)
    return out.reshape(-1)[: len(columns[0])]


def pairs(values: Array) -> tuple[Array, Array]:
    """Return all pairs of the values, as two columns."""
    x, y = np.meshgrid(values, values)
    return x.ravel(), y.ravel()


def some_words(seed: int) -> Array:
    """Return edge values and random ones of 32 bits."""
    halves = [0, 1, 2, 5, 127, 128, 255, 256, 0x7FFF, 0x8000, 0xFFFE, 0xFFFF]
    edges = [low | high << 16 for low, high in product(halves, halves)]
    drawn = np.random.default_rng(seed).integers(0, 2**32, 4000)
    return np.concatenate([edges, drawn]).astype(np.uint32)


# --- Bytes ----------------------------------------------------------------------------------------

BINARY: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "add": (lambda x, y: x + y, lambda x, y: x + y),
    "subtract": (lambda x, y: x - y, lambda x, y: x - y),
    "multiply": (lambda x, y: x * y, lambda x, y: x * y),
    "and": (lambda x, y: x & y, lambda x, y: x & y),
    "or": (lambda x, y: x | y, lambda x, y: x | y),
    "xor": (lambda x, y: x ^ y, lambda x, y: x ^ y),
    "minimum": (lambda x, y: lanes.minimum(x, y), np.minimum),
    "maximum": (lambda x, y: lanes.maximum(x, y), np.maximum),
    "add_saturating": (
        lambda x, y: lanes.add_saturating(x, y),
        lambda x, y: np.minimum(x + y, 255),
    ),
    "subtract_saturating": (
        lambda x, y: lanes.subtract_saturating(x, y),
        lambda x, y: np.maximum(x - y, 0),
    ),
    "signed_maximum": (
        lambda x, y: lanes.signed_maximum(x, y),
        lambda x, y: np.maximum(x.astype(np.int8), y.astype(np.int8)),
    ),
}


@pytest.mark.parametrize("name", BINARY)
def test_operation_on_all_pairs_of_bytes(name: str) -> None:
    on_lanes, on_numbers = BINARY[name]
    x, y = pairs(BYTES)
    assert np.array_equal(on_bytes(on_lanes, x, y), on_numbers(x, y).astype(np.uint8))


COMPARISONS = {
    operator.lt: lambda x, y: lanes.select(x < y, x, y),
    operator.le: lambda x, y: lanes.select(x <= y, x, y),
    operator.eq: lambda x, y: lanes.select(x == y, x, y),
    operator.ne: lambda x, y: lanes.select(x != y, x, y),
    operator.gt: lambda x, y: lanes.select(x > y, x, y),
    operator.ge: lambda x, y: lanes.select(x >= y, x, y),
}


@pytest.mark.parametrize("compare", COMPARISONS)
def test_comparison_and_selection(compare: Callable[..., Any]) -> None:
    x, y = pairs(BYTES)
    assert np.array_equal(on_bytes(COMPARISONS[compare], x, y), np.where(compare(x, y), x, y))


def test_unary_operators() -> None:
    assert np.array_equal(on_bytes(lambda x: -x, BYTES), (-BYTES).astype(np.uint8))
    assert np.array_equal(on_bytes(lambda x: ~x, BYTES), (~BYTES).astype(np.uint8))


@pytest.mark.parametrize("bits", range(8))
def test_shifts(bits: int) -> None:
    assert np.array_equal(on_bytes(lambda x: x << bits, BYTES), (BYTES << bits).astype(np.uint8))
    assert np.array_equal(on_bytes(lambda x: x >> bits, BYTES), (BYTES >> bits).astype(np.uint8))


@pytest.mark.parametrize("number", [0, 1, 5, 127, 128, 200, 255, -1])
def test_an_integer_stands_in_every_lane(number: int) -> None:
    byte = number % 256
    assert np.array_equal(on_bytes(lambda x: x + number, BYTES), (BYTES + byte) % 256)
    assert np.array_equal(on_bytes(lambda x: x & number, BYTES), BYTES & byte)
    smaller = on_bytes(lambda x: lanes.minimum(x, number), BYTES)
    assert np.array_equal(smaller, np.minimum(BYTES, byte))
    assert np.array_equal(on_bytes(lambda x: lanes.splat(number), BYTES), np.full(256, byte))


def test_assignment_operators() -> None:
    def several(x: Any, y: Any) -> Any:
        x += y
        x -= 3
        x |= y
        x &= 127
        x ^= y
        return x

    x, y = pairs(BYTES)
    expected = (((x + y - 3) % 256 | y) & 127) ^ y
    assert np.array_equal(on_bytes(several, x, y), expected)


def test_masks_combine() -> None:
    def combined(x: Any, y: Any) -> Any:
        return lanes.select(((x < y) & (x > 3) | (y == 9)) ^ ~(x != 200), x, y)

    x, y = pairs(BYTES)
    where = ((x < y) & (x > 3) | (y == 9)) ^ (x == 200)
    assert np.array_equal(on_bytes(combined, x, y), np.where(where, x, y))


def test_look_up_takes_the_table_of_each_block() -> None:
    table = np.random.default_rng(1).integers(0, 256, LANES)
    index = np.repeat(BYTES, LANES)
    tables = np.tile(table, 256)
    found = on_bytes(lambda x, y: lanes.look_up(x, y), tables, index)
    block = np.tile(np.arange(LANES) // 16 * 16, 256)
    assert np.array_equal(found, np.where(index < 128, table[block + index % 16], 0))


def test_masks_as_bits() -> None:
    @numba.njit
    def bits_and_any(x, limit):  # type: ignore[no-untyped-def]
        low = load(x, 0) < limit
        return lanes.lanes_of(low), lanes.any_lane(low)

    row = rows_of(np.random.default_rng(2).integers(0, 256, LANES), np.uint8)
    for limit in (0, 1, 60, 128, 255):
        bits, is_any = bits_and_any(row, limit)
        assert int(bits) == sum(1 << lane for lane in range(LANES) if row[0, lane] < limit)
        assert is_any == (row < limit).any()


# --- Wider numbers --------------------------------------------------------------------------------


def test_widen_and_narrow_are_each_others_opposite() -> None:
    assert np.array_equal(on_bytes(lambda x: lanes.narrow(lanes.widen(x)), BYTES), BYTES)


def test_narrow_saturates() -> None:
    words = some_words(3)
    low = (words & 0xFFFF).astype(np.int64)
    expected = np.where(low >= 0x8000, 0, np.minimum(low, 255))
    assert np.array_equal(
        on_words(lambda x, y: lanes.narrow(lanes.lower_half(x)), words, words), expected
    )


SHORTS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "add": (lambda x, y: x + y, lambda x, y: x + y),
    "subtract": (lambda x, y: x - y, lambda x, y: x - y),
    "multiply": (lambda x, y: x * y, lambda x, y: x * y),
    "multiply_high": (lambda x, y: lanes.multiply_high(x, y), lambda x, y: x * y >> 16),
    "minimum": (lambda x, y: lanes.minimum(x, y), np.minimum),
    "maximum": (lambda x, y: lanes.maximum(x, y), np.maximum),
    "add_saturating": (
        lambda x, y: lanes.add_saturating(x, y),
        lambda x, y: np.minimum(x + y, 0xFFFF),
    ),
    "subtract_saturating": (
        lambda x, y: lanes.subtract_saturating(x, y),
        lambda x, y: np.maximum(x - y, 0),
    ),
    "integers": (
        lambda x, y: (x + 3) * 5 - 1000 + (y & 77),
        lambda x, y: (x + 3) * 5 - 1000 + (y & 77),
    ),
    "shift": (lambda x, y: (x << 3) ^ (y >> 5), lambda x, y: (x << 3) ^ (y >> 5)),
}


@pytest.mark.parametrize("name", SHORTS)
@pytest.mark.parametrize("half", ["lower", "upper"])
@pytest.mark.parametrize("byte", [0, 1])
def test_operation_on_halves_of_words(name: str, half: str, byte: int) -> None:
    on_lanes, on_numbers = SHORTS[name]
    operation = numba.njit(on_lanes)
    part = {"lower": lanes.lower_half, "upper": lanes.upper_half}[half]
    down, up = (0, 16) if half == "lower" else (16, 0)
    x, y = some_words(4), some_words(5)[::-1].copy()
    shift = 8 * byte

    def as_shorts(x: Any, y: Any) -> Any:
        return lanes.narrow(operation(part(x), part(y)) >> shift & 255)

    def as_halves(x: Any, y: Any) -> Any:
        both = operation(lanes.halves_of(x), lanes.halves_of(y)) >> shift & 255
        lower, upper = lanes.narrow_halves(both)
        return lower if up else upper

    numbers = [(column.astype(np.int64) >> down) & 0xFFFF for column in (x, y)]
    expected = (on_numbers(*numbers) >> shift & 255).astype(np.uint8)
    assert np.array_equal(on_words(as_shorts, x, y), expected)
    assert np.array_equal(on_words(as_halves, x, y), expected)


WORDS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "add": (lambda x, y: x + y, lambda x, y: x + y),
    "subtract": (lambda x, y: x - y, lambda x, y: x - y),
    "multiply": (lambda x, y: x * y, lambda x, y: x * y),
    "xor": (lambda x, y: x ^ y, lambda x, y: x ^ y),
    "or": (lambda x, y: x | ~y, lambda x, y: x | ~y),
    "large integer": (
        lambda x, y: x * 0x9E3779BB + (y & 0xFFFF0000),
        lambda x, y: x * 0x9E3779BB + (y & 0xFFFF0000),
    ),
    "rotate": (
        lambda x, y: lanes.rotate_left(x, 26) ^ lanes.rotate_left(y, 13),
        lambda x, y: (x << 26 | x >> 6) ^ (y << 13 | y >> 19),
    ),
}


@pytest.mark.parametrize("name", WORDS)
@pytest.mark.parametrize("byte", range(4))
def test_operation_on_words(name: str, byte: int) -> None:
    on_lanes, on_numbers = WORDS[name]
    operation = numba.njit(on_lanes)
    x, y = some_words(6), some_words(7)[::-1].copy()
    shift = 8 * byte

    def applied(x: Any, y: Any) -> Any:
        return lanes.narrow(lanes.lower_half(operation(x, y) >> shift & 255))

    numbers = [column.astype(np.uint64) for column in (x, y)]
    expected = (on_numbers(*numbers) >> np.uint64(shift) & np.uint64(255)).astype(np.uint8)
    assert np.array_equal(on_words(applied, x, y), expected)


def test_bytes_in_both_halves_and_in_every_byte() -> None:
    halves = on_bytes(
        lambda x: lanes.narrow_halves(lanes.both_halves(x) - lanes.halves(0, 1))[0], BYTES
    )
    assert np.array_equal(halves, BYTES)
    halves = on_bytes(
        lambda x: lanes.narrow_halves(lanes.both_halves(x) - lanes.halves(0, 1))[1], BYTES[1:]
    )
    assert np.array_equal(halves, BYTES[1:] - 1)
    for shift in (0, 8, 16, 24):
        found = on_bytes(
            lambda x, shift=shift: lanes.narrow(
                lanes.lower_half(lanes.in_every_byte(x) >> shift & 255)
            ),
            BYTES,
        )
        assert np.array_equal(found, BYTES)


def test_any_is_full() -> None:
    @numba.njit
    def is_full(x, y):  # type: ignore[no-untyped-def]
        return lanes.any_is_full(lanes.halves_of(load(x, 0)), lanes.lower_half(load(y, 0)))

    empty = rows_of(np.full(LANES, 0xFFFEFFFE), np.uint32)
    assert not is_full(empty, empty)
    for lane, half in product(range(LANES), range(2)):
        one = empty.copy()
        one[0, lane] |= 0xFFFF << 16 * half
        assert is_full(one, empty)
        assert is_full(empty, one) == (half == 0)


def test_rows_begin_at_multiples_of_64_bytes() -> None:
    for rows, dtype in product(range(5), (np.uint8, np.uint32)):
        array = empty_rows(rows, dtype)
        assert array.shape == (rows, LANES)
        assert not len(array) or array.ctypes.data % 64 == 0


# --- Other processors -----------------------------------------------------------------------------

SSE = "+sse,+sse2,+sse3,+ssse3,+sse4.1,+sse4.2,+popcnt"
TARGETS = {
    "avx2": ("haswell", f"{SSE},+avx,+avx2,+bmi,+bmi2,+lzcnt,+fma"),
    "sse4.2": ("nehalem", SSE),
    "generic": ("generic", ""),
}


@pytest.mark.deep
@pytest.mark.parametrize("target", TARGETS)
def test_the_same_on_every_instruction_set(target: str) -> None:
    name, features = TARGETS[target]
    if platform.machine().lower() not in ("x86_64", "amd64") and target != "generic":
        pytest.skip("not this processor's")
    host = binding.get_host_cpu_features()
    if not all(host.get(feature[1:]) for feature in features.split(",") if feature):
        pytest.skip("this processor does not have it")
    environment = os.environ | {"NUMBA_CPU_NAME": name, "NUMBA_CPU_FEATURES": features}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__]
    done = subprocess.run(
        [*command, "-k", "not instruction_set"], env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout
