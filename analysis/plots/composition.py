"""What a deck is made of, turn by turn."""

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
def composition(
    frame: pd.DataFrame,
    ax: Axes | None = None,
    *,
    player: str = "A",
    title: str | None = None,
) -> Axes:
    """Draw the mean number of each card that a rule owns after each turn, stacked.

    Both seat orders together. Turns that few games reach are drawn fainter, or not at all.

    Parameters
    ----------
    frame : DataFrame
        Of `curve_frame`.
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
    ax = dress(ax or new_axes(height=3.6), grid="y")
    parts = ((name, rows[rows["quantity"] == f"own({name})"]) for name in CARD_COLOURS)
    stack_cards(ax, ((name, part) for name, part in parts if len(part)), "mean")
    dress_turns(ax, rows)
    ax.set_ylabel("Cards owned (mean)")
    name = shortened(rows["rule"].iloc[0], 40)
    headline(ax, title or f"What the deck of {name} holds after each turn", observed_games(frame))
    return ax
