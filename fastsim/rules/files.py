"""Rule files: named rules in TOML, read and written.

A file looks like this; everything but `buy` may be left out::

    [rules."Two Golds First"]
    source = "who published it, where"
    buy = '''
    Province if own(Gold) >= 2
    Gold
    Silver
    '''
    otherwise = ["Copper"]
    avoid_losing_end = true
    play = "Village; Smithy"
    trash = ""

The last two, and `discard`, `gain` and `topdeck`, say what is done with cards that ask for a
decision: of those that can be chosen, the first entry whose conditions hold. An empty text chooses
nothing that is not forced; without the key the default list decides (`fastsim.rules.decisions`).
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeVar

from fastsim.cards import Card, find_card
from fastsim.cards.other_sets import explain_unknown
from fastsim.rules.collection import Refusal, RuleCollection
from fastsim.rules.describe import describe, describe_entries
from fastsim.rules.model import BuyRule, Decision, PlayPolicy
from fastsim.rules.parse import parse_entries, parse_rule
from fastsim.text.errors import InvalidInput, Location, RuleError, suggest
from fastsim.text.toml_file import parse_toml, read_toml_text
from fastsim.text.words import SHAPELESS, shortened

_T = TypeVar("_T")

_KINDS: Final[dict[str, tuple[type, str]]] = {
    "source": (str, "a text"),
    "buy": (str, "a text"),
    "otherwise": (list, "a list of card names"),
    "avoid_losing_end": (bool, "true or false"),
    **{str(kind): (str, "a text") for kind in Decision if kind is not Decision.BUY},
}
#: Far above any real file; keeps a hostile one from costing time.
_MAX_RULES: Final = 5000
_EXAMPLE: Final = 'Example: [rules."My Rule"] with buy = "Province; Gold; Silver".'


def read_rule_file(path: Path) -> RuleCollection:
    """Return the rules in that TOML file.

    Raises
    ------
    InvalidInput
        When the file cannot be read, or is not a rule file at all. A single rule that cannot be
        used is among the `refused` ones.
    """
    source, text = str(path), read_toml_text(path, "rule")
    return rules_from_toml(parse_toml(text, source=source), source=source, text=text)


def rules_from_toml(document: Mapping[str, Any], *, source: str, text: str = "") -> RuleCollection:
    """Return the rules of a TOML document.

    Parameters
    ----------
    document : mapping
        What `tomllib` made of the file.
    source : str
        What errors call the file.
    text : str
        The file's text, for errors that name its lines.

    Raises
    ------
    InvalidInput
        When the document does not have the shape of a rule file.
    """
    for key in document:
        if key != "rules":
            raise InvalidInput(
                f"{source}: unknown key {shortened(key)!r}",
                suggest(shortened(key), ["rules"])
                or f"A rule file holds one table, rules. {_EXAMPLE}",
            )
    tables = document.get("rules", {})
    if not isinstance(tables, dict):
        raise InvalidInput(f"{source}: rules is not a table", _EXAMPLE)
    if not tables:
        raise InvalidInput(f"{source}: the file holds no rules", _EXAMPLE)
    if len(tables) > _MAX_RULES:
        raise InvalidInput(f"{source}: {len(tables)} rules", f"At most {_MAX_RULES} in a file.")
    layout = _Layout(source, text)
    rules: dict[str, BuyRule] = {}
    refused = []
    for name, table in tables.items():
        try:
            rules[name] = _rule(name, table, layout)
        except RuleError as error:
            line = f"line {error.location.line}: " if error.location else ""
            refused.append(Refusal(name, line + error.what, error))
        except InvalidInput as error:
            located = InvalidInput(f"{source}: rule {shortened(name)!r}: {error.what}", error.hint)
            refused.append(Refusal(name, error.what, located))
    return RuleCollection(source, rules, tuple(refused))


def write_rule_file(rules: Iterable[BuyRule]) -> str:
    """Return the TOML text of a rule file; reading it gives equal rules, names and sources.

    Raises
    ------
    InvalidInput
        When a rule has no name, two have the same one, or a number has no decimal form.
    """
    tables: dict[str, str] = {}
    for rule in rules:
        if not rule.name:
            raise InvalidInput("a rule without a name cannot be written", "Give it one.")
        if rule.name in tables:
            raise InvalidInput(f"two rules are named {shortened(rule.name)!r}", "Rename one.")
        tables[rule.name] = _table(rule)
    return "\n".join(tables.values())


# -- reading -----------------------------------------------------------------------------------


def _rule(name: str, table: Any, layout: _Layout) -> BuyRule:
    if not isinstance(table, dict):
        raise InvalidInput("it is not a table", _EXAMPLE)
    if not name.strip():
        raise InvalidInput("its name is empty", _EXAMPLE)
    for key, value in table.items():
        if key not in _KINDS:
            raise InvalidInput(
                f"unknown key {shortened(key)!r}",
                suggest(shortened(key), _KINDS) or f"Known: {', '.join(_KINDS)}.",
            )
        kind, called = _KINDS[key]
        if not isinstance(value, kind):
            raise InvalidInput(f"{key} = {shortened(repr(value))} is not {called}")
    if "buy" not in table:
        raise InvalidInput("buy is missing", 'Example: buy = "Province; Gold; Silver".')
    return _with_options(_parse(name, table, layout), table)


def _with_options(rule: BuyRule, table: Mapping[str, Any]) -> BuyRule:
    """Return the rule with what the keys beside its text say."""
    otherwise = _cards(table.get("otherwise", []))
    if otherwise and rule.otherwise and otherwise != rule.otherwise:
        raise InvalidInput("otherwise is given both as a key and in the text of buy", "Drop one.")
    avoid = table.get("avoid_losing_end", rule.avoid_losing_end)
    if rule.avoid_losing_end and not avoid:
        raise InvalidInput("avoid_losing_end is set in the text of buy, yet its key says false")
    return replace(rule, otherwise=otherwise or rule.otherwise, avoid_losing_end=avoid)


def _cards(names: list[Any]) -> tuple[Card, ...]:
    cards = []
    for name in names:
        if not isinstance(name, str):
            raise InvalidInput(f"otherwise holds {shortened(repr(name))}, which is not a card name")
        card = find_card(name)
        if card is None:
            what, hint = explain_unknown(shortened(name))
            raise InvalidInput(f"otherwise: {what}", hint)
        cards.append(card)
    return tuple(dict.fromkeys(cards))


def _parse(name: str, table: Mapping[str, Any], layout: _Layout) -> BuyRule:
    """Parse the texts of a rule so that errors name the line and column of the file."""
    rule = layout.parse(parse_rule, name, "buy", table["buy"])
    lists = {
        kind: layout.parse(parse_entries, name, kind, table[kind])
        for kind in map(str, Decision)
        if kind in table and kind != "buy"
    }
    for kind in rule.plays.lists:
        if kind in lists:
            raise InvalidInput(f"{kind} is given both as a key and in the text of buy", "Drop one.")
    plays = replace(rule.plays, **lists)
    return replace(rule, plays=plays, name=name, source=table.get("source", ""))


_HEADER: Final = re.compile(r"\s*\[[^\[]")
_TEXT: Final = re.compile(r"""\s*(?:(\w+)|"(\w+)"|'(\w+)')\s*=\s*(\"{3}|'{3}|"|')""")


class _Layout:
    """Where the rules stand in a file: TOML readers do not say, so their headers are looked for."""

    def __init__(self, source: str, text: str) -> None:
        self.source = source
        self.lines = text.split("\n")
        self._headers: dict[str, int] = {}
        for number, line in enumerate(self.lines):
            if _HEADER.match(line):
                self._headers.setdefault(_rule_named_by(line), number)

    def parse(self, parser: Callable[..., _T], name: str, key: str, text: str) -> _T:
        """Return what `parser` makes of a rule's text under `key`, with the place it stands at."""
        place = self._place_of(name, key, text.split("\n"))
        if place is None:  # the file writes this text in some unusual way
            within = "" if key == "buy" else f", {key}"
            where, first, column = f"{self.source}, rule {shortened(name)!r}{within}", 0, 0
        else:
            where, (first, column) = self.source, place
        try:
            # blanks stand for what comes before the text on its line, so that columns agree
            return parser(" " * column + text, where=where, first_line=first + 1)
        except RuleError as error:
            if error.location is None:
                raise InvalidInput(error.what.removeprefix(f"{where}: "), error.hint) from None
            if place is None:
                raise
            at = error.location
            shown = Location(where, at.line, at.column, self.lines[at.line - 1])
            raise RuleError(error.what, error.hint, shown) from None

    def _place_of(self, name: str, key: str, text: list[str]) -> tuple[int, int] | None:
        """Return the line and column (from 0) at which the text of `key` begins in that rule.

        None when what is found there is not, letter by letter, the text: it has escapes, or the
        rule is written in an unusual form.
        """
        for number in range(self._headers.get(name, len(self.lines)) + 1, len(self.lines)):
            line = self.lines[number]
            match = _TEXT.match(line)
            if match and key in match.groups()[:3]:
                column = match.end()
                if len(match[4]) == 3 and column == len(line):
                    number, column = number + 1, 0
                return (number, column) if self._reads(number, column, text) else None
            if _HEADER.match(line):
                return None
        return None

    def _reads(self, first: int, column: int, text: list[str]) -> bool:
        lines = self.lines[first : first + len(text)]
        starts = [column] + [0] * (len(text) - 1)
        return len(lines) == len(text) and all(
            line.startswith(part, start)
            for line, part, start in zip(lines, text, starts, strict=True)
        )


def _rule_named_by(header: str) -> str:
    """Return the name of the rule whose table that line begins, or an empty text."""
    try:
        rules = tomllib.loads(header).get("rules")
    except tomllib.TOMLDecodeError:
        return ""
    return next(iter(rules), "") if isinstance(rules, dict) else ""


# -- writing -----------------------------------------------------------------------------------


def _table(rule: BuyRule) -> str:
    bare = replace(rule, otherwise=(), avoid_losing_end=False, plays=PlayPolicy())
    lines = [f"[rules.{_quoted(rule.name)}]"]
    if rule.source:
        lines.append(f"source = {_quoted(rule.source)}")
    lines += ['buy = """', describe(bare), '"""']
    if rule.otherwise:
        cards = ", ".join(_quoted(card.name) for card in rule.otherwise)
        lines.append(f"otherwise = [{cards}]")
    if rule.avoid_losing_end:
        lines.append("avoid_losing_end = true")
    for kind, entries in rule.plays.lists.items():
        lines += (
            [f'{kind} = """', describe_entries(entries), '"""'] if entries else [f'{kind} = ""']
        )
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """Return a TOML string: JSON's escapes are TOML's, and what has no shape is written as one."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise InvalidInput(f"{text!r} cannot be written as UTF-8") from None
    return SHAPELESS.sub(lambda c: f"\\u{ord(c[0]):04x}", json.dumps(text, ensure_ascii=False))
