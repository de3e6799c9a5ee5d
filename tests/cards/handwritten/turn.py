"""A turn in which cards do what was written by hand for them, instead of the steps of their texts.

That is how version 0.1.0 did it, in the same words: whoever wrote these effects knew no steps, so
they tell a wrong text from a right one, and a step that is done wrongly too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from fastsim.cards import SILVER, Card
from fastsim.cards.base.moat import MOAT
from fastsim.reference.events import EventKind
from fastsim.reference.table import Player
from fastsim.reference.turn import Pile, Turn
from fastsim.rules.model import Decision
from tests.cards.handwritten.effects import EFFECTS


class HandwrittenTurn(Turn):
    """The moves that hand-written effects are made of.

    Methods that begin with ``may`` or ``must`` ask a player for a card, move it, and return it;
    None means that there was none to choose, or that the player may choose none and did so.

    Attributes
    ----------
    victims : list of Player
        Each other player, in turn order, whom the Attack that is being played affects.
    """

    victims: list[Player]

    def do_steps(self, card: Card, unaffected: Sequence[Player]) -> None:
        """Do what was written for the card, or its steps where nothing was."""
        self.victims = [other for other in self.others if other not in unaffected]
        if card in EFFECTS:
            EFFECTS[card](self)
        else:
            super().do_steps(card, unaffected)

    def _shows_shield(self, player: Player) -> bool:
        if MOAT in player.hand:
            self.note(EventKind.REVEAL, player, MOAT)
        return MOAT in player.hand

    @property
    def merchants(self) -> int:
        """How often a Merchant was played in this turn."""
        return self.at_first_play[SILVER]

    @merchants.setter
    def merchants(self, number: int) -> None:
        self.at_first_play[SILVER] = number

    # -- moves without a choice ------------------------------------------------------------------

    def reveal(self, player: Player, cards: int) -> None:
        """Reveal that many cards of the deck, or as many as there are, and lay them aside."""
        for _ in range(cards):
            self.take(player, player.set_aside, EventKind.REVEAL)

    def look_at(self, cards: int) -> None:
        """Look at that many cards of the deck, or as many as there are, and lay them aside."""
        for _ in range(cards):
            self.take(self.player, self.player.set_aside, EventKind.LOOK)

    def draw_aside(self) -> Card | None:
        """Draw a card, lay it aside for now, and return it; None when there is none."""
        return self.take(self.player, self.player.set_aside)

    def discard_next(self) -> Card | None:
        """Discard the next card of the deck and return it; None when there is none."""
        return self.take(self.player, self.player.discard, EventKind.DISCARD)

    def keep(self, card: Card) -> None:
        """Put a card that was drawn aside into the hand."""
        self.note(EventKind.DRAW, self.player, card)
        self.move(card, self.player.set_aside, self.player.hand)

    def discard_aside(self, player: Player) -> int:
        """Discard all cards that were laid aside, and return how many they were."""
        cards = player.set_aside[:]
        for card in cards:
            self._discard(player, card, player.set_aside)
        return len(cards)

    def reveal_hand(self, player: Player) -> None:
        """Show every card of the hand."""
        for card in player.hand:
            self.note(EventKind.REVEAL, player, card)

    def gain_to_deck(self, player: Player, card: Card) -> None:
        """Gain a card onto the deck, unless its pile is empty."""
        self.gain(player, card, EventKind.GAIN_TO_DECK)

    def play_again(self, card: Card) -> None:
        """Play an Action once more that has just been played."""
        self.resolve(card, again=True)

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
            self.move(card, me.hand, me.set_aside)

    def may_discard(self, pile: Pile) -> Card | None:
        """Discard a card of a pile, or none."""
        card = self.choose(Decision.DISCARD, self.player, pile)
        return card and self._discard(self.player, card, pile)

    def must_discard(self, player: Player) -> Card | None:
        """Discard a card of the hand."""
        card = self.choose(Decision.DISCARD, player, player.hand, forced=True)
        return card and self._discard(player, card, player.hand)

    def may_trash(self, among: Collection[Card], pile: Pile) -> Card | None:
        """Trash one of these cards of a pile, or none."""
        card = self.choose(Decision.TRASH, self.player, among)
        return card and self._trash(self.player, card, pile)

    def must_trash(self, player: Player, among: Collection[Card], pile: Pile) -> Card | None:
        """Trash one of these cards of a pile."""
        card = self.choose(Decision.TRASH, player, among, forced=True)
        return card and self._trash(player, card, pile)

    def may_topdeck(self, pile: Pile) -> Card | None:
        """Put a card of a pile onto the deck, or none."""
        card = self.choose(Decision.TOPDECK, self.player, pile)
        return card and self._topdeck(self.player, card, pile)

    def must_topdeck(self, player: Player, among: Collection[Card]) -> Card | None:
        """Put one of these cards of the hand onto the deck."""
        card = self.choose(Decision.TOPDECK, player, among, forced=True)
        return card and self._topdeck(player, card, player.hand)

    def put_back_aside(self) -> None:
        """Put all cards that were laid aside onto the deck, the one chosen first on top."""
        left, order = self.player.set_aside[:], []
        while card := self.choose(Decision.TOPDECK, self.player, left, forced=True):
            left.remove(card)
            order.append(card)
        for card in reversed(order):
            self._topdeck(self.player, card, self.player.set_aside)

    def must_gain(self, can: Callable[[Card], bool], *, to_hand: bool = False) -> Card | None:
        """Gain a card of those in stock that can be gained."""
        among = [card for card, left in self.table.supply.items() if left and can(card)]
        card = self.choose(Decision.GAIN, self.player, among, forced=True)
        if card is not None:
            self.gain(self.player, card, EventKind.GAIN_TO_HAND if to_hand else EventKind.GAIN)
        return card

    # -- single moves ----------------------------------------------------------------------------

    def _discard(self, player: Player, card: Card, pile: Pile) -> Card:
        self.note(EventKind.DISCARD, player, card)
        self.move(card, pile, player.discard)
        return card

    def _trash(self, player: Player, card: Card, pile: Pile) -> Card:
        self.note(EventKind.TRASH, player, card)
        self.move(card, pile, self.table.trash)
        return card

    def _topdeck(self, player: Player, card: Card, pile: Pile) -> Card:
        self.note(EventKind.TOPDECK, player, card)
        pile.remove(card)
        player.deck.put(card)
        return card
