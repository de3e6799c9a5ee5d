"""From results to one HTML page that needs nothing else: no file, no network."""

from __future__ import annotations

import base64
import io
import json
import zipfile
from dataclasses import dataclass
from importlib import resources
from typing import Any

import jinja2

from analysis.output.tables import csv_bytes
from analysis.report.page.contents import findings, frames_of, sections
from analysis.report.page.game import game_paragraphs
from analysis.report.page.method import (
    changed_paragraphs,
    limit_paragraphs,
    method_paragraphs,
    other_setups,
    played_in,
    provenance_of,
    provenance_rows,
)
from analysis.report.page.results import Results
from fastsim.rules.describe import describe, digest
from fastsim.text.words import visible


@dataclass(frozen=True)
class Download:
    """A file that the page holds, and the names of those within."""

    name: str
    address: str
    size: str
    holds: tuple[str, ...]


def render(results: Results) -> str:
    """Return the page.

    Every text that comes from a spec, a rule or a setup is escaped, and has a sign for whatever
    could turn the order of letters around; the page's policy forbids it to load anything, or to
    run any script but its own.
    """
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("analysis.report.page"),
        autoescape=True,
        finalize=_shown,
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
        sections=sections(results),
        played_in=played_in(spec),
        game=game_paragraphs(spec.setup),
        changes=changed_paragraphs(spec),
        method=method_paragraphs(results),
        limits=limit_paragraphs(results),
        provenance=provenance_rows(results),
        rules=_rules(results),
        archive=_archive(results),
    )


def _shown(value: Any) -> Any:
    """Return what the template is to write for a value; texts are escaped after this."""
    return visible(value) if type(value) is str else value  # markup is this project's own


def _rules(results: Results) -> list[dict[str, str]]:
    templates = dict(pair for part in results.spec.all_parts for pair in part.templates)
    return [
        {
            "name": name,
            "text": describe(rule),
            "source": " ".join(rule.source.split()),
            "digest": digest(rule),
        }
        for name, rule in [*results.rules.items(), *templates.items()]
    ]


def _archive(results: Results) -> Download:
    """Return all data of a page as one file, the same bytes for the same data."""
    spec = results.spec
    origin: dict[str, Any] = {"setup": spec.setup.describe()}
    if others := other_setups(spec):
        origin["settings"] = [named.setup.describe() for named in others]
    origin["provenance"] = provenance_of(results).to_json()
    files = {name: csv_bytes(frame) for name, frame in frames_of(results).items()}
    files["provenance.json"] = (json.dumps(origin, indent=2, ensure_ascii=False) + "\n").encode()
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
    data = held.getvalue()
    return Download(
        f"{spec.name}-data.zip",
        f"data:application/zip;base64,{base64.b64encode(data).decode('ascii')}",
        f"{max(1, round(len(data) / 1000)):,} kB",
        tuple(files),
    )


def _own(name: str) -> str:
    """Return a file of this project that stands in the page as it is."""
    return (resources.files("analysis.report.page") / "templates" / name).read_text(
        encoding="utf-8"
    )
