"""Summaries of many histograms, against those of one at a time."""

import numpy as np
import pytest

from analysis.statistics import histogram_quantiles, histogram_shape, summarise_rows
from fastsim.text.errors import InvalidInput

PROBABILITIES = np.array([0.05, 0.25, 0.5, 0.75, 0.95, 1.0])


def test_every_row_is_summarised_as_by_itself() -> None:
    rng = np.random.default_rng(8)
    table = rng.poisson(rng.uniform(0, 40, size=(30, 12))) * rng.integers(0, 2, size=(30, 12))
    table[:, 5] += 2
    rows = summarise_rows(table, PROBABILITIES, start=-3)
    for row, counts in enumerate(table):
        shape = histogram_shape(counts, start=-3)
        assert rows.games[row] == shape.games
        assert rows.mean[row] == pytest.approx(shape.mean.value)
        assert rows.standard_error[row] == pytest.approx(shape.mean.standard_error)
        alone = histogram_quantiles(counts, PROBABILITIES[:-1], start=-3).values
        assert rows.quantiles[row].tolist() == [*alone.tolist(), shape.highest]


def test_quantiles_of_exact_ranks_are_not_the_next_value() -> None:
    rows = summarise_rows(np.ones((1, 100), int), np.array([0.07, 0.5, 0.95]))
    assert rows.quantiles.tolist() == [[6, 49, 94]]


def test_one_value_has_no_standard_error() -> None:
    rows = summarise_rows(np.array([[0, 1], [0, 2]]), np.array([0.5]))
    assert np.isnan(rows.standard_error[0])
    assert rows.standard_error[1] == 0


@pytest.mark.parametrize(
    ("table", "probability"),
    [([[0, 0]], 0.5), ([1, 2], 0.5), ([[1, -1]], 0.5), ([[1, 2]], 0.0), ([[1.5, 2]], 0.5)],
)
def test_bad_tables_are_refused(table: list[object], probability: float) -> None:
    with pytest.raises(InvalidInput):
        summarise_rows(np.array(table), np.array([probability]))
