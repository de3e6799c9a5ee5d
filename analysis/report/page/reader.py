"""What stands in the tables of a spec, checked key by key and rule by rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from analysis.report.page.spec import PartSpec
from fastsim.game.setup import GameSetup
from fastsim.game.setup_file import load_setup
from fastsim.rules.check import check_rule
from fastsim.rules.load import load_rule
from fastsim.rules.model import BuyRule
from fastsim.rules.names import told_apart
from fastsim.text.errors import InvalidInput, suggest
from fastsim.text.words import shortened, visible

#: Rules beyond which a page, and the number of its pairs, would be beyond reading.
MAX_RULES: Final = 30
#: Of any list in a spec: a page of so many parts would be beyond reading.
MAX_ITEMS: Final = 100

_KINDS: Final[Mapping[type, str]] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    list: "a list",
    dict: "a table",
}

#: What the top of a spec is called, and `[[rules]]`.
TOP: Final = "the top, before all tables"
RULE: Final = {"name": str, "rule": str}


class Reader:
    """Reads what stands in the tables of one spec.

    Parameters
    ----------
    values : mapping
        The document.
    folder : Path
        Of the spec: where files may stand that it names.
    places : mapping of str to mapping
        The keys of every table by what it is called, and the kind of value that each takes.

    Attributes
    ----------
    setup : GameSetup
        The report's own.
    setup_argument : str
        How the command line is told of it.
    asked : dict of str to tuple of PartSpec
        What the tables read so far ask for, by their key.
    """

    def __init__(
        self, values: Mapping[str, Any], folder: Path, places: Mapping[str, Mapping[str, type]]
    ) -> None:
        self._places = places
        self.values = self.checked(values, places[TOP], "", ("title",))
        self.folder = folder
        self.setup_argument: str = self.values.get("setup", "simplified")
        self.setup = load_setup(self.setup_argument)
        if self.setup.players != 2:
            raise InvalidInput(
                f"setup = {self.setup_argument!r} has {self.setup.players} players",
                "A report compares rules two at a time.",
            )
        self.asked: dict[str, tuple[PartSpec, ...]] = {}
        self._named: dict[str, BuyRule] = {}
        self._seen: list[BuyRule] = []

    def name_rules(self, tables: Sequence[Any]) -> None:
        """Read the rules to which a spec gives names of its own."""
        for k, table in enumerate(tables):
            where = f"rules, number {k + 1}: "
            table = self.checked(table_of(table, where), RULE, where, ("name", "rule"))
            name = " ".join(table["name"].split())
            if not name:
                raise InvalidInput(f"{where}its name is empty")
            if name in self._named:
                raise InvalidInput(f"{where}a rule named {name!r} is there already")
            self._named[name] = replace(at(where, load_rule, table["rule"]), name=name)

    def checked(
        self, table: Mapping[str, Any], kinds: Mapping[str, type], where: str, needed: Sequence[str]
    ) -> dict[str, Any]:
        """Return the table when every key is known and every value of its kind."""
        for key, value in table.items():
            if key not in kinds:
                raise InvalidInput(
                    f"{where}unknown key {shortened(key)!r}", self._advice(key, kinds)
                )
            kind = kinds[key]
            accepted = (int, float) if kind is float else kind
            if not isinstance(value, accepted) or isinstance(value, bool):
                raise InvalidInput(f"{where}{key} = {shortened(repr(value))} is not {_KINDS[kind]}")
            if isinstance(value, str) and visible(value) != value:
                raise InvalidInput(f"{where}{key} holds invisible characters", "Leave them out.")
            if isinstance(value, list) and len(value) > MAX_ITEMS:
                raise InvalidInput(
                    f"{where}{key} holds {len(value)} items", f"At most {MAX_ITEMS}."
                )
        for key in needed:
            if key not in table:
                raise InvalidInput(f"{where}{key} is missing")
        return dict(table)

    def _advice(self, key: str, kinds: Mapping[str, type]) -> str:
        """Return what to do about a key that is not one of these: its place, or a near one."""
        places = [place for place, table in self._places.items() if key in table]
        if places:
            return f"It belongs to {', '.join(places)}; here are: {', '.join(kinds)}."
        return suggest(shortened(key), kinds) or f"Known: {', '.join(kinds)}."

    def file(self, name: str) -> str:
        """Return a file that the spec names: as on the command line, or beside the spec."""
        beside = self.folder / name
        return name if Path(name).exists() or not beside.exists() else str(beside)

    def rules(
        self, where: str, given: Sequence[Any], setups: Sequence[GameSetup] = ()
    ) -> tuple[BuyRule, ...]:
        """Return rules of different names, each of which can be played in the setups."""
        rules: list[BuyRule] = []
        for text in given:
            if not isinstance(text, str):
                raise InvalidInput(
                    f"{where}rules holds {shortened(repr(text))}, which is not a text"
                )
            rule = self.rule(where, text, setups)
            if any(rule.name == other.name for other in rules):
                raise InvalidInput(f"{where}the rule {rule.name!r} is there twice")
            rules.append(rule)
        return tuple(rules)

    def rule(
        self, where: str, given: str, setups: Sequence[GameSetup] = (), *, template: bool = False
    ) -> BuyRule:
        """Return the rule that a text stands for, when it can be played in the setups."""
        name = " ".join(given.split())
        rule: BuyRule = self._named[name] if name in self._named else at(where, load_rule, given)
        for setup in () if template else setups or (self.setup,):
            at(where, check_rule, rule, setup)
        return self.told_apart([rule])[0]

    def told_apart(self, rules: Sequence[BuyRule]) -> list[BuyRule]:
        """Return rules under names that no other rule of the report has: it speaks of all."""
        named = told_apart(rules, self._seen)
        self._seen += named
        return named


def table_of(value: Any, where: str) -> dict[str, Any]:
    """Return the value when it is a table."""
    if not isinstance(value, dict):
        raise InvalidInput(f"{where}it is not a table")
    return value


def games_of(table: Mapping[str, Any], where: str, key: str = "games") -> int:
    """Return the number of games, even: half are played in each seat order."""
    games: int = table[key]
    if games < 4:
        raise InvalidInput(f"{where}{key} = {games}", "At least 4, two in each seat order.")
    return games + games % 2


def paragraphs(table: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the paragraphs of a table's text, each on one line."""
    blocks = table.get("text", "").split("\n\n")
    return tuple(" ".join(block.split()) for block in blocks if block.strip())


def at(where: str, read: Any, *given: Any) -> Any:
    """Return ``read(*given)``; an error says where in the spec it was."""
    try:
        return read(*given)
    except InvalidInput as error:
        raise InvalidInput(f"{where}{without_hint(error)}", error.hint) from None


def without_hint(error: InvalidInput) -> str:
    """Return what was wrong, without what to do."""
    text = str(error)
    return text[: -len(f"\n  {error.hint}")] if error.hint else text
