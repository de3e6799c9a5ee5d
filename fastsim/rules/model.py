"""The model of a buy rule: what a rule *is*, apart from any notation or engine.

A rule is an ordered list of entries. At each buy, the first entry whose card is affordable, in
stock, and whose conditions all hold is bought.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

from fastsim.cards import Card
from fastsim.errors import InvalidInput, Location
from fastsim.text import fault_of_name

#: Quantities that take a card, and what each means for the player whose turn it is.
CARD_QUANTITIES: Final[Mapping[str, str]] = {
    "supply": "cards left in that pile",
    "own": "cards of that name owned, in every zone",
    "opponents": "cards of that name owned by all other players together",
    "hand": "cards of that name in hand",
    "in_play": "cards of that name played this turn",
}
#: Quantities that stand alone.
PLAIN_QUANTITIES: Final[Mapping[str, str]] = {
    "provinces": "cards left in the Province pile",
    "treasures": "Treasure cards owned",
    "actions": "Action cards owned",
    "victories": "Victory cards owned",
    "deck_size": "all cards owned",
    "money": "coins available now",
    "total_money": "printed money of all cards owned",
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
}
#: Of a parameter's value: no rule comes near, and Python refuses to print much larger ones.
_TOO_LARGE: Final = 10**40
OPERATORS: Final = ("<", "<=", "==", "!=", ">=", ">")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number that is still to be chosen, written ``{name}``."""

    name: str


@dataclass(frozen=True, slots=True)
class Quantity:
    """Something a condition can look at: a name, and a card where the name takes one."""

    name: str
    card: Card | None = None
    location: Location | None = field(default=None, compare=False, repr=False)


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
    """A card to buy when all conditions hold."""

    card: Card
    conditions: tuple[Condition, ...] = ()
    location: Location | None = field(default=None, compare=False, repr=False)


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
    name: str = field(default="", compare=False)
    source: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if fault := fault_of_name(self.name):
            raise InvalidInput(f"a rule's name cannot be shown: {fault}", "Name it otherwise.")

    @property
    def terms(self) -> Iterator[Term]:
        """Every term of every condition, in order."""
        for entry in self.entries:
            for condition in entry.conditions:
                yield from condition.terms

    @property
    def parameters(self) -> tuple[str, ...]:
        """Names of the parameters, each once, in order of appearance."""
        factors = (term.factor for term in self.terms)
        return tuple(dict.fromkeys(f.name for f in factors if isinstance(f, Parameter)))

    def fill(self, values: Mapping[str, int | float | Fraction]) -> BuyRule:
        """Return the rule with numbers in place of the named parameters.

        Raises
        ------
        InvalidInput
            When `values` names a parameter that the rule does not have, or a value is not a
            finite number.
        """
        known = self.parameters
        unknown = [name for name in values if name not in known]
        if unknown:
            raise InvalidInput(
                f"the rule has no parameter {{{unknown[0]}}}",
                f"Its parameters: {', '.join(known) or 'none'}.",
            )
        numbers = {name: _exact(name, value) for name, value in values.items()}

        def filled(term: Term) -> Term:
            if not isinstance(term.factor, Parameter) or term.factor.name not in numbers:
                return term
            number = numbers[term.factor.name]
            if number < 0 and term.divided:
                raise InvalidInput(f"{{{term.factor.name}}} = {number} would divide a quantity")
            return replace(term, factor=abs(number), negative=term.negative ^ (number < 0))

        def filled_condition(condition: Condition) -> Condition:
            if not any(isinstance(term.factor, Parameter) for term in condition.terms):
                return condition  # all fillings of a template share what has no parameters
            left, right = (tuple(map(filled, side)) for side in (condition.left, condition.right))
            return Condition(left, condition.operator, right)

        def filled_entry(entry: Entry) -> Entry:
            conditions = tuple(map(filled_condition, entry.conditions))
            return (
                replace(entry, conditions=conditions) if conditions != entry.conditions else entry
            )

        entries = tuple(map(filled_entry, self.entries))
        return replace(self, entries=entries)

    def require_filled(self) -> None:
        """Raise InvalidInput if a parameter has no value yet."""
        if self.parameters:
            raise unfilled(self.parameters, self.name)

    def __str__(self) -> str:
        return self.name


def _exact(name: str, value: int | float | Fraction) -> Fraction:
    """Return the decimal number that `value` shows, not the binary one beneath it."""
    if isinstance(value, int) and abs(value) >= _TOO_LARGE:
        raise InvalidInput(f"{{{name}}} is a number of more than 40 digits")
    try:
        return Fraction(str(value))
    except ValueError:
        raise InvalidInput(f"{{{name}}} = {value} is not a number") from None


def unfilled(names: tuple[str, ...] | list[str], rule: str = "") -> InvalidInput:
    """Return the error for parameters that have no value."""
    listed = ", ".join(f"{{{name}}}" for name in names)
    owner = f" of {rule!r}" if rule else ""
    return InvalidInput(
        f"no value for the parameter{'s' if len(names) > 1 else ''} {listed}{owner}",
        f"Give one, for example --set {names[0]}=5.",
    )
