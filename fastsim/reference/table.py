"""The table at which the slow engine plays: players' zones, piles, and counts over them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from fastsim.cards import PROVINCE, Card
from fastsim.errors import EngineFault
from fastsim.reference.draws import DrawSource
from fastsim.setup import HAND_SIZE, GameSetup


@dataclass
class Player:
    """One player's cards, by zone, and the turns taken (the current one included)."""

    seat: int
    deck: list[Card]
    hand: list[Card] = field(default_factory=list)
    discard: list[Card] = field(default_factory=list)
    turns: int = 0

    @property
    def owned(self) -> list[Card]:
        """All cards in every zone."""
        return self.deck + self.hand + self.discard

    @property
    def vp(self) -> int:
        """Victory points of all cards owned."""
        return sum(card.vp for card in self.owned)

    def draw_hand(self, source: DrawSource) -> bool:
        """Draw five cards and return whether the discard pile was shuffled on the way.

        With five or more cards left no reshuffle happens yet. With fewer, all of them are drawn,
        the discard pile becomes the deck, and the rest comes from it.
        """
        source.begin_hand()
        reshuffled = False
        if len(self.deck) < HAND_SIZE:
            self.hand, self.deck = self.deck, self.discard
            self.discard = []
            source.arrange(self.deck)
            reshuffled = True
        while len(self.hand) < HAND_SIZE and self.deck:
            self.hand.append(source.draw(self.deck))
        return reshuffled


class Table:
    """Piles and players of one game.

    Raises
    ------
    EngineFault
        From `check`, when a card has appeared or vanished, or a hand is too large.
    """

    def __init__(self, setup: GameSetup) -> None:
        self.setup = setup
        self.piles: dict[Card, list[Card]] = {c: [c] * n for c, n in setup.supply.items()}
        self.players = [
            Player(seat, [card for card, n in setup.deck.items() for _ in range(n)])
            for seat in range(setup.players)
        ]
        self._all_cards = self._count()

    def gain(self, player: Player, card: Card) -> None:
        """Move a card from its pile to the player's discard pile."""
        player.discard.append(self.piles[card].pop())

    @property
    def empty_piles(self) -> list[Card]:
        """Cards whose piles are empty."""
        return [card for card, pile in self.piles.items() if not pile]

    @property
    def provinces_gone(self) -> bool:
        """Whether there is a Province pile and it is empty."""
        return PROVINCE in self.empty_piles

    @property
    def piles_gone(self) -> bool:
        """Whether as many of the piles that count are empty as end the game."""
        return len(self._counting(self.empty_piles)) >= self.setup.end_piles

    @property
    def gains_to_end(self) -> int:
        """Fewest gains after which the game would be over."""
        sizes = sorted(len(self.piles[card]) for card in self._counting(list(self.piles)))
        ways = []
        if PROVINCE in self.piles:
            ways.append(len(self.piles[PROVINCE]))
        if len(sizes) >= self.setup.end_piles:
            ways.append(sum(sizes[: self.setup.end_piles]))
        return min(ways)

    def _counting(self, cards: list[Card]) -> list[Card]:
        return [c for c in cards if c is not PROVINCE or self.setup.province_pile_counts]

    def _count(self) -> Counter[Card]:
        in_piles = Counter(card for pile in self.piles.values() for card in pile)
        return in_piles + Counter(card for player in self.players for card in player.owned)

    def check(self) -> None:
        """Raise EngineFault unless every card is where a card can be, and none is new or lost."""
        if self._count() != self._all_cards:
            raise EngineFault("cards were not conserved")
        for player in self.players:
            if len(player.hand) > HAND_SIZE:
                raise EngineFault(f"seat {player.seat} holds {len(player.hand)} cards")
            if len(player.hand) < min(HAND_SIZE, len(player.owned)):
                raise EngineFault(f"seat {player.seat} drew too few cards")
