"""Report specs from TOML, checked before any game is played.

A spec looks like this, and goes on with tables that say what the report is about. Each of those is
read by a file of its own in `analysis.report.parts`, which begins with what may stand in it::

    title = "Which buy rule wins?"
    text = '''Paragraphs, apart by an empty line.'''
    setup = "simplified"            # a preset, or a setup file
    seed = 0
    level = 0.95                    # of every interval and test

    [[rules]]                       # names for rules, to be used below
    name = "Golds first"
    rule = "Province if own(Gold) > 2; Gold; Silver"

    [duel]                          # and so on: at least one such table
    a = "Golds first"
    b = "Big Money"
    games = 1_000_000

Every table but those of rules and setups may have a ``title`` and a ``text`` of its own. Rules and
setups from files are named as on the command line, relative to where it runs.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from analysis.report.page.part import Part
from analysis.report.page.reader import RULE, TOP, Reader, paragraphs, table_of, without_hint
from analysis.report.page.spec import PartSpec, ReportSpec
from analysis.report.registry import PARTS
from fastsim.text.errors import InvalidInput
from fastsim.text.toml_file import parse_toml, read_toml


def load_spec(path: Path) -> ReportSpec:
    """Return the spec in a TOML file.

    Raises
    ------
    InvalidInput
        When the file cannot be read, or does not describe a report that can be made.
    """
    values = read_toml(path, "report")
    return parse_spec(values, source=str(path), name=path.stem, folder=path.parent)


def default_spec() -> ReportSpec:
    """Return the spec that comes with the project."""
    text = (resources.files("analysis.report") / "default.toml").read_text(encoding="utf-8")
    source = "the default report"
    return parse_spec(parse_toml(text, source=source), source=source, name="report")


def parse_spec(
    values: Mapping[str, Any], *, source: str, name: str, folder: Path = Path()
) -> ReportSpec:
    """Return the spec that a TOML document describes.

    Parameters
    ----------
    values : mapping
        The document.
    source : str
        What errors call the place it came from.
    name : str
        Of the page to be made.
    folder : Path
        Of the spec: where files may stand that it names.

    Raises
    ------
    InvalidInput
        For an unknown or missing key, a value of the wrong kind or out of range, and rules that
        cannot be read or played.
    """
    try:
        return _spec(Reader(values, folder, _places()), name)
    except InvalidInput as error:
        raise InvalidInput(f"{source}: {without_hint(error)}", error.hint) from None


def _places() -> dict[str, Mapping[str, type]]:
    """Return the keys of every table by what it is called, and the kind of value of each."""
    return {
        TOP: {
            "title": str, "text": str, "setup": str, "seed": int, "level": float, "rules": list,
            **{part.key: list if part.many else dict for part in PARTS},
        },
        "[[rules]]": RULE,
        **{part.header: part.all_keys for part in PARTS},
        **{place: keys for part in PARTS for place, keys in part.tables.items()},
    }  # fmt: skip


def _spec(reader: Reader, name: str) -> ReportSpec:
    values = reader.values
    reader.name_rules(values.get("rules", []))
    seed, level = values.get("seed", 0), values.get("level", 0.95)
    if not 0 <= seed < 2**64:
        raise InvalidInput(f"seed = {seed}", "A seed is 0 up to 2^64 - 1.")
    if not 0 < level < 1:
        raise InvalidInput(f"level = {level} is not between 0 and 1", "Write 0.95 for 95 %.")
    for part in PARTS:
        if asked := _asked(reader, part):
            reader.asked[part.key] = asked
    if not reader.asked:
        *most, last = [part.header for part in PARTS]
        raise InvalidInput("there is nothing to report", f"Add {', '.join(most)} or {last}.")
    return ReportSpec(
        name, values["title"], paragraphs(values), reader.setup, reader.setup_argument,
        seed, float(level), reader.asked,
    )  # fmt: skip


def _asked(reader: Reader, part: Part[Any, Any]) -> tuple[PartSpec, ...]:
    """Return what the tables of a part ask for."""
    if part.key not in reader.values:
        return ()
    given = reader.values[part.key]
    tables = given if part.many else [given]
    found = []
    for k, table in enumerate(tables):
        where = f"{part.key}, number {k + 1}: " if part.many else f"{part.key}: "
        own = reader.checked(table_of(table, where), part.all_keys, where, part.needed)
        found.append(part.read(reader, own, where))
    return tuple(found)
