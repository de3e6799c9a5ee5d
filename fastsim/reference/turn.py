"""One turn: the moves that cards make in it, and who decides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from fastsim.cards import CARDS, Card
from fastsim.reference.effect import Effect
from fastsim.reference.events import Event, EventKind
from fastsim.reference.policy import Policy, Sight
from fastsim.reference.table import Player, Table
from fastsim.rules.model import Decision

Pile = list[Card]


class Turn:
    """The turn of one player: each move is written down as an `Event`.

    Attributes
    ----------
    table : Table
    player : Player
        Whose turn it is.
    events : list of Event
        What has happened, in order.
    at_first_play : Counter of Card
        Coins that the first one of a Treasure gives more when it is played.
    """

    def __init__(self, table: Table, policies: Sequence[Policy], player: Player) -> None:
        self.table = table
        self.player = player
        self.events: list[Event] = []
        self.at_first_play: Counter[Card] = Counter()
        self._policies = policies
        self._resolving: list[Card] = []  # the one inside which nothing else is played is the last

    @property
    def others(self) -> list[Player]:
        """Each other player, in turn order."""
        left = self.player.seat + 1
        return self.table.players[left:] + self.table.players[: left - 1]

    # -- playing a card --------------------------------------------------------------------------

    def play(self, card: Card, pile: Pile) -> None:
        """Play an Action of a pile."""
        self.move(card, pile, self.player.in_play)
        self.resolve(card)

    def resolve(self, card: Card, *, again: bool = False) -> None:
        """Do all that a card in play does."""
        self.note(EventKind.PLAY_AGAIN if again else EventKind.PLAY, self.player, card)
        self._resolving.append(card)
        unaffected = [
            other for other in self.others if card.is_attack and self._shows_shield(other)
        ]
        self.draw(self.player, card.cards)
        self.player.actions += card.actions
        self.player.buys += card.buys
        self.player.money += card.coins
        self.do_steps(card, unaffected)
        self._resolving.pop()
        self.table.check(playing=bool(self._resolving))

    def do_steps(self, card: Card, unaffected: Sequence[Player]) -> None:
        """Do what a card does beyond its first lines."""
        Effect(self, unaffected).do(card.steps)

    def _shows_shield(self, player: Player) -> bool:
        """Let a player reveal what keeps the card that is being played off; return whether so."""
        shields = {card for card in player.hand if card.when_attacked is not None}
        for card in CARDS:
            if card in shields:
                self.note(EventKind.REVEAL, player, card)
                return True
        return False

    # -- moves -----------------------------------------------------------------------------------

    def draw(self, player: Player, cards: int) -> None:
        """Draw that many cards into the hand, or as many as there are."""
        for _ in range(cards):
            self.take(player, player.hand, EventKind.DRAW)

    def take(self, player: Player, to: Pile, kind: EventKind | None = None) -> Card | None:
        """Take the next card of the deck; if it is empty, shuffle the discard pile first.

        None when there is no card to take. Without a kind of event nothing is written down.
        """
        if not player.deck:
            if not player.discard:
                return None
            self.note(EventKind.SHUFFLE, player)
            player.shuffle()
        card = player.deck.take()
        if kind is not None:
            self.note(kind, player, card)
        to.append(card)
        return card

    def gain(self, player: Player, card: Card, kind: EventKind = EventKind.GAIN) -> bool:
        """Gain a card, unless its pile is empty; return whether it was."""
        if not self.table.supply.get(card):
            return False
        self.note(kind, player, card)
        self.table.supply[card] -= 1
        if kind is EventKind.GAIN_TO_HAND:
            player.hand.append(card)
        elif kind is EventKind.GAIN_TO_DECK:
            player.deck.put(card)
        else:
            player.discard.append(card)
        return True

    def move(self, card: Card, pile: Pile, to: Pile) -> None:
        """Move a card from one pile to another."""
        pile.remove(card)
        to.append(card)

    def note(self, kind: EventKind, player: Player, card: Card | None = None) -> None:
        """Write down an event."""
        self.events.append(Event(kind, player.seat, card, len(self._resolving)))

    # -- choices ---------------------------------------------------------------------------------

    def choose(
        self, kind: Decision, player: Player, among: Collection[Card], *, forced: bool = False
    ) -> Card | None:
        """Return the card that a player chooses, or None for none of them."""
        if not among:
            return None
        resolving = self._resolving[-1] if self._resolving else None
        sight = Sight(self.table, player, forced, resolving)
        return self._policies[player.seat].choose(kind, among, sight)
