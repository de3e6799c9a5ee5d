"""Results as a notebook shows them: a sentence, a small table, and their figure.

Nothing here is called by hand: `Duel`, `Sweep`, `Tournament`, `LineupResults`, `Match`, `Curves`,
`Search`, `Evolution` and `Solution` show themselves by it.
"""

from __future__ import annotations

import base64
import functools
from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

import pandas as pd

from analysis.curves import Curves
from analysis.duel import Duel
from analysis.evolution.result import Evolution
from analysis.frames import (
    comparison_frame,
    curve_frame,
    duel_frame,
    frontier_frame,
    line_frame,
    lineup_ranking_frame,
    mixture_frame,
    parameter_columns,
    ranking_frame,
    seat_frame,
    sweep_frame,
)
from analysis.lineups import LineupResults
from analysis.match import Match
from analysis.plots.bands import bands
from analysis.plots.frontier import frontier
from analysis.plots.heatmap import heatmap
from analysis.plots.labels import estimate_of, number, point
from analysis.plots.matrix import matrix
from analysis.plots.mixture import mixture
from analysis.plots.profile import profile
from analysis.plots.save import svg
from analysis.plots.seats import seats
from analysis.report.words import counted, percent, plain_percent
from analysis.search import Search
from analysis.solution import Solution
from analysis.statistics.estimate import one_of
from analysis.sweep import Sweep
from analysis.tournament import Tournament
from fastsim.rules.describe import describe
from fastsim.text import number_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Cells that a sweep without a picture lists.
_CELLS = 10


@functools.singledispatch
def html_of(result: object) -> str:
    """Return a result as HTML; names of rules and setups are escaped.

    Raises
    ------
    TypeError
        For what has no such form.
    """
    raise TypeError(f"a {type(result).__name__} has no form for notebooks")


@html_of.register
def _(result: Duel) -> str:
    a, b = result.a.name, result.b.name
    rows = [
        {
            "moves first": row["first"],
            "wins": plain_percent(row["wins_first"] / row["games"], 2),
            "loses": plain_percent(row["wins_second"] / row["games"], 2),
            "shares": plain_percent(row["shared"] / row["games"], 2),
            "equal VP": plain_percent(row["equal_vp"] / row["games"], 2),
            "turns": f"{row['mean_turns']:.2f}",
            "VP": f"{row['mean_vp_first']:.2f} : {row['mean_vp_second']:.2f}",
        }
        for row in duel_frame(result).to_dict("records")
    ]
    said = f"{a} wins {percent(result.win_rate)} against {b}"
    return _said(said, result.games, result.setup.name) + _table(rows)


@html_of.register
def _(result: Sweep) -> str:
    frame = sweep_frame(result)
    names = list(reversed(parameter_columns(frame)))
    best = frame[frame["best"]].iloc[0]
    said = (
        f"Best against {result.against.name}: {point(best, names)}, with "
        f"{percent(estimate_of(best))}; {int(frame['may_be_best'].sum())} of "
        f"{number_of(len(frame), 'cell')} may be the best"
    )
    head = _said(said, result.total_games, result.setup.name)
    if len(names) <= 2:
        return head + _picture(profile(frame) if len(names) == 1 else heatmap(frame), said)
    top = frame.sort_values("win_rate", ascending=False, kind="stable").head(_CELLS)
    rows = [
        {name: number(float(row[name])) for name in names} | {"win rate": percent(estimate_of(row))}
        for _, row in top.iterrows()
    ]
    return head + _table(rows)


@html_of.register
def _(result: Tournament) -> str:
    ranking = ranking_frame(result.tally, level=result.level)
    rows = [
        {
            "rank": str(row["rank"]),
            "rule": row["rule"],
            "win rate": percent(estimate_of(pd.Series(row))),
            "strength": f"{row['strength']:.3f}",
            "group": str(row["group"]),
        }
        for row in ranking.to_dict("records")
    ]
    said = f"{len(rows)} rules, {result.games_per_pair:,} games a pair"
    order = ranking["rule"].tolist()
    picture = matrix(comparison_frame(result.duels), order=order)
    head = _said(said, result.games, result.setup.name)
    return head + _table(rows) + _picture(picture, f"Win rates of {said}")


@html_of.register
def _(result: Search) -> str:
    stopped = result.fresh is None
    rate = result.selected_at if stopped else result.win_rate
    said = (
        f"Best{' so far' if stopped else ''} of {counted(len(result.family), 'rule')} against "
        f"{result.opponents.name}: {result.family.label(result.rule)}, with {percent(rate)}"
        f"{' on the games that chose it' if stopped else ''}; "
        f"{int(result.race.may_be_best.sum())} may be the best"
    )
    drawn = [name for name, line in result.lines.items() if len(line) > 1 and not stopped]
    frames = [line_frame(result, name) for name in drawn]
    pictures = [
        _picture(profile(frame, x=str(frame.columns[0])), f"{said}, by {frame.columns[0]}")
        for frame in frames
    ]
    return _said(said, result.games, result.setup.name) + "".join(pictures)


@html_of.register
def _(result: Evolution) -> str:
    frame = frontier_frame(result)
    said = (
        f"{describe(result.rule, separator='; ')} wins {percent(result.fresh_score)} against a "
        f"panel, and is shown to beat {sum(result.beaten)} of {len(result.pool)} given opponents"
    )
    rows = [
        {
            "length": f"{row['length']}",
            "rule": row["text"],
            "win rate": percent(estimate_of(pd.Series(row))),
        }
        for row in frame.to_dict("records")
    ]
    head = _said(said, result.games, result.setup.name)
    return head + _table(rows) + _picture(frontier(frame), "Win rate against length")


@html_of.register
def _(result: Solution) -> str:
    found = result.exploitability
    said = (
        f"Whoever moves first wins {percent(result.value)}; the best answers found to the mixtures "
        f"win {100 * found.value:.2f} percentage points beyond 50 % ({100 * found.low:.2f} to "
        f"{100 * found.high:.2f})"
    )
    head = _said(said, result.games_played, result.setup.name)
    return head + _picture(mixture(mixture_frame(result)), "Weights of rules by seat")


@html_of.register
def _(result: LineupResults) -> str:
    ranking, by_seat = lineup_ranking_frame(result), seat_frame(result)
    rows = [
        {
            "rank": str(row["rank"]),
            "rule": row["rule"],
            "win rate": percent(estimate_of(pd.Series(row))),
            "group": str(row["group"]),
        }
        for row in ranking.to_dict("records")
    ]
    said = f"{len(rows)} rules at tables of {result.setup.players}"
    head = _said(said, result.games, result.setup.name)
    return head + _table(rows) + _picture(seats(by_seat, ranking), f"Win rates of {said}")


@html_of.register
def _(result: Match) -> str:
    rows = [
        {
            "player": rule.name,
            "wins in a match": percent(one_of(result.win_rates, k)),
            "with equal seats": percent(one_of(result.equal_seats, k)),
            "begins": plain_percent(float(result.begins.value[k])),
        }
        for k, rule in enumerate(result.rules)
    ]
    said = f"Matches of {result.length:,} games, the winner of a game last in the next"
    return _said(said, result.games, result.setup.name) + _table(rows)


@html_of.register
def _(result: Curves) -> str:
    frame = curve_frame(result)
    said = " and ".join(str(name) for name in frame["rule"].unique())
    pictures = [
        _picture(bands(frame, quantity=quantity), f"{quantity} of {said} by turn")
        for quantity in ("money", "vp")
    ]
    return _said(f"{said}, turn by turn", result.games, result.setup.name) + "".join(pictures)


def _said(sentence: str, games: int, setup: str) -> str:
    return f"<p>{escape(sentence)}; {games:,} games of {escape(setup)}.</p>"


def _table(rows: Sequence[Mapping[str, Any]]) -> str:
    return pd.DataFrame(rows).to_html(index=False, border=0)


def _picture(ax: Axes, alt: str) -> str:
    data = base64.b64encode(svg(ax, text="none")).decode("ascii")
    return f'<img alt="{escape(alt)}" src="data:image/svg+xml;base64,{data}">'
