"""A quantity turn by turn, with the bands that hold half and nine tenths of the games."""

from __future__ import annotations

from typing import Final

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from analysis.plots.labels import shortened
from analysis.plots.style import (
    BLUE,
    GREY,
    ORANGE,
    dress,
    headline,
    legend_below,
    new_axes,
    styled,
)
from analysis.plots.turns import FAINT, dress_turns, observed_games, shown_turns
from fastsim.text.errors import InvalidInput

#: What is drawn, by quantity: the title and the label of the axis.
_WORDS: Final = {
    "money": ("Money in hand, turn by turn", "Coins in hand"),
    "vp": ("Victory points after each turn", "Victory points"),
}
#: Colour and width of each rule's line: the first is seen beneath the second.
_LINES: Final = ((BLUE, 2.8), (ORANGE, 1.3))
_BAND: Final = 0.2
_DASHES: Final = (0, (3, 1.6))


@styled
def bands(
    frame: pd.DataFrame,
    ax: Axes | None = None,
    *,
    quantity: str = "money",
    title: str | None = None,
) -> Axes:
    """Draw a quantity's mean by turn for both rules, over a band of half the games.

    Dashed lines bound nine tenths of them. Both seat orders together. Each turn is over the games
    that reached it: those that last long are not like the others, so turns that few games reach
    are drawn fainter, or not at all.

    Parameters
    ----------
    frame : DataFrame
        Of `curve_frame`.
    ax : Axes, optional
        Where to draw; a new figure when not given.
    quantity : str
        Of the frame's column ``quantity``: "money", "vp", "own(Gold)", ...
    title : str, optional

    Returns
    -------
    Axes

    Raises
    ------
    InvalidInput
        When the frame has no such quantity.
    """
    rows = frame[frame["quantity"] == quantity]
    if rows.empty:
        known = ", ".join(frame["quantity"].unique())
        raise InvalidInput(f"the frame has no quantity {quantity!r}", f"It has: {known}.")
    card = quantity.removeprefix("own(").rstrip(")")
    heading, label = _WORDS.get(
        quantity, (f"{card} cards owned after each turn", f"{card} cards owned")
    )
    ax = dress(ax or new_axes(height=3.8), grid="y")
    marks: list[Line2D | Patch] = []
    names, shown = [], []
    for player, (colour, width) in zip(rows["player"].unique(), _LINES, strict=False):
        part = shown_turns(rows, player)
        shown.append(part)
        _draw(ax, part, colour, width)
        marks.append(Line2D([], [], color=colour, marker="o", markersize=3.5, linewidth=width))
        names.append(f"{shortened(part['rule'].iloc[0], 34)}, mean")
    dress_turns(ax, pd.concat(shown))
    ax.set_ylabel(label)
    headline(ax, title or heading, observed_games(rows))
    marks += [
        Patch(color=GREY, alpha=2 * _BAND),
        Line2D([], [], color=GREY, linewidth=1.0, linestyle=_DASHES),
    ]
    legend_below(ax, marks, [*names, "middle 50 % of games", "middle 90 %"])
    return ax


def _draw(ax: Axes, rows: pd.DataFrame, colour: str, width: float) -> None:
    """Draw one rule: first the turns that most games reach, then, fainter, those from there on."""
    full = rows[~rows["faint"]]
    late = rows[rows["turn"] >= full["turn"].max()] if len(full) else rows
    for part, strength in ((full, 1.0), (late, FAINT)):
        if len(part) < 2 and strength < 1:
            continue
        turn = part["turn"]
        ax.fill_between(
            turn, part["q25"], part["q75"], color=colour, alpha=_BAND * strength, linewidth=0
        )
        for edge in ("q05", "q95"):
            ax.plot(
                turn, part[edge], color=colour, alpha=0.75 * strength,
                linewidth=0.9, linestyle=_DASHES,
            )  # fmt: skip
        ax.plot(
            turn, part["mean"], color=colour, alpha=strength,
            marker="o", markersize=3, linewidth=width, zorder=4 + strength,
        )  # fmt: skip
