"""The reference pictures: made-up frames, drawn small.

``python -m tests.analysis.reference_pictures`` draws them anew; look at them before you keep them.
"""

from __future__ import annotations

import io
import itertools
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from PIL import Image

from analysis.output.pictures import png
from analysis.plots.bands import bands
from analysis.plots.heatmap import heatmap
from analysis.plots.matrix import matrix
from analysis.plots.multiples import multiples
from analysis.plots.shortfall import shortfall

FOLDER = Path(__file__).parent / "pictures"
#: Low, so that letters are little more than grey: they differ between font engines.
DPI = 50
#: Side of the squares whose mean colours are compared, in dots.
SQUARE = 8

_RATES = np.array([[0.11, 0.42, 0.53, 0.48], [0.24, 0.501, 0.66, 0.655], [0.3, 0.37, 0.6, 0.57]])


def sweep_rows(rates: np.ndarray = _RATES, **more: float) -> pd.DataFrame:
    """A `sweep_frame` of estate (rows) and duchy (columns) with these win rates."""
    rows = []
    for (estate, duchy), rate in np.ndenumerate(rates):
        rows.append(
            {**more, "estate": estate + 1, "duchy": 2 * duchy, "against": "Opponent"}
            | {"games": 4000, "win_rate": rate, "standard_error": 0.004}
            | {"low": rate - 0.008, "high": rate + 0.008, "level": 0.95}
            | {"undecided": abs(rate - 0.5) <= 0.008}
        )
    return pd.DataFrame(rows)


def judged(frame: pd.DataFrame) -> pd.DataFrame:
    """The frame with its best cell, those near it, and what each loses."""
    best = frame["win_rate"].max()
    return frame.assign(
        best=frame["win_rate"] == best,
        may_be_best=frame["win_rate"] > best - 0.01,
        shortfall=best - frame["win_rate"],
        p_value=0.5, win_rate_first=0.5, win_rate_second=0.5, wins=0, losses=0, shared=0,
    )  # fmt: skip


def matchup_rows(strengths: dict[str, float]) -> pd.DataFrame:
    """A `comparison_frame` of rules that win by the difference of their strengths."""
    names = list(strengths)
    rows = []
    for i, a in enumerate(names):
        for b in names[i + 1 :]:
            rate = 1 / (1 + np.exp(strengths[b] - strengths[a]))
            rows.append(
                {"a": a, "b": b, "games": 2000, "win_rate": rate, "standard_error": 0.01}
                | {"low": rate - 0.02, "high": rate + 0.02, "level": 0.95}
                | {"significant": abs(rate - 0.5) > 0.03}
            )
    return pd.DataFrame(rows)


def curve_rows() -> pd.DataFrame:
    """A `curve_frame` of the money of two rules, one growing faster than the other."""
    rows = []
    for player, rule, pace in (("A", "Quick", 0.45), ("B", "Slow", 0.25)):
        for turn in range(1, 16):
            mean = 4 + pace * turn
            rows.append(
                {"player": player, "rule": rule, "seat": 0, "turn": turn, "observed": 1000}
                | {"games": 1000 if turn < 11 else 1000 - 180 * (turn - 10), "quantity": "money"}
                | {"mean": mean, "standard_error": 0.02, "q05": round(mean - 3)}
                | {"q25": round(mean - 1), "q50": round(mean), "q75": round(mean + 1)}
                | {"q95": round(mean + 3)}
            )
    return pd.DataFrame(rows)


def _panels() -> Axes:
    frames = [sweep_rows(_RATES - 0.03 * gold, gold=gold) for gold in range(3)]
    first: Axes = multiples(judged(pd.concat(frames, ignore_index=True)))[0, 0]
    return first


PICTURES: dict[str, Callable[[], Axes]] = {
    "heatmap": lambda: heatmap(judged(sweep_rows())),
    "shortfall": lambda: shortfall(judged(sweep_rows())),
    "multiples": _panels,
    "matrix": lambda: matrix(matchup_rows({"Strong": 1.2, "Fair": 0.3, "Even": 0.25, "Weak": -1})),
    "bands": lambda: bands(curve_rows()),
}


def _dots(picture: bytes) -> np.ndarray:
    """Return the colours of a PNG. float64 [n_down, n_across, 3]."""
    with Image.open(io.BytesIO(picture)) as image:
        return np.asarray(image.convert("RGB"), np.float64)


def _squares(dots: np.ndarray) -> np.ndarray:
    """Return the mean colour of each square. float64 [n_down, n_across, 3]."""
    down, across = (length // SQUARE for length in dots.shape[:2])
    dots = dots[: down * SQUARE, : across * SQUARE]
    return dots.reshape(down, SQUARE, across, SQUARE, 3).mean(axis=(1, 3))


def distance(one: bytes, other: bytes) -> float:
    """Return how far apart two PNGs are, 0 to 255; inf for different sizes.

    The root mean square difference of their squares, laid on each other as they fit best within a
    dot: one that layout moved by less than a dot is no other picture.
    """
    a, b = _dots(one), _dots(other)
    if a.shape != b.shape:
        return float("inf")
    middle = _squares(a[1:-1, 1:-1])
    moved = (
        _squares(b[1 + down : len(b) - 1 + down, 1 + right : b.shape[1] - 1 + right])
        for down, right in itertools.product((-1, 0, 1), repeat=2)
    )
    return min(float(np.sqrt(np.mean((middle - there) ** 2))) for there in moved)


def main() -> None:
    """Write every reference picture."""
    FOLDER.mkdir(exist_ok=True)
    for name, draw in PICTURES.items():
        (FOLDER / f"{name}.png").write_bytes(png(draw(), dpi=DPI))


if __name__ == "__main__":
    main()
