"""A search as files: profiles through the best rule, tidy tables, and how to make them again."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from analysis.frames import LINE_COLUMNS, SEARCH_COLUMNS, line_frame, search_frame
from analysis.output.commands import duel_command, search_command
from analysis.output.files import write_files
from analysis.output.pictures import pictures
from analysis.output.tables import csv_bytes, json_bytes
from analysis.plots.profile import profile
from analysis.questions.optimise.family import shown
from analysis.questions.optimise.search import Search
from analysis.questions.provenance import Provenance
from analysis.statistics import Estimate
from fastsim.rules.describe import describe


def write_search(search: Search, directory: Path, *, setup: str | None = None) -> list[Path]:
    """Write a search as pictures and data.

    Parameters
    ----------
    search : Search
    directory : Path
        Made if there is none; files of the same names are replaced.
    setup : str, optional
        What commands are to give as ``--setup``, for a setup from a file; its name otherwise.

    Returns
    -------
    list of Path
        ``search.csv``, one row a rule with the columns of `search_frame`; for each parameter of
        several values ``profile-NAME.csv``, ``.png`` and ``.svg``, of `line_frame`;
        ``search.json``, with what the columns mean, where the numbers come from, and the command
        that makes them again. A search that was stopped before fresh games were played has no
        profiles.

    Raises
    ------
    InvalidInput, OutputError
        As `analysis.output.files.write_files`.
    """
    files = {"search.csv": csv_bytes(search_frame(search))}
    for parameter, line in search.lines.items():
        if len(line) > 1 and search.fresh is not None:
            frame = line_frame(search, parameter)
            files[f"profile-{parameter}.csv"] = csv_bytes(frame)
            drawn = profile(frame, x=str(frame.columns[0]))
            files |= pictures(drawn, f"profile-{parameter}")
    files["search.json"] = json_bytes(search_document(search, setup))
    return write_files(directory, files)


def search_document(search: Search, setup: str | None = None) -> dict[str, Any]:
    """Return a search as plain values, for one JSON document."""
    race, rules = search.race, search.family.rules
    opponents = search.opponents
    frame = search_frame(search)
    members = frame[frame["may_be_best"] & (frame["games"] > 0)]
    return {
        "setup": search.setup.name,
        "template": describe(search.family.template, separator="; "),
        "parameters": {c.parameter: [shown(v) for v in c.values] for c in search.family.choices},
        "rules": len(rules),
        "against": [
            {"rule": describe(rule, separator="; "), "name": rule.name, "weight": weight}
            for rule, weight in zip(opponents.rules, opponents.weights, strict=True)
        ],
        "seed": search.seed,
        "budget": search.budget,
        "exhaustive": race.exhaustive,
        "end": race.end.value,
        "level": race.level,
        "best": {
            "rule": search.rule.name,
            "values": {k: shown(v) for k, v in search.family.points[race.best].items()},
            **_fresh(search, setup),
            "selected_at": search.selected_at.value,
            "selected": estimate_document(search.selected_at),
            "selection_games": int(race.games[race.best]),
            "loss_at_most": finite(race.loss_at_most),
        },
        "may_be_best": members.to_dict("records"),
        "not_played": int((frame["games"] == 0).sum()),
        "profiles": {
            name: line_frame(search, name).to_dict("records")
            for name in (search.lines if search.fresh else ())
        },
        "rounds": [
            {
                "in_play": done.in_play,
                "games_each": done.games,
                "games": done.played,
                "stay": done.stay,
                "leader": rules[done.leader].name,
            }
            for done in race.rounds
        ],
        "columns": {"search": dict(SEARCH_COLUMNS), "profiles": dict(LINE_COLUMNS)},
        "command": search_command(search, setup),
        "provenance": Provenance.of(
            search.setup, (search.rule, *opponents.rules), search.seed, search.games,
            search.seconds, kernel=search.kernel,
        ).to_json(),
    }  # fmt: skip


def _fresh(search: Search, setup: str | None) -> dict[str, Any]:
    """Return what fresh games say of the best rule; nothing, when there are none.

    With the command that scores it again, where it has one opponent.
    """
    if search.fresh is None:
        names = ("win_rate", "win_rate_first", "win_rate_second", "fresh_seed", "fresh_command")
        return {"fresh_games": 0, **dict.fromkeys(names)}
    first, second = search.by_seat
    duels = search.fresh.duels(search.on_lines.index(search.race.best))
    return {
        "win_rate": estimate_document(search.win_rate),
        "win_rate_first": estimate_document(first),
        "win_rate_second": estimate_document(second),
        "fresh_games": search.fresh.games,
        "fresh_seed": search.fresh.seed,
        "fresh_command": duel_command(duels[0], setup) if len(duels) == 1 else None,
    }


def finite(value: float) -> float | None:
    """Return a number as JSON can hold it: None for an infinite one."""
    return value if math.isfinite(value) else None


def estimate_document(estimate: Estimate[float]) -> dict[str, float]:
    """Return an estimate as plain values."""
    return {
        "value": estimate.value,
        "standard_error": estimate.standard_error,
        "low": estimate.low,
        "high": estimate.high,
        "level": estimate.level,
    }
