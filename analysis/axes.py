"""A parameter and the values it takes, as text and as numbers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from fastsim.errors import InvalidInput
from fastsim.numbers import as_number
from fastsim.shown import brief
from fastsim.text import read_number, shortened
from fastsim.values import as_list

Number = int | Fraction

#: Values of one axis at most: beyond that not even a map in one dimension can be read.
MAX_VALUES: Final = 2048


@dataclass(frozen=True)
class Axis:
    """A parameter and the values it takes, in order."""

    parameter: str
    values: tuple[Number, ...]

    __repr__ = brief

    def __post_init__(self) -> None:
        values = as_list(self.values, f"values of {self.parameter}")
        exact = tuple(as_number(self.parameter, value) for value in values)
        object.__setattr__(self, "values", exact)


def parse_axis(text: str) -> Axis:
    """Return the axis written ``name=low:high`` or ``name=low:high:step``, both ends included.

    Raises
    ------
    InvalidInput
        For anything else, a high end below the low one, or a step that is not positive.
    """
    example = "Example: duchy=0:8 or share=0:1:0.25."
    shown = shortened(text)
    name, _, values = text.partition("=")
    parts = values.split(":")
    if not name.strip().isidentifier() or len(parts) not in (2, 3):
        raise InvalidInput(f"{shown!r} is not a range", example)
    try:
        low, high, *steps = (read_number(part) for part in parts)
    except (ValueError, ZeroDivisionError):
        raise InvalidInput(f"{shown!r} is not a range of numbers", example) from None
    step = steps[0] if steps else Fraction(1)
    if high < low:
        raise InvalidInput(
            f"{shown}: the range ends before it begins", "Write the lower end first."
        )
    if step <= 0:
        raise InvalidInput(f"{shown}: a step is above 0", example)
    count = int((high - low) / step) + 1
    if count > MAX_VALUES:
        raise InvalidInput(f"{shown}: {count} values", f"At most {MAX_VALUES}.")
    steps_taken = (low + k * step for k in range(count))
    return Axis(name.strip(), tuple(int(v) if v.denominator == 1 else v for v in steps_taken))
