"""Results compared by what they hold: numpy's arrays compare entry by entry, which is no answer."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import TypeGuard

import numpy as np


class ByValue:
    """A dataclass that may hold arrays, equal to another of its class that holds the same.

    Fields declared with ``compare=False`` are left out: how long games took, and by which kernel,
    is no part of what they came to. There is no hash, since arrays can be written to.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if other is self:
            return True
        if type(other) is not type(self):
            return NotImplemented
        return all(
            same_value(getattr(self, field.name), getattr(other, field.name))
            for field in fields(self)  # type: ignore[arg-type]
            if field.compare
        )

    __hash__ = None  # type: ignore[assignment]


def same_value(one: object, other: object) -> bool:
    """Return whether two values are the same, arrays and what is not a number included."""
    if one is other:
        return True
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return _same_array(one, other)
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(same_value(one[k], other[k]) for k in one)
    if _is_row(one) and _is_row(other):
        return len(one) == len(other) and all(map(same_value, one, other))
    if isinstance(one, float) and isinstance(other, float) and math.isnan(one):
        return math.isnan(other)
    if hasattr(one, "equals"):  # a frame
        return type(one) is type(other) and bool(one.equals(other))
    return bool(one == other)


def _same_array(one: object, other: object) -> bool:
    if not (isinstance(one, np.ndarray) and isinstance(other, np.ndarray)):
        return False
    with_nan = one.dtype.kind in "fc" and other.dtype.kind in "fc"
    return np.array_equal(one, other, equal_nan=with_nan)


def _is_row(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)
