"""The figures of a page: each drawn, described in words, and ready to be put in."""

from __future__ import annotations

import base64
from dataclasses import dataclass

from matplotlib.axes import Axes

from analysis.duel import Duel
from analysis.frames import distribution_frame, parameter_columns, sweep_frame
from analysis.plots.forest import forest
from analysis.plots.game_length import game_length
from analysis.plots.heatmap import best_cell, heatmap
from analysis.plots.margin import margin
from analysis.plots.matrix import matrix
from analysis.plots.profile import profile
from analysis.plots.save import figure_of, svg
from analysis.plots.shortfall import shortfall
from analysis.plots.victory_points import victory_points
from analysis.report.results import Comparison
from analysis.report.summary import margin_sentence
from analysis.report.words import counted
from analysis.sweep import Sweep


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
            _on_page(
                matrix(frame, order=order),
                f"Matrix of win rates of {len(order)} rules against each other, ordered from "
                f"{best} on top to {last} at the bottom; the table below has the same numbers.",
                "Rows are ordered by mean win rate. Blue: the row's rule wins more often.",
            )
        )
    rows = comparison.against_baseline
    if len(rows) > 1:
        top = rows.iloc[int(rows["win_rate"].to_numpy().argmax())]
        low = rows.iloc[int(rows["win_rate"].to_numpy().argmin())]
        found.append(
            _on_page(
                forest(rows),
                f"Win rates of {counted(len(rows), 'rule')} against {comparison.baseline}, from "
                f"{100 * top['win_rate']:.1f} % ({top['a']}) down to "
                f"{100 * low['win_rate']:.1f} % ({low['a']}).",
                "A dot is a win rate, the line through it its interval.",
            )
        )
    return found


def sweep_figures(sweep: Sweep) -> list[FigureOnPage]:
    """Return the win rates of a sweep and, for two parameters, what is lost to the best."""
    frame = sweep_frame(sweep)
    names = list(reversed(parameter_columns(frame)))
    best = best_cell(frame, names)
    if len(names) == 1:
        alt = f"Win rate against {sweep.against.name} along {names[0]}. {best}."
        return [_on_page(profile(frame), alt, "")]
    shape = f"{names[0]} to the right and {names[1]} upwards, {len(frame)} cells"
    return [
        _on_page(
            heatmap(frame),
            f"Heatmap of win rates against {sweep.against.name}: {shape}. {best}. The table below "
            "lists every cell.",
            "Blue cells beat the opponent, orange ones lose to it; hatched cells are undecided.",
        ),
        _on_page(
            shortfall(frame),
            f"Map of what each cell loses to the best, in percentage points: {shape}.",
            "The same cells, seen from the best one. The colours spread out small losses; cells "
            "are compared over the games that they have in common.",
        ),
    ]


def duel_figures(duel: Duel) -> list[FigureOnPage]:
    """Return game length, victory points and margin of one matchup."""
    frame = distribution_frame(duel)
    a, b = duel.a.name, duel.b.name
    return [
        _on_page(
            game_length(frame),
            f"Distribution of game length between {a} and {b}, in turns of both players together, "
            "one outline for each player who may move first.",
            "A game of odd length was ended by the player who moved first, one of even length by "
            "the other.",
        ),
        _on_page(
            victory_points(frame),
            f"Distributions of the victory points of {a} and {b}, moving first and moving second.",
            "A Province is worth 6 points, a Duchy 3: some totals are far more common than others.",
        ),
        _on_page(
            margin(frame),
            f"Distribution of {a}'s victory points less {b}'s, over both seat orders. "
            f"{margin_sentence(duel)}",
            margin_sentence(duel),
        ),
    ]


def _on_page(ax: Axes, alt: str, caption: str) -> FigureOnPage:
    figure = figure_of(ax)
    data = base64.b64encode(svg(ax, text="none")).decode("ascii")
    return FigureOnPage(
        f"data:image/svg+xml;base64,{data}",
        alt,
        caption,
        round(96 * figure.get_figwidth()),
        round(96 * figure.get_figheight()),
    )
