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

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any, Final

from analysis.questions.curves import DEFAULT_GAMES, check_observable
from analysis.questions.sweep import parse_axis
from analysis.report.page import keys
from analysis.report.page.reader import at, checked, games_of, paragraphs, table_of, without_hint
from analysis.report.page.spec import (
    FIGURES,
    ComparisonSpec,
    CurvesSpec,
    DuelSpec,
    NamedSetup,
    ReportSpec,
    SettingsSpec,
    SweepSpec,
)
from analysis.report.read_kingdoms import read_cards, read_lineups
from analysis.report.read_searches import SearchReader
from fastsim.game.setup import GameSetup
from fastsim.game.setup_file import changed_setup, load_setup, setup_text
from fastsim.play.matchups import MAX_PAIRED
from fastsim.rules.check import check_rule
from fastsim.rules.describe import digest
from fastsim.rules.load import load_rule
from fastsim.rules.model import BuyRule
from fastsim.rules.names import told_apart
from fastsim.text.errors import InvalidInput, suggest
from fastsim.text.toml_file import parse_toml, read_toml
from fastsim.text.words import number_of, shortened

#: Rules beyond which a page, and the number of its pairs, would be beyond reading.
MAX_RULES: Final = 30
#: Setups beyond which a figure of them all would be beyond reading.
MAX_SETUPS: Final = 8


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
        return _Reader(values, name, folder).spec()
    except InvalidInput as error:
        raise InvalidInput(f"{source}: {without_hint(error)}", error.hint) from None


class _Reader:
    """Reads one document."""

    def __init__(self, values: Mapping[str, Any], name: str, folder: Path) -> None:
        self.values = checked(values, keys.TOP, "", ("title",))
        self.name = name
        self.folder = folder
        self.setup_argument: str = self.values.get("setup", "simplified")
        self.setup = load_setup(self.setup_argument)
        if self.setup.players != 2:
            raise InvalidInput(
                f"setup = {self.setup_argument!r} has {self.setup.players} players",
                "A report compares rules two at a time.",
            )
        self.named: dict[str, BuyRule] = {}
        self._seen: list[BuyRule] = []

    def spec(self) -> ReportSpec:
        values = self.values
        for k, table in enumerate(values.get("rules", [])):
            where = f"rules, number {k + 1}: "
            table = checked(table_of(table, where), keys.RULE, where, ("name", "rule"))
            name = " ".join(table["name"].split())
            if not name:
                raise InvalidInput(f"{where}its name is empty")
            if name in self.named:
                raise InvalidInput(f"{where}a rule named {name!r} is there already")
            self.named[name] = replace(at(where, load_rule, table["rule"]), name=name)
        seed, level = values.get("seed", 0), values.get("level", 0.95)
        if not 0 <= seed < 2**64:
            raise InvalidInput(f"seed = {seed}", "A seed is 0 up to 2^64 - 1.")
        if not 0 < level < 1:
            raise InvalidInput(f"level = {level} is not between 0 and 1", "Write 0.95 for 95 %.")
        comparison = self._comparison(values["comparison"]) if "comparison" in values else None
        sweeps = tuple(self._sweep(k, table) for k, table in enumerate(values.get("sweeps", [])))
        curves = tuple(self._curves(k, table) for k, table in enumerate(values.get("curves", [])))
        settings = self._settings(values["settings"]) if "settings" in values else None
        duel = self._duel(values["duel"]) if "duel" in values else None
        searches = SearchReader(self.setup, self._rule, self.folder, self._told_apart)
        frontier = searches.frontier(values["frontier"]) if "frontier" in values else None
        responses = tuple(
            searches.response(k, table) for k, table in enumerate(values.get("responses", []))
        )
        equilibrium = None
        if "equilibrium" in values:
            equilibrium = searches.equilibrium(values["equilibrium"])
        lineups = tuple(
            read_lineups(self._rules, k, table, comparison)
            for k, table in enumerate(values.get("lineups", []))
        )
        cards = read_cards(self._rule, values["cards"]) if "cards" in values else None
        parts = (
            comparison, curves, sweeps, settings, duel, frontier, responses, equilibrium, lineups,
            cards,
        )  # fmt: skip
        if not any(parts):
            raise InvalidInput(
                "there is nothing to report",
                "Add [comparison], [[lineups]], [cards], [[curves]], [[sweeps]], [settings], "
                "[duel], [frontier], [[responses]] or [equilibrium].",
            )
        return ReportSpec(
            self.name, values["title"], paragraphs(values), self.setup, self.setup_argument,
            seed, float(level), comparison, curves, sweeps, settings, duel, frontier, responses,
            equilibrium, lineups, cards,
        )  # fmt: skip

    def _comparison(self, table: dict[str, Any]) -> ComparisonSpec:
        where = "comparison: "
        table = checked(table, keys.COMPARISON, where, ("rules", "games"))
        rules = self._rules(where, table["rules"])
        if not 2 <= len(rules) <= MAX_RULES:
            raise InvalidInput(f"{where}{number_of(len(rules), 'rule')}", f"Give 2 to {MAX_RULES}.")
        baseline = None
        if "baseline" in table:
            wanted = self._rule(where, table["baseline"])
            baseline = next((rule for rule in rules if digest(rule) == digest(wanted)), None)
            if baseline is None:
                raise InvalidInput(f"{where}the baseline {wanted.name!r} is not one of the rules")
        pairs = table.get("pairs", "all")
        if pairs not in ("all", "baseline"):
            raise InvalidInput(f"{where}pairs = {shortened(pairs)!r}", 'It is "all" or "baseline".')
        if pairs == "baseline" and baseline is None:
            raise InvalidInput(f'{where}pairs = "baseline" needs a baseline')
        return ComparisonSpec(
            rules, games_of(table, where), baseline, pairs,
            table.get("title", "Which rule wins"), paragraphs(table),
        )  # fmt: skip

    def _sweep(self, index: int, table: Any) -> SweepSpec:
        where = f"sweeps, number {index + 1}: "
        table = checked(
            table_of(table, where), keys.SWEEP, where, ("template", "x", "against", "games")
        )
        template = self._rule(where, table["template"], template=True)
        axes = tuple(at(where, parse_axis, table[key]) for key in ("y", "x") if key in table)
        names = [axis.parameter for axis in axes]
        if len(set(names)) < len(names):
            raise InvalidInput(f"{where}x and y both sweep {names[0]}")
        for parameter in names:
            if parameter not in template.parameters:
                raise InvalidInput(
                    f"{where}the template has no parameter {{{parameter}}}",
                    f"Its parameters: {', '.join(template.parameters) or 'none'}.",
                )
        missing = [name for name in template.parameters if name not in names]
        if missing:
            raise InvalidInput(
                f"{where}no values for the parameter {{{missing[0]}}}",
                "Write a number in its place, or give it an axis.",
            )
        cells = math.prod(len(axis.values) for axis in axes)
        if cells > MAX_PAIRED:
            raise InvalidInput(f"{where}{cells} cells", f"At most {MAX_PAIRED} at a time.")
        lowest = template.fill({axis.parameter: axis.values[0] for axis in axes})
        at(where, check_rule, lowest, self.setup)
        against = self._rule(where, table["against"])
        title = table.get("title", f"{' and '.join(reversed(names))} against {against.name}")
        return SweepSpec(template, axes, against, games_of(table, where), title, paragraphs(table))

    def _duel(self, table: dict[str, Any]) -> DuelSpec:
        where = "duel: "
        table = checked(table, keys.DUEL, where, ("a", "b", "games"))
        a, b = (self._rule(where, table[key]) for key in ("a", "b"))
        if digest(a) == digest(b):
            raise InvalidInput(f"{where}a and b are the same rule", "Name two different ones.")
        title = table.get("title", f"{a.name} against {b.name}")
        return DuelSpec(a, b, games_of(table, where), title, paragraphs(table))

    def _curves(self, index: int, table: Any) -> CurvesSpec:
        where = f"curves, number {index + 1}: "
        table = checked(table_of(table, where), keys.CURVES, where, ("a", "b", "games"))
        at(where, check_observable, self.setup)
        a, b = (self._rule(where, table[key]) for key in ("a", "b"))
        if digest(a) == digest(b):
            b = a
        games = games_of(table, where)
        if games > DEFAULT_GAMES:
            raise InvalidInput(f"{where}games = {games}", f"At most {DEFAULT_GAMES} are observed.")
        show = table.get("show", list(FIGURES))
        for name in show:
            if name not in FIGURES:
                raise InvalidInput(
                    f"{where}show holds {shortened(repr(name))}",
                    suggest(shortened(str(name)), FIGURES) or f"Known: {', '.join(FIGURES)}.",
                )
        against = "itself" if a is b else b.name
        title = table.get("title", f"{a.name} against {against}, turn by turn")
        return CurvesSpec(
            a, b, games, tuple(f for f in FIGURES if f in show), title, paragraphs(table)
        )

    def _settings(self, table: dict[str, Any]) -> SettingsSpec:
        where = "settings: "
        table = checked(table, keys.SETTINGS, where, ("games", "setups"))
        setups: list[NamedSetup] = []
        for k, changes in enumerate(table["setups"]):
            found = self._setup(f"{where}setups, number {k + 1}: ", changes)
            for other in setups:
                same = other.setup == found.setup
                if same or other.setup.name == found.setup.name:
                    raise InvalidInput(
                        f"{where}the setups {other.setup.name!r} and {found.setup.name!r} "
                        + ("are the same game" if same else "have the same name")
                    )
            setups.append(found)
        if not 2 <= len(setups) <= MAX_SETUPS:
            raise InvalidInput(
                f"{where}{number_of(len(setups), 'setup')}", f"Give 2 to {MAX_SETUPS}."
            )
        games = [named.setup for named in setups]
        rules = self._rules(where, table.get("rules", []), games)
        pairs = []
        for pair in table.get("pairs", []):
            if not (isinstance(pair, list) and len(pair) == 2):
                raise InvalidInput(
                    f"{where}pairs holds {shortened(repr(pair))}",
                    'A pair is ["one rule", "another"].',
                )
            a, b = self._rules(where, pair, games)
            pairs.append((a, b))
        if not 1 <= len(rules) + len(pairs) <= MAX_RULES:
            raise InvalidInput(
                f"{where}{number_of(len(rules), 'rule')} and {number_of(len(pairs), 'pair')}",
                f"Give 1 to {MAX_RULES} together.",
            )
        return SettingsSpec(
            tuple(setups), rules, tuple(pairs), games_of(table, where),
            table.get("title", "What the setup changes"), paragraphs(table),
        )  # fmt: skip

    def _setup(self, where: str, table: Any) -> NamedSetup:
        changes = dict(table_of(table, where))
        names = checked(
            {k: changes.pop(k) for k in keys.SETUP if k in changes}, keys.SETUP, where, ()
        )
        base = names.get("base", self.setup_argument)
        argument = setup_text(base, changes)
        name = " ".join(names.get("name", argument).split())
        setup = at(where, lambda: changed_setup(load_setup(base), changes, name=name))
        if setup.players != 2:
            raise InvalidInput(
                f"{where}{setup.players} players", "A report compares rules two at a time."
            )
        return NamedSetup(setup, argument)

    def _rules(
        self, where: str, given: Sequence[Any], setups: Sequence[GameSetup] = ()
    ) -> tuple[BuyRule, ...]:
        """Return rules of different names, each of which can be played in the setups."""
        rules: list[BuyRule] = []
        for text in given:
            if not isinstance(text, str):
                raise InvalidInput(
                    f"{where}rules holds {shortened(repr(text))}, which is not a text"
                )
            rule = self._rule(where, text, setups)
            if any(rule.name == other.name for other in rules):
                raise InvalidInput(f"{where}the rule {rule.name!r} is there twice")
            rules.append(rule)
        return tuple(rules)

    def _rule(
        self, where: str, given: str, setups: Sequence[GameSetup] = (), *, template: bool = False
    ) -> BuyRule:
        name = " ".join(given.split())
        rule: BuyRule = self.named[name] if name in self.named else at(where, load_rule, given)
        for setup in () if template else setups or (self.setup,):
            at(where, check_rule, rule, setup)
        return self._told_apart([rule])[0]

    def _told_apart(self, rules: Sequence[BuyRule]) -> list[BuyRule]:
        """Return rules under names that no other rule of the report has: it speaks of all."""
        named = told_apart(rules, self._seen)
        self._seen += named
        return named
