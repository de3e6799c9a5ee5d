"""What cards do, as data: the language of steps.

A card's text is a short tuple of steps, done one after the other when the card is played. Three
readers share it and nothing else: the slow engine does the steps, a compiler turns them into words
for the kernels, and `fastsim.cards.words` writes them for players.

A step is about *you*: the player of the card or, inside `each_other`, each of the others in turn.
It remembers two things for the steps behind it: *it*, the card last moved, gained or taken, and
*how many* it moved. That is all the memory there is. Nothing is remembered where each other player
begins, nor behind `each_other` and `draw_to`.

The functions below make steps; the classes are what the readers look at.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fastsim.cards.card import Card


class Zone(StrEnum):
    """Where a card can be."""

    HAND = "hand"
    DISCARD = "discard"
    DECK = "deck"
    IN_PLAY = "in play"
    TRASH = "trash"
    #: Taken from the deck by this card, and still to be dealt with.
    LOOKED_AT = "looked at"
    #: Laid beside by this card, out of reach of a shuffle, until it says where to.
    SET_ASIDE = "set aside"
    #: The card last moved, gained or taken, which must lie in the discard pile.
    IT = "it"


HAND: Final = Zone.HAND
DISCARD: Final = Zone.DISCARD
DECK: Final = Zone.DECK
IN_PLAY: Final = Zone.IN_PLAY
TRASH: Final = Zone.TRASH
LOOKED_AT: Final = Zone.LOOKED_AT
SET_ASIDE: Final = Zone.SET_ASIDE
IT: Final = Zone.IT


class Showing(StrEnum):
    """Who sees a card that is taken from a deck."""

    LOOK = "look at"
    REVEAL = "reveal"
    #: It is seen where it goes next.
    TAKE = "take"


class Count(StrEnum):
    """A number that is known only when a card is played."""

    ANY = "any number"
    #: What the step before moved.
    MOVED = "moved"
    #: Empty piles of the supply.
    EMPTY_PILES = "empty piles"


ANY: Final = Count.ANY
MOVED: Final = Count.MOVED
EMPTY_PILES: Final = Count.EMPTY_PILES


@dataclass(frozen=True, slots=True)
class DownTo:
    """As many as leave so many in hand."""

    cards: int


Amount = int | Count | DownTo


@dataclass(frozen=True, slots=True)
class Filter:
    """Which cards a step is about: those of a type or a name, save one.

    Attributes
    ----------
    type : str, optional
        Such as ``"Treasure"``.
    card : Card, optional
    but : Card, optional
    """

    type: str | None = None
    card: Card | None = None
    but: Card | None = None

    def __call__(self, card: Card) -> bool:
        """Return whether a card is one of them."""
        return (
            (self.type is None or self.type in card.types)
            and (self.card is None or card is self.card)
            and card is not self.but
        )


ANYTHING: Final = Filter()
ACTION: Final = Filter("Action")
TREASURE: Final = Filter("Treasure")
VICTORY: Final = Filter("Victory")


def named(card: Card) -> Filter:
    """Return the filter of one card."""
    return Filter(card=card)


def but(kind: Filter, card: Card) -> Filter:
    """Return a filter of the same cards save one."""
    return Filter(kind.type, kind.card, card)


@dataclass(frozen=True, slots=True)
class Plus:
    """You get cards, Actions, Buys and coins, in this order; each as often as `times` says."""

    cards: int = 0
    actions: int = 0
    buys: int = 0
    coins: int = 0
    times: int | Count = 1


@dataclass(frozen=True, slots=True)
class Move:
    """You choose cards of a zone, one after the other, and each goes to another zone.

    Of several that go onto the deck, the one chosen first ends on top.

    Attributes
    ----------
    amount : Amount
        How many; all there are, if there are fewer.
    may : bool
        Whether you may stop earlier.
    """

    amount: Amount
    source: Zone
    kind: Filter
    to: Zone
    may: bool = False


@dataclass(frozen=True, slots=True)
class MoveRest:
    """All cards of a zone go to another one."""

    source: Zone
    to: Zone


@dataclass(frozen=True, slots=True)
class Gain:
    """You choose a card of the supply and gain it.

    Attributes
    ----------
    coins : int
        What it may cost, or with `more` what it may cost more than *it*.
    kind : Filter
    to : Zone
    more : bool
    """

    coins: int
    kind: Filter = ANYTHING
    to: Zone = DISCARD
    more: bool = False


@dataclass(frozen=True, slots=True)
class GainNamed:
    """You gain a card of that name, if there is one."""

    card: Card
    to: Zone = DISCARD


@dataclass(frozen=True, slots=True)
class Take:
    """The top cards of your deck come before you, as many as there are."""

    cards: int
    showing: Showing = Showing.LOOK


@dataclass(frozen=True, slots=True)
class RevealHand:
    """You show your hand."""


@dataclass(frozen=True, slots=True)
class PlayIt:
    """You play *it*, so many times, if the step before moved one into play."""

    times: int = 1


@dataclass(frozen=True, slots=True)
class If:
    """If the step before moved a card, the one; else the other."""

    then: Steps
    otherwise: Steps = ()


@dataclass(frozen=True, slots=True)
class EachOther:
    """Each other player, in turn order, does the steps; not who is unaffected by an Attack."""

    steps: Steps


@dataclass(frozen=True, slots=True)
class DrawTo:
    """While you have fewer cards in hand than `cards`, the next one of your deck is taken.

    Then the steps are done with it; the last of them are to leave nothing looked at.
    """

    cards: int
    steps: Steps


@dataclass(frozen=True, slots=True)
class AtFirstPlay:
    """When you first play that Treasure later in the turn, you get so many coins more."""

    card: Card
    coins: int


Step = (
    Plus | Move | MoveRest | Gain | GainNamed | Take | RevealHand | PlayIt | If | EachOther
    | DrawTo | AtFirstPlay
)  # fmt: skip
Steps = tuple[Step, ...]
#: Steps at which a player is asked for a card.
Choice = Move | Gain


@dataclass(frozen=True, slots=True)
class Unaffected:
    """While this is in hand and another player plays an Attack, it is shown and does nothing."""


@dataclass(frozen=True, slots=True)
class PerCards:
    """It is worth 1 VP for each full so many cards owned."""

    cards: int


# --- what texts are written with ------------------------------------------------------------------


def plus(
    *, cards: int = 0, actions: int = 0, buys: int = 0, coins: int = 0, times: int | Count = 1
) -> Plus:
    """You get cards, Actions, Buys and coins, or these as often as `times` says."""
    return Plus(cards, actions, buys, coins, times)


def move(amount: Amount, source: Zone, to: Zone, kind: Filter = ANYTHING) -> Move:
    """You move cards that you choose."""
    return Move(amount, source, kind, to)


def may_move(amount: Amount, source: Zone, to: Zone, kind: Filter = ANYTHING) -> Move:
    """You move up to so many cards that you choose."""
    return Move(amount, source, kind, to, may=True)


def put_back() -> Move:
    """All cards looked at go onto the deck again, in any order."""
    return Move(ANY, LOOKED_AT, ANYTHING, DECK)


def move_rest(source: Zone, to: Zone) -> MoveRest:
    """All that is left in a zone goes to another."""
    return MoveRest(source, to)


def gain(*, up_to: int, kind: Filter = ANYTHING, to: Zone = DISCARD) -> Gain:
    """You gain a card that costs at most so much."""
    return Gain(up_to, kind, to)


def gain_for(*, up_to_more: int, kind: Filter = ANYTHING, to: Zone = DISCARD) -> Gain:
    """You gain a card that costs at most so much more than *it*."""
    return Gain(up_to_more, kind, to, more=True)


def gain_named(card: Card, to: Zone = DISCARD) -> GainNamed:
    """You gain a card of that name."""
    return GainNamed(card, to)


def look(cards: int) -> Take:
    """You look at the top cards of your deck."""
    return Take(cards)


def reveal(cards: int) -> Take:
    """You reveal the top cards of your deck."""
    return Take(cards, Showing.REVEAL)


def take(cards: int) -> Take:
    """You take the top cards of your deck, to put them where the next steps say."""
    return Take(cards, Showing.TAKE)


def reveal_hand() -> RevealHand:
    """You reveal your hand."""
    return RevealHand()


def play_it(times: int = 1) -> PlayIt:
    """You play *it*."""
    return PlayIt(times)


def if_so(*steps: Step) -> If:
    """If the step before moved a card: these."""
    return If(steps)


def if_not(*steps: Step) -> If:
    """If the step before moved no card: these."""
    return If((), steps)


def each_other(*steps: Step) -> EachOther:
    """Each other player, in turn order: these."""
    return EachOther(steps)


def draw_to(cards: int, *steps: Step) -> DrawTo:
    """Until you have so many cards in hand, take a card and do these with it."""
    return DrawTo(cards, steps)


def at_first_play(card: Card, *, coins: int) -> AtFirstPlay:
    """You get coins the first time in this turn that you play that Treasure."""
    return AtFirstPlay(card, coins)


def choices(steps: Steps, *, of_others: bool = False) -> Iterator[tuple[Choice, bool]]:
    """Yield the steps at which somebody chooses, in order, wherever they stand.

    Each comes with whether players choose who are not on turn.
    """
    for step in steps:
        if isinstance(step, Choice):
            yield step, of_others
        for inner in inside(step):
            yield from choices(inner, of_others=of_others or isinstance(step, EachOther))


def inside(step: Step) -> tuple[Steps, ...]:
    """Return the steps that stand inside a step."""
    match step:
        case If(then, otherwise):
            return then, otherwise
        case EachOther(steps) | DrawTo(_, steps):
            return (steps,)
        case _:
            return ()
