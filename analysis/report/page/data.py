"""The data behind a page, as tidy frames by file name."""

from __future__ import annotations

import numpy as np
import pandas as pd

from analysis.frames import (
    buy_frame,
    card_frame,
    curve_frame,
    distribution_frame,
    end_frame,
    length_frame,
    line_frame,
    lineup_frame,
    lineup_ranking_frame,
    mixture_frame,
    path_frame,
    seat_frame,
    settings_frame,
    sweep_frame,
)
from analysis.output.commands import duel_command
from analysis.report.page.results import Results
from analysis.report.parts.cards import card_commands
from analysis.report.parts.settings.shown import settings_commands


def frames_of(results: Results) -> dict[str, pd.DataFrame]:
    """Return every frame of a page, rows with the command that plays them again where one does."""
    setup = results.spec.setup_argument
    found: dict[str, pd.DataFrame] = {}
    if comparison := results.comparison:
        commands = np.array([duel_command(pair, setup) for pair in comparison.duels])
        found["pairs.csv"] = comparison.frame.assign(command=commands)
        if not comparison.ranking.empty:
            found["ranking.csv"] = comparison.ranking
        found["mirrors.csv"] = comparison.mirrors
    for k, curves in enumerate(results.curves):
        suffix = "" if len(results.curves) == 1 else f"-{k + 1}"
        found[f"curves{suffix}.csv"] = _rounded(_both_orders(curve_frame(curves)))
        found[f"buys{suffix}.csv"] = _rounded(_both_orders(buy_frame(curves)))
    for k, sweep in enumerate(results.sweeps):
        frame = sweep_frame(sweep)
        commands = np.array([duel_command(sweep.cell(k), setup) for k in range(len(frame))])
        name = "sweep.csv" if len(results.sweeps) == 1 else f"sweep-{k + 1}.csv"
        found[name] = frame.assign(command=commands)
    if results.settings:
        commands = np.array([command for _, command in settings_commands(results)])
        found["settings.csv"] = settings_frame(results.settings).assign(command=commands)
    found |= _searches(results)
    for k, lineups in enumerate(results.lineups):
        suffix = "" if len(results.lineups) == 1 else f"-{k + 1}"
        found[f"lineup-ranking{suffix}.csv"] = lineup_ranking_frame(lineups)
        found[f"seats{suffix}.csv"] = seat_frame(lineups)
        found[f"lineups{suffix}.csv"] = lineup_frame(lineups)
    if results.cards:
        found["cards.csv"] = card_frame(results.cards).assign(command=card_commands(results.cards))
    if results.duel:
        found["distributions.csv"] = distribution_frame(results.duel)
        found["ends.csv"] = end_frame(results.duel)
    return found


def _searches(results: Results) -> dict[str, pd.DataFrame]:
    """Return the frames of what the searches found."""
    part, searches = results.spec.frontier, results.searches
    found: dict[str, pd.DataFrame] = {}
    if part and searches.frontier:
        level = results.spec.level
        found["frontier.csv"] = length_frame(searches.frontier, within=part.within, level=level)
    for k, response in enumerate(searches.responses):
        for parameter in response.lines:
            found[f"response-{k + 1}-{parameter}.csv"] = line_frame(response, parameter)
    if solution := searches.equilibrium:
        found["mixture.csv"] = mixture_frame(solution)
        found["path.csv"] = path_frame(solution)
    return found


def _both_orders(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of both seat orders together: those that the figures show."""
    return frame[frame["seat"] == 0]


def _rounded(frame: pd.DataFrame) -> pd.DataFrame:
    """Return numbers of telemetry to six digits, which is more than so few games can tell."""
    rounded = {
        str(name): [float(f"{value:.6g}") for value in column]
        for name, column in frame.items()
        if column.dtype == np.float64
    }
    return frame.assign(**rounded)
