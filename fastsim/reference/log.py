"""The record of one game of the slow engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from fastsim.cards import Card
from fastsim.reference import report
from fastsim.reference.events import EndReason as EndReason
from fastsim.reference.events import Event, EventKind
from fastsim.reference.table import vp_of
from fastsim.setup import GameSetup


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """One turn.

    Attributes
    ----------
    number : int
        Turn of the game, all players counted, from 1.
    seat : int
        Whose turn, from 0.
    player_turn : int
        That player's own turn number, from 1.
    hand : tuple of Card
        At the start of the turn; in the order drawn, unless others have changed it since.
    reshuffled : bool
        Whether the discard pile became the deck while this hand was drawn.
    money : int
        Coins at the start of the Buy phase, when all Treasures are played.
    events : tuple of Event
        All that happened, the clean-up and the draw of the next hand included. A game that is
        over with this turn has no clean-up.
    """

    number: int
    seat: int
    player_turn: int
    hand: tuple[Card, ...]
    reshuffled: bool
    money: int
    events: tuple[Event, ...]

    @property
    def buys(self) -> tuple[Card, ...]:
        """The cards bought, in order."""
        return tuple(e.card for e in self.events if e.card and e.kind is EventKind.BUY)

    @property
    def bought(self) -> Card | None:
        """The first card bought, or None for a pass."""
        return next(iter(self.buys), None)


@dataclass(frozen=True, slots=True)
class GameLog:
    """One game, turn by turn.

    Attributes
    ----------
    setup : GameSetup
    players : tuple of str
        Names of the rules, by seat.
    turns : tuple of TurnRecord
    end : EndReason
    owned : tuple of Counter
        Each seat's cards at the end, in every zone.
    trash : Counter
        The trash at the end.
    winners : tuple of int
        Seats that won; more than one when the victory is shared.
    """

    setup: GameSetup
    players: tuple[str, ...]
    turns: tuple[TurnRecord, ...]
    end: EndReason
    owned: tuple[Counter[Card], ...]
    trash: Counter[Card]
    winners: tuple[int, ...]

    @property
    def vp(self) -> tuple[int, ...]:
        """Victory points at the end, by seat."""
        return tuple(vp_of(list(cards.elements())) for cards in self.owned)

    def lines(self) -> Iterator[str]:
        """Yield the game as text, line by line."""
        return report.lines(self)
