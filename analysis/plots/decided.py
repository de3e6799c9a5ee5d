"""How games were decided in several setups: on points, by the tie rule, or not at all."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, Final

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Patch

from analysis.frames import SETTINGS_COLUMNS
from analysis.plots.labels import SEAT_POLICY, shortened, wrapped
from analysis.plots.style import (
    BLUE,
    GRID,
    INK,
    ORANGE,
    PAPER,
    dress,
    headline,
    ink_on,
    legend_below,
    new_axes,
    styled,
)
from fastsim.text.errors import InvalidInput

Row = Mapping[Hashable, Any]

#: The parts of a bar from left to right: column, colour, hatching.
_PARTS: Final = (
    ("points_a", BLUE, ""),
    ("tie_a", "#8dbde0", "////"),
    ("shared", "#d3d8de", ""),
    ("tie_b", "#f0b78d", "////"),
    ("points_b", ORANGE, ""),
)
#: Share below which a part has no room for its number, in percent.
_ROOM: Final = 4.0


@styled
def decided(frame: pd.DataFrame, ax: Axes | None = None, *, title: str | None = None) -> Axes:
    """Draw how the games of each matchup were decided in each setup, as bars of 100 %.

    Solid parts were decided on points, hatched ones had equal points and went to one side by the
    tie rule.

    Parameters
    ----------
    frame : DataFrame
        Of `settings_frame`: either mirrors or pairs.
    ax : Axes, optional
        Where to draw; a new figure of fitting height when not given.
    title : str, optional

    Returns
    -------
    Axes

    Raises
    ------
    InvalidInput
        When the frame is empty, or holds both mirrors and pairs.
    """
    if frame["mirror"].nunique() != 1:
        raise InvalidInput("a figure of how games were decided is of mirrors, or of pairs")
    mirror = bool(frame["mirror"].iloc[0])
    places, heads = _places(frame)
    ax = dress(ax or new_axes(height=1.55 + 0.27 * max(places)), grid="x")
    for place, row in zip(places, frame.to_dict("records"), strict=True):
        _draw_bar(ax, place, row)
    ax.axvline(50, color=INK, linewidth=1.0, zorder=5)
    for place, head in heads:
        name = shortened(head["a"], 60) if mirror else f"{_side(head['a'])} v {_side(head['b'])}"
        ax.text(0, place, name, va="center", ha="left", fontsize=9, weight="bold", color=INK)
    ax.set_yticks(places, [wrapped(name, 34) for name in frame["setup"]])
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(max(places) + 0.7, 0.3)
    ax.set_xlim(0, 100)
    ax.set_xlabel("Share of games (%)")
    games = f"{int(frame['games'].iloc[0]):,} games"
    headline(
        ax,
        title or ("How mirrors are decided" if mirror else "How pairs are decided"),
        f"{games} a bar of a rule against itself" if mirror else f"{games} a bar, {SEAT_POLICY}",
    )
    _legend(ax, frame, mirror)
    return ax


def _places(frame: pd.DataFrame) -> tuple[list[float], list[tuple[float, Row]]]:
    """Return where each row's bar stands, and where the heading of each matchup does."""
    places: list[float] = []
    heads: list[tuple[float, Row]] = []
    place, last = 0.0, None
    for row in frame.to_dict("records"):
        if (row["a"], row["b"]) != last:
            place += 1.3 if last else 1.0
            heads.append((place, row))
            last = (row["a"], row["b"])
        place += 1.0
        places.append(place)
    return places, heads


def _draw_bar(ax: Axes, place: float, row: Row) -> None:
    left = 0.0
    for column, colour, hatch in _PARTS:
        share = 100 * row[column] / row["games"]
        if share:
            ax.barh(
                place, share, left=left, height=0.82, color=colour, hatch=hatch,
                edgecolor=PAPER, linewidth=0.6, zorder=3,
            )  # fmt: skip
        if share >= _ROOM:
            ax.text(
                left + share / 2, place, f"{share:.1f}", va="center", ha="center", fontsize=8,
                color=ink_on(colour), zorder=6,
                bbox={"facecolor": colour, "edgecolor": "none", "pad": 1.0},
            )  # fmt: skip
        left += share


def _legend(ax: Axes, frame: pd.DataFrame, mirror: bool) -> None:
    a, b = ("who moves first", "who moves second") if mirror else ("the first rule", "the second")
    says = {
        "points_a": f"{a} has more points",
        "tie_a": f"level, goes to {a}",
        "shared": "level, shared",
        "tie_b": f"level, goes to {b}",
        "points_b": f"{b} has more points",
    }
    assert set(says) <= set(SETTINGS_COLUMNS)
    parts = [part for part in _PARTS if frame[part[0]].any()]
    handles = [
        Patch(facecolor=colour, hatch=hatch, edgecolor=PAPER if hatch else GRID, linewidth=0)
        for _, colour, hatch in parts
    ]
    legend_below(ax, handles, [says[column] for column, _, _ in parts])


def _side(name: str) -> str:
    return shortened(name, 36)
