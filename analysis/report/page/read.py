"""Report specs from TOML, checked before any game is played.

A spec looks like this; every table may be left out, but not all of them::

    title = "Which buy rule wins?"
    text = '''Paragraphs, apart by an empty line.'''
    setup = "simplified"            # a preset, or a setup file
    seed = 0
    level = 0.95                    # of every interval and test

    [[rules]]                       # names for rules, to be used below
    name = "Golds first"
    rule = "Province if own(Gold) > 2; Gold; Silver"

    [comparison]                    # every rule against every other, and against itself
    rules = ["Golds first", "Big Money", "Big Money Ultimate"]
    games = 100_000                 # a pair, half in each seat order
    baseline = "Big Money"          # the opponent that all are shown against
    pairs = "all"                   # or "baseline": only those against it

    [[sweeps]]                      # one or two parameters of a template
    title = "When to buy Duchies"
    template = "Province; Duchy if provinces <= {duchy}; Gold; Silver"
    x = "duchy=0:8"
    y = "..."                       # may be left out
    against = "Big Money"
    games = 20_000                  # a cell

    [[curves]]                      # a matchup turn by turn; a rule may meet itself
    a = "Golds first"
    b = "Big Money"
    games = 50_000                  # observed; at most that many
    show = ["money", "vp", "buys", "deck"]

    [settings]                      # the same matchups in several setups
    rules = ["Big Money"]           # each against itself
    pairs = [["Golds first", "Big Money"]]
    games = 100_000                 # a pair and setup, half in each seat order

    [[settings.setups]]             # two or more
    name = "optional buy"
    base = "simplified"             # the report's setup when left out
    buy = "optional"                # and any other key of a setup file that is to change

    [[lineups]]                     # every choice of rules for more than two players
    setup = "first-game,players=3"
    rules = ["..."]                 # those of the comparison when left out
    games = 60_000                  # a line-up, as many in each seat order

    [cards]                         # one kingdom card beside a money rule, each card by itself
    cards = ["Smithy", "Witch"]     # all of the base set when left out
    counts = "count=1:4"            # copies of the card
    over = ["timing=7:9"]           # values of the templates' other parameters
    against = "Big Money Ultimate"
    search = 2_000                  # games of a variant's first look
    games = 40_000                  # fresh games of each card and number of copies

    [[cards.templates]]             # where the card may stand
    name = "before Silver"
    rule = "Province; Gold; {card} if own({card}) < {count} and treasures >= {timing}; Silver"
    max_cost = 5                    # of cards that this makes sense for; may be left out

    [duel]                          # one matchup in depth
    a = "Golds first"
    b = "Big Money"
    games = 1_000_000

    [frontier]                      # rules by their length, as `fastsim evolve` writes them
    rules = "evolved/rules.toml"    # a file: all of its rules
    against = ["Big Money"]         # each rule's win rate is the mean over these
    games = 100_000                 # of each rule against each of them
    within = 0.001                  # the share of games that a shorter rule may cost

    [[responses]]                   # the best answer of a family of rules, as `fastsim search`
    template = "Province; Duchy if provinces <= {duchy}; Gold; Silver"
    over = ["duchy=0:8"]
    against = "Big Money"
    games = 10_000_000              # that choose, at most
    fresh = 100_000                 # that score the answer

    [equilibrium]                   # of a family of rules, as `fastsim solve`
    template = "Province; Duchy if provinces <= {duchy}; Gold; Silver"
    over = ["duchy=0:8"]
    with = ["Big Money"]            # further rules beside the family
    bound = 0.002                   # exploitability that is small enough
    games = 100_000_000             # of the iteration
    answer_games = 10_000_000       # of each search for an answer
    fresh = 1_000_000               # of each pair of the result's rules

Every table but those of rules and setups may have a ``title`` and a ``text`` of its own. Rules and
setups from files are named as on the command line, relative to where it runs; the file of a
frontier may also stand beside the spec.
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
