"""The door of the public API: what callers write becomes the values that all else works with.

Rules and setups are known by their names, and numbers come in many types (`fastsim.text.numbers`).
Every public function takes its arguments through here, so all of them take the same things and
refuse the same things; nothing behind the door asks again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import Any, TypeAlias

from fastsim.game.setup import GameSetup
from fastsim.game.setup_file import load_setup
from fastsim.rules.load import load_rule
from fastsim.rules.model import BuyRule
from fastsim.text.errors import InvalidInput
from fastsim.text.numbers import shown
from fastsim.text.words import number_of

#: A rule, or what `fastsim.load_rule` takes: a library name, ``file.toml#name``, or a rule's text.
RuleLike: TypeAlias = BuyRule | str
#: A setup, or what `fastsim.load_setup` takes: a name, a TOML file, or either with changes.
SetupLike: TypeAlias = GameSetup | str


def as_setup(setup: SetupLike) -> GameSetup:
    """Return the setup that is given or named.

    Raises
    ------
    InvalidInput
        As `fastsim.load_setup`, and for anything but a setup or a text.
    """
    if isinstance(setup, GameSetup):
        return setup
    if isinstance(setup, str):
        return load_setup(setup)
    raise InvalidInput(
        f"{shown(setup)} is not a setup",
        'Give a GameSetup, or its name: "simplified", "basic", "first-game,players=3".',
    )


def as_rule(rule: RuleLike, setup: GameSetup | None = None) -> BuyRule:
    """Return the rule that is given, named or spelled out.

    Parameters
    ----------
    rule : BuyRule or str
    setup : GameSetup, optional
        As `fastsim.load_rule`.

    Raises
    ------
    InvalidInput
        As `fastsim.load_rule`, and for anything but a rule or a text.
    """
    if isinstance(rule, BuyRule):
        return rule
    if isinstance(rule, str):
        return load_rule(rule, setup)
    raise InvalidInput(
        f"{shown(rule)} is not a rule",
        'Give a BuyRule, or its name or text: "Big Money", "mine.toml#My rule", '
        '"Province; Gold; Silver".',
    )


def as_rules(rules: Iterable[RuleLike], setup: GameSetup | None = None) -> tuple[BuyRule, ...]:
    """Return the rules of a list, in its order; each as `as_rule`.

    Raises
    ------
    InvalidInput
        As `as_rule`, and for anything but a list.
    """
    return tuple(as_rule(rule, setup) for rule in as_list(rules, "rules"))


def as_pair(rules: Iterable[RuleLike], setup: GameSetup | None = None) -> tuple[BuyRule, BuyRule]:
    """Return two rules, each as `as_rule`.

    Raises
    ------
    InvalidInput
        As `as_rules`, and for another number of them.
    """
    found = as_rules(rules, setup)
    if len(found) != 2:
        raise InvalidInput(
            f"{number_of(len(found), 'rule')} in place of a pair", "Two play each other."
        )
    return found[0], found[1]


def as_list(values: Iterable[Any], what: str) -> list[Any]:
    """Return the values of a list, a tuple or what else has an order.

    Parameters
    ----------
    values : iterable
    what : str
        What they are, in the plural: "rules".

    Raises
    ------
    InvalidInput
        For what has no order, and for a text, which is one value and no list of them.
    """
    if isinstance(values, Iterable) and not isinstance(values, str | bytes | Mapping | Set):
        return list(values)
    raise InvalidInput(f"{shown(values)} is not a list of {what}", f"Write [..., ...] for {what}.")
