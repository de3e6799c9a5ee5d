"""The table at which the slow engine plays: players' zones, piles, and counts over them."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Final

from fastsim.cards import PROVINCE, Card
from fastsim.game.setup import GameSetup
from fastsim.reference.draws import Deck, DrawSource
from fastsim.text.errors import EngineFault

#: Gains that would end a game which no gains can end.
NEVER: Final = 2**31


@dataclass(eq=False)
class Player:
    """One player's cards, by zone, and what the player has in the turn.

    Attributes
    ----------
    seat : int
        From 0.
    deck : Deck
    hand, in_play, discard : list of Card
    looked_at, set_aside : list of Card
        Taken from the deck, or laid beside, by a card that is being played; else empty.
    turns : int
        Turns begun, the current one included.
    actions, buys, money : int
        Actions, Buys and coins left in the turn; 0 in the turns of others.
    action_phase : bool
        Whether the player's Actions are being played.
    """

    seat: int
    deck: Deck
    hand: list[Card] = field(default_factory=list)
    in_play: list[Card] = field(default_factory=list)
    discard: list[Card] = field(default_factory=list)
    looked_at: list[Card] = field(default_factory=list)
    set_aside: list[Card] = field(default_factory=list)
    turns: int = 0
    actions: int = 0
    buys: int = 0
    money: int = 0
    action_phase: bool = False

    @property
    def owned(self) -> list[Card]:
        """All cards in every zone."""
        beside = (*self.looked_at, *self.set_aside)
        return [*self.deck, *self.hand, *self.in_play, *self.discard, *beside]

    @property
    def vp(self) -> int:
        """Victory points of all cards owned."""
        return vp_of(self.owned)

    def shuffle(self) -> None:
        """Make the discard pile the deck."""
        self.deck.refill(self.discard)
        self.discard.clear()


def vp_of(cards: Collection[Card]) -> int:
    """Return the victory points of a player who owns these cards."""
    return sum(
        card.vp + (len(cards) // card.scoring.cards if card.scoring else 0) for card in cards
    )


class Table:
    """Piles and players of one game.

    Attributes
    ----------
    setup : GameSetup
    source : DrawSource
    supply : dict of Card to int
        Cards left in each pile.
    trash : list of Card
    players : list of Player
        By seat.
    """

    def __init__(self, setup: GameSetup, source: DrawSource) -> None:
        self.setup = setup
        self.source = source
        self.supply = dict(setup.supply)
        self.trash: list[Card] = []
        self.players = [Player(seat, source.new_deck()) for seat in range(setup.players)]
        for player in self.players:
            player.deck.refill(card for card, n in setup.deck.items() for _ in range(n))
        self.simple = setup.is_simple
        self.count_cards()

    @property
    def empty_piles(self) -> list[Card]:
        """Cards whose piles are empty."""
        return [card for card, left in self.supply.items() if not left]

    @property
    def provinces_gone(self) -> bool:
        """Whether there is a Province pile and it is empty."""
        return self.supply.get(PROVINCE) == 0

    @property
    def piles_gone(self) -> bool:
        """Whether as many of the piles that count are empty as end the game."""
        return len(self._counting(self.empty_piles)) >= self.setup.end_piles

    @property
    def gains_to_end(self) -> int:
        """Fewest gains after which the game would be over; `NEVER` when no gains can end it."""
        sizes = sorted(self.supply[card] for card in self._counting(self.supply))
        ways = []
        if PROVINCE in self.supply:
            ways.append(self.supply[PROVINCE])
        if len(sizes) >= self.setup.end_piles:
            ways.append(sum(sizes[: self.setup.end_piles]))
        return min(ways, default=NEVER)

    def over_without(self, card: Card) -> bool:
        """Return whether the game would be over with one card fewer in that pile."""
        self.supply[card] -= 1
        over = self.provinces_gone or self.piles_gone
        self.supply[card] += 1
        return over

    def _counting(self, cards: Iterable[Card]) -> list[Card]:
        return [c for c in cards if c is not PROVINCE or self.setup.province_pile_counts]

    def _count(self) -> dict[Card, int]:
        zones = [self.trash, *(player.owned for player in self.players)]
        cards = Counter(itertools.chain.from_iterable(zones))
        for card, left in self.supply.items():
            cards[card] += left
        return dict(cards)

    def count_cards(self) -> None:
        """Take the cards that are here now for those of the game; `check` looks for these."""
        self._all_cards = self._count()

    def check(self, *, playing: bool = False) -> None:
        """Raise EngineFault when a card was lost or is new, or is where no card can be.

        While a card is being played, others may lie beside.
        """
        if self._count() != self._all_cards:
            raise EngineFault("cards were not conserved")
        if min(self.supply.values()) < 0:
            raise EngineFault("a pile holds fewer than no cards")
        for player in self.players:
            left = player.looked_at + player.set_aside
            if left and not playing:
                raise EngineFault(f"seat {player.seat} left {left} beside")
