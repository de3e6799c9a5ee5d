"""A win rate with its interval, after more and more games."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import EngFormatter

from analysis.plots.style import BLUE, GREY, dress, headline, legend_below, new_axes, styled


@styled
def convergence(frame: pd.DataFrame, ax: Axes | None = None, *, title: str | None = None) -> Axes:
    """Draw how the win rate of a matchup settles, on a logarithmic axis of games.

    Parameters
    ----------
    frame : DataFrame
        Of `analysis.frames.convergence_frame`.
    ax : Axes, optional
        Where to draw; a new figure when not given.
    title : str, optional
        In place of the rules' names.

    Returns
    -------
    Axes
    """
    ax = dress(ax or new_axes(height=3.4), grid="y")
    games, last = frame["games"].to_numpy(), frame.iloc[-1]
    band = ax.fill_between(
        games, 100 * frame["low"], 100 * frame["high"], color=BLUE, alpha=0.2, linewidth=0
    )
    (line,) = ax.plot(games, 100 * frame["win_rate"], "o-", color=BLUE, markersize=4, linewidth=1.4)
    final = ax.axhline(100 * last["win_rate"], color=GREY, linewidth=1.0, zorder=1)
    ax.set_xscale("log")
    ax.xaxis.set_major_formatter(EngFormatter(sep=""))
    ax.minorticks_off()
    ax.set_xlabel("Games, half in each seat order")
    ax.set_ylabel(f"Win rate of {last['a']} (%)")
    headline(
        ax,
        title or f"{last['a']} against {last['b']}",
        f"The same {last['games']:,.0f} games, looked at as they add up",
    )
    level = f"{100 * float(last['level']):g} %"
    legend_below(
        ax, [line, band, final], ["win rate so far", f"{level} interval", "win rate at the end"]
    )
    return ax
