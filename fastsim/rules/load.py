"""From what a user writes where a rule is expected to the rule."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Final

from fastsim.cards import CARDS
from fastsim.cards.other_sets import home_of
from fastsim.game.setup import GameSetup
from fastsim.rules.check import check_rule
from fastsim.rules.collection import Refusal, RuleCollection, suggest_name
from fastsim.rules.files import read_rule_file
from fastsim.rules.geronimoo import read_geronimoo
from fastsim.rules.library import library
from fastsim.rules.model import BuyRule
from fastsim.rules.names import text_name
from fastsim.rules.parse import parse_rule
from fastsim.rules.words import FOREIGN_WORDS
from fastsim.text.errors import InvalidInput, RuleError
from fastsim.text.files import split_path
from fastsim.text.words import plain, shortened

_SUFFIXES: Final = (".toml", ".xml")
#: What the text of a rule has and the name of one has not; one card alone is text, too.
_MARKS_OF_TEXT: Final = re.compile(r"[;\n<>=!{}()\[\]]|\bif\b", re.IGNORECASE)
_QUOTE: Final = re.compile("[\"']")


def load_rule(spec: str, setup: GameSetup | None = None) -> BuyRule:
    """Return the rule that `spec` names or spells out.

    Parameters
    ----------
    spec : str
        In this order: the name of a library rule (in any case); a rule of a file, as
        ``file.toml#name`` or ``file.xml#name``, or just the file when it holds one rule; the text
        of a rule. Quotes around it, straight or curly, do not count.
    setup : GameSetup, optional
        The game to be played. With it, a rule without parameters is checked to have a meaning
        there. A rule from XML is then read for that game (`fastsim.rules.geronimoo`).

    Raises
    ------
    InvalidInput, RuleError
        When there is no such rule or file, the file cannot be read, the text is not a rule, or the
        rule cannot be played in `setup`.
    """
    spec = _unquoted(spec)
    rule = library().find(spec)
    if rule is None:
        in_file = split_path(spec, "#", _SUFFIXES)
        if in_file is None:
            rule = _parsed(spec)
        else:
            path, name = in_file
            found = load_rules(path, setup)
            rule = found.only() if name is None else found.get(name)
    if setup is not None and not rule.parameters:
        check_rule(rule, setup)
    return rule


def rule_file(spec: str) -> str | None:
    """Return the file of which all rules are meant, or None for what stands for one rule."""
    in_file = split_path(_unquoted(spec), "#", _SUFFIXES)
    if in_file is None or in_file[1] is not None or library().find(spec) is not None:
        return None
    return in_file[0]


def load_rules(path: str, setup: GameSetup | None = None) -> RuleCollection:
    """Return all rules of a TOML or XML file; those that cannot be used are in `refused`.

    Parameters
    ----------
    path : str
    setup : GameSetup, optional
        The game to be played. Rules without a meaning there are among the refused ones, and those
        from XML are read for that game (`fastsim.rules.geronimoo`).

    Raises
    ------
    InvalidInput, RuleError
        When the file cannot be read, or is not a file of rules.
    """
    if path.lower().endswith(".toml"):
        found = read_rule_file(Path(path))
    elif path.lower().endswith(".xml"):
        found = read_geronimoo(Path(path), setup)
    else:
        raise InvalidInput(f"{path}: not a file of rules", "Such files end in .toml or .xml.")
    return found if setup is None else playable(found, setup)


def playable(found: RuleCollection, setup: GameSetup) -> RuleCollection:
    """Return the collection with the rules that have no meaning in `setup` among the refused."""
    refused = []
    for name, rule in found.rules.items():
        try:
            if not rule.parameters:
                check_rule(rule, setup)
        except InvalidInput as error:
            refused.append(Refusal(name, error.what.removeprefix(f"rule {name!r}: "), error))
    lost = {refusal.name for refusal in refused}
    kept = {name: rule for name, rule in found.rules.items() if name not in lost}
    aliases = {alias: name for alias, name in found.aliases.items() if name in kept}
    return replace(found, rules=kept, refused=(*found.refused, *refused), aliases=aliases)


def _unquoted(spec: str) -> str:
    """Return a spec without a pair of quotes around it."""
    text = spec.strip()
    marks = plain(text[:1] + text[-1:])
    whole = len(text) > 1 and marks in ('""', "''") and not _QUOTE.search(plain(text[1:-1]))
    return text[1:-1] if whole else spec


def _parsed(text: str) -> BuyRule:
    try:
        rule = parse_rule(text)
    except RuleError as error:
        if not text.strip() or _MARKS_OF_TEXT.search(text):
            raise
        path_like = any(mark in text for mark in "./\\")
        meant = "" if home_of(text) else _meant(text)
        if not path_like and _is_text(text, error, named=bool(meant)):
            raise
        # of a word that is not known, the parser knows the cards only
        told = None if path_like or error.what.startswith("unknown card") else error.hint
        raise InvalidInput(
            f"no rule is named {shortened(text)!r}, and it is not the text of a rule: {error.what}",
            error.hint if home_of(text) else meant or told or _help(text),
        ) from None
    return replace(rule, name=text_name(rule))


def _is_text(text: str, error: RuleError, *, named: bool) -> bool:
    """Return whether a text that cannot be read was meant as a rule's, not as a rule's name.

    It begins with a card, or with a word of another notation; where it is also near the name of
    something (`named`), what is wrong with it must be plain.
    """
    begins = error.location is not None and error.location.column > 1
    return text.split()[0].lower() in FOREIGN_WORDS or (begins and not (named and not error.hint))


def _meant(text: str) -> str:
    """Return a question that names the nearest library rule and card, or an empty text."""
    name, known, found = shortened(text), library(), []
    if plain(text)[:1] in ("'", '"') and text[0] not in ("'", '"'):
        return 'A shell knows straight quotes only: "Big Money".'
    longer = [one for one in known.names if one.lower().startswith(f"{name.lower()} ")]
    if longer:
        return f"Did you mean {longer[0]!r}? A shell needs quotes around a name of several words."
    for kind, names in (
        ("the rule", [*known.names, *known.aliases]),
        ("the card", [card.name for card in CARDS]),
    ):
        sentence = suggest_name(name, names)
        if sentence:
            found.append(f"{kind} {sentence.removeprefix('Did you mean ').removesuffix('?')}")
    return f"Did you mean {' or '.join(found)}?" if found else ""


def _help(text: str) -> str:
    if text.strip().lower().endswith(_SUFFIXES):
        return "There is no file of that name."
    if any(mark in text for mark in "./\\"):
        return "Files of rules end in .toml or .xml."
    return (
        "fastsim rules list shows the rules of the library; a rule's text: Province; Gold; Silver"
    )
