"""A tournament as files: the matrix, tidy tables, and how to make them again."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pandas as pd

from analysis.frames import (
    RANKING_COLUMNS,
    TOURNAMENT_COLUMNS,
    comparison_frame,
    ranking_frame,
    tournament_frame,
)
from analysis.output.commands import duel_command, tournament_command
from analysis.output.files import write_files
from analysis.output.pictures import pictures
from analysis.output.tables import csv_bytes, json_bytes
from analysis.plots.matrix import matrix
from analysis.questions.tournament import Tournament


def write_tournament(
    tournament: Tournament, directory: Path, *, setup: str | None = None
) -> list[Path]:
    """Write a tournament as a picture and data.

    Parameters
    ----------
    tournament : Tournament
    directory : Path
        Made if there is none; files of the same names are replaced.
    setup : str, optional
        What commands are to give as ``--setup``, for a setup from a file; its name otherwise.

    Returns
    -------
    list of Path
        ``matrix.png`` and ``.svg``, rules from the top and from the left by rank; ``matrix.csv``
        and ``ranking.csv``, with the columns of `tournament_frame` and `ranking_frame` at full
        precision; ``tournament.json``, with the tables, what their columns mean, groups, cycles,
        where the numbers come from, and the commands that make them again.

    Raises
    ------
    InvalidInput, OutputError
        As `analysis.output.files.write_files`.
    """
    ranking = ranking_frame(tournament.tally, level=tournament.level)
    pairs = tournament_frame(tournament)
    picture = matrix(comparison_frame(tournament.duels), order=ranking["rule"].tolist())
    files = {
        **pictures(picture, "matrix"),
        "matrix.csv": csv_bytes(pairs),
        "ranking.csv": csv_bytes(ranking),
        "tournament.json": json_bytes(tournament_document(tournament, setup)),
    }
    return write_files(directory, files)


def tournament_document(tournament: Tournament, setup: str | None = None) -> dict[str, Any]:
    """Return a tournament as plain values, for one JSON document.

    Infinite strengths, and what no strengths tell, are None; `on_scale` says whose strength is a
    number.
    """
    standings = tournament.standings
    commands = {
        pair: duel_command(duel, setup)
        for pair, duel in zip(tournament.pairs, tournament.duels, strict=True)
    }
    return {
        "setup": tournament.setup.name,
        "rules": [rule.name for rule in tournament.rules],
        "seed": tournament.seed,
        "games_per_pair": tournament.games_per_pair,
        "games": tournament.games,
        "level": tournament.level,
        "win_rates": [[_finite(x) for x in row] for row in tournament.win_rates.value.tolist()],
        "ranking": _records(ranking_frame(tournament.tally, level=tournament.level)),
        "groups": [[rule.name for rule in group] for group in tournament.groups],
        "cycles": [[rule.name for rule in cycle] for cycle in tournament.cycles],
        "on_scale": standings.strengths.on_scale.tolist(),
        "pairs": _records(tournament_frame(tournament)),
        "columns": {"ranking": dict(RANKING_COLUMNS), "pairs": dict(TOURNAMENT_COLUMNS)},
        "command": tournament_command(tournament, setup),
        "duels": [
            {"rules": [tournament.rules[i].name, tournament.rules[j].name], "command": command}
            for (i, j), command in commands.items()
        ],
        "provenance": tournament.provenance.to_json(),
    }


def _records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    return [
        {str(name): _finite(value) for name, value in row.items()}
        for row in frame.to_dict("records")
    ]


def _finite(value: Any) -> Any:
    return None if isinstance(value, float) and not math.isfinite(value) else value
