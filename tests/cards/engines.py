"""The engines on which every scenario is played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from fastsim.conformance.traces import Move
from fastsim.reference.events import EventKind
from fastsim.rules.model import BuyRule
from tests.cards.fast import FastEngine
from tests.cards.handwritten.turn import HandwrittenTurn
from tests.cards.position import IDLE, Position
from tests.cards.slow import SlowEngine


class ScenarioEngine(Protocol):
    """Goes on from any position."""

    def play(self, position: Position, rules: Sequence[BuyRule], card: str) -> Position:
        """Return the position after the player to move has played a card of the hand.

        It takes an Action, as in the Action phase. `rules` are by seat.
        """

    def moves(self, position: Position, rules: Sequence[BuyRule], card: str) -> list[Move]:
        """Return what happens when `play` does that, move by move."""

    def finish(self, position: Position, rules: Sequence[BuyRule]) -> Position:
        """Return the position after the rest of the turn, from the Action phase on.

        With the clean-up and the next hand, unless the game is over with the turn. The player to
        move is the same, without Actions, Buys and coins then.
        """


ENGINES: dict[str, ScenarioEngine] = {
    "slow": SlowEngine(),
    "fast": FastEngine(),
    "by hand": SlowEngine(HandwrittenTurn),
}


@dataclass(frozen=True)
class Scenario:
    """Plays scenarios on one engine, and asserts that no card appears or vanishes.

    Rules are given in turn order from the player to move; who is given none has `IDLE`.
    """

    engine: ScenarioEngine

    def play(self, before: Position, card: str, *rules: BuyRule) -> Position:
        """Return the position after the player to move has played a card of the hand."""
        after = self.engine.play(before, by_seat(before, rules), card)
        assert after.all_cards == before.all_cards
        return after

    def shown(self, before: Position, card: str, *rules: BuyRule) -> list[str]:
        """Return, in the order of the alphabet, which cards are seen while a card is played."""
        moves = self.engine.moves(before, by_seat(before, rules), card)
        seen = (EventKind.REVEAL, EventKind.LOOK)
        return sorted(f"seat {m.seat} {m.kind.format(m.card)}" for m in moves if m.kind in seen)

    def finish(self, before: Position, *rules: BuyRule) -> Position:
        """Return the position after the rest of the turn."""
        after = self.engine.finish(before, by_seat(before, rules))
        assert after.all_cards == before.all_cards
        return after


def by_seat(position: Position, rules: Sequence[BuyRule]) -> list[BuyRule]:
    """Rules in seat order that were given in turn order."""
    players = len(position.seats)
    in_turn = [*rules, *[IDLE] * (players - len(rules))]
    return [in_turn[(seat - position.to_move) % players] for seat in range(players)]
