"""An equilibrium as files: its mixtures and the path to them, and how to make them again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from analysis.frames import (
    MIXTURE_COLUMNS,
    PATH_COLUMNS,
    PAYOFF_COLUMNS,
    mixture_frame,
    path_frame,
    payoff_frame,
)
from analysis.output.commands import solve_command
from analysis.output.files import write_files
from analysis.output.pictures import pictures
from analysis.output.sets.searches import estimate_document, finite
from analysis.output.tables import csv_bytes, json_bytes
from analysis.plots.exploitability import exploitability
from analysis.plots.mixture import mixture
from analysis.questions.optimise.family import shown
from analysis.questions.optimise.solution import Solution
from analysis.questions.provenance import Provenance
from fastsim.rules.describe import describe


def write_solution(solution: Solution, directory: Path, *, setup: str | None = None) -> list[Path]:
    """Write an equilibrium as pictures and data.

    Parameters
    ----------
    solution : Solution
    directory : Path
        Made if there is none; files of the same names are replaced.
    setup : str, optional
        What commands are to give as ``--setup``, for a setup from a file; its name otherwise.

    Returns
    -------
    list of Path
        ``mixture.csv``, ``.png`` and ``.svg``; ``path.csv``; ``exploitability.png`` and ``.svg``;
        ``payoffs.csv``; ``solution.json``, with what the columns mean, where the numbers come from,
        and the command that makes them again.

    Raises
    ------
    InvalidInput, OutputError
        As `analysis.output.files.write_files`.
    """
    mixtures, path = mixture_frame(solution), path_frame(solution)
    files = {
        "mixture.csv": csv_bytes(mixtures),
        **pictures(mixture(mixtures), "mixture"),
        "path.csv": csv_bytes(path),
        **pictures(exploitability(path, bound=solution.bound), "exploitability"),
        "payoffs.csv": csv_bytes(payoff_frame(solution)),
        "solution.json": json_bytes(solution_document(solution, setup)),
    }
    return write_files(directory, files)


def solution_document(solution: Solution, setup: str | None = None) -> dict[str, Any]:
    """Return an equilibrium as plain values, for one JSON document."""
    found = solution.mixtures
    least, most = solution.value_between
    return {
        "setup": solution.setup.name,
        "template": describe(solution.family.template, separator="; "),
        "parameters": {
            choice.parameter: [shown(value) for value in choice.values]
            for choice in solution.family.choices
        },
        "rules": len(solution.family),
        "given": [rule.name for rule in solution.given],
        "seed": solution.seed,
        "budget": solution.budget,
        "answer_games": solution.answer_games,
        "bound": solution.bound,
        "level": solution.level,
        "end": solution.stop.value,
        "value_first_mover": estimate_document(solution.value),
        "value_at_least": estimate_document(least),
        "value_at_most": estimate_document(most),
        "exploitability": estimate_document(solution.exploitability),
        "better_answers_win_at_most": finite(solution.missed_at_most),
        "answers": {
            "first": found.rules[found.answer_first].name,
            "second": found.rules[found.answer_second].name,
        },
        "fresh_games": solution.fresh.games,
        "fresh_seed": solution.fresh_seed,
        "cost_of_one_mixture": solution.cost_of_one_mixture,
        "cycles": [[rule.name for rule in cycle] for cycle in solution.cycles],
        "mixture": mixture_frame(solution).to_dict("records"),
        "path": path_frame(solution).to_dict("records"),
        "columns": {
            "mixture": dict(MIXTURE_COLUMNS),
            "path": dict(PATH_COLUMNS),
            "payoffs": dict(PAYOFF_COLUMNS),
        },
        "command": solve_command(solution, setup),
        "provenance": Provenance.of(
            solution.setup, found.rules, solution.seed, solution.games_played, solution.seconds,
            kernel=solution.kernel,
        ).to_json(),
    }  # fmt: skip
