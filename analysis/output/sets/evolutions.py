"""A search from nothing as files: pictures, tidy tables, and its rules as a rule file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from analysis.frames import (
    CHAMPION_COLUMNS,
    FRONTIER_COLUMNS,
    champion_frame,
    comparison_frame,
    frontier_frame,
)
from analysis.output.commands import evolve_command
from analysis.output.files import write_files
from analysis.output.pictures import pictures
from analysis.output.sets.searches import estimate_document
from analysis.output.tables import csv_bytes, json_bytes
from analysis.plots.ascent import ascent
from analysis.plots.frontier import frontier
from analysis.questions.optimise.evolution.budget import advised_budget
from analysis.questions.optimise.evolution.result import Evolution
from fastsim.rules.describe import describe
from fastsim.rules.files import write_rule_file
from fastsim.rules.library import FOUND
from fastsim.rules.model import BuyRule


def write_evolution(
    evolution: Evolution, directory: Path, *, setup: str | None = None
) -> list[Path]:
    """Write a search as pictures, data and rules.

    Parameters
    ----------
    evolution : Evolution
    directory : Path
        Made if there is none; files of the same names are replaced.
    setup : str, optional
        What commands are to give as ``--setup``, for a setup from a file; its name otherwise.

    Returns
    -------
    list of Path
        ``frontier.png``, ``.svg`` and ``.csv``, of `frontier_frame`; ``ascent.png``, ``.svg`` and
        ``.csv``, of `champion_frame`; ``pool.csv``, the result against every given opponent, of
        `comparison_frame`; ``rules.toml``, the rules of the frontier, for any command;
        ``evolution.json``, with the tables, what their columns mean, where the numbers come from,
        and the command that makes them again.

    Raises
    ------
    InvalidInput, OutputError
        As `analysis.output.files.write_files`.
    """
    length, way = frontier_frame(evolution), champion_frame(evolution)
    pool = comparison_frame(evolution.duels)
    files = {
        **pictures(frontier(length), "frontier"),
        "frontier.csv": csv_bytes(length),
        **pictures(ascent(way), "ascent"),
        "ascent.csv": csv_bytes(way),
        "pool.csv": csv_bytes(pool.assign(beaten=evolution.beaten)),
        "rules.toml": write_rule_file(found_rules(evolution, setup)).encode(),
        "evolution.json": json_bytes(evolution_document(evolution, setup)),
    }
    return write_files(directory, files)


def found_rules(evolution: Evolution, setup: str | None = None) -> list[BuyRule]:
    """Return the rules of the frontier, each with how it was found as its source."""
    command = evolve_command(evolution, setup)
    source = f"found by {command}" if command else f"{FOUND}evolve, cut short"
    return [replace(rule, source=source) for rule in evolution.frontier]


def evolution_document(evolution: Evolution, setup: str | None = None) -> dict[str, Any]:
    """Return a search as plain values, for one JSON document."""
    beaten = evolution.beaten
    return {
        "setup": evolution.setup.name,
        "begin": describe(evolution.asked.begin, separator="; "),
        "pool": [rule.name for rule in evolution.pool],
        "seed": evolution.seed,
        "budget": evolution.asked.budget,
        "advised_budget": advised_budget(len(evolution.pool), evolution.asked.begin),
        "games": evolution.games,
        "generations": len(evolution.steps),
        "rule": {
            "name": evolution.rule.name,
            "text": describe(evolution.rule),
            "length": evolution.lengths[evolution.winner],
            "win_rate_when_chosen": estimate_document(evolution.score_when_chosen),
            "win_rate": estimate_document(evolution.fresh_score),
        },
        "panel": [
            {"name": rule.name, "text": describe(rule, separator="; ")} for rule in evolution.panel
        ],
        "against_pool": [
            {
                "rule": duel.b.name,
                "games": duel.games,
                "win_rate": estimate_document(duel.win_rate),
                "win_rate_first": estimate_document(duel.by_seat[0]),
                "win_rate_second": estimate_document(duel.by_seat[1]),
                "beaten": beat,
            }
            for duel, beat in zip(evolution.duels, beaten, strict=True)
        ],
        "frontier": frontier_frame(evolution).to_dict("records"),
        "champions": champion_frame(evolution).to_dict("records"),
        "columns": {"frontier": dict(FRONTIER_COLUMNS), "champions": dict(CHAMPION_COLUMNS)},
        "fresh_seed": evolution.fresh_seed,
        "interrupted": evolution.interrupted,
        "command": evolve_command(evolution, setup),
        "provenance": evolution.provenance.to_json(),
    }
