"""A deck stacked by hand: the slow engine plays the draws that a test names."""

from __future__ import annotations

from collections.abc import Iterable

from fastsim.cards import Card, find_card
from fastsim.reference.game import play_game
from fastsim.reference.log import GameLog
from fastsim.rules.parse import parse_rule
from fastsim.setup import GameSetup


class StackedDraws:
    """Draws the named cards, in order; then whatever comes first in the deck."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self._cards = list(cards)

    def begin_hand(self) -> None:
        pass

    def arrange(self, deck: list[Card]) -> None:
        pass

    def draw(self, deck: list[Card]) -> Card:
        wanted = self._cards.pop(0) if self._cards else deck[0]
        deck.remove(wanted)
        return wanted


def cards(text: str) -> list[Card]:
    """Cards from a text such as ``"3 Copper 2 Estate"``."""
    words = text.split()
    found: list[Card] = []
    for count, name in zip(words[::2], words[1::2], strict=True):
        card = find_card(name)
        assert card is not None
        found += [card] * int(count)
    return found


def play(setup: GameSetup, *rules: str, draws: str = "") -> GameLog:
    """Play rules given as text, with the draws stacked."""
    players = [parse_rule(text, name=f"rule {k + 1}") for k, text in enumerate(rules)]
    return play_game(setup, players, StackedDraws(cards(draws)))
