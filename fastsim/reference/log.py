"""The record of one game of the slow engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from fastsim.cards import CARDS, Card
from fastsim.setup import GameSetup


class EndReason(StrEnum):
    """Why a game was over."""

    PROVINCES = "provinces"
    PILES = "piles"
    CUT = "cut"


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
        In the order drawn.
    reshuffled : bool
        Whether the discard pile became the deck while this hand was drawn.
    bought : Card or None
        None for a pass.
    """

    number: int
    seat: int
    player_turn: int
    hand: tuple[Card, ...]
    reshuffled: bool
    bought: Card | None

    @property
    def money(self) -> int:
        """Coins in hand."""
        return sum(card.money for card in self.hand)


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
    winners : tuple of int
        Seats that won; more than one when the victory is shared.
    """

    setup: GameSetup
    players: tuple[str, ...]
    turns: tuple[TurnRecord, ...]
    end: EndReason
    owned: tuple[Counter[Card], ...]
    winners: tuple[int, ...]

    @property
    def vp(self) -> tuple[int, ...]:
        """Victory points at the end, by seat."""
        return tuple(sum(card.vp * n for card, n in cards.items()) for cards in self.owned)

    def lines(self) -> Iterator[str]:
        """Yield the game as text, one turn a line."""
        left = dict(self.setup.supply.items())
        for seat, name in enumerate(self.players):
            yield f"Seat {seat + 1}: {name}"
        vp = [sum(card.vp * n for card, n in self.setup.deck.items())] * self.setup.players
        for turn in self.turns:
            bought = "passes" if turn.bought is None else f"buys {turn.bought}"
            note = " (reshuffled)" if turn.reshuffled else ""
            if turn.bought is not None:
                left[turn.bought] -= 1
                vp[turn.seat] += turn.bought.vp
                if left[turn.bought] == 0:
                    note += f" - the {turn.bought} pile is empty"
            score = ":".join(map(str, vp))
            yield (
                f"{turn.number:4d}. seat {turn.seat + 1}, turn {turn.player_turn:2d}: "
                f"{_hand(turn.hand):38s} {turn.money:2d} coins, {bought:15s} VP {score}{note}"
            )
        reasons = {
            EndReason.PROVINCES: "the Province pile is empty",
            EndReason.PILES: "enough other piles are empty",
            EndReason.CUT: f"cut after {self.setup.max_turns} turns",
        }
        yield f"The game ends: {reasons[self.end]}."
        for seat, (name, points) in enumerate(zip(self.players, self.vp, strict=True)):
            cards = ", ".join(f"{self.owned[seat][c]} {c}" for c in CARDS if self.owned[seat][c])
            yield f"Seat {seat + 1}, {name}: {points} VP ({cards})"
        who = " and ".join(f"seat {seat + 1} ({self.players[seat]})" for seat in self.winners)
        yield f"{'Shared by' if len(self.winners) > 1 else 'Won by'} {who}."


def _hand(hand: tuple[Card, ...]) -> str:
    counts = Counter(hand)
    return ", ".join(f"{counts[card]} {card}" for card in CARDS if counts[card]) or "no cards"
