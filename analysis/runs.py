"""Runs as tables: what is in a directory, what a job is, and all counts as CSV."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np

from analysis.csv_cells import cell, write_rows
from analysis.outputs import whole_file
from fastsim.execute.kept import KeptJob, KeptRun
from fastsim.matchups import MatchupJob, MatchupTally
from fastsim.results import Tally, histogram_mean, histogram_sd
from fastsim.rules.describe import describe
from fastsim.simulation import TallyJob
from fastsim.text import number_of

#: Kinds of jobs whose counts fit a row a seat order.
_COUNTED: Final = (TallyJob.kind, MatchupJob.kind)


def described(job: KeptJob) -> dict[str, Any]:
    """Return a job as plain values: key, kind, what it plays, seed, and how much is finished."""
    values, names = json.loads(job.text), json.loads(job.names_text)
    rules: list[str] = names["rules"]
    pairs: list[list[int]] = values.get("pairs", [])
    if len(pairs) > 1:
        what = f"{len(pairs):,} matchups of {number_of(len(rules), 'rule')}"
    else:
        what = " v ".join(rules[i] for i in pairs[0]) if pairs else " v ".join(rules)
    return {
        "key": job.key,
        "kind": values["kind"],
        "what": f"{what}, {names['setup']}",
        "seed": values["seed"],
        "chunks": job.chunks,
        "finished": job.finished,
        "games": job.games,
    }


def export(run: KeptRun, path: Path) -> int:
    """Write the counts of all finished games as CSV, one row a seat order; return how many.

    Of games that two questions asked for, each counts once. Telemetry is left out.

    Raises
    ------
    InvalidInput, OutputError
        As `analysis.outputs.whole_file`.
    StoreError
        For a damaged run.
    """
    jobs = (job for job in run.jobs() if job.finished and json.loads(job.text)["kind"] in _COUNTED)
    seats = max((json.loads(job.text)["setup"]["players"] for job in run.jobs()), default=2)
    columns = _columns(seats)
    rows = ([cell(row.get(name)) for name in columns] for job in jobs for row in _rows(run, job))
    with whole_file(path) as file:
        text = io.TextIOWrapper(file, encoding="utf-8", newline="")
        written = write_rows(text, columns, rows)
        text.detach()  # and does not close the file, which is flushed to the disk after this
    return written


def _columns(seats: int) -> list[str]:
    """Return the names of the columns; seats count from 1, in turn order."""
    numbers = range(1, seats + 1)
    return [
        "job", "setup", "seed", *(f"rule_{n}" for n in numbers),
        *(f"text_{n}" for n in numbers), "games",
        *(f"wins_{n}" for n in numbers), "shared", "equal_vp", "mean_turns", "sd_turns",
        *(f"mean_vp_{n}" for n in numbers), "ended_provinces", "ended_piles", "cut",
    ]  # fmt: skip


def _rows(run: KeptRun, job: KeptJob) -> Iterator[dict[str, Any]]:
    """Yield the rows of a job: of a matchup, first the games in which rule a moved first."""
    total: Tally | MatchupTally = run.total(job)
    if isinstance(total, Tally):
        yield _row(job, total)
        return
    for both in zip(total.a_first, total.b_first, strict=True):
        yield from (_row(job, tally) for tally in both)


def _row(job: KeptJob, tally: Tally) -> dict[str, Any]:
    turns = np.arange(len(tally.turns))
    ended = dict(zip(("ended_provinces", "ended_piles", "cut"), tally.ended.tolist(), strict=True))
    row = {
        "job": job.key[:12],
        "setup": tally.setup.name,
        "seed": tally.seed,
        "games": tally.games,
        "shared": tally.games - int(tally.wins.sum()),
        "equal_vp": tally.equal_vp,
        "mean_turns": histogram_mean(tally.turns, turns),
        "sd_turns": histogram_sd(tally.turns, turns),
    } | ended
    for seat, rule in enumerate(tally.rules):
        row[f"rule_{seat + 1}"] = rule.name
        row[f"text_{seat + 1}"] = describe(rule, separator="; ")
        row[f"wins_{seat + 1}"] = int(tally.wins[seat])
        row[f"mean_vp_{seat + 1}"] = histogram_mean(tally.vp[seat], tally.vp_values)
    return row
