"""A deck stacked by hand: the slow engine plays the draws that a test names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fastsim.cards import Card
from fastsim.game.setup import GameSetup
from fastsim.reference.game import play_game
from fastsim.reference.log import GameLog
from fastsim.rules.parse import parse_rule
from tests.card_text import cards


class StackedDraws:
    """Draws the named cards, in order, from any deck; then whatever comes first in the deck."""

    def __init__(self, wanted: Iterable[Card]) -> None:
        self.wanted = list(wanted)

    def new_deck(self) -> StackedDeck:
        return StackedDeck(self.wanted)

    def begin_hand(self) -> None:
        pass

    def end_hand(self) -> None:
        pass


class StackedDeck:
    def __init__(self, wanted: list[Card]) -> None:
        self._cards: list[Card] = []
        self._wanted = wanted

    def __len__(self) -> int:
        return len(self._cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self._cards)

    def take(self) -> Card:
        card = self._wanted.pop(0) if self._wanted else self._cards[0]
        self._cards.remove(card)
        return card

    def take_all(self) -> list[Card]:
        return [self.take() for _ in range(len(self))]

    def put(self, card: Card) -> None:
        self._cards.insert(0, card)

    def refill(self, new: Iterable[Card]) -> None:
        self._cards = list(new)


def play(setup: GameSetup, *rules: str, draws: str = "") -> GameLog:
    """Play rules given as text, with the draws stacked."""
    players = [parse_rule(text, name=f"rule {k + 1}") for k, text in enumerate(rules)]
    return play_game(setup, players, StackedDraws(cards(draws)))
