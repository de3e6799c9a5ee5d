"""Scenarios on the slow engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from fastsim.cards import SILVER, find_card
from fastsim.conformance.traces import Move
from fastsim.reference import phases
from fastsim.reference.draws import StreamDraws, UnorderedDeck
from fastsim.reference.game import end_of
from fastsim.reference.policy import Policy
from fastsim.reference.table import Player, Table
from fastsim.reference.turn import Turn
from fastsim.rules.model import BuyRule
from tests.cards.position import Position, Seat


@dataclass(frozen=True)
class SlowEngine:
    """See `tests.cards.engines.ScenarioEngine`; `turn_type` does the cards' effects."""

    turn_type: type[Turn] = Turn

    def play(self, position: Position, rules: Sequence[BuyRule], card: str) -> Position:
        return position_of(self._played(position, rules, card), position)

    def moves(self, position: Position, rules: Sequence[BuyRule], card: str) -> list[Move]:
        events = self._played(position, rules, card).events
        return [Move(event.kind, event.seat, event.card) for event in events]

    def _played(self, position: Position, rules: Sequence[BuyRule], card: str) -> Turn:
        turn = turn_from(position, rules, self.turn_type)
        played = find_card(card)
        assert played is not None
        turn.player.action_phase = True
        turn.player.actions -= 1
        turn.play(played, turn.player.hand)
        return turn

    def finish(self, position: Position, rules: Sequence[BuyRule]) -> Position:
        turn = turn_from(position, rules, self.turn_type)
        phases.action_phase(turn)
        phases.play_treasures(turn)
        phases.buy_phase(turn)
        if end_of(turn.table, turns=0) is None:
            phases.clean_up(turn)
        return position_of(turn, position)


def turn_from(position: Position, rules: Sequence[BuyRule], turn_type: type[Turn] = Turn) -> Turn:
    """The turn that is being taken, on a table laid as the position says."""
    table = Table(position.setup, StreamDraws(seed=0, game=0))
    table.supply = dict(position.supply)
    table.trash = list(position.trash.elements())
    for player, seat in zip(table.players, position.seats, strict=True):
        lay(player, seat)
    table.count_cards()
    me = table.players[position.to_move]
    me.actions, me.buys, me.money = position.actions, position.buys, position.money
    policies = [Policy(rule, position.setup) for rule in rules]
    turn = turn_type(table, policies, me)
    turn.at_first_play[SILVER] = position.merchants
    return turn


def lay(player: Player, seat: Seat) -> None:
    player.deck.refill(seat.deck.elements())
    for card in reversed(seat.top):
        player.deck.put(card)
    player.hand = list(seat.hand.elements())
    player.discard = list(seat.discard.elements())
    player.in_play = list(seat.in_play.elements())
    player.turns = seat.turns


def seat_of(player: Player) -> Seat:
    deck = player.deck
    assert isinstance(deck, UnorderedDeck)
    return Seat(
        top=tuple(reversed(deck.top)),
        deck=Counter(deck.rest),
        hand=Counter(player.hand),
        discard=Counter(player.discard),
        in_play=Counter(player.in_play),
        turns=player.turns,
    )


def position_of(turn: Turn, before: Position) -> Position:
    me, table = turn.player, turn.table
    return replace(
        before,
        seats=tuple(map(seat_of, table.players)),
        supply=table.supply,
        trash=Counter(table.trash),
        actions=me.actions,
        buys=me.buys,
        money=me.money,
        merchants=turn.at_first_play[SILVER],
    )
