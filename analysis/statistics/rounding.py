"""Figures that show no digit beyond their Monte Carlo error.

The rule is the Particle Data Group's. Take the three leading digits of the standard error: from
100 to 354 the last digit shown has the place of the error's second digit, from 355 on that of its
first. So a figure ends within two digits of its error, and rounding moves it by less than 0.15
standard errors.
"""

from __future__ import annotations

import math

from analysis.statistics.checks import check_level
from analysis.statistics.estimate import Estimate, two_sided_z
from fastsim.text.errors import InvalidInput

#: Decimals shown of a figure without error, at most: that it is exact is said in words.
_EXACT = 2


def decimals_to_show(standard_error: float) -> int:
    """Return how many decimals a figure with this standard error deserves.

    Parameters
    ----------
    standard_error : float
        Above 0, in the unit of the figure.

    Returns
    -------
    int
        Negative when the units place is already noise: −2 rounds to hundreds.

    Raises
    ------
    InvalidInput
        When the error is not a finite number above 0.

    References
    ----------
    Particle Data Group (2024), Review of Particle Physics, Introduction, section 5.3.
    """
    if not 0 < standard_error < math.inf:
        raise InvalidInput(f"A standard error must be finite and above 0, not {standard_error}.")
    mantissa, exponent = f"{standard_error:.2e}".split("e")
    return -int(exponent) + (float(mantissa) < 3.55)


def round_by_error(value: float, standard_error: float) -> float:
    """Round a figure to the decimals that its standard error leaves.

    Parameters
    ----------
    value : float
        The figure.
    standard_error : float
        In the same unit; 0 leaves the value as it is.

    Returns
    -------
    float
        The rounded figure.

    Raises
    ------
    InvalidInput
        When either is not finite, or the error is negative.
    """
    _check(value, standard_error)
    if standard_error == 0:
        return value
    return round(value, decimals_to_show(standard_error)) + 0.0


def format_with_error(
    value: float,
    standard_error: float,
    *,
    level: float = 0.95,
    percent: bool = False,
    unit: str | None = None,
) -> str:
    """Write a figure with the half width of its normal interval, "51.44 % ± 0.10 %".

    Parameters
    ----------
    value, standard_error : float
        In the same unit.
    level : float
        Level of the interval shown, in (0, 1).
    percent : bool
        Multiply by 100 first.
    unit : str, optional
        Written after each number; "%" by default when `percent`, else nothing. Say "points" for
        differences of percentages.

    Returns
    -------
    str
        Both numbers to the decimals of `decimals_to_show(standard_error)`; without an error, that
        the figure is exact.

    Raises
    ------
    InvalidInput
        When either is not finite, the error is negative, or the level is outside (0, 1).
    """
    z = two_sided_z(level)
    _check(value, standard_error)
    suffix = _suffix(percent, unit)
    scale = 100.0 if percent else 1.0
    if standard_error == 0:
        return f"{exact_figure(scale * value)}{suffix} (exact)"
    decimals = decimals_to_show(scale * standard_error)
    shown, reach = scale * value, z * scale * standard_error
    return f"{_fixed(shown, decimals)}{suffix} ± {_fixed(reach, decimals)}{suffix}"


def format_estimate(
    estimate: Estimate[float], *, percent: bool = False, unit: str | None = None
) -> str:
    """Write an estimate with its own interval, "51.44 % (51.34 % to 51.54 %)".

    Parameters
    ----------
    estimate : Estimate
        A single one.
    percent, unit
        As `format_with_error`.

    Returns
    -------
    str
        All three numbers to the same decimals; of a figure without an error or an interval, that
        it is exact. The decimals are those of the standard error, or of half
        width / z where that is larger, so a rate of 100 % shows how well it is known.

    Raises
    ------
    InvalidInput
        When a number is not finite.
    """
    check_level(estimate.level)
    scale = 100.0 if percent else 1.0
    resolution = scale * max(
        estimate.standard_error, estimate.half_width / two_sided_z(estimate.level)
    )
    _check(scale * estimate.value, resolution)
    suffix = _suffix(percent, unit)
    numbers = [scale * x for x in (estimate.value, estimate.low, estimate.high)]
    if resolution == 0:
        return f"{exact_figure(numbers[0])}{suffix} (exact)"
    decimals = decimals_to_show(resolution)
    value, low, high = (_fixed(x, decimals) + suffix for x in numbers)
    return f"{value} ({low} to {high})"


def exact_figure(value: float) -> str:
    """Write a figure that has no error, to two decimals at most: "50", "14.29"."""
    return f"{round(value, _EXACT) + 0.0:.{_EXACT}f}".rstrip("0").rstrip(".")


def _check(value: float, standard_error: float) -> None:
    if not (math.isfinite(value) and 0 <= standard_error < math.inf):
        raise InvalidInput(
            f"A figure must be finite and its error at least 0, not {value} ± {standard_error}."
        )


def _suffix(percent: bool, unit: str | None) -> str:
    unit = ("%" if percent else "") if unit is None else unit
    return f" {unit}" if unit else ""


def _fixed(value: float, decimals: int) -> str:
    # Adding 0.0 turns −0.0 into 0.0.
    return f"{round(value, decimals) + 0.0:.{max(decimals, 0)}f}"
