"""The tokens of one statement of a rule, and reading them from left to right."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NoReturn

from fastsim.rules.words import FOREIGN_WORDS, hint_for_sign
from fastsim.text.errors import Location, RuleError
from fastsim.text.words import shortened

_TOKEN: Final = re.compile(
    r"""(?P<space>[ \t\r]+)
      | (?P<number>[0-9]+(?:\.[0-9]+)?|\.[0-9]+)
      | (?P<word>[A-Za-z][A-Za-z_']*)
      | (?P<parameter>\{[A-Za-z_][A-Za-z_0-9]*\})
      | (?P<operator><=(?!>)|>=|==(?!=)|!=(?!=)|<(?![>])|>|[≤≥≠])
      | (?P<symbol>[()+\-*/,\[\]])""",
    re.VERBOSE,
)
#: Words that join the parts of an entry; no name holds one.
KEYWORDS: Final = ("if", "and", "or")
#: What to say of a parenthesis that holds no card.
BRACKETS: Final = (
    "Parentheses only hold a card, as in own(Gold). Join conditions by 'and'; for 'or', write the "
    "card again, on a new line."
)
_HINTS: Final = {
    ",": "Separate entries by ';' or a new line: Province; Gold; Silver",
    "(": BRACKETS,
    ")": BRACKETS,
}
#: Letters of a word or a parameter; keeps hostile text from costing time or memory.
_MAX_WORD: Final = 60


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number, parameter, operator or symbol, and the column where it begins, from 1."""

    kind: str
    text: str
    column: int


class Tokens:
    """The tokens of one statement, read from left to right.

    Parameters
    ----------
    text : str
        The statement, in plain characters.
    offset : int
        Characters of its line before it.
    line : Location
        Of that line, for errors.

    Raises
    ------
    RuleError
        For what is no token.
    """

    def __init__(self, text: str, offset: int, line: Location) -> None:
        self._line = line
        self._end = offset + len(text.rstrip()) + 1
        self.next = 0
        self.tokens: list[Token] = []
        position = 0
        while position < len(text):
            match = _TOKEN.match(text, position)
            column = offset + position + 1
            if match is None:
                raise RuleError(*hint_for_sign(text[position:]), self._place(column))
            if match.lastgroup in ("word", "parameter") and len(match.group()) > _MAX_WORD:
                what = f"a word of more than {_MAX_WORD} letters"
                raise RuleError(what, None, self._place(column))
            if match.lastgroup != "space":
                self.tokens.append(Token(str(match.lastgroup), match.group(), column))
            position = match.end()

    def peek(self) -> Token | None:
        """Return the next token, or None at the end."""
        return None if self.at_end() else self.tokens[self.next]

    def peek_word(self, word: str) -> bool:
        """Return whether that word comes next, in any case."""
        token = self.peek()
        return token is not None and token.kind == "word" and token.text.lower() == word

    def at_end(self) -> bool:
        """Return whether all tokens are read."""
        return self.next >= len(self.tokens)

    def words(self) -> list[str]:
        """Return the words that come next, up to what can be no part of a name."""
        following = itertools.takewhile(
            lambda token: token.kind == "word" and token.text.lower() not in KEYWORDS,
            self.tokens[self.next :],
        )
        return [token.text for token in following]

    def accept(self, kind: str, text: str) -> bool:
        """Read the next token if it is that one, and return whether it was."""
        token = self.peek()
        found = token is not None and token.kind == kind and token.text == text
        self.next += found
        return found

    def accept_word(self, word: str) -> bool:
        """Read the next token if it is that word, and return whether it was."""
        found = self.peek_word(word)
        self.next += found
        return found

    def fail(self, what: str, hint: str | None = None) -> NoReturn:
        """Raise for the next token."""
        raise RuleError(what, hint, self.location())

    def refuse_words(self, words: Iterable[str], why: str) -> None:
        """Raise where one of these words comes next."""
        for word in words:
            if self.peek_word(word):
                self.fail(f"{word!r} {why}")

    def refuse_foreign(self) -> None:
        """Raise where a word of another notation comes next."""
        token = self.peek()
        if token is not None and token.text.lower() in FOREIGN_WORDS:
            hint = FOREIGN_WORDS[token.text.lower()]
            self.fail(f"{token.text!r} is not part of the language", hint)

    def expect_end(self, context: str) -> None:
        """Raise unless all tokens are read."""
        self.refuse_foreign()
        token = self.peek()
        if token is not None:
            what = f"{shortened(token.text)!r} is not expected {context}"
            self.fail(what, _HINTS.get(token.text))

    def location(self) -> Location:
        """Return the place of the next token, or of the end."""
        token = self.peek()
        return self._place(self._end if token is None else token.column)

    def _place(self, column: int) -> Location:
        return Location(self._line.source, self._line.line, column, self._line.text)
