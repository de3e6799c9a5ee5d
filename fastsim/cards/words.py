"""What a card says, in words: written from its steps, and read back by `fastsim.cards.read`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final

from fastsim.cards.base import SOURCE
from fastsim.cards.card import Card
from fastsim.cards.phrase import Scene
from fastsim.cards.phrases import write_phrase
from fastsim.cards.slots import SLOTS, say_bonuses
from fastsim.cards.steps import DownTo, DrawTo, EachOther, If, Plus, Steps, Take

if TYPE_CHECKING:
    from fastsim.cards.read import CardText

UNAFFECTED: Final = (
    "When another player plays an Attack, you may first reveal this from your hand, to be "
    "unaffected by it"
)
PER_CARDS: Final = "Worth 1 VP for every {} cards you have, rounded down"
EACH_OTHER: Final = "each other player"
OTHERWISE: Final = "otherwise, "
#: What begins a block: said to you, and said of them.
IF_SO: Final = ("if you do, ", "if they do, ")
IF_NOT: Final = ("if you don't, ", "if they don't, ")
DRAW_TO: Final = (
    "until you have {} in hand, take the top card of your deck",
    "until they have {} in hand, they take the top card of their deck",
)


def summary_of(card: Card | CardText) -> str:
    """Return what a card does, as a player reads it.

    Raises
    ------
    ValueError
        For steps that no engine knows.

    Examples
    --------
    >>> from fastsim.cards.steps import each_other, plus
    >>> summary_of(Card("Old Mill", cost=3, coins=2, steps=(each_other(plus(cards=1)),), vp=1))
    '+2 Coins. Each other player draws a card. 1 VP.'
    """
    bonuses = {name: getattr(card, name) for name in ("cards", "actions", "buys", "coins")}
    sentences = [f"{card.money} Coin{'s' * (card.money > 1)}"] if card.money else []
    lines = say_bonuses(bonuses)
    if lines is None:
        raise ValueError(f"there are no words for {bonuses}")
    sentences += lines
    sentences += _sentences(card.steps)
    if card.when_attacked is not None:
        sentences.append(UNAFFECTED)
    if card.vp:
        sentences.append(f"{card.vp} VP")
    if card.scoring is not None:
        sentences.append(PER_CARDS.format(card.scoring.cards))
    return " ".join(f"{sentence[0].upper()}{sentence[1:]}." for sentence in sentences)


def notes_of(card: Card) -> str:
    """Return what else is said of a card: points of its rules, and where they are said."""
    return "\n".join([*filter(None, [" ".join(card.notes.split())]), f"Source: {SOURCE}."])


def _sentences(steps: Steps) -> list[str]:
    """Return the sentences for the steps of a card."""
    sentences = list(_Writer().sentences(steps))
    if steps and isinstance(steps[0], Plus) and steps[0].times == 1:
        sentences[0] = f"then {sentences[0]}"  # or it would be one of the lines before the steps
    return sentences


class _Writer:
    """Writes one text from its beginning to its end.

    Steps inside another one are parted by semicolons, to the end of the sentence; where more
    follows them there, parentheses hold them together.
    """

    def __init__(self) -> None:
        self._scene = Scene()

    def sentences(self, steps: Steps) -> Iterator[str]:
        """Yield a sentence for each step, and for each step of each other player."""
        while steps:
            match steps[0]:
                case EachOther(inner) if inner and not any(
                    isinstance(step, EachOther) for step in inner
                ):
                    yield from self._each_other(inner, self._one_by_one)
                    steps = steps[1:]
                case _:
                    clause, _, steps = self._clause(steps)
                    yield clause

    def _one_by_one(self, steps: Steps) -> Iterator[str]:
        while steps:
            clause, _, steps = self._clause(steps)
            yield clause

    def _block(self, steps: Steps, *, followed: bool = False) -> str:
        """Return steps inside another one; more of their sentence may follow them."""
        clauses = []
        while steps:
            clause, is_block, steps = self._clause(steps)
            clauses.append(f"({clause})" if is_block and (steps or followed) else clause)
        return "; ".join(clauses)

    def _clause(self, steps: Steps) -> tuple[str, bool, Steps]:
        """Return the words for the first step or two, whether they hold a block, and the rest."""
        others = self._scene.others
        match steps[0]:
            case If(then, otherwise) if then:
                words = IF_SO[others] + self._block(then, followed=bool(otherwise))
                if otherwise:
                    words += f"; {OTHERWISE}{self._block(otherwise)}"
            case If(_, otherwise) if otherwise:
                words = IF_NOT[others] + self._block(otherwise)
            case EachOther(inner) if inner:
                (words,) = self._each_other(inner, lambda inner: [self._block(inner)])
            case DrawTo(cards, inner):
                self._scene.follow(Take(1))
                count = SLOTS["in hand"].say(DownTo(cards))
                if count is None:
                    raise ValueError(f"there are no words for {cards} cards")
                words = DRAW_TO[others].format(count)
                words = "; ".join(filter(None, [words, self._block(inner)]))
            case _:
                words, length = write_phrase(steps, self._scene)
                return to_others(words) if others else words, False, steps[length:]
        return words, True, steps[1:]

    def _each_other(self, steps: Steps, write: Callable[[Steps], Iterable[str]]) -> Iterator[str]:
        """Yield what each other player does, as `write` does it, behind these words."""
        of = self._scene
        self._scene = Scene(others=True)
        first, *more = write(steps)
        self._scene = Scene(others=of.others)
        is_verb = first.startswith("they ")
        yield f"{EACH_OTHER} {inflected(first)}" if is_verb else f"{EACH_OTHER}: {first}"
        yield from more


# --- said to you, and said of them ----------------------------------------------------------------

_CONDITION: Final = re.compile(r"(if it is [^,]*, )?")
_VERBS: Final = ("discard", "draw", "gain", "get", "look", "play", "put", "reveal", "set", "take")
#: By how they stand behind "each other player".
_INFLECTED: Final = {"may": "may", "trashes": "trash"} | {f"{verb}s": verb for verb in _VERBS}
_BARE: Final = {verb: inflected for inflected, verb in _INFLECTED.items()}


def to_others(words: str) -> str:
    """Return a phrase said to you as it is said of them.

    Examples
    --------
    >>> to_others("discard a card from your hand"), to_others("you may trash it")
    ('they discard a card from their hand', 'they may trash it')
    """
    words = re.sub(r"\byour\b", "their", words)
    they = re.sub(r"\byou\b", "they", words)
    if re.search(r"\bthey (?:may|play)\b", they):
        return they
    verb = _CONDITION.match(they).end()  # type: ignore[union-attr]
    return f"{they[:verb]}they {'get ' if they.startswith('+') else ''}{they[verb:]}"


def to_you(words: str) -> str | None:
    """Return a phrase said of them as it is said to you; None where it is not said of them.

    Examples
    --------
    >>> to_you("they get +1 Card"), to_you("+1 Card")
    ('+1 Card', None)
    """
    yours = re.sub(r"\btheir\b", "your", words)
    yours = re.sub(r"\bthey (?=may|have|play [^,]*, )", "you ", yours)
    yours = re.sub(r"\bthey (?:get (?=\+))?", "", yours)
    return yours if to_others(yours) == words else None


def inflected(words: str) -> str:
    """Return what "they" do as each other player does it, without "they"."""
    verb, rest = words.removeprefix("they ").split(" ", 1)
    return f"{_BARE[verb]} {rest}"


def uninflected(words: str) -> str | None:
    """Return what each other player does as "they" do it; None where no verb begins it."""
    verb, _, rest = words.partition(" ")
    return f"they {_INFLECTED[verb]} {rest}" if verb in _INFLECTED else None
