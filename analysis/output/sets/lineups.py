"""Results of line-ups as files: the picture, tidy tables, and how to make them again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from analysis.frames import (
    LINEUP_COLUMNS,
    LINEUP_RANKING_COLUMNS,
    SEAT_COLUMNS,
    game_summary,
    lineup_frame,
    lineup_ranking_frame,
    seat_frame,
)
from analysis.output.commands import lineup_command
from analysis.output.files import write_files
from analysis.output.pictures import pictures
from analysis.output.tables import csv_bytes, json_bytes
from analysis.plots.seats import seats
from analysis.questions.lineups import LineupResults


def write_lineups(
    results: LineupResults, directory: Path, *, setup: str | None = None
) -> list[Path]:
    """Write results of line-ups as a picture and data.

    Parameters
    ----------
    results : LineupResults
    directory : Path
        Made if there is none; files of the same names are replaced.
    setup : str, optional
        What commands are to give as ``--setup``, for a setup from a file; its name otherwise.

    Returns
    -------
    list of Path
        ``seats.png`` and ``.svg``, rules from the top by rank; ``ranking.csv``, ``seats.csv`` and
        ``lineups.csv``, with the columns of `lineup_ranking_frame`, `seat_frame` and
        `lineup_frame` at full precision; ``tournament.json``, with the tables, what their columns
        mean, where the numbers come from, and the command that makes them again.

    Raises
    ------
    InvalidInput, OutputError
        As `analysis.output.files.write_files`.
    """
    ranking, by_seat = lineup_ranking_frame(results), seat_frame(results)
    files = {
        **pictures(seats(by_seat, ranking), "seats"),
        "ranking.csv": csv_bytes(ranking),
        "seats.csv": csv_bytes(by_seat),
        "lineups.csv": csv_bytes(lineup_frame(results)),
        "tournament.json": json_bytes(lineup_document(results, setup)),
    }
    return write_files(directory, files)


def lineup_document(results: LineupResults, setup: str | None = None) -> dict[str, Any]:
    """Return results of line-ups as plain values, for one JSON document."""
    return {
        "setup": results.setup.name,
        "players": results.setup.players,
        "rules": [rule.name for rule in results.rules],
        "seed": results.seed,
        "games_per_lineup": results.games_per_lineup,
        **game_summary(results),
        "level": results.level,
        "ranking": lineup_ranking_frame(results).to_dict("records"),
        "groups": [[rule.name for rule in group] for group in results.groups],
        "seats": seat_frame(results).to_dict("records"),
        "seats_p_value": results.seat_p_value,
        "lineups": lineup_frame(results).to_dict("records"),
        "columns": {
            "ranking": dict(LINEUP_RANKING_COLUMNS),
            "seats": dict(SEAT_COLUMNS),
            "lineups": dict(LINEUP_COLUMNS),
        },
        "command": lineup_command(results, setup),
        "provenance": results.provenance.to_json(),
    }
