"""From the text of a buy rule to its model, with errors that point at the fault.

The grammar, one statement a line or separated by ``;``, with ``#`` for comments::

    statement := entry | "otherwise" CARD { "," CARD } | "avoid_losing_end" | "[" LIST "]"
    entry     := CARD [ "if" condition { "and" condition } ]
    condition := expr OP expr                 OP: <  <=  ==  !=  >=  >
    expr      := [ "-" ] term { ("+" | "-") term }
    term      := NUMBER | quantity | NUMBER "*" quantity | quantity "/" NUMBER

Entries behind ``[play]``, ``[discard]``, ``[trash]``, ``[gain]`` or ``[topdeck]`` buy nothing: they
say what is done with cards that ask for a decision (`fastsim.rules.model.PlayPolicy`).

There, a class of cards (`fastsim.rules.classes`) may stand in place of an entry's CARD.

A parameter ``{name}`` may stand wherever a number may, and in place of a CARD in an entry. Blanks,
signs and comparisons are understood as they are printed, too (``lead ≥ −3``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from fastsim.cards import SILVER, Card, find_card
from fastsim.cards.other_sets import explain_unknown
from fastsim.rules.classes import CardClass, find_class
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
from fastsim.rules.tokens import BRACKETS, KEYWORDS, Tokens
from fastsim.rules.words import foreign_word, hint_for_quantity
from fastsim.text.errors import Location, RuleError
from fastsim.text.words import plain, shortened

#: Comparisons as they are printed.
_PRINTED: Final = {"≤": "<=", "≥": ">=", "≠": "!="}
_EXAMPLE_CONDITION: Final = "Example: if provinces <= 4"
#: Headings.
_LISTS: Final = tuple(str(kind) for kind in Decision if kind is not Decision.BUY)
#: Statements of a rule that are no entries.
_OPTIONS: Final = ("otherwise", "avoid_losing_end")
# Bounds that no real rule comes near: they keep hostile text from costing time or memory.
_MAX_TEXT: Final = 50_000
_MAX_ENTRIES: Final = 500
_MAX_TERMS: Final = 64
#: Words of a card's name.
_LONGEST_NAME: Final = 3
#: Digits of a number, before and after the decimal point together.
MAX_DIGITS: Final = 9


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
            _add(entries, statement, where, plays=True)
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
        _add(entries, statement, where, plays=True)
    return tuple(entries)


def _statements(text: str, where: str, first_line: int) -> Iterator[_Statement]:
    """Yield the statements of a text that say anything."""
    if len(text) > _MAX_TEXT:
        raise RuleError(f"{where}: the rule is longer than {_MAX_TEXT} characters")
    for number, line in enumerate(text.split("\n"), start=first_line):
        code = line.split("#", 1)[0]
        start = 0
        for piece in code.split(";"):
            statement = _Statement(plain(piece), start, Location(where, number, 1, line))
            start += len(piece) + 1
            if statement.tokens:
                yield statement


def _add(entries: list[Entry], statement: _Statement, where: str, *, plays: bool = False) -> None:
    """Add a statement that must be an entry."""
    statement.refuse_words(_OPTIONS, "belongs to the buys, before any list of plays")
    entries.append(statement.entry(plays=plays))
    if len(entries) > _MAX_ENTRIES:
        raise RuleError(f"{where}: the rule has more than {_MAX_ENTRIES} entries")


class _Statement(Tokens):
    """One statement: what the grammar makes of its tokens."""

    def entry(self, *, plays: bool) -> Entry:
        location = self.location()
        card = (self._class() if plays else None) or self._card_or_parameter("the card to buy")
        conditions: list[Condition] = []
        if self.accept_word("if"):
            conditions.append(self._condition("if"))
            while self.accept_word("and"):
                conditions.append(self._condition("and"))
        self.expect_end("here; a condition is introduced by 'if' and continued by 'and'")
        return Entry(card, tuple(conditions), location)

    def card_list(self) -> tuple[Card, ...]:
        cards = [self._card("a card after 'otherwise'")]
        while self.accept("symbol", ","):
            cards.append(self._card("a card after ','"))
        self.expect_end("in a list of cards")
        return tuple(dict.fromkeys(cards))

    def _condition(self, after: str) -> Condition:
        if self.at_end():
            self.fail(f"a condition is missing after '{after}'", _EXAMPLE_CONDITION)
        left = self._expression()
        token = self.peek()
        if token is None or token.kind != "operator":
            self.refuse_foreign()
            self.fail("a comparison is missing", f"One of: {'  '.join(OPERATORS)}")
        operator = _PRINTED.get(token.text, token.text)
        self.next += 1
        if self.at_end() or self.peek_word("and"):
            self.fail(f"a value is missing after '{operator}'", _EXAMPLE_CONDITION)
        right = self._expression()
        token = self.peek()
        if token is not None and token.kind == "operator":
            self.fail("a condition has one comparison", "Join two of them by 'and'.")
        return Condition(left, operator, right)

    def _expression(self) -> Expression:
        terms = [self._term(negative=self.accept("symbol", "-"))]
        while True:
            if self.accept("symbol", "+"):
                terms.append(self._term(negative=False))
            elif self.accept("symbol", "-"):
                terms.append(self._term(negative=True))
            else:
                return tuple(terms)
            if len(terms) > _MAX_TERMS:
                self.fail(f"an expression of more than {_MAX_TERMS} terms")

    def _term(self, *, negative: bool) -> Term:
        token = self.peek()
        if token is not None and token.kind in ("number", "parameter"):
            factor = self._number()
            quantity = self._quantity() if self.accept("symbol", "*") else None
            return Term(quantity, factor, negative=negative)
        quantity = self._quantity()
        if self.accept("symbol", "*"):
            return Term(quantity, self._number(), negative=negative)
        if self.accept("symbol", "/"):
            divisor = self._number(zero=False)
            return Term(quantity, divisor, divided=True, negative=negative)
        return Term(quantity, negative=negative)

    def _number(self, *, zero: bool = True) -> Fraction | Parameter:
        parameter = self._parameter()
        if parameter is not None:
            return parameter
        token = self.peek()
        if token is None or token.kind != "number":
            self.fail("a number is missing")
        if len(token.text.replace(".", "")) > MAX_DIGITS:
            self.fail(f"a number of more than {MAX_DIGITS} digits")
        value = Fraction(token.text)
        if not zero and value == 0:
            self.fail("a quantity is divided by 0")
        self.next += 1
        return value

    def _quantity(self) -> Quantity:
        location = self.location()
        token = self.peek()
        if token is None or token.kind != "word" or token.text.lower() in KEYWORDS:
            opened = token is not None and token.text == "("
            self.fail(
                "a number or a quantity is missing", BRACKETS if opened else _EXAMPLE_CONDITION
            )
        name = token.text.lower()
        if name not in CARD_QUANTITIES and name not in PLAIN_QUANTITIES:
            self.refuse_foreign()
            counted = find_card(" ".join(self.words()))
            self.fail(
                f"unknown quantity {token.text!r}",
                f"own({counted}) counts those owned, supply({counted}) those left in the pile."
                if counted
                else hint_for_quantity(token.text),
            )
        self.next += 1
        card = None
        if name in CARD_QUANTITIES:
            if not self.accept("symbol", "("):
                self.fail(f"{name} takes a card", f"Example: {name}(Gold)")
            card = self._card_or_parameter(f"the card of {name}(...)")
            if not self.accept("symbol", ")"):
                self.fail(f"')' is missing after {name}({card}")
        return Quantity(name, card, location)

    def _card_or_parameter(self, expected: str) -> Card | Parameter:
        return self._parameter() or self._card(expected)

    def _class(self) -> CardClass | None:
        """Return the class that comes next, or None when what comes next is none."""
        words = self.words()
        found = find_class(" ".join(words))
        if found is not None:
            self.next += len(words)
        return found

    def _parameter(self) -> Parameter | None:
        token = self.peek()
        if token is None or token.kind != "parameter":
            return None
        self.next += 1
        return Parameter(token.text[1:-1])

    def _card(self, expected: str) -> Card:
        words = self.words()
        if not words:
            self.fail(f"{expected} is missing", self._hint_for_number())
        name = " ".join(words)
        card = find_card(name)
        if card is None and (one := find_class(name)):
            self.fail(
                f"{one} is a class of cards, and a card is wanted here",
                "Classes stand at the head of entries of [discard], [trash], ...",
            )
        if card is None:
            self._explain_words(words)
            self.fail(*explain_unknown(shortened(name)))
        self.next += len(words)
        return card

    def _explain_words(self, words: Sequence[str]) -> None:
        """Raise where words that are no card's name are two things without what joins them."""
        foreign = foreign_word(words)
        if foreign is not None:
            self.next += foreign
            self.refuse_foreign()
        for n in range(min(len(words) - 1, _LONGEST_NAME), 0, -1):
            card, rest = find_card(" ".join(words[:n])), shortened(" ".join(words[n:]))
            if card is None:
                continue
            other = find_card(rest)
            if other is not None:
                self.next += n
                self.fail("';' is missing between two cards", f"Example: {card}; {other}")
            if words[n].lower() in (*PLAIN_QUANTITIES, *CARD_QUANTITIES):
                self.next += n
                self.fail("'if' is missing before the condition", f"Example: {card} if {rest} ...")

    def _hint_for_number(self) -> str | None:
        """Return what to write in place of "2 Smithy", where that comes next."""
        token = self.peek()
        if token is None or token.kind != "number":
            return None
        self.next += 1
        card = find_card(" ".join(self.words())) or SILVER
        self.next -= 1
        return f"For {token.text} of them: {card} if own({card}) < {token.text}"

    def heading(self) -> str | None:
        """Return the list that this statement begins, or None when it does not begin one."""
        if not self.accept("symbol", "["):
            return None
        token = self.peek()
        if token is None or token.text not in _LISTS:
            self.fail("not a list of plays", f"Lists: {', '.join(f'[{kind}]' for kind in _LISTS)}.")
        self.next += 1
        if not self.accept("symbol", "]"):
            self.fail(f"']' is missing after [{token.text}")
        self.expect_end(f"after [{token.text}]; write ';' or a new line")
        return token.text
