"""Where the slow engine's luck comes from: a game's own random stream, or a shuffled deck."""

from __future__ import annotations

import random
from typing import Final, Protocol

from fastsim.cards import DRAW_ORDER, Card
from fastsim.streams import GameStream, pick

_POSITION: Final = {card: position for position, card in enumerate(DRAW_ORDER)}


class DrawSource(Protocol):
    """Decides which card of a deck is drawn."""

    def begin_hand(self) -> None:
        """Prepare for the draws of one hand."""

    def arrange(self, deck: list[Card]) -> None:
        """Put the cards of a new deck in order, in place."""

    def draw(self, deck: list[Card]) -> Card:
        """Remove and return one card of a deck that is not empty."""


class StreamDraws:
    """Draws from the stream of game `game` under `seed`: the very hands that the kernels deal.

    The deck is kept sorted and a random number picks the position, which is the same in
    distribution as drawing the top card of a shuffled deck.
    """

    def __init__(self, seed: int, game: int) -> None:
        self._stream = GameStream(seed, game)
        self._numbers: list[int] = []

    def begin_hand(self) -> None:
        """Take the next hand's numbers from the stream."""
        self._numbers = list(reversed(self._stream.hand()))

    def arrange(self, deck: list[Card]) -> None:
        """Sort the deck, in the order that positions count."""
        deck.sort(key=_POSITION.__getitem__)

    def draw(self, deck: list[Card]) -> Card:
        """Draw the card at the position that the next number picks."""
        return deck.pop(pick(self._numbers.pop(), len(deck)))


class ShuffledDeck:
    """Shuffles the cards physically and draws from the top."""

    def __init__(self, generator: random.Random) -> None:
        self._random = generator

    def begin_hand(self) -> None:
        """Do nothing: the order of the deck is all the luck there is."""

    def arrange(self, deck: list[Card]) -> None:
        """Shuffle the deck."""
        self._random.shuffle(deck)

    def draw(self, deck: list[Card]) -> Card:
        """Draw the top card."""
        return deck.pop()
