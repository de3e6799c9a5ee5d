"""The figures of a page: each drawn, described in words, and ready to be put in."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from analysis.frames import (
    buy_frame,
    curve_frame,
    distribution_frame,
    parameter_columns,
    sweep_frame,
)
from analysis.output.pictures import figure_of, svg
from analysis.plots.bands import bands
from analysis.plots.buys import buys
from analysis.plots.composition import composition
from analysis.plots.forest import forest
from analysis.plots.game_length import game_length
from analysis.plots.heatmap import best_cell, heatmap
from analysis.plots.ladder import ladder
from analysis.plots.margin import margin
from analysis.plots.matrix import matrix
from analysis.plots.profile import profile
from analysis.plots.shortfall import shortfall
from analysis.plots.side_by_side import side_by_side
from analysis.plots.victory_points import victory_points
from analysis.questions.curves import Curves
from analysis.questions.duel import Duel
from analysis.questions.sweep import Sweep
from analysis.report.page.results import Comparison
from analysis.report.parts.comparison.words import margin_sentence
from analysis.statistics.words import counted
from fastsim.text.words import number_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True)
class FigureOnPage:
    """A picture for a page.

    Attributes
    ----------
    source : str
        A ``data:`` address that holds the whole picture.
    alt : str
        What it shows, for who cannot see it.
    caption : str
        What to look for.
    width, height : int
        Pixels at which its letters have the size of the page's small print.
    """

    source: str
    alt: str
    caption: str
    width: int
    height: int


def comparison_figures(comparison: Comparison) -> list[FigureOnPage]:
    """Return the matrix of all pairs, and the win rates against the baseline."""
    found = []
    frame = comparison.frame
    if len(comparison.ranking) > 2:
        order = list(comparison.ranking["rule"])
        best, last = order[0], order[-1]
        found.append(
            on_page(
                matrix(frame, order=order),
                f"Matrix of win rates of {len(order)} rules against each other, ordered from "
                f"{best} on top to {last} at the bottom; the table below has the same numbers.",
                "Rows are ordered by mean win rate. Blue: the row's rule wins more often.",
            )
        )
        if np.isfinite(comparison.ranking["strength"]).any():
            found.append(_strengths(comparison.ranking))
    rows = comparison.against_baseline
    if len(rows) > 1:
        top = rows.iloc[int(rows["win_rate"].to_numpy().argmax())]
        low = rows.iloc[int(rows["win_rate"].to_numpy().argmin())]
        found.append(
            on_page(
                forest(rows),
                f"Win rates of {counted(len(rows), 'rule')} against {comparison.baseline}, from "
                f"{100 * top['win_rate']:.1f} % ({top['a']}) down to "
                f"{100 * low['win_rate']:.1f} % ({low['a']}).",
                "A dot is a win rate, the line through it its interval.",
            )
        )
    return found


def _strengths(ranking: pd.DataFrame) -> FigureOnPage:
    best, last = ranking.iloc[0], ranking.iloc[-1]
    groups = int(ranking["group"].max())
    return on_page(
        ladder(ranking),
        f"Bradley–Terry strengths of {len(ranking)} rules, from {best['rule']} on top to "
        f"{last['rule']} at the bottom, in {counted(groups, 'group')} that can be told apart.",
        "One number a rule that explains all its win rates as well as one number can: two rules "
        "that are 1 apart meet with a win rate of 73 %.",
    )


def curve_figures(curves: Curves, show: Sequence[str]) -> list[FigureOnPage]:
    """Return the figures of a matchup turn by turn that are asked for."""
    turns, bought = curve_frame(curves), buy_frame(curves)
    names = [str(name) for name in turns["rule"].unique()]
    both = " and ".join(names)
    found = []
    for quantity, what in (("money", "coins in hand"), ("vp", "victory points")):
        if quantity in show:
            found.append(
                on_page(
                    bands(turns, quantity=quantity),
                    f"Mean {what} of {both} by their own turn, with the bands that hold half and "
                    "nine tenths of the games.",
                    "",
                )
            )
    for player, name in zip(curves.players, names, strict=True):
        if "buys" in show:
            alt = f"Share of each card among what {name} buys, by its own turn, stacked to 100 %."
            found.append(on_page(buys(bought, player=player), alt, ""))
        if "deck" in show:
            alt = f"Mean number of each card in the deck of {name}, by its own turn, stacked."
            found.append(on_page(composition(turns, player=player), alt, ""))
    return found


def overview_figure(sweeps: Mapping[str, Sweep]) -> FigureOnPage:
    """Return the maps of several sweeps over the same two parameters side by side."""
    frames = {title: sweep_frame(sweep) for title, sweep in sweeps.items()}
    return on_page(
        side_by_side(frames)[0],
        f"Small heatmaps of {counted(len(frames), 'sweep')} on one scale of colours: "
        f"{'; '.join(frames)}. The table below names the best cell of each.",
        "Colours mean the same on every map. Heavy outline: the best cell; dashed: cells that "
        "cannot be told from it.",
    )


def sweep_figures(sweep: Sweep, *, alone: bool = True) -> list[FigureOnPage]:
    """Return the win rates of a sweep and, for two parameters, what is lost to the best.

    The latter only for one that stands alone: several are told apart by their win rates.
    """
    frame = sweep_frame(sweep)
    names = list(reversed(parameter_columns(frame)))
    best = best_cell(frame, names)
    if len(names) == 1:
        alt = f"Win rate against {sweep.against.name} along {names[0]}. {best}."
        return [on_page(profile(frame), alt, "")]
    shape = f"{names[0]} to the right and {names[1]} upwards, {number_of(len(frame), 'cell')}"
    found = [
        on_page(
            heatmap(frame),
            f"Heatmap of win rates against {sweep.against.name}: {shape}. {best}. The table below "
            "lists every cell.",
            "Blue cells beat the opponent, orange ones lose to it; hatched cells are undecided.",
        )
    ]
    if alone:
        found.append(
            on_page(
                shortfall(frame),
                f"Map of what each cell loses to the best, in percentage points: {shape}.",
                "The same cells, seen from the best one. The colours spread out small losses; "
                "cells are compared over the games that they have in common.",
            )
        )
    return found


def duel_figures(duel: Duel) -> list[FigureOnPage]:
    """Return game length, victory points and margin of one matchup."""
    frame = distribution_frame(duel)
    a, b = duel.a.name, duel.b.name
    return [
        on_page(
            game_length(frame),
            f"Distribution of game length between {a} and {b}, in turns of both players together, "
            "one outline for each player who may move first.",
            "A game of odd length was ended by the player who moved first, one of even length by "
            "the other.",
        ),
        on_page(
            victory_points(frame),
            f"Distributions of the victory points of {a} and {b}, moving first and moving second.",
            "A Province is worth 6 points, a Duchy 3: some totals are far more common than others.",
        ),
        on_page(
            margin(frame),
            f"Distribution of {a}'s victory points less {b}'s, over both seat orders. "
            f"{margin_sentence(duel)}",
            margin_sentence(duel),
        ),
    ]


def on_page(ax: Axes, alt: str, caption: str) -> FigureOnPage:
    """Return the figure of `ax` as a picture for a page."""
    figure = figure_of(ax)
    data = base64.b64encode(svg(ax, text="none")).decode("ascii")
    return FigureOnPage(
        f"data:image/svg+xml;base64,{data}",
        alt,
        caption,
        round(96 * figure.get_figwidth()),
        round(96 * figure.get_figheight()),
    )
