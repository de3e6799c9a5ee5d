"""From what a user writes where a rule is expected to the rule."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Final

from fastsim.cards import CARDS
from fastsim.cards.other_sets import home_of
from fastsim.errors import InvalidInput, RuleError, suggest
from fastsim.rules.check import check_rule
from fastsim.rules.collection import Refusal, RuleCollection, listed
from fastsim.rules.describe import describe
from fastsim.rules.files import read_rule_file
from fastsim.rules.geronimoo import read_geronimoo
from fastsim.rules.library import library
from fastsim.rules.model import BuyRule
from fastsim.rules.parse import parse_rule
from fastsim.setup import GameSetup
from fastsim.text import shortened

_SUFFIXES: Final = (".toml", ".xml")
#: What the text of a rule has and the name of one has not; one card alone is text, too.
_MARKS_OF_TEXT: Final = re.compile(r"[;\n<>=!{}()\[\]]|\bif\b", re.IGNORECASE)
_OR: Final = re.compile(r"\bor\b", re.IGNORECASE)


def load_rule(spec: str, setup: GameSetup | None = None) -> BuyRule:
    """Return the rule that `spec` names or spells out.

    Parameters
    ----------
    spec : str
        In this order: the name of a library rule (in any case); a rule of a file, as
        ``file.toml#name`` or ``file.xml#name``, or just the file when it holds one rule; the text
        of a rule. A path may not contain ``#``.
    setup : GameSetup, optional
        The game to be played. With it, a rule without parameters is checked to have a meaning
        there. A rule from XML is then read for that game (`fastsim.rules.geronimoo`).

    Raises
    ------
    InvalidInput, RuleError
        When there is no such rule or file, the file cannot be read, the text is not a rule, or the
        rule cannot be played in `setup`.
    """
    rule = library().find(spec)
    if rule is None:
        path, separator, name = spec.partition("#")
        if path.strip().lower().endswith(_SUFFIXES):
            found = load_rules(path.strip(), setup)
            rule = found.get(name.strip()) if separator else found.only()
        else:
            rule = _parsed(spec)
    if setup is not None and not rule.parameters:
        check_rule(rule, setup)
    return rule


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


def _parsed(text: str) -> BuyRule:
    try:
        rule = parse_rule(text)
    except RuleError as error:
        if not text.strip() or _MARKS_OF_TEXT.search(text):
            raise
        meant = _meant(text)
        if not meant and _OR.search(text):
            raise
        raise InvalidInput(
            f"no rule is named {shortened(text)!r}, and it is not the text of a rule: {error.what}",
            error.hint if home_of(text) else meant or _help(text),
        ) from None
    return replace(rule, name=shortened(describe(rule, separator="; ")))


def _meant(text: str) -> str:
    """Return a question that names the nearest library rule and card, or an empty text."""
    name, known, found = shortened(text), library(), []
    for kind, names in (
        ("the rule", [*known.names, *known.aliases]),
        ("the card", [card.name for card in CARDS]),
    ):
        sentence = suggest(name, names)
        if sentence:
            found.append(f"{kind} {sentence.removeprefix('Did you mean ').removesuffix('?')}")
    return f"Did you mean {' or '.join(found)}?" if found else ""


def _help(text: str) -> str:
    if any(mark in text for mark in "./\\"):
        return "Files of rules end in .toml or .xml."
    return f"The library has: {listed(library().names)}. A rule's text: Province; Gold; Silver"
