"""What figures over a player's own turns have in common: which turns they show, and how."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from analysis.plots.labels import SEAT_POLICY
from analysis.plots.style import PAPER, legend_below
from analysis.questions.curves import CUT_BELOW
from fastsim.text.errors import InvalidInput

#: Share of the observed games below which a turn is drawn fainter.
FAINT_BELOW: Final = 0.5
#: How much of its colour a faint turn keeps.
FAINT: Final = 0.45

#: Cards, warm for Treasures and green for Victory cards: told apart with any colour vision.
CARD_COLOURS: Final[Mapping[str, str]] = {
    "Copper": "#a8571c",
    "Silver": "#aab3bc",
    "Gold": "#f0c53a",
    "Estate": "#a6dba0",
    "Duchy": "#4f9f6a",
    "Province": "#0f5c3a",
    "nothing": "#e8ebee",
}


def shown_turns(frame: pd.DataFrame, player: str) -> pd.DataFrame:
    """Return a player's rows of both seat orders together, of the turns that figures show.

    Parameters
    ----------
    frame : DataFrame
        Of `curve_frame` or `buy_frame`.
    player : str
        "A" or "B".

    Returns
    -------
    DataFrame
        With a column ``faint`` (bool): whether few games reach the turn.

    Raises
    ------
    InvalidInput
        When there are none.
    """
    rows = frame[(frame["player"] == player) & (frame["seat"] == 0)]
    if rows.empty:
        raise InvalidInput(f"the frame has no turns of player {player}")
    going = rows["games"] / rows["observed"]
    return rows[going >= CUT_BELOW].assign(faint=going < FAINT_BELOW)


def observed_games(frame: pd.DataFrame) -> str:
    """Return of how many games the figure is, and which turns it shows."""
    observed = int(frame.loc[frame["seat"] == 0, "observed"].iloc[0])
    games = (
        f"The first {observed:,} games, {SEAT_POLICY}"
        if frame["player"].nunique() > 1
        else f"The first {observed // 2:,} games, seen from both seats"
    )
    return (
        f"{games}; each turn over the games still going.\n"
        f"Faint where those are fewer than {100 * FAINT_BELOW:g} %, "
        f"cut below {100 * CUT_BELOW:g} %."
    )


def dress_turns(ax: Axes, frame: pd.DataFrame) -> None:
    """Label the axis of turns, and show all of those in `frame`."""
    ax.set_xlim(frame["turn"].min() - 0.5, frame["turn"].max() + 0.5)
    ax.set_ylim(bottom=0)
    ax.xaxis.set_major_locator(MaxNLocator(nbins=22, integer=True))
    ax.set_xlabel("Turn (the player's own, from 1)")


def stack_cards(ax: Axes, parts: Iterator[tuple[str, pd.DataFrame]], values: str) -> None:
    """Stack a column of the rows of each card, turn by turn, and explain the colours."""
    drawn: dict[str, Patch] = {}
    bottom: pd.Series | float = 0.0
    for name, rows in parts:
        rows = rows.set_index("turn")
        height = rows[values]
        if height.max() <= 0:
            continue
        colour = CARD_COLOURS[name]
        colours = [_fainter(colour) if faint else colour for faint in rows["faint"]]
        ax.bar(height.index, height, bottom=bottom, width=0.88, color=colours, linewidth=0)
        bottom = height + bottom
        drawn[name] = Patch(color=colour)
    legend_below(ax, list(drawn.values()), list(drawn))


def _fainter(colour: str) -> tuple[float, ...]:
    """Return the colour as it looks on paper when `FAINT` of it is left, yet opaque."""
    ink, paper = to_rgb(colour), to_rgb(PAPER)
    return tuple(FAINT * c + (1 - FAINT) * white for c, white in zip(ink, paper, strict=True))
