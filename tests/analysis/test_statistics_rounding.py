"""No digit beyond the Monte Carlo error."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.statistics import (
    Estimate,
    decimals_to_show,
    format_estimate,
    format_with_error,
    round_by_error,
    wilson,
)
from fastsim.text.errors import InvalidInput

ERROR = st.floats(1e-9, 1e6)
VALUE = st.floats(-1e6, 1e6)


# The Particle Data Group's own examples: 0.827 ± 0.119 and 0.827 ± 0.367.
@pytest.mark.parametrize(
    ("value", "error", "rounded"),
    [
        (0.827, 0.119, 0.83),
        (0.827, 0.367, 0.8),
        (0.827, 0.354, 0.83),
        (0.827, 0.355, 0.8),
        (0.8274, 0.0948, 0.83),
        (0.8274, 0.0999, 0.83),
        (41.041534, 0.0002, 41.04153),
        (41.04153, 0.004, 41.042),
        (987_654.0, 1234.0, 987_700.0),
        (987_654.0, 9999.6, 988_000.0),
        (-0.0004, 0.05, 0.0),
        (0.123456789, 0.0, 0.123456789),
    ],
)
def test_rounding(value, error, rounded):
    assert round_by_error(value, error) == rounded
    assert math.copysign(1, round_by_error(-0.0004, 0.05)) == 1


@pytest.mark.parametrize(
    ("error", "decimals"),
    [
        (1, 1),
        (3.54, 1),
        (3.55, 0),
        (9.99, 0),
        (10, 0),
        (0.001, 4),
        (0.0005, 4),
        (1e-9, 10),
        (2e4, -3),
    ],
)
def test_decimals(error, decimals):
    assert decimals_to_show(error) == decimals


@given(VALUE, ERROR)
def test_rounding_costs_little_and_shows_nothing_beyond_the_error(value, error):
    rounded = round_by_error(value, error)
    assert abs(rounded - value) <= 0.15 * error + 1e-9
    place = 10.0 ** -decimals_to_show(error)
    assert error / 36 < place <= error  # the place of the error's first or second digit
    assert round_by_error(rounded, error) == rounded


@pytest.mark.parametrize(
    ("arguments", "options", "text"),
    [
        ((0.514372, 0.0005), {"percent": True}, "51.44 % ± 0.10 %"),
        ((0.514372, 0.00025), {"percent": True}, "51.437 % ± 0.049 %"),
        ((0.0123, 0.0021), {"percent": True, "unit": "points"}, "1.23 points ± 0.41 points"),
        ((41.0412, 0.0084), {}, "41.041 ± 0.016"),
        ((41.0412, 0.0084), {"level": 0.99, "unit": "turns"}, "41.041 turns ± 0.022 turns"),
        ((12_345.6, 789.0), {"unit": "games"}, "12300 games ± 1500 games"),
        ((-0.00001, 0.02), {}, "0.000 ± 0.039"),
        ((0.5, 0.0), {"percent": True}, "50 % (exact)"),
        ((0.1 + 0.2, 0.0), {}, "0.3 (exact)"),
    ],
)
def test_figures_with_their_error(arguments, options, text):
    assert format_with_error(*arguments, **options) == text


@given(st.floats(0, 1), st.floats(1e-8, 0.2))
def test_the_error_shown_is_never_nothing(value, error):
    shown, reach = format_with_error(value, error, percent=True).replace(" %", "").split(" ± ")
    assert float(reach) > 0
    assert len(shown.partition(".")[2]) == len(reach.partition(".")[2])
    assert float(shown) == pytest.approx(100 * value, abs=15 * error + 1e-9)


def test_estimates_with_their_own_interval():
    assert format_estimate(wilson(514_372, 10**6), percent=True) == "51.44 % (51.34 % to 51.54 %)"
    # Every game won: the standard error is 0, the interval is not.
    assert format_estimate(wilson(1000, 1000), percent=True) == "100.00 % (99.62 % to 100.00 %)"
    assert format_estimate(wilson(1, 2)) == "0.50 (0.09 to 0.91)"
    assert format_estimate(Estimate(3.0, 0.0, 3.0, 3.0, 0.95), unit="VP") == "3 VP (exact)"


def test_what_cannot_be_rounded_is_refused():
    for error in (0, -1, math.inf, math.nan):
        with pytest.raises(InvalidInput, match="standard error"):
            decimals_to_show(error)
    for value, error in ((math.nan, 1), (1, math.nan), (1, -1), (math.inf, 1)):
        with pytest.raises(InvalidInput):
            round_by_error(value, error)
        with pytest.raises(InvalidInput):
            format_with_error(value, error)
    with pytest.raises(InvalidInput, match="level"):
        format_with_error(1, 1, level=1)
    with pytest.raises(InvalidInput):
        format_estimate(Estimate(math.nan, 1.0, 0.0, 1.0, 0.95))
