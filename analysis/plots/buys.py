"""What a rule buys, turn by turn."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes

from analysis.plots.labels import shortened
from analysis.plots.style import dress, headline, new_axes, styled
from analysis.plots.turns import (
    CARD_COLOURS,
    dress_turns,
    observed_games,
    shown_turns,
    stack_cards,
)


@styled
def buys(
    frame: pd.DataFrame,
    ax: Axes | None = None,
    *,
    player: str = "A",
    title: str | None = None,
) -> Axes:
    """Draw the share of each card among a rule's buys of each turn, stacked to 100 %.

    Both seat orders together. Turns that few games reach are drawn fainter, or not at all.

    Parameters
    ----------
    frame : DataFrame
        Of `buy_frame`.
    ax : Axes, optional
        Where to draw; a new figure when not given.
    player : str
        "A" or "B".
    title : str, optional

    Returns
    -------
    Axes

    Raises
    ------
    InvalidInput
        When the frame has no such player.
    """
    rows = shown_turns(frame, player)
    rows = rows.assign(percent=100 * rows["share"])
    ax = dress(ax or new_axes(height=3.6))
    parts = ((name, rows[rows["bought"] == name]) for name in CARD_COLOURS)
    stack_cards(ax, ((name, part) for name, part in parts if len(part)), "percent")
    dress_turns(ax, rows)
    ax.set_ylim(0, 100)
    ax.set_ylabel("Share of the turn's buys (%)")
    name = shortened(rows["rule"].iloc[0], 40)
    headline(ax, title or f"What {name} buys, turn by turn", observed_games(frame))
    return ax
