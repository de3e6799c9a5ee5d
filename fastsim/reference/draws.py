"""Where the slow engine's luck comes from: a game's own random stream, or shuffled decks."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from typing import Final, Protocol

from fastsim.cards import DRAW_ORDER, Card
from fastsim.game.streams import GameStream, pick

_POSITION: Final = {card: position for position, card in enumerate(DRAW_ORDER)}


class Deck(Protocol):
    """One player's cards to draw, face down."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[Card]: ...

    def take(self) -> Card:
        """Remove and return the top card of a deck that is not empty."""

    def take_all(self) -> list[Card]:
        """Remove and return every card, in the order drawn."""

    def put(self, card: Card) -> None:
        """Put a card on top."""

    def refill(self, cards: Iterable[Card]) -> None:
        """Shuffle cards: the new deck of a player whose deck is empty."""


class DrawSource(Protocol):
    """Decides in which order cards are drawn."""

    def new_deck(self) -> Deck:
        """Return an empty deck."""

    def begin_hand(self) -> None:
        """Prepare for the draws of a new hand."""

    def end_hand(self) -> None:
        """Go on to draws in the middle of a turn."""


class StreamDraws:
    """Draws from the stream of game `game` under `seed`: the very cards that the kernels deal.

    See `fastsim.game.streams` for the numbers and what they pick.
    """

    def __init__(self, seed: int, game: int) -> None:
        self._stream = GameStream(seed, game)
        self._of_hand: list[int] = []

    def new_deck(self) -> UnorderedDeck:
        """Return an empty deck."""
        return UnorderedDeck(self._number)

    def begin_hand(self) -> None:
        """Take the next hand's numbers from the stream."""
        self._of_hand = list(reversed(self._stream.hand()))

    def end_hand(self) -> None:
        """Leave the numbers that the hand did not need."""
        self._of_hand.clear()

    def _number(self) -> int:
        return self._of_hand.pop() if self._of_hand else self._stream.number()


class UnorderedDeck:
    """A deck that is never put in order: chance picks a card when it is drawn.

    That is the same in distribution as drawing the top card of a shuffled deck. Only cards that
    were put onto the deck have a place in it.

    Attributes
    ----------
    rest : list of Card
        Cards of which nobody knows the order, sorted as positions count.
    top : list of Card
        Cards that lie on those; the last one is the topmost.
    """

    def __init__(self, number: Callable[[], int]) -> None:
        self.rest: list[Card] = []
        self.top: list[Card] = []
        self._number = number

    def __len__(self) -> int:
        return len(self.rest) + len(self.top)

    def __iter__(self) -> Iterator[Card]:
        yield from self.rest
        yield from self.top

    def take(self) -> Card:
        """Remove the topmost known card, or the one at the position that a number picks."""
        if self.top:
            return self.top.pop()
        return self.rest.pop(pick(self._number(), len(self.rest)))

    def take_all(self) -> list[Card]:
        """Remove and return every card: nothing is left to chance, and no number is taken."""
        cards = [*reversed(self.top), *self.rest]
        self.top, self.rest = [], []
        return cards

    def put(self, card: Card) -> None:
        """Put a card on top, where it is known."""
        self.top.append(card)

    def refill(self, cards: Iterable[Card]) -> None:
        """Sort the cards as positions count; the shuffle is what happens when they are drawn."""
        self.rest = sorted(cards, key=_POSITION.__getitem__)


class ShuffledDeck:
    """Shuffles decks physically, once they are needed."""

    def __init__(self, generator: random.Random) -> None:
        self._random = generator

    def new_deck(self) -> OrderedDeck:
        """Return an empty deck."""
        return OrderedDeck(self._random.shuffle)

    def begin_hand(self) -> None:
        """Do nothing: the order of the decks is all the luck there is."""

    def end_hand(self) -> None:
        """Do nothing."""


class OrderedDeck:
    """A pile of cards in order, drawn from the top."""

    def __init__(self, shuffle: Callable[[list[Card]], None]) -> None:
        self._cards: list[Card] = []
        self._shuffle = shuffle

    def __len__(self) -> int:
        return len(self._cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self._cards)

    def take(self) -> Card:
        """Remove and return the top card."""
        return self._cards.pop()

    def take_all(self) -> list[Card]:
        """Remove and return every card, the top one first."""
        cards, self._cards = self._cards[::-1], []
        return cards

    def put(self, card: Card) -> None:
        """Put a card on top."""
        self._cards.append(card)

    def refill(self, cards: Iterable[Card]) -> None:
        """Shuffle the cards."""
        self._cards = list(cards)
        self._shuffle(self._cards)
