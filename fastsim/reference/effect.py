"""What a card does when it is played: its steps, done as they are read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from fastsim.cards import DRAW_ORDER, Card
from fastsim.cards.steps import (
    AtFirstPlay,
    Count,
    DownTo,
    DrawTo,
    EachOther,
    Filter,
    Gain,
    GainNamed,
    If,
    Move,
    MoveRest,
    PlayIt,
    Plus,
    RevealHand,
    Showing,
    Step,
    Steps,
    Take,
    Zone,
)
from fastsim.reference.events import EventKind
from fastsim.reference.table import Player
from fastsim.rules.model import Decision
from fastsim.rules.points import decision_at

if TYPE_CHECKING:
    from fastsim.reference.turn import Turn

_SHOWN: Final = {
    Showing.LOOK: EventKind.LOOK,
    Showing.REVEAL: EventKind.REVEAL,
    Showing.TAKE: None,
}
_GAINED: Final = {
    Zone.DISCARD: EventKind.GAIN,
    Zone.HAND: EventKind.GAIN_TO_HAND,
    Zone.DECK: EventKind.GAIN_TO_DECK,
}
_MOVED: Final = {
    Zone.DISCARD: EventKind.DISCARD,
    Zone.TRASH: EventKind.TRASH,
    Zone.DECK: EventKind.TOPDECK,
    Zone.HAND: EventKind.DRAW,
    Zone.SET_ASIDE: EventKind.SET_ASIDE,
}


class Effect:
    """One play of a card.

    Parameters
    ----------
    turn : Turn
    unaffected : sequence of Player
        Who does nothing of what each other player does.
    """

    def __init__(self, turn: Turn, unaffected: Sequence[Player]) -> None:
        self._turn = turn
        self._unaffected = unaffected
        self._you = turn.player
        self._it: Card | None = None
        self._moved = 0

    def do(self, steps: Steps) -> None:
        """Do steps, one after the other."""
        for step in steps:
            self._do(step)

    def _do(self, step: Step) -> None:
        match step:
            case Plus():
                self._get(step)
            case Move():
                self._remember(self._move(step))
            case MoveRest(source, to):
                self._remember(self._move_rest(source, to))
            case Gain():
                self._remember(self._gain(step))
            case GainNamed(card, to):
                self._remember([card] if self._turn.gain(self._you, card, _GAINED[to]) else [])
            case Take(cards, showing):
                self._remember(self._take(cards, _SHOWN[showing]))
            case RevealHand():
                for card in self._you.hand:
                    self._turn.note(EventKind.REVEAL, self._you, card)
            case PlayIt(times):
                self._play_it(times)
            case AtFirstPlay(card, coins):
                self._turn.at_first_play[card] += coins
            case If(then, otherwise):
                self.do(then if self._moved else otherwise)
            case EachOther(steps):
                for other in self._turn.others:
                    if other not in self._unaffected:
                        self._you = other
                        self._remember([])
                        self.do(steps)
                self._you = self._turn.player
                self._remember([])
            case DrawTo(cards, steps):
                while len(self._you.hand) < cards:
                    self._remember(self._take(1))
                    if self._it is None:
                        break
                    self.do(steps)
                self._remember([])

    def _remember(self, cards: Sequence[Card]) -> None:
        """Keep what the steps behind this one may ask for."""
        self._it = cards[-1] if cards else None
        self._moved = len(cards)

    def _number(self, amount: int | Count | DownTo) -> int:
        """Return how many."""
        match amount:
            case int():
                return amount
            case DownTo(cards):
                return len(self._you.hand) - cards
            case Count.MOVED:
                return self._moved
            case Count.EMPTY_PILES:
                return len(self._turn.table.empty_piles)
            case Count.ANY:
                return sum(len(player.owned) for player in self._turn.table.players)

    def _get(self, plus: Plus) -> None:
        times = self._number(plus.times)
        self._turn.draw(self._you, times * plus.cards)
        self._you.actions += times * plus.actions
        self._you.buys += times * plus.buys
        self._you.money += times * plus.coins

    def _pile(self, zone: Zone) -> list[Card]:
        """Return the cards of a zone, to be moved out of it or into it."""
        return {
            Zone.HAND: self._you.hand,
            Zone.DISCARD: self._you.discard,
            Zone.IT: self._you.discard,
            Zone.IN_PLAY: self._you.in_play,
            Zone.TRASH: self._turn.table.trash,
            Zone.LOOKED_AT: self._you.looked_at,
            Zone.SET_ASIDE: self._you.set_aside,
        }[zone]

    def _move(self, step: Move) -> list[Card]:
        """Let you choose cards to move; return them."""
        pile = self._pile(step.source)
        chosen: list[Card] = []
        most = self._number(step.amount)
        while len(chosen) < most:
            card = self._choose(decision_at(step), self._among(step, chosen), forced=not step.may)
            if card is None:
                break
            chosen.append(card)
            if step.to is not Zone.DECK:
                self._put(card, pile, step.to)
        if step.to is Zone.DECK:
            for card in reversed(chosen):
                self._put(card, pile, step.to)
        return chosen

    def _among(self, step: Move, chosen: Sequence[Card]) -> list[Card]:
        """Return the cards that you may choose."""
        among = list(self._pile(step.source))
        if step.source is Zone.IT:
            among = [] if self._it is None else [self._it]
        elif step.to is Zone.DECK:
            for card in chosen:  # they still lie there
                among.remove(card)
        return [card for card in among if step.kind(card)]

    def _put(self, card: Card, pile: list[Card], to: Zone) -> None:
        """Move a card of a pile to a zone."""
        if to in _MOVED:
            self._turn.note(_MOVED[to], self._you, card)
        if to is Zone.DECK:
            pile.remove(card)
            self._you.deck.put(card)
        else:
            self._turn.move(card, pile, self._pile(to))

    def _move_rest(self, source: Zone, to: Zone) -> list[Card]:
        pile = self._pile(source)
        cards = sorted(pile, key=DRAW_ORDER.index)
        for card in cards:
            self._put(card, pile, to)
        return cards

    def _gain(self, step: Gain) -> list[Card]:
        """Let you choose a card to gain; return it, if any."""
        limit = step.coins
        if step.more and self._it is not None:
            limit += self._it.cost
        card = self._choose(Decision.GAIN, self._in_stock(step.kind, limit), forced=True)
        if card is None:
            return []
        self._turn.gain(self._you, card, _GAINED[step.to])
        return [card]

    def _in_stock(self, kind: Filter, coins: int) -> list[Card]:
        supply = self._turn.table.supply
        return [card for card, left in supply.items() if left and kind(card) and card.cost <= coins]

    def _take(self, cards: int, shown: EventKind | None = None) -> list[Card]:
        taken = (self._turn.take(self._you, self._you.looked_at, shown) for _ in range(cards))
        return [card for card in taken if card is not None]

    def _play_it(self, times: int) -> None:
        card = self._it
        if self._moved and card is not None:
            for time in range(times):
                self._turn.resolve(card, again=time > 0)

    def _choose(self, kind: Decision, among: Sequence[Card], *, forced: bool) -> Card | None:
        return self._turn.choose(kind, self._you, among, forced=forced)
