"""What a card does, read from words such as `fastsim.cards.words` writes.

The grammar; phrases are those of `fastsim.cards.phrases`::

    text     := sentence { "." sentence } [ "." ]
    sentence := bonuses | [ "then" ] block | NUMBER "Coins" | NUMBER "VP"
              | "Worth 1 VP for every ..." | "When another player plays an Attack, ..."
    block    := clause { ";" clause }
    clause   := phrase | "(" block ")"
              | "if you do," block [ "; otherwise," block ]  |  "if you don't," block
              | "each other player" block            (each other player draws a card)
              | "until you have" NUMBER "cards in hand, take the top card of your deck"
                { ";" clause }

A block goes on to the end of its sentence, or of its parentheses. What each other player does is
said of "them", and so may go on in sentences of its own: "They discard the rest." Bonuses before
anything else are the card's first lines; anywhere else they are steps.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from fastsim.cards import CARDS, find_card
from fastsim.cards.other_sets import explain_unknown, home_of
from fastsim.cards.phrase import Scene
from fastsim.cards.phrases import PHRASES, read_phrase
from fastsim.cards.slots import BONUSES, SLOTS, TYPES, Find, UnknownNoun, read_bonuses
from fastsim.cards.steps import DrawTo, EachOther, If, PerCards, Steps, Take, Unaffected
from fastsim.cards.words import (
    DRAW_TO,
    EACH_OTHER,
    IF_NOT,
    IF_SO,
    OTHERWISE,
    PER_CARDS,
    UNAFFECTED,
    to_others,
    to_you,
    uninflected,
)
from fastsim.text.errors import InvalidInput, suggest
from fastsim.text.words import plain, shortened

# Bounds that no card comes near: they keep hostile text from costing time or memory.
_LONGEST_TEXT: Final = 2000
_LONGEST_PHRASE: Final = 200
_DEEPEST: Final = 16
#: Words of a card's name: a longer noun holds other words, which are at fault.
_LONGEST_NAME: Final = 4

#: Sentences that are no steps, by the field that they say.
_FACTS: Final = {
    "money": re.compile("([1-9][0-9]?) coins?", re.IGNORECASE),
    "vp": re.compile("(-?[1-9][0-9]?) vp", re.IGNORECASE),
    "scoring": re.compile(re.escape(PER_CARDS).replace(r"\{\}", "([1-9][0-9]?)"), re.IGNORECASE),
    "when_attacked": re.compile(f"({re.escape(UNAFFECTED)})", re.IGNORECASE),
}
_VALUES: Final[dict[str, Callable[[str], Any]]] = {
    "money": int,
    "vp": int,
    "scoring": lambda cards: PerCards(int(cards)),
    "when_attacked": lambda _: Unaffected(),
}
_DRAW_TO: Final = tuple(
    re.compile(re.escape(words).replace(r"\{\}", f"({SLOTS['in hand'].pattern})"))
    for words in DRAW_TO
)
_BLOCKS: Final = [
    f"{IF_SO[0]}+1 Card",
    f"{IF_NOT[0]}+1 Card",
    f"{EACH_OTHER} draws a card",
    DRAW_TO[0].format("3 cards"),
]
#: What begins a sentence that goes on with what each other player does.
_THEY: Final = re.compile("(?:if it is [^,]*, |if |until |the first time )?they ")
#: All up to what ends a phrase; the first letter of a sentence.
_PHRASE: Final = re.compile("[^.;()]*")
_CAPITAL: Final = re.compile("(?:^|[.;(] ?)[A-Z]")


@dataclass(frozen=True, slots=True)
class CardText:
    """What a card's text says: the fields of a `fastsim.cards.Card` of the same names."""

    money: int = 0
    cards: int = 0
    actions: int = 0
    buys: int = 0
    coins: int = 0
    steps: Steps = ()
    when_attacked: Unaffected | None = None
    vp: int = 0
    scoring: PerCards | None = None


def read_text(text: str, *, find: Find = find_card, where: str = "text") -> CardText:
    """Return what the words of a card say.

    Parameters
    ----------
    text : str
        Sentences, as `fastsim.cards.words.summary_of` writes them.
    find : callable, optional
        Returns the card of a name, or None.
    where : str
        What an error calls the place that the text came from.

    Raises
    ------
    InvalidInput
        Naming line and column and the words at fault.

    Examples
    --------
    >>> read_text("+2 Cards. Reveal your hand.")
    CardText(money=0, cards=2, actions=0, buys=0, coins=0, steps=(RevealHand(),), ...)
    """
    if len(text) > _LONGEST_TEXT:
        raise InvalidInput(
            f"{where}: a text of {len(text)} characters", f"At most {_LONGEST_TEXT}."
        )
    return _Reader(text, find, where).text()


class _Reader:
    """Reads one text from its beginning to its end."""

    def __init__(self, text: str, find: Find, where: str) -> None:
        words = [(match.start(), match.group()) for match in re.finditer(r"\S+", plain(text))]
        joined = " ".join(word for _, word in words)
        self._text = _CAPITAL.sub(lambda match: match[0].lower(), joined)
        #: Where each character stands in the text as it was given.
        self._places = [start + k for start, word in words for k in range(len(word) + 1)] + [0]
        self._given = text
        self._find = find
        self._where = where
        self._next = 0
        self._depth = 0
        self._scene = Scene()
        self._theirs = Scene(others=True)  # where the last of each other player's steps ended

    def text(self) -> CardText:
        """Return what all sentences say."""
        facts: dict[str, Any] = {}
        steps: Steps = ()
        in_lines = True
        while self._next < len(self._text):
            sentence = self._phrase()
            said = _facts_of(sentence, in_lines)
            if said:
                for name in said.keys() & facts.keys():
                    self._fail(f"{name!r} is said twice over", "Say it once.", sentence)
                facts |= said
                self._next += len(sentence)
            else:
                in_lines = False
                steps = self._sentence(steps)
            if self._next < len(self._text) and not self._accept("."):
                self._fail("no sentence goes on like this", "End it by a full stop.")
            self._accept(" ")
        if not facts and not steps:
            raise InvalidInput(f"{self._where}: no words", "Such as: +1 Card. +2 Actions.")
        return CardText(steps=steps, **facts)

    def _sentence(self, before: Steps) -> Steps:
        """Return the steps so far, and those of the next sentence."""
        self._accept("then ")
        if self._starts(OTHERWISE):
            self._fail(
                "'otherwise' begins a sentence",
                "Write it in that of its condition: If you do, ...; otherwise, ...",
            )
        if not _THEY.match(self._text, self._next):
            return before + self._block()
        if not before or not isinstance(before[-1], EachOther):
            self._fail(
                "nobody is named who 'they' could be",
                "Begin with those it is about: Each other player draws a card.",
            )
        self._scene = self._theirs
        more = self._block()
        self._theirs, self._scene = self._scene, Scene()
        return (*before[:-1], EachOther(before[-1].steps + more))

    def _block(self) -> Steps:
        """Return the steps up to the end of a sentence, of parentheses, or 'otherwise'."""
        return self._more(self._clause())

    def _more(self, steps: Steps) -> Steps:
        """Return steps, and those that follow them in their block."""
        while self._peek() == ";" and not self._starts(f"; {OTHERWISE}"):
            self._next += 1
            self._accept(" ")
            steps += self._clause()
        return steps

    def _clause(self) -> Steps:
        self._depth += 1
        if self._depth > _DEEPEST:
            self._fail(
                f"more than {_DEEPEST} blocks inside each other", "Say it in more sentences."
            )
        others = self._scene.others
        drawing = _DRAW_TO[others].match(self._text, self._next)
        if self._accept("("):
            steps = self._block()
            if not self._accept(")"):
                self._fail("a parenthesis is not closed", "Write ')' at its end.")
        elif self._accept(IF_SO[others]):
            then = self._block()
            steps = (If(then, self._block() if self._accept(f"; {OTHERWISE}") else ()),)
        elif self._accept(IF_NOT[others]):
            steps = (If((), self._block()),)
        elif self._accept(EACH_OTHER):
            steps = (EachOther(self._each_other()),)
        elif drawing:
            self._next = drawing.end()
            self._scene.follow(Take(1))
            steps = (DrawTo(SLOTS["in hand"].read(drawing[1], self._find).cards, self._more(())),)
        else:
            steps = self._simple(self._phrase())
        self._depth -= 1
        return steps

    def _each_other(self) -> Steps:
        """Return what each other player does, of whom it is said."""
        others, self._scene = self._scene.others, Scene(others=True)
        if self._accept(": "):
            steps = self._block()
        else:
            self._accept(" ")
            said = self._phrase()
            words = uninflected(said)
            if words is None:
                self._fail(
                    f"no verb behind {EACH_OTHER!r}",
                    "Such as: Each other player draws a card.",
                    said,
                )
            steps = self._more(self._simple(said, words))
        self._theirs, self._scene = self._scene, Scene(others=others)
        return steps

    def _simple(self, said: str, words: str | None = None) -> Steps:
        """Return the steps of a phrase, which may be said in other words in a block."""
        words = said if words is None else words
        if not said.strip():
            self._fail("words are missing", "Such as: +1 Card")
        if len(said) > _LONGEST_PHRASE:
            self._fail(f"a phrase of more than {_LONGEST_PHRASE} characters", None, said)
        yours = to_you(words) if self._scene.others else words
        if yours is None:
            self._fail(
                "not said of 'them', though it is inside what each other player does",
                f"Did you mean {to_others(said)!r}? Or end the sentence before it.",
                said,
            )
        try:
            steps = read_phrase(yours, self._scene, self._find)
        except UnknownNoun as error:
            if _is_name(error.noun):
                self._fail(*_explain_noun(error.noun), said)
            steps = None
        if steps is None:
            near = _nearest(yours)
            near = to_others(near) if near and self._scene.others else near
            hint = f"Such as: {near}" if near else "Words that can be read: fastsim cards"
            self._fail(f"no step is called {shortened(said)!r}", hint, said)
        self._next += len(said)
        return steps

    # --- characters -------------------------------------------------------------------------------

    def _peek(self) -> str:
        return self._text[self._next : self._next + 1]

    def _starts(self, words: str) -> bool:
        return self._text.startswith(words, self._next)

    def _accept(self, words: str) -> bool:
        """Go on behind words if they come next; return whether they did."""
        found = self._starts(words)
        self._next += len(words) * found
        return found

    def _phrase(self) -> str:
        """Return all up to what ends a phrase."""
        match = _PHRASE.match(self._text, self._next)
        return match.group() if match else ""

    def _fail(self, what: str, hint: str | None, said: str = "") -> NoReturn:
        """Raise for what comes next; `said` are the words at fault."""
        before = (
            self._given[: self._places[self._next]] if self._next < len(self._text) else self._given
        )
        line = before.count("\n") + 1
        column = len(before) - (before.rfind("\n") + 1) + 1
        words = f" ({shortened(said)!r})" if said and shortened(said) not in what else ""
        raise InvalidInput(f"{self._where}, line {line}, column {column}: {what}{words}", hint)


def _facts_of(sentence: str, in_lines: bool) -> dict[str, Any]:
    """Return the fields that a sentence says; none if it says steps."""
    if in_lines and BONUSES.fullmatch(sentence):
        return {name: amount for name, amount in read_bonuses(sentence).items() if amount}
    for name, pattern in _FACTS.items():
        match = pattern.fullmatch(sentence)
        if match is not None:
            return {name: _VALUES[name](match[1])}
    return {}


def _is_name(noun: str) -> bool:
    """Return whether a noun is meant to be the name of a card or a type."""
    if home_of(noun) is not None or suggest(noun, _nouns()) is not None:
        return True
    return noun[0].isupper() and len(noun.split()) <= _LONGEST_NAME


def _nouns() -> list[str]:
    return [*TYPES, *(card.name for card in CARDS)]


def _explain_noun(noun: str) -> tuple[str, str]:
    """Return what is wrong with a noun, and what to do about it."""
    if home_of(noun) is not None:
        return explain_unknown(noun)
    known = f"Types are {', '.join(TYPES)}; fastsim cards lists the cards."
    return f"no card and no type of cards is called {noun!r}", suggest(noun, _nouns()) or known


def _nearest(words: str) -> str | None:
    """Return a phrase that is like these words, or None."""
    examples = [phrase.example for phrase in PHRASES] + _BLOCKS
    return next(iter(difflib.get_close_matches(words, examples, n=1, cutoff=0.5)), None)
