"""``fastsim runs``: what runs have kept, shown, exported and checked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analysis.cli import console, options
from fastsim.execute.database import find_runs, open_to_read
from fastsim.text import number_of

if TYPE_CHECKING:
    from fastsim.execute.kept import KeptRun

app = typer.Typer(help="Look at runs: what --run has kept.", no_args_is_help=True)

Directory = Annotated[Path, typer.Argument(metavar="DIR", help="What was given as --run.")]


@app.command("list")
def list_(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="A run, or a folder of runs.")],
    as_json: options.Json = False,
) -> None:
    """List the runs in a folder: how much of each is finished."""
    rows: list[dict[str, Any]] = []
    for place in find_runs(directory):
        with _opened(place) as run:
            jobs = list(run.jobs())
        rows.append(
            {
                "run": str(place),
                "jobs": len(jobs),
                "chunks": sum(job.chunks for job in jobs),
                "finished": sum(job.finished for job in jobs),
                "games": sum(job.games for job in jobs),
            }
        )
    if as_json:
        console.print_json({"runs": rows})
        return
    cells = [
        [
            row["run"],
            f"{row['jobs']:,}",
            _share(row["finished"], row["chunks"]),
            f"{row['games']:,}",
        ]
        for row in rows
    ]
    console.table(["run", "jobs", "finished chunks", "games"], cells)


@app.command()
def show(directory: Directory, as_json: options.Json = False) -> None:
    """Show what a run was asked for, how much is finished, and by what it was played."""
    with _opened(directory) as run:
        from analysis.runs import described

        sessions = run.sessions()
        jobs = [described(job) for job in run.jobs()]
    if as_json:
        console.print_json({"run": str(directory), "sessions": sessions, "jobs": jobs})
        return
    console.table(
        ["job", "games of", "seed", "finished chunks", "games"],
        [
            [
                job["key"][:12], job["what"], str(job["seed"]),
                _share(job["finished"], job["chunks"]), f"{job['games']:,}",
            ]
            for job in jobs
        ],
        left=2,
    )  # fmt: skip
    for number, facts in sessions.items():
        said = (
            str(facts[name]) for name in ("began", "version", "commit", "machine") if name in facts
        )
        console.print_line(f"\nsession {number}: {', '.join(said)}")
        console.print_line(f"  {facts.get('command', '')}")


@app.command("export")
def export_(
    directory: Directory,
    out: Annotated[Path, typer.Option("--out", help="The table to write (CSV).")],
) -> None:
    """Write the counts of all finished games as a table, one row a seat order."""
    with _opened(directory) as run:
        from analysis.runs import export

        rows = export(run, out)
    console.print_line(f"wrote {out}: {number_of(rows, 'row')}")


@app.command()
def verify(
    directory: Directory,
    sample: Annotated[
        str, typer.Option("--sample", help="Finished chunks to play again, chosen at random.")
    ] = "10",
    as_json: options.Json = False,
) -> int:
    """Check every hash of a run, and play some chunks again (exit 1 if anything is wrong)."""
    wanted = options.parse_count(sample)
    with _opened(directory) as run, console.progress(wanted, "chunks played again") as report:
        from fastsim.execute.audit import audit

        found = audit(run, sample=wanted, progress=report)
    if as_json:
        document: dict[str, Any] = {
            "run": str(directory), "jobs": found.jobs, "chunks": found.chunks,
            "replayed": found.replayed, "faults": list(found.faults),
        }  # fmt: skip
        console.print_json(document)
    else:
        for fault in found.faults:
            console.print_line(f"fault    {fault}")
        verdict = f"Faults: {len(found.faults)}." if found.faults else "All is as it was kept."
        console.print_line(
            f"Jobs: {found.jobs:,}. Finished chunks: {found.chunks:,}, "
            f"of which {found.replayed:,} played again. {verdict}"
        )
    return 1 if found.faults else 0


def _opened(directory: Path) -> KeptRun:
    """Open a run; what is none is refused before anything is imported that takes long."""
    open_to_read(directory).close()
    from fastsim.execute.kept import KeptRun

    return KeptRun(directory)


def _share(finished: int, chunks: int) -> str:
    return f"{finished:,} of {chunks:,}"
