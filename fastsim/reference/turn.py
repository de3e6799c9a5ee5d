"""One turn, as the cards see it: what can be done with cards, and who decides."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from fastsim.cards import Card
from fastsim.cards.base.moat import MOAT
from fastsim.reference.events import Event, EventKind
from fastsim.reference.policy import Policy, Sight
from fastsim.reference.table import Player, Table
from fastsim.rules.model import Decision

Zone = list[Card]


@dataclass(frozen=True, slots=True)
class Play:
    """A card that is being played, and who has revealed a Moat against it."""

    card: Card
    protected: tuple[Player, ...]


class Turn:
    """The turn of one player: the moves that cards make, each written down as an `Event`.

    Methods that begin with ``may`` or ``must`` ask a player for a card, move it, and return it;
    None means that there was none to choose, or that the player may choose none and did so. Zones
    are a player's ``hand``, ``in_play``, ``discard`` and ``aside``.

    Attributes
    ----------
    table : Table
    player : Player
        Whose turn it is.
    events : list of Event
        What has happened, in order.
    merchants : int
        How often a Merchant was played in this turn.
    """

    def __init__(self, table: Table, policies: Sequence[Policy], player: Player) -> None:
        self.table = table
        self.player = player
        self.events: list[Event] = []
        self.merchants = 0
        self._policies = policies
        self._plays: list[Play] = []  # the one inside which nothing else is played is the last

    @property
    def others(self) -> list[Player]:
        """Each other player, in turn order."""
        left = self.player.seat + 1
        return self.table.players[left:] + self.table.players[: left - 1]

    @property
    def victims(self) -> list[Player]:
        """Each other player, in turn order, whom the Attack that is being played affects."""
        return [other for other in self.others if other not in self._plays[-1].protected]

    # -- playing a card --------------------------------------------------------------------------

    def play(self, card: Card, zone: Zone) -> None:
        """Play an Action from a zone."""
        self.move(card, zone, self.player.in_play)
        self._resolve(card, EventKind.PLAY)

    def play_again(self, card: Card) -> None:
        """Play an Action once more that has just been played."""
        self._resolve(card, EventKind.PLAY_AGAIN)

    def _resolve(self, card: Card, kind: EventKind) -> None:
        self.note(kind, self.player, card)
        protected = tuple(o for o in self.others if MOAT in o.hand) if card.is_attack else ()
        self._plays.append(Play(card, protected))
        for other in protected:
            self.note(EventKind.REVEAL, other, MOAT)
        self.draw(self.player, card.cards)
        self.player.actions += card.actions
        self.player.buys += card.buys
        self.player.money += card.coins
        if card.effect is not None:
            card.effect(self)
        self._plays.pop()
        self.table.check()

    # -- moves without a choice ------------------------------------------------------------------

    def draw(self, player: Player, cards: int) -> None:
        """Draw that many cards into the hand, or as many as there are."""
        for _ in range(cards):
            self._take(player, player.hand, EventKind.DRAW)

    def reveal(self, player: Player, cards: int) -> None:
        """Reveal that many cards of the deck, or as many as there are, and lay them aside."""
        for _ in range(cards):
            self._take(player, player.aside, EventKind.REVEAL)

    def look_at(self, cards: int) -> None:
        """Look at that many cards of the deck, or as many as there are, and lay them aside."""
        for _ in range(cards):
            self._take(self.player, self.player.aside, EventKind.LOOK)

    def draw_aside(self) -> Card | None:
        """Draw a card, lay it aside for now, and return it; None when there is none."""
        return self._take(self.player, self.player.aside)

    def discard_next(self) -> Card | None:
        """Discard the next card of the deck and return it; None when there is none."""
        return self._take(self.player, self.player.discard, EventKind.DISCARD)

    def keep(self, card: Card) -> None:
        """Put a card that was drawn aside into the hand."""
        self.note(EventKind.DRAW, self.player, card)
        self.move(card, self.player.aside, self.player.hand)

    def discard_aside(self, player: Player) -> int:
        """Discard all cards that were laid aside, and return how many they were."""
        cards = player.aside[:]
        for card in cards:
            self._discard(player, card, player.aside)
        return len(cards)

    def reveal_hand(self, player: Player) -> None:
        """Show every card of the hand."""
        for card in player.hand:
            self.note(EventKind.REVEAL, player, card)

    def gain(self, player: Player, card: Card) -> None:
        """Gain a card, unless its pile is empty."""
        self._gain(player, card, player.discard.append, EventKind.GAIN)

    def gain_to_deck(self, player: Player, card: Card) -> None:
        """Gain a card onto the deck, unless its pile is empty."""
        self._gain(player, card, player.deck.put, EventKind.GAIN_TO_DECK)

    def buy(self, card: Card) -> None:
        """Gain a card that has been paid for."""
        self._gain(self.player, card, self.player.discard.append, EventKind.BUY)

    # -- choices ---------------------------------------------------------------------------------

    def choose_action(self, among: Collection[Card]) -> Card | None:
        """Choose an Action to play, or none. It is not played yet."""
        return self.choose(Decision.PLAY, self.player, among)

    def may_set_aside(self, card: Card) -> bool:
        """Ask whether a card that was drawn aside stays there; return the answer."""
        if self.choose(Decision.DISCARD, self.player, [card]) is None:
            return False
        self.note(EventKind.SET_ASIDE, self.player, card)
        return True

    def lay_aside_discards(self) -> None:
        """Lay aside any number of cards of the hand, to be discarded together."""
        me = self.player
        while card := self.choose(Decision.DISCARD, me, me.hand):
            self.move(card, me.hand, me.aside)

    def may_discard(self, zone: Zone) -> Card | None:
        """Discard a card of a zone, or none."""
        card = self.choose(Decision.DISCARD, self.player, zone)
        return card and self._discard(self.player, card, zone)

    def must_discard(self, player: Player) -> Card | None:
        """Discard a card of the hand."""
        card = self.choose(Decision.DISCARD, player, player.hand, forced=True)
        return card and self._discard(player, card, player.hand)

    def may_trash(self, among: Collection[Card], zone: Zone) -> Card | None:
        """Trash one of these cards of a zone, or none."""
        card = self.choose(Decision.TRASH, self.player, among)
        return card and self._trash(self.player, card, zone)

    def must_trash(self, player: Player, among: Collection[Card], zone: Zone) -> Card | None:
        """Trash one of these cards of a zone."""
        card = self.choose(Decision.TRASH, player, among, forced=True)
        return card and self._trash(player, card, zone)

    def may_topdeck(self, zone: Zone) -> Card | None:
        """Put a card of a zone onto the deck, or none."""
        card = self.choose(Decision.TOPDECK, self.player, zone)
        return card and self._topdeck(self.player, card, zone)

    def must_topdeck(self, player: Player, among: Collection[Card]) -> Card | None:
        """Put one of these cards of the hand onto the deck."""
        card = self.choose(Decision.TOPDECK, player, among, forced=True)
        return card and self._topdeck(player, card, player.hand)

    def put_back_aside(self) -> None:
        """Put all cards that were laid aside onto the deck, the one chosen first on top."""
        left, order = self.player.aside[:], []
        while card := self.choose(Decision.TOPDECK, self.player, left, forced=True):
            left.remove(card)
            order.append(card)
        for card in reversed(order):
            self._topdeck(self.player, card, self.player.aside)

    def must_gain(self, can: Callable[[Card], bool], *, to_hand: bool = False) -> Card | None:
        """Gain a card of those in stock that can be gained."""
        among = [card for card, left in self.table.supply.items() if left and can(card)]
        card = self.choose(Decision.GAIN, self.player, among, forced=True)
        if card is not None and to_hand:
            self._gain(self.player, card, self.player.hand.append, EventKind.GAIN_TO_HAND)
        elif card is not None:
            self.gain(self.player, card)
        return card

    def choose(
        self, kind: Decision, player: Player, among: Collection[Card], *, forced: bool = False
    ) -> Card | None:
        """Return the card that a player chooses, or None for none of them."""
        if not among:
            return None
        resolving = self._plays[-1].card if self._plays else None
        sight = Sight(self.table, player, forced, resolving)
        return self._policies[player.seat].choose(kind, among, sight)

    # -- single moves ----------------------------------------------------------------------------

    def note(self, kind: EventKind, player: Player, card: Card | None = None) -> None:
        """Write down an event."""
        self.events.append(Event(kind, player.seat, card, len(self._plays)))

    def move(self, card: Card, zone: Zone, to: Zone) -> None:
        """Move a card from one zone to another."""
        zone.remove(card)
        to.append(card)

    def _take(self, player: Player, to: Zone, kind: EventKind | None = None) -> Card | None:
        """Take the next card of the deck; if it is empty, shuffle the discard pile first."""
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

    def _discard(self, player: Player, card: Card, zone: Zone) -> Card:
        self.note(EventKind.DISCARD, player, card)
        self.move(card, zone, player.discard)
        return card

    def _trash(self, player: Player, card: Card, zone: Zone) -> Card:
        self.note(EventKind.TRASH, player, card)
        self.move(card, zone, self.table.trash)
        return card

    def _topdeck(self, player: Player, card: Card, zone: Zone) -> Card:
        self.note(EventKind.TOPDECK, player, card)
        zone.remove(card)
        player.deck.put(card)
        return card

    def _gain(
        self, player: Player, card: Card, put: Callable[[Card], None], kind: EventKind
    ) -> None:
        if self.table.supply.get(card):
            self.note(kind, player, card)
            self.table.supply[card] -= 1
            put(card)
