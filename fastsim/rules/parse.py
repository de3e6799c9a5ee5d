"""From the text of a buy rule to its model, with errors that point at the fault.

The grammar, one statement a line or separated by ``;``, with ``#`` for comments::

    statement := entry | "otherwise" CARD { "," CARD } | "avoid_losing_end" | "[" LIST "]"
    entry     := CARD [ "if" condition { "and" condition } ]
    condition := expr OP expr                 OP: <  <=  ==  !=  >=  >
    expr      := [ "-" ] term { ("+" | "-") term }
    term      := NUMBER | quantity | NUMBER "*" quantity | quantity "/" NUMBER

Entries behind ``[play]``, ``[discard]``, ``[trash]``, ``[gain]`` or ``[topdeck]`` buy nothing: they
say what is done with cards that ask for a decision (`fastsim.rules.model.PlayPolicy`).

A parameter ``{name}`` may stand wherever a number may, and in place of a CARD in an entry.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NoReturn

from fastsim.cards import Card, find_card
from fastsim.cards.other_sets import explain_unknown
from fastsim.errors import Location, RuleError, suggest
from fastsim.rules.model import (
    CARD_QUANTITIES,
    OPERATORS,
    PLAIN_QUANTITIES,
    BuyRule,
    Condition,
    Decision,
    Entry,
    Expression,
    Parameter,
    PlayPolicy,
    Quantity,
    Term,
)
from fastsim.text import shortened

_TOKEN: Final = re.compile(
    r"""(?P<space>[ \t\r]+)
      | (?P<number>\d+(?:\.\d+)?|\.\d+)
      | (?P<word>[A-Za-z][A-Za-z_']*)
      | (?P<parameter>\{[A-Za-z_][A-Za-z_0-9]*\})
      | (?P<operator><=|>=|==|!=|<|>)
      | (?P<symbol>[()+\-*/,\[\]])""",
    re.VERBOSE,
)
_KEYWORDS: Final = ("if", "and", "or")
#: Headings.
_LISTS: Final = tuple(str(kind) for kind in Decision if kind is not Decision.BUY)
#: Statements of a rule that are no entries.
_OPTIONS: Final = ("otherwise", "avoid_losing_end")
# Bounds that no real rule comes near: they keep hostile text from costing time or memory.
_MAX_TEXT: Final = 50_000
_MAX_ENTRIES: Final = 500
_MAX_TERMS: Final = 64
#: Letters of a word or a parameter.
_MAX_WORD: Final = 60
#: Digits of a number, before and after the decimal point together.
MAX_DIGITS: Final = 9


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    column: int


def parse_rule(
    text: str, *, name: str = "", source: str = "", where: str = "rule", first_line: int = 1
) -> BuyRule:
    """Return the rule that `text` describes.

    Parameters
    ----------
    text : str
        Statements, one a line or separated by ``;``.
    name, source : str
        Passed on to the rule.
    where : str
        What an error calls the place the text came from: a file, or just "rule".
    first_line : int
        Line of `where` on which the text begins.

    Raises
    ------
    RuleError
        Naming line and column, for anything that is not in the grammar.
    """
    buys: list[Entry] = []
    plays: dict[str, list[Entry]] = {}
    entries = buys
    otherwise: tuple[Card, ...] = ()
    avoid_losing_end = False
    for statement in _statements(text, where, first_line):
        heading = statement.heading()
        if heading is not None:
            if heading in plays:
                statement.fail(f"a second [{heading}]", "List all its cards in one place.")
            entries = plays[heading] = []
        elif entries is not buys:
            _add(entries, statement, where)
        elif statement.accept_word("avoid_losing_end"):
            avoid_losing_end = True
            statement.expect_end("after 'avoid_losing_end'")
        elif statement.accept_word("otherwise"):
            if otherwise:
                statement.fail("a second 'otherwise'", "List all its cards in one place.")
            otherwise = statement.card_list()
        else:
            _add(entries, statement, where)
    if not buys:
        raise RuleError(
            f"{where}: the rule has no entries", "Name at least one card to buy, such as: Silver"
        )
    policy = PlayPolicy(**{kind: tuple(listed) for kind, listed in plays.items()})
    return BuyRule(tuple(buys), otherwise, avoid_losing_end, policy, name, source)


def parse_entries(text: str, *, where: str = "list", first_line: int = 1) -> tuple[Entry, ...]:
    """Return the entries that `text` lists, which may be none: what decides beside the buys.

    Parameters
    ----------
    text : str
        Entries, one a line or separated by ``;``.
    where, first_line
        As in `parse_rule`.

    Raises
    ------
    RuleError
        Naming line and column, for anything that is not an entry.
    """
    entries: list[Entry] = []
    for statement in _statements(text, where, first_line):
        _add(entries, statement, where)
    return tuple(entries)


def _statements(text: str, where: str, first_line: int) -> Iterator[_Statement]:
    """Yield the statements of a text that say anything."""
    if len(text) > _MAX_TEXT:
        raise RuleError(f"{where}: the rule is longer than {_MAX_TEXT} characters")
    for number, line in enumerate(text.split("\n"), start=first_line):
        code = line.split("#", 1)[0]
        start = 0
        for piece in code.split(";"):
            statement = _Statement(piece, start, Location(where, number, 1, line))
            start += len(piece) + 1
            if statement.tokens:
                yield statement


def _add(entries: list[Entry], statement: _Statement, where: str) -> None:
    """Add a statement that must be an entry."""
    statement.refuse_words(_OPTIONS, "belongs to the buys, before any list of plays")
    entries.append(statement.entry())
    if len(entries) > _MAX_ENTRIES:
        raise RuleError(f"{where}: the rule has more than {_MAX_ENTRIES} entries")


class _Statement:
    """The tokens of one statement, read from left to right."""

    def __init__(self, text: str, offset: int, line: Location) -> None:
        self._line = line
        self._end = offset + len(text.rstrip()) + 1
        self._next = 0
        self.tokens: list[_Token] = []
        position = 0
        while position < len(text):
            match = _TOKEN.match(text, position)
            column = offset + position + 1
            if match is None:
                self._fail_at(column, *_unreadable(text[position:]))
            if match.lastgroup in ("word", "parameter") and len(match.group()) > _MAX_WORD:
                self._fail_at(column, f"a word of more than {_MAX_WORD} letters", None)
            if match.lastgroup != "space":
                self.tokens.append(_Token(str(match.lastgroup), match.group(), column))
            position = match.end()

    # -- reading -----------------------------------------------------------------------------

    def entry(self) -> Entry:
        location = self._location()
        card = self._card_or_parameter("the card to buy")
        conditions: list[Condition] = []
        if self.accept_word("if"):
            conditions.append(self._condition("if"))
            while self.accept_word("and"):
                conditions.append(self._condition("and"))
        if self._peek_word("or"):
            self.fail("'or' is not part of the language", "Write the card again, on a new line.")
        self.expect_end("here; a condition is introduced by 'if' and continued by 'and'")
        return Entry(card, tuple(conditions), location)

    def card_list(self) -> tuple[Card, ...]:
        cards = [self._card("a card after 'otherwise'")]
        while self._accept("symbol", ","):
            cards.append(self._card("a card after ','"))
        self.expect_end("in a list of cards")
        return tuple(dict.fromkeys(cards))

    def _condition(self, after: str) -> Condition:
        if self._at_end():
            self.fail(f"a condition is missing after '{after}'", "Example: if provinces <= 4")
        left = self._expression()
        token = self._peek()
        if token is None or token.kind != "operator":
            self.fail("a comparison is missing", f"One of: {'  '.join(OPERATORS)}")
        operator = token.text
        self._next += 1
        if self._at_end() or self._peek_word("and"):
            self.fail(f"a value is missing after '{operator}'", "Example: if provinces <= 4")
        right = self._expression()
        token = self._peek()
        if token is not None and token.kind == "operator":
            self.fail("a condition has one comparison", "Join two of them by 'and'.")
        return Condition(left, operator, right)

    def _expression(self) -> Expression:
        terms = [self._term(negative=self._accept("symbol", "-"))]
        while True:
            if self._accept("symbol", "+"):
                terms.append(self._term(negative=False))
            elif self._accept("symbol", "-"):
                terms.append(self._term(negative=True))
            else:
                return tuple(terms)
            if len(terms) > _MAX_TERMS:
                self.fail(f"an expression of more than {_MAX_TERMS} terms")

    def _term(self, *, negative: bool) -> Term:
        token = self._peek()
        if token is not None and token.kind in ("number", "parameter"):
            factor = self._number()
            quantity = self._quantity() if self._accept("symbol", "*") else None
            return Term(quantity, factor, negative=negative)
        quantity = self._quantity()
        if self._accept("symbol", "*"):
            return Term(quantity, self._number(), negative=negative)
        if self._accept("symbol", "/"):
            divisor = self._number(zero=False)
            return Term(quantity, divisor, divided=True, negative=negative)
        return Term(quantity, negative=negative)

    def _number(self, *, zero: bool = True) -> Fraction | Parameter:
        parameter = self._parameter()
        if parameter is not None:
            return parameter
        token = self._peek()
        if token is None or token.kind != "number":
            self.fail("a number is missing")
        if len(token.text.replace(".", "")) > MAX_DIGITS:
            self.fail(f"a number of more than {MAX_DIGITS} digits")
        value = Fraction(token.text)
        if not zero and value == 0:
            self.fail("a quantity is divided by 0")
        self._next += 1
        return value

    def _quantity(self) -> Quantity:
        location = self._location()
        token = self._peek()
        if token is None or token.kind != "word" or token.text.lower() in _KEYWORDS:
            self.fail("a number or a quantity is missing", "Example: if provinces <= 4")
        name = token.text.lower()
        if name not in CARD_QUANTITIES and name not in PLAIN_QUANTITIES:
            self.fail(
                f"unknown quantity {token.text!r}",
                suggest(token.text, [*PLAIN_QUANTITIES, *CARD_QUANTITIES])
                or f"Known: {', '.join([*PLAIN_QUANTITIES, *CARD_QUANTITIES])}.",
            )
        self._next += 1
        card = None
        if name in CARD_QUANTITIES:
            if not self._accept("symbol", "("):
                self.fail(f"{name} takes a card", f"Example: {name}(Gold)")
            card = self._card_or_parameter(f"the card of {name}(...)")
            if not self._accept("symbol", ")"):
                self.fail(f"')' is missing after {name}({card}")
        return Quantity(name, card, location)

    def _card_or_parameter(self, expected: str) -> Card | Parameter:
        return self._parameter() or self._card(expected)

    def _parameter(self) -> Parameter | None:
        token = self._peek()
        if token is None or token.kind != "parameter":
            return None
        self._next += 1
        return Parameter(token.text[1:-1])

    def _card(self, expected: str) -> Card:
        location = self._location()
        words: list[str] = []
        token = self._peek()
        while token is not None and token.kind == "word" and token.text.lower() not in _KEYWORDS:
            words.append(token.text)
            self._next += 1
            token = self._peek()
        if not words:
            self.fail(f"{expected} is missing")
        name = " ".join(words)
        card = find_card(name)
        if card is None:
            raise RuleError(*explain_unknown(shortened(name)), location)
        return card

    # -- tokens ------------------------------------------------------------------------------

    def fail(self, what: str, hint: str | None = None) -> NoReturn:
        """Raise for the next token."""
        raise RuleError(what, hint, self._location())

    def heading(self) -> str | None:
        """Return the list that this statement begins, or None when it does not begin one."""
        if not self._accept("symbol", "["):
            return None
        token = self._peek()
        if token is None or token.text not in _LISTS:
            self.fail("not a list of plays", f"Lists: {', '.join(f'[{kind}]' for kind in _LISTS)}.")
        self._next += 1
        if not self._accept("symbol", "]"):
            self.fail(f"']' is missing after [{token.text}")
        self.expect_end(f"after [{token.text}]; write ';' or a new line")
        return token.text

    def accept_word(self, word: str) -> bool:
        found = self._peek_word(word)
        self._next += found
        return found

    def refuse_words(self, words: Iterable[str], why: str) -> None:
        for word in words:
            if self._peek_word(word):
                self.fail(f"{word!r} {why}")

    def expect_end(self, context: str) -> None:
        if not self._at_end():
            self.fail(f"{shortened(self.tokens[self._next].text)!r} is not expected {context}")

    def _accept(self, kind: str, text: str) -> bool:
        token = self._peek()
        found = token is not None and token.kind == kind and token.text == text
        self._next += found
        return found

    def _peek(self) -> _Token | None:
        return None if self._at_end() else self.tokens[self._next]

    def _peek_word(self, word: str) -> bool:
        token = self._peek()
        return token is not None and token.kind == "word" and token.text.lower() == word

    def _at_end(self) -> bool:
        return self._next >= len(self.tokens)

    def _location(self) -> Location:
        token = self._peek()
        return self._place(self._end if token is None else token.column)

    def _place(self, column: int) -> Location:
        return Location(self._line.source, self._line.line, column, self._line.text)

    def _fail_at(self, column: int, what: str, hint: str | None) -> NoReturn:
        raise RuleError(what, hint, self._place(column))


def _unreadable(text: str) -> tuple[str, str | None]:
    """Return what to say of text that begins with no token."""
    if text[0] == "=":
        return "'=' is not a comparison", "Write '==' for equal."
    if text[0] in "≤≥≠":
        return f"unexpected {text[0]!r}", "Write <=, >= or !=."
    if text[0] == "{":
        return "not a parameter", "A parameter is a name in braces: {duchy}"
    return f"unexpected character {text[0]!r}", None
