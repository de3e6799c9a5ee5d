"""The rules of one file: those that can be used, and why the others cannot."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from fastsim.rules.model import BuyRule
from fastsim.text.errors import InvalidInput, suggest
from fastsim.text.shown import brief
from fastsim.text.words import plain, shortened

_WORD: Final = re.compile(r"[^\W_]+")
_ONE_FORM: Final = {
    **dict.fromkeys(("1", "single"), "one"),
    **dict.fromkeys(("2", "double"), "two"),
    **dict.fromkeys(("3", "triple"), "three"),
    "4": "four",
    "5": "five",
    "6": "six",
}
#: How alike names must be, from 0 to 1, for words to tell which is meant.
_ALIKE: Final = 0.6
#: How many names an error lists before it says how many more there are.
_LISTED = 12


@dataclass(frozen=True, slots=True)
class Refusal:
    """A rule of a file that cannot be used.

    Attributes
    ----------
    name : str
        The rule's name in the file.
    reason : str
        Why, in one line.
    error : InvalidInput
        What is raised when this rule is asked for.
    """

    name: str
    reason: str
    error: InvalidInput

    def __str__(self) -> str:
        return f"{shortened(self.name)}: {self.reason}"


@dataclass(frozen=True)
class RuleCollection:
    """Named rules from one source, in the order of the file.

    Attributes
    ----------
    source : str
        The file, or what else an error should call it.
    rules : mapping of str to BuyRule
        The rules that can be used, by name.
    refused : tuple of Refusal
        The others.
    aliases : mapping of str to str
        Other names of rules.
    """

    source: str
    rules: Mapping[str, BuyRule]
    refused: tuple[Refusal, ...] = ()
    aliases: Mapping[str, str] = field(default_factory=dict)

    __repr__ = brief

    @property
    def names(self) -> list[str]:
        """Every name that the file gives a rule, usable or not."""
        return [*self.rules, *(refusal.name for refusal in self.refused)]

    def find(self, name: str) -> BuyRule | None:
        """Return the rule of that name in any case, or None when there is none.

        Raises
        ------
        InvalidInput
            When there is one that cannot be used.
        """
        wanted = _key(name)
        if name in self.rules:
            return self.rules[name]
        for known, target in [*((n, n) for n in self.rules), *self.aliases.items()]:
            if _key(known) == wanted:
                return self.rules[target]
        for refusal in self.refused:
            if _key(refusal.name) == wanted:
                raise refusal.error
        return None

    def get(self, name: str) -> BuyRule:
        """Return the rule of that name in any case.

        Raises
        ------
        InvalidInput
            When there is none, or it cannot be used.
        """
        rule = self.find(name)
        if rule is None:
            raise InvalidInput(
                f"{self.source}: no rule is named {shortened(name)!r}",
                suggest_name(shortened(name), [*self.names, *self.aliases])
                or f"It holds: {listed(self.names)}.",
            )
        return rule

    def only(self) -> BuyRule:
        """Return the rule of a file that holds exactly one.

        Raises
        ------
        InvalidInput
            When it holds none or several, or the one cannot be used.
        """
        if not self.names:
            raise InvalidInput(f"{self.source}: the file holds no rules")
        if len(self.names) > 1:
            raise InvalidInput(
                f"{self.source}: the file holds {len(self.names)} rules; say which one",
                f"Write {self.source}#NAME; it holds: {listed(self.names)}.",
            )
        return self.get(self.names[0])


def listed(names: Iterable[str]) -> str:
    """Return the names as a list for an error, the first of them when there are many."""
    every = [shortened(name) for name in names]
    more = len(every) - _LISTED
    text = ", ".join(every[:_LISTED])
    return f"{text} and {more} more" if more > 0 else text or "nothing"


def suggest_name(name: str, known: Sequence[str]) -> str | None:
    """Return a sentence that names the nearest known name, or None when nothing is near.

    Names of several words are compared word by word first, and a word that few names have says
    more than one that many have: "Big Money + 2 Smithies" is "Two Smithies" rather than "Big Money
    + Smithy".
    """
    words = {one: _words(one) for one in known}
    spread = Counter(word for each in words.values() for word in each)
    wanted = _words(name)

    def weight(some: Iterable[str]) -> float:
        return sum(math.log((len(words) + 1) / spread.get(word, 1)) for word in some)

    def likeness(one: str) -> float:
        return weight(wanted & words[one]) / weight(wanted | words[one])

    if wanted and words:
        nearest = max(words, key=likeness)
        if likeness(nearest) >= _ALIKE:
            return f"Did you mean {nearest!r}?"
    return suggest(name, known)


def _words(name: str) -> set[str]:
    """Return the words of a name, each in one form: numbers spelled out, one of a thing."""
    return {_ONE_FORM.get(word) or _singular(word) for word in _WORD.findall(_key(name))}


def _singular(word: str) -> str:
    return word[:-3] + "y" if word.endswith("ies") else word.removesuffix("s")


def _key(name: str) -> str:
    return " ".join(plain(name).casefold().split())
