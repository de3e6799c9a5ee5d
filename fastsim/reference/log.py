"""The record of one game of the slow engine."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Final

from fastsim.cards import Card
from fastsim.game.setup import GameSetup
from fastsim.reference import report
from fastsim.reference.events import EndReason as EndReason
from fastsim.reference.events import Event, EventKind
from fastsim.reference.table import vp_of
from fastsim.text.shown import brief, html_table, lines_of
from fastsim.text.words import visible

#: Lines of a game that a notebook shows.
_LINES: Final = 1000


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

    __repr__ = brief

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

    @property
    def _said(self) -> str:
        won = " and ".join(f"seat {seat + 1}" for seat in self.winners)
        return f"game of {self.setup.name}: {len(self.turns)} turns, won by {won}"

    def __repr__(self) -> str:
        seats = (
            f"seat {seat + 1}, {name}: {vp} VP ({report.counted(self.owned[seat].elements())})"
            for seat, (name, vp) in enumerate(zip(self.players, self.vp, strict=True))
        )
        return lines_of(f"GameLog of a {self._said}", seats)

    def _repr_html_(self) -> str:
        """Return a small table of the players, and the game as text, for notebooks."""
        rows = [
            [seat + 1, name, vp, report.counted(self.owned[seat].elements())]
            for seat, (name, vp) in enumerate(zip(self.players, self.vp, strict=True))
        ]
        text = escape(visible("\n".join(itertools.islice(self.lines(), _LINES))))
        return (
            f"<p>A {escape(self._said)}.</p>"
            + html_table(("seat", "rule", "VP", "cards at the end"), rows)
            + f"<details><summary>The game, turn by turn</summary><pre>{text}</pre></details>"
        )

    def lines(self) -> Iterator[str]:
        """Yield the game as text, line by line."""
        return report.lines(self)
