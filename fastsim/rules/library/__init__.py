"""The library: named rules that ship with the project, each with its source.

The rules are in the TOML files of this folder, which are rule files (see `fastsim.rules.files`)
with one more table, ``aliases``: other names of rules.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Final

from fastsim.game.setup import GameSetup
from fastsim.rules.check import check_rule
from fastsim.rules.collection import RuleCollection
from fastsim.rules.files import rules_from_toml
from fastsim.rules.model import BuyRule
from fastsim.text.errors import InvalidInput

#: How the source of a rule begins that a search found.
FOUND: Final = "found by fastsim "
_FILES: Final = (
    "big_money.toml",
    "endgame.toml",
    "baselines.toml",
    "one_card.toml",
    "kingdoms.toml",
    "found.toml",
)


@cache
def library() -> RuleCollection:
    """Return all rules of the library; look one up by its name or an alias, in any case."""
    rules: dict[str, BuyRule] = {}
    aliases: dict[str, str] = {}
    folder = resources.files(__name__)
    for name in _FILES:
        text = (folder / name).read_text(encoding="utf-8")
        document = tomllib.loads(text)
        aliases |= document.pop("aliases", {})
        found = rules_from_toml(document, source=f"library/{name}", text=text)
        for refusal in found.refused:
            raise refusal.error
        rules |= found.rules
    return RuleCollection("the library", rules, aliases=aliases)


def published(setup: GameSetup) -> list[BuyRule]:
    """Return the library's rules that can be played in a setup, but for those that were searched.

    Opponents to search against: whether earlier findings are in the library changes nothing.
    """
    return [
        rule
        for rule in library().rules.values()
        if not rule.source.startswith(FOUND) and _playable(rule, setup)
    ]


def _playable(rule: BuyRule, setup: GameSetup) -> bool:
    try:
        check_rule(rule, setup)
    except InvalidInput:
        return False
    return True
