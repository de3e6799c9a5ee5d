"""The model of a buy rule: what a rule *is*, apart from any notation or engine.

A rule is an ordered list of entries. At each buy, the first entry whose card is affordable, in
stock, and whose conditions all hold is bought.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from html import escape
from operator import is_
from typing import Final, TypeVar

from fastsim.cards import Card
from fastsim.cards.kinds import KINDS
from fastsim.errors import InvalidInput, Location
from fastsim.numbers import as_number, shown
from fastsim.rules.classes import CardClass
from fastsim.text import fault_of_name, shortened, visible

#: Quantities that take a card, and what each means for the player whose turn it is.
CARD_QUANTITIES: Final[Mapping[str, str]] = {
    "supply": "cards left in that pile",
    "own": "cards of that name owned, in every zone",
    "opponents": "cards of that name owned by all other players together",
    "hand": "cards of that name in hand",
    "in_play": "cards of that name played this turn",
    "resolving": "1 while a decision is asked for by a card of that name, else 0",
}
#: Quantities that stand alone.
PLAIN_QUANTITIES: Final[Mapping[str, str]] = {
    "provinces": "cards left in the Province pile",
    **{name: f"owned: {kind.cards}" for name, kind in KINDS.items()},
    "deck_size": "all cards owned",
    "money": "coins available now",
    "total_money": "printed money of all Treasures owned",
    "coins_owned": "coins of all cards owned: of Treasures and what Actions give (Moneylender: 1)",
    "turn": "this player's turn number, from 1",
    "seat": "1 for the player who moved first, 2 for the next, ...",
    "vp": "own victory points",
    "opponent_vp": "the best opponent's victory points",
    "lead": "vp - opponent_vp",
    "empty_piles": "piles with no cards left",
    "gains_to_end": "fewest gains that would end the game",
    "buys": "buys left this turn",
    "actions_left": "Actions left this turn",
    "action_phase": "1 while Actions are played, else 0",
    "hand_size": "cards in hand",
    "hand_actions": "Action cards in hand",
    "actions_needed": "Actions that playing the whole hand takes, beyond those it gives",
    "forced": "1 where a card must be chosen, else 0",
}
#: Characters of a rule's text that its `repr` shows.
_SHOWN: Final = 400
OPERATORS: Final = ("<", "<=", "==", "!=", ">=", ">")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number or a card that is still to be chosen, written ``{name}``."""

    name: str

    def __str__(self) -> str:
        return f"{{{self.name}}}"


_Choice = TypeVar("_Choice", bound=Card | CardClass | Parameter)


def _card_of(choice: Card | Parameter) -> Card:
    if isinstance(choice, Parameter):
        raise unfilled([choice.name], card_parameters=[choice.name])
    return choice


@dataclass(frozen=True, slots=True)
class Quantity:
    """Something a condition can look at: a name, and a card where the name takes one."""

    name: str
    choice: Card | Parameter | None = None
    location: Location | None = field(default=None, compare=False, repr=False)

    @property
    def card(self) -> Card | None:
        """The card; InvalidInput when it is still to be chosen."""
        return None if self.choice is None else _card_of(self.choice)


@dataclass(frozen=True, slots=True)
class Term:
    """One term of a linear expression.

    Attributes
    ----------
    quantity : Quantity or None
        None for a plain number.
    factor : Fraction or Parameter or None
        The number itself, or what the quantity is multiplied with (divided by, with `divided`);
        None for a quantity that stands alone.
    divided : bool
        Whether `factor` divides.
    negative : bool
        Whether the term is subtracted.
    """

    quantity: Quantity | None
    factor: Fraction | Parameter | None = None
    divided: bool = False
    negative: bool = False

    def __post_init__(self) -> None:
        if self.quantity is None and (self.factor is None or self.divided):
            raise ValueError("a term without a quantity is a number")
        if isinstance(self.factor, Fraction):
            if self.factor < 0:
                raise ValueError("a term's sign is kept in `negative`")
            if self.divided and self.factor == 0:
                raise InvalidInput("a quantity is divided by 0")

    @property
    def coefficient(self) -> Fraction:
        """The signed number that multiplies the quantity (or stands alone)."""
        if isinstance(self.factor, Parameter):
            raise unfilled([self.factor.name])
        value = Fraction(1) if self.factor is None else self.factor
        if self.divided:
            value = 1 / value
        return -value if self.negative else value


Expression = tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Condition:
    """``left operator right``, two linear expressions compared exactly."""

    left: Expression
    operator: str
    right: Expression

    @property
    def terms(self) -> Expression:
        """Both sides' terms."""
        return self.left + self.right


@dataclass(frozen=True, slots=True)
class Entry:
    """A card to buy when all conditions hold; in a list of plays, a card or a class of cards."""

    choice: Card | CardClass | Parameter
    conditions: tuple[Condition, ...] = ()
    location: Location | None = field(default=None, compare=False, repr=False)

    @property
    def card(self) -> Card:
        """The card; InvalidInput when it is still to be chosen."""
        if isinstance(self.choice, CardClass):
            raise ValueError(f"{self.choice} stands for several cards")
        return _card_of(self.choice)


class Decision(StrEnum):
    """What a list of entries decides."""

    BUY = "buy"
    PLAY = "play"
    DISCARD = "discard"
    TRASH = "trash"
    GAIN = "gain"
    TOPDECK = "topdeck"


_LISTS: Final = tuple(kind for kind in Decision if kind is not Decision.BUY)


@dataclass(frozen=True, slots=True)
class PlayPolicy:
    """What a player does with cards that ask for a decision, beside what is bought.

    Each attribute is a list of entries: of the cards that can be chosen, the first one whose
    conditions hold is. None stands for the default list (`fastsim.rules.decisions`).

    Attributes
    ----------
    play : tuple of Entry, optional
        The next Action, and what a Throne Room doubles or a Vassal plays; nothing ends the phase.
    discard, trash : tuple of Entry, optional
        The next card to discard (set aside, for a Library) or to trash.
    gain : tuple of Entry, optional
        What to gain without buying it; by default what the rule would buy.
    topdeck : tuple of Entry, optional
        The next card to put onto the deck.
    """

    play: tuple[Entry, ...] | None = None
    discard: tuple[Entry, ...] | None = None
    trash: tuple[Entry, ...] | None = None
    gain: tuple[Entry, ...] | None = None
    topdeck: tuple[Entry, ...] | None = None

    @property
    def lists(self) -> dict[Decision, tuple[Entry, ...]]:
        """The lists that are given, by what they decide."""
        found = ((kind, getattr(self, kind)) for kind in _LISTS)
        return {kind: entries for kind, entries in found if entries is not None}


@dataclass(frozen=True, slots=True)
class BuyRule:
    """A buy rule, or a template of one when it holds parameters.

    Attributes
    ----------
    entries : tuple of Entry
        In order of preference.
    otherwise : tuple of Card
        Where buying is mandatory: what is bought when no entry applies, in order of preference;
        the setup's own order follows. Without effect where buying is optional.
    avoid_losing_end : bool
        Skip an entry when its card is the last of its pile, taking it would end the game, and the
        buyer would then have fewer VP than some opponent, or as many with more turns taken.
    plays : PlayPolicy
        What is done with cards that ask for a decision. Without effect where there are none.
    name, source : str
        How results call the rule, and who published it where. Not part of what the rule does.

    Raises
    ------
    InvalidInput
        For a name that cannot be shown everywhere (`fastsim.text.fault_of_name`).
    """

    entries: tuple[Entry, ...]
    otherwise: tuple[Card, ...] = ()
    avoid_losing_end: bool = False
    plays: PlayPolicy = PlayPolicy()
    name: str = field(default="", compare=False)
    source: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if fault := fault_of_name(self.name):
            raise InvalidInput(f"a rule's name cannot be shown: {fault}", "Name it otherwise.")

    @property
    def terms(self) -> Iterator[Term]:
        """Every term of every condition, in order."""
        for entry in self._all_entries:
            for condition in entry.conditions:
                yield from condition.terms

    @property
    def _all_entries(self) -> Iterator[Entry]:
        """Every entry, of what is bought and of what is decided beside it."""
        yield from self.entries
        for entries in self.plays.lists.values():
            yield from entries

    @property
    def parameters(self) -> tuple[str, ...]:
        """Names of the parameters, each once, in order of appearance."""
        return tuple(dict.fromkeys(name for name, _ in self._parameters))

    @property
    def card_parameters(self) -> tuple[str, ...]:
        """Names of the parameters that stand for a card, each once, in order of appearance."""
        return tuple(dict.fromkeys(name for name, is_card in self._parameters if is_card))

    @property
    def _parameters(self) -> Iterator[tuple[str, bool]]:
        """The parameter of every place that has one, and whether that is the place of a card."""
        for entry in self._all_entries:
            if isinstance(entry.choice, Parameter):
                yield entry.choice.name, True
            for condition in entry.conditions:
                for term in condition.terms:
                    if isinstance(term.factor, Parameter):
                        yield term.factor.name, False
                    if term.quantity and isinstance(term.quantity.choice, Parameter):
                        yield term.quantity.choice.name, True

    def fill(self, values: Mapping[str, int | float | Fraction | Card]) -> BuyRule:
        """Return the rule with numbers or cards in place of the named parameters.

        Raises
        ------
        InvalidInput
            When `values` names a parameter that the rule does not have, gives a card for a number
            or a number for a card, or a number is not finite.
        """
        known = self.parameters
        unknown = [name for name in values if name not in known]
        if unknown:
            raise InvalidInput(
                f"the rule has no parameter {{{unknown[0]}}}",
                f"Its parameters: {', '.join(known) or 'none'}.",
            )
        for name, is_card in self._parameters:
            if name in values and isinstance(values[name], Card) != is_card:
                given = shown(values[name]) if is_card else values[name]
                raise InvalidInput(
                    f"{{{name}}} = {given} is not a {'card' if is_card else 'number'}",
                    f"Where {{{name}}} stands, the rule needs one.",
                )
        cards = {name: value for name, value in values.items() if isinstance(value, Card)}
        numbers = {
            name: Fraction(as_number(f"{{{name}}}", value))
            for name, value in values.items()
            if not isinstance(value, Card)
        }

        def chosen(choice: _Choice) -> _Choice | Card:
            return cards.get(choice.name, choice) if isinstance(choice, Parameter) else choice

        def filled(term: Term) -> Term:
            quantity = term.quantity
            if quantity is not None and quantity.choice is not None:
                term = replace(term, quantity=replace(quantity, choice=chosen(quantity.choice)))
            if not isinstance(term.factor, Parameter) or term.factor.name not in numbers:
                return term
            number = numbers[term.factor.name]
            if number < 0 and term.divided:
                raise InvalidInput(f"{{{term.factor.name}}} = {number} would divide a quantity")
            return replace(term, factor=abs(number), negative=term.negative ^ (number < 0))

        def filled_condition(condition: Condition) -> Condition:
            sides = [tuple(map(filled, side)) for side in (condition.left, condition.right)]
            if sides == [condition.left, condition.right]:
                return condition  # all fillings of a template share what has no parameters
            return Condition(sides[0], condition.operator, sides[1])

        def filled_entry(entry: Entry) -> Entry:
            conditions = tuple(map(filled_condition, entry.conditions))
            choice = chosen(entry.choice)
            if choice is entry.choice and all(map(is_, conditions, entry.conditions)):
                return entry
            return replace(entry, choice=choice, conditions=conditions)

        entries = tuple(map(filled_entry, self.entries))
        lists = {
            str(kind): tuple(map(filled_entry, entries))
            for kind, entries in self.plays.lists.items()
        }
        plays = replace(self.plays, **lists) if lists else self.plays
        return replace(self, entries=entries, plays=plays)

    def require_filled(self) -> None:
        """Raise InvalidInput if a parameter has no value yet."""
        if self.parameters:
            raise unfilled(self.parameters, self.name, self.card_parameters)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        text = shortened(self._text("; "), _SHOWN)
        return visible(f"<BuyRule {shortened(self.name)!r}: {text}>")

    def _repr_html_(self) -> str:
        """Return the name, the source and the text, for notebooks."""
        source = f"<p>{escape(visible(self.source))}</p>" if self.source else ""
        return (
            f"<p><b>{escape(self.name or 'a rule without a name')}</b></p>{source}"
            f"<pre>{escape(self._text(chr(10)))}</pre>"
        )

    def _text(self, separator: str) -> str:
        from fastsim.rules.describe import describe

        try:
            return describe(self, separator=separator)
        except InvalidInput:  # a number without a decimal form
            return f"{len(self.entries)} entries"


def unfilled(
    names: Sequence[str], rule: str = "", card_parameters: Sequence[str] = ()
) -> InvalidInput:
    """Return the error for parameters that have no value."""
    listed = ", ".join(f"{{{name}}}" for name in names)
    owner = f" of {rule!r}" if rule else ""
    return InvalidInput(
        f"no value for the parameter{'s' if len(names) > 1 else ''} {listed}{owner}",
        f"Give one, for example --set {names[0]}={'Gold' if names[0] in card_parameters else 5}.",
    )
