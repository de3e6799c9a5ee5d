"""Figures look as they did when somebody looked at them, but for fonts and the last dot."""

import numpy as np
import pytest

from analysis.output.pictures import png
from analysis.plots.heatmap import heatmap
from tests.analysis.reference_pictures import (
    DPI,
    FOLDER,
    PICTURES,
    distance,
    judged,
    sweep_rows,
)

#: Of 255, between mean colours of squares. Letters without hinting and smoothing, at most 7.4, stay
#: below it; a single cell of another colour does not.
TOLERANCE = 8.0


@pytest.mark.parametrize("name", PICTURES)
def test_a_figure_looks_like_its_reference(name: str) -> None:
    drawn = png(PICTURES[name](), dpi=DPI)
    assert distance(drawn, (FOLDER / f"{name}.png").read_bytes()) < TOLERANCE, (
        "look at it; python -m tests.analysis.reference_pictures draws the references anew"
    )


def test_there_is_a_picture_for_every_drawing_and_no_other() -> None:
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(PICTURES)


def test_a_wrong_picture_is_noticed() -> None:
    right = np.array([[0.11, 0.42, 0.53, 0.48], [0.24, 0.501, 0.66, 0.655], [0.3, 0.37, 0.6, 0.57]])
    one_cell = right.copy()
    one_cell[0, 0] = 0.6
    reference = (FOLDER / "heatmap.png").read_bytes()
    for wrong in (right[::-1], right[:, ::-1], one_cell):
        drawn = png(heatmap(judged(sweep_rows(wrong))), dpi=DPI)
        assert distance(drawn, reference) > TOLERANCE
