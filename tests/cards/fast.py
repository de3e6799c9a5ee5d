"""Scenarios on the kingdom kernel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from fastsim.cards import CARDS, Card, find_card
from fastsim.conformance.traces import Move, move_of
from fastsim.kernels.kingdom import layout as at
from fastsim.kernels.kingdom import registers as reg
from fastsim.kernels.kingdom.play import go_on
from fastsim.lower.kingdom import lower_kingdom, write_owned
from fastsim.lower.layouts import kingdom_columns
from fastsim.rules.model import BuyRule
from tests.cards.position import Position, Seat

Ints = NDArray[np.int64]
#: Of the game's random stream; anything but zeros.
STREAM = (20_161_029, 1_234_567)
#: What there is room for; no scenario is longer.
MOST_EVENTS = 1000


class FastEngine:
    """See `tests.cards.engines.ScenarioEngine`."""

    def play(self, position: Position, rules: Sequence[BuyRule], card: str) -> Position:
        after, _ = self._after(position, rules, card)
        return after

    def moves(self, position: Position, rules: Sequence[BuyRule], card: str) -> list[Move]:
        _, events = self._after(position, rules, card)
        columns = kingdom_columns(position.setup)
        return [move_of(event, columns) for event in events]

    def finish(self, position: Position, rules: Sequence[BuyRule]) -> Position:
        after, _ = self._after(position, rules)
        return after

    def _after(
        self, position: Position, rules: Sequence[BuyRule], card: str | None = None
    ) -> tuple[Position, list[int]]:
        """Return the position after a card, or after the rest of the turn, and all events."""
        column = at.NOTHING
        if card is not None:
            played = find_card(card)
            assert played is not None
            column = kingdom_columns(position.setup).index(played)
        program = lower_kingdom(rules, position.setup)
        game, decks, events = program.room(MOST_EVENTS)
        game[at.EVENTS_LEFT] = MOST_EVENTS
        game[at.S0], game[at.S1] = STREAM
        lay_table(game, position)
        for number, seat in enumerate(position.seats):
            lay(game, decks, position, number, seat, program.tables)
        go_on(program.tables, game, decks, events, position.to_move, column)
        after = position_of(game, decks, position, program.tables)
        return after, events[: game[at.N_EVENTS]].tolist()


def lay_table(game: Ints, position: Position) -> None:
    """Write piles, trash, and what the player to move has left."""
    for column, card in enumerate(kingdom_columns(position.setup)):
        pile = position.supply.get(card, 0)
        game[at.SUPPLY + column] = pile
        game[at.TRASH + column] = position.trash[card]
        game[at.IN_STOCK] |= (pile > 0) << column
        game[at.EMPTY_PILES] += card in position.supply and pile == 0
    mine = position.to_move * at.SEAT_SIZE
    game[at.ACTIONS_LEFT + mine] = position.actions
    game[at.BUYS + mine] = position.buys
    game[at.MONEY + mine] = position.money
    game[at.AWAITED] = 1 << reg.SILVER
    game[at.MORE_COINS + reg.SILVER] = position.merchants


def lay(
    game: Ints,
    decks: NDArray[np.uint16],
    position: Position,
    number: int,
    seat: Seat,
    tables: Ints,
) -> None:
    """Write the cards of a seat."""
    columns = kingdom_columns(position.setup)
    mine = number * at.SEAT_SIZE
    write_owned(game, position.setup, number, seat.owned)
    game[at.address(reg.SEAT, number)] = number + 1
    game[at.TURN + mine] = seat.turns
    for column, card in enumerate(columns):
        game[at.HAND + mine + column] = seat.hand[card]
        game[at.IN_PLAY + mine + column] = seat.in_play[card]
        game[at.HAND_SET + mine] |= (seat.hand[card] > 0) << column
    game[at.HAND_SIZE_NOW + mine] = seat.hand.total()
    game[at.HAND_ACTIONS + mine] = sum(n for card, n in seat.hand.items() if card.is_action)
    counts = [seat.deck[card] for card in columns] + [0] * (at.N_CARDS - len(columns))
    decks[number * at.N_CARDS : (number + 1) * at.N_CARDS] = np.cumsum(counts)
    game[at.UNKNOWN + mine] = sum(counts)
    game[at.ON_TOP + mine] = len(seat.top)
    top = tables[at.TOPS] + number * tables[at.TOP_SIZE]
    game[top : top + len(seat.top)] = [columns.index(card) for card in reversed(seat.top)]


def position_of(game: Ints, decks: NDArray[np.uint16], before: Position, tables: Ints) -> Position:
    columns = kingdom_columns(before.setup)

    def counts(first: int) -> Counter[Card]:
        numbers = game[first : first + len(columns)].tolist()
        found = dict(zip(columns, numbers, strict=True))
        assert min(numbers) >= 0
        return Counter({card: found[card] for card in CARDS if found.get(card)})

    seats = []
    for number in range(len(before.seats)):
        mine = number * at.SEAT_SIZE
        prefixes = decks[number * at.N_CARDS : (number + 1) * at.N_CARDS].astype(np.int64)
        in_deck = np.diff(prefixes, prepend=0).tolist()
        deck = Counter({card: n for card, n in zip(columns, in_deck, strict=False) if n})
        first = tables[at.TOPS] + number * tables[at.TOP_SIZE]
        top = [columns[c] for c in game[first : first + game[at.ON_TOP + mine]].tolist()]
        hand, in_play = counts(at.HAND + mine), counts(at.IN_PLAY + mine)
        elsewhere = deck + Counter(top) + hand + in_play
        owned = counts(at.OWN + mine)
        assert elsewhere <= owned
        assert game[at.UNKNOWN + mine] == deck.total()
        assert game[at.HAND_SIZE_NOW + mine] == hand.total()
        seats.append(
            Seat(
                top=tuple(reversed(top)),
                deck=deck,
                hand=hand,
                discard=owned - elsewhere,
                in_play=in_play,
                turns=int(game[at.TURN + mine]),
            )
        )
    mine = before.to_move * at.SEAT_SIZE
    piles = counts(at.SUPPLY)
    return replace(
        before,
        seats=tuple(seats),
        supply={card: piles[card] for card in before.supply},
        trash=counts(at.TRASH),
        actions=int(game[at.ACTIONS_LEFT + mine]),
        buys=int(game[at.BUYS + mine]),
        money=int(game[at.MONEY + mine]),
        merchants=int(game[at.MORE_COINS + reg.SILVER]),
    )
