"""From results to one HTML page that needs nothing else: no file, no network."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

import jinja2
import pandas as pd

from analysis.commands import duel_command, joined, rule_argument, sweep_command
from analysis.report.figures import (
    FigureOnPage,
    comparison_figures,
    duel_figures,
    sweep_figures,
)
from analysis.report.method import (
    game_paragraphs,
    limit_paragraphs,
    method_paragraphs,
    provenance_rows,
)
from analysis.report.results import Results
from analysis.report.summary import findings
from analysis.report.tables import (
    Table,
    comparison_table,
    duel_table,
    frames_of,
    ranking_table,
    sweep_table,
)
from fastsim.rules.describe import describe, digest


@dataclass(frozen=True)
class Section:
    """A part of the page."""

    anchor: str
    title: str
    text: tuple[str, ...]
    figures: tuple[FigureOnPage, ...]
    tables: tuple[Table, ...]
    #: Tables that are long, and so folded up.
    folded: tuple[tuple[str, Table], ...] = ()
    commands: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Download:
    """A file that the page holds."""

    name: str
    address: str
    size: str


def render(results: Results) -> str:
    """Return the page.

    Every text that comes from a spec, a rule or a setup is escaped; the page's policy forbids it
    to load anything, or to run any script but its own.
    """
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("analysis.report"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    page = environment.get_template("page.html.j2")
    spec = results.spec
    return page.render(
        spec=spec,
        results=results,
        style=_own("style.css"),
        script=_own("sort.js"),
        findings=findings(results),
        sections=_sections(results),
        game=game_paragraphs(spec.setup),
        method=method_paragraphs(results),
        limits=limit_paragraphs(results),
        provenance=provenance_rows(results),
        rules=_rules(results),
        downloads=_downloads(results),
    )


def _sections(results: Results) -> list[Section]:
    spec, setup = results.spec, results.spec.setup_argument
    sections = []
    if results.comparison and spec.comparison:
        comparison = results.comparison
        ranking = ranking_table(comparison)
        pairs = comparison_table(comparison)
        mirrors = [
            (f"{rule.name} against itself", _mirror_command(results, rule_argument(rule)))
            for rule in spec.comparison.rules
        ]
        sections.append(
            Section(
                "comparison",
                spec.comparison.title,
                spec.comparison.text,
                tuple(comparison_figures(comparison)),
                (ranking, pairs) if ranking else (pairs,),
                commands=tuple(
                    (f"{pair.a.name} against {pair.b.name}", duel_command(pair, setup) or "")
                    for pair in comparison.duels
                )
                + tuple(mirrors),
            )
        )
    for k, (part, sweep) in enumerate(zip(spec.sweeps, results.sweeps, strict=True)):
        cells = sweep_table(sweep, setup)
        command = sweep_command(sweep, setup)
        sections.append(
            Section(
                f"sweep-{k + 1}",
                part.title,
                part.text,
                tuple(sweep_figures(sweep)),
                (),
                ((f"All {len(cells.rows)} cells, each with its command", cells),),
                ((f"All {len(cells.rows)} cells", command),) if command else (),
            )
        )
    if results.duel and spec.duel:
        sections.append(
            Section(
                "duel",
                spec.duel.title,
                spec.duel.text,
                tuple(duel_figures(results.duel)),
                (duel_table(results.duel),),
                commands=(("This matchup", duel_command(results.duel, setup) or ""),),
            )
        )
    return sections


def _mirror_command(results: Results, rule: str) -> str:

    spec = results.spec
    assert spec.comparison is not None
    return joined(
        "duel", rule, rule, "--games", str(spec.comparison.games), "--seed", str(spec.seed),
        "--setup", spec.setup_argument,
    )  # fmt: skip


def _rules(results: Results) -> list[dict[str, str]]:
    shown = dict(results.rules)
    templates = {f"Template of “{part.title}”": part.template for part in results.spec.sweeps}
    return [
        {
            "name": name,
            "text": describe(rule),
            "source": " ".join(rule.source.split()),
            "digest": digest(rule),
        }
        for name, rule in [*shown.items(), *templates.items()]
    ]


def _downloads(results: Results) -> list[Download]:
    frames: Mapping[str, pd.DataFrame] = frames_of(
        results.comparison, results.sweeps, results.duel, results.spec.setup_argument
    )
    found = [
        _download(name, "text/csv", frame.to_csv(index=False, lineterminator="\n"))
        for name, frame in frames.items()
    ]
    setup: dict[str, Any] = results.spec.setup.describe()
    origin = {"setup": setup, "provenance": dict(provenance_rows(results))}
    text = json.dumps(origin, indent=2, ensure_ascii=False) + "\n"
    return [*found, _download("provenance.json", "application/json", text)]


def _download(name: str, kind: str, text: str) -> Download:
    data = text.encode()
    address = f"data:{kind};charset=utf-8;base64,{base64.b64encode(data).decode('ascii')}"
    return Download(name, address, f"{max(1, round(len(data) / 1000)):,} kB")


def _own(name: str) -> str:
    """Return a file of this project that stands in the page as it is."""
    return (resources.files("analysis.report") / "templates" / name).read_text(encoding="utf-8")
