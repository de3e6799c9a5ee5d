"""Arrays of counts as bytes, small enough to be kept by the million or sent over a wire.

Counts are mostly small, and histograms mostly empty at both ends. A packed chunk is a line of JSON
that says name, shape, type and place of each array, and then the arrays, compressed.
"""

from __future__ import annotations

import json
import math
import zlib
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fastsim.execute.jobs import Arrays

#: Most cells that a packed chunk may unpack to: bounds what a forged one can ask for.
MAX_CELLS: Final = 2**27
#: Longest line of JSON.
_MAX_HEAD: Final = 10_000
_TYPES: Final = ("<u1", "<u2", "<u4", "<i8")


def pack(arrays: Arrays) -> bytes:
    """Return arrays of integers, none of them negative, as bytes."""
    head, bodies = {}, []
    for name, array in arrays.items():
        begin, end = _filled(array)
        body = array[..., begin:end]
        most = int(body.max(initial=0))
        kind = next(kind for kind in _TYPES if most <= np.iinfo(kind).max)
        head[name] = [array.shape, kind, begin, end]
        bodies.append(body.astype(kind).tobytes())
    # the fastest level: chunks are packed while others wait to be played
    return json.dumps(head).encode() + b"\n" + zlib.compress(b"".join(bodies), 1)


def unpack(packed: bytes) -> dict[str, NDArray[np.int64]]:
    """Return the arrays again.

    Raises
    ------
    ValueError
        For bytes that are no packed arrays, or too many cells.
    """
    line, newline, body = packed.partition(b"\n")
    if not newline or len(line) > _MAX_HEAD:
        raise ValueError("no head")
    heads = json.loads(line)
    if not isinstance(heads, dict):
        raise ValueError("no head")
    parts = {name: _checked(head) for name, head in heads.items()}
    if sum(math.prod(shape) for shape, *_ in parts.values()) > MAX_CELLS:
        raise ValueError("too many cells")
    lengths = {
        name: math.prod((*shape[:-1], end - begin)) * np.dtype(kind).itemsize
        for name, (shape, kind, begin, end) in parts.items()
    }
    inflater = zlib.decompressobj()
    try:
        content = inflater.decompress(body, sum(lengths.values()) + 1)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if len(content) != sum(lengths.values()):
        raise ValueError("too short or too long")
    arrays, place = {}, 0
    for name, (shape, kind, begin, end) in parts.items():
        array = np.zeros(shape, np.int64)
        count = lengths[name] // np.dtype(kind).itemsize
        values = np.frombuffer(content, kind, count, place)
        array[..., begin:end] = values.reshape((*shape[:-1], end - begin))
        arrays[name], place = array, place + lengths[name]
    return arrays


def _filled(array: NDArray[np.int64]) -> tuple[int, int]:
    """Return the columns (of the last axis) from the first to the last that is not all zeros."""
    used = np.flatnonzero(array.reshape(-1, array.shape[-1]).any(axis=0))
    return (int(used[0]), int(used[-1]) + 1) if used.size else (0, 0)


def _checked(head: Any) -> tuple[tuple[int, ...], str, int, int]:
    """Return an array's shape, type and filled columns, or raise ValueError."""
    try:
        shape, kind, begin, end = head
        whole = all(type(n) is int and n >= 0 for n in (*shape, begin, end))
    except TypeError:
        whole = False
    if not whole or kind not in _TYPES or not shape or not begin <= end <= shape[-1]:
        raise ValueError("an impossible array")
    return tuple(shape), kind, begin, end
