"""Names that tell rules apart, where some were given without one or under the same.

A rule given by its text is called by the beginning of it, and rules of two files may have the same
name. Results speak of rules by name, so names that fail to tell different rules apart are replaced
by what does: the place where their texts differ.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from fastsim.rules.describe import describe
from fastsim.rules.model import BuyRule
from fastsim.text.words import shortened

#: Characters within which names made from texts differ: figures cut off what is longer.
_TELLING: Final = 29
#: Of these, what may stand before the difference, so that one sees what differs.
_BEFORE: Final = 24
#: Characters of a name that several rules have, before what differs between them.
_HEAD: Final = 24


def text_name(rule: BuyRule) -> str:
    """Return what a rule without a name is called: the beginning of its text."""
    return shortened(describe(rule, separator="; "))


def told_apart(rules: Sequence[BuyRule], among: Sequence[BuyRule] = ()) -> list[BuyRule]:
    """Return the rules under names that tell different ones apart.

    Parameters
    ----------
    rules : sequence of BuyRule
    among : sequence of BuyRule
        Other rules, which keep their names.

    Returns
    -------
    list of BuyRule
        In the same order. A name that already does so stays, and equal rules may share one. Rules
        without a name are called by their text; where texts begin alike, by the place where they
        differ, as ``… Estate if provinces <= 2; Gold``; rules that were given the same name by that
        name and this.

    Examples
    --------
    >>> from fastsim.rules.parse import parse_rule
    >>> texts = (f"Province; Duchy if provinces <= {n}; Gold; Silver" for n in (4, 5))
    >>> [rule.name for rule in told_apart([parse_rule(text) for text in texts])]
    ['… Duchy if provinces <= 4; Gold; Silver', '… Duchy if provinces <= 5; Gold; Silver']
    """
    named = [rule if rule.name else replace(rule, name=text_name(rule)) for rule in rules]
    groups: dict[str, dict[BuyRule, None]] = {}
    for rule in (*among, *named):
        groups.setdefault(_key(rule), {})[rule] = None
    holders: dict[str, set[BuyRule]] = {}
    for rule in (*among, *named):
        holders.setdefault(rule.name, set()).add(rule)
    names: dict[tuple[str, BuyRule], str] = {}
    for key, group in groups.items():
        if len(group) == 1:
            continue
        parts = _differences([describe(rule, separator="; ") for rule in group])
        for rule, part in zip(group, parts, strict=True):
            of_text = not rule.name or rule.name == text_name(rule)
            name = part if of_text else f"{shortened(rule.name, _HEAD)}: {part}"
            numbered = itertools.chain([name], (f"{name} ({k})" for k in itertools.count(2)))
            free = next(one for one in numbered if holders.get(one, {rule}) == {rule})
            holders[free], names[key, rule] = {rule}, free
    return [replace(rule, name=names.get((_key(rule), rule), rule.name)) for rule in named]


def _key(rule: BuyRule) -> str:
    """Return what rules that need telling apart have in common."""
    return rule.name[:_TELLING] if rule.name == text_name(rule) else rule.name


def _differences(texts: Sequence[str]) -> list[str]:
    """Return the part of each of several different texts by which it differs from the others."""
    columns = itertools.takewhile(lambda letters: len(set(letters)) == 1, zip(*texts, strict=False))
    start = _start("".join(letters[0] for letters in columns))
    parts = [_part(text, start) for text in texts]
    for head in dict.fromkeys(part[:_TELLING] for part in parts):
        alike = [k for k, part in enumerate(parts) if part[:_TELLING] == head]
        if 1 < len(alike) < len(texts):
            for k, part in zip(alike, _differences([texts[k] for k in alike]), strict=True):
                parts[k] = part
    return parts


def _start(common: str) -> int:
    """Return where to begin so that what follows the common beginning is soon seen.

    At the statement that differs; where that is too far, at its condition, or at its word.
    """
    far = max(len(common) - _BEFORE, 0)
    for mark in ("; ", " and "):
        start = common.rfind(mark) + len(mark) if mark in common else 0
        if start >= far:
            return start
    return common.find(" ", far) + 1 or far


def _part(text: str, start: int) -> str:
    """Return the text from there on, with the list of plays that this place is in."""
    if start == 0:
        return shortened(text)
    opened = text.rfind("[", 0, start)
    kind = ""
    if opened >= 0 and text[start] != "[":
        kind = text[opened : text.index("]", opened) + 1] + " "
    return shortened(f"… {kind}{text[start:]}")
