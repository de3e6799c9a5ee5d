"""Games of the kingdom kernel, move by move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastsim.cards import Card
from fastsim.game.setup import GameSetup
from fastsim.game.streams import seed_key
from fastsim.kernels.kingdom import events, play
from fastsim.kernels.kingdom import layout as at
from fastsim.lower.kingdom import lower_kingdom
from fastsim.lower.layouts import kingdom_columns
from fastsim.lower.six_cards import empty_columns
from fastsim.reference.events import EventKind
from fastsim.rules.model import BuyRule

_EVENTS_AT_FIRST: Final = 4096
_ABOUT_CARDS: Final = tuple(
    EventKind[name]
    for name in (
        "PLAY", "BUY", "DRAW", "DISCARD", "TRASH", "GAIN", "GAIN_TO_HAND", "GAIN_TO_DECK",
        "TOPDECK", "REVEAL", "LOOK", "SET_ASIDE",
    )
)  # fmt: skip
_ABOUT_NONE: Final = {events.SHUFFLE: EventKind.SHUFFLE, events.CLEAN_UP: EventKind.CLEAN_UP}


class Move(NamedTuple):
    """One move, as `fastsim.reference.events.Event`.

    Playing a card once more is a ``PLAY`` like any other, and playing Treasures is no move here.
    """

    kind: EventKind
    seat: int
    card: Card | None


def move_of(event: int, columns: Sequence[Card]) -> Move:
    """Return what the kernel wrote down as a number of `kernels.kingdom.events`."""
    about, kind = divmod(event, events.SEAT_UNIT)
    card, seat = divmod(about, events.CARD_UNIT // events.SEAT_UNIT)
    if kind in _ABOUT_NONE:
        return Move(_ABOUT_NONE[kind], seat, None)
    return Move(_ABOUT_CARDS[kind], seat, columns[card])


@dataclass(frozen=True, slots=True)
class TracedTurn:
    """One turn.

    Attributes
    ----------
    seat : int
    moves : tuple of Move
        All that happened, with the clean-up and the draw of the next hand.
    coins : int
        At the start of the Buy phase.
    """

    seat: int
    moves: tuple[Move, ...]
    coins: int


@dataclass(frozen=True, slots=True)
class TracedGame:
    """One game: its turns, each seat's cards at the end, and the trash."""

    turns: tuple[TracedTurn, ...]
    owned: tuple[Counter[Card], ...]
    trash: Counter[Card]


class KingdomTracer:
    """Plays single games of fixed rules with the kingdom kernel and tells every move.

    Raises
    ------
    InvalidInput
        When a rule cannot be played in this setup, or there is not one a seat.
    """

    def __init__(self, setup: GameSetup, rules: Sequence[BuyRule], seed: int) -> None:
        self._columns = kingdom_columns(setup)
        self._program = lower_kingdom(rules, setup)
        self._key = np.uint64(seed_key(seed))
        self._room = self._program.room(_EVENTS_AT_FIRST)
        self._result = empty_columns(1, setup.players)

    def play(self, game: int) -> TracedGame:
        """Play the game of that index."""
        while True:
            play.play(self._program.tables, *self._room, self._key, game, self._result)
            state, _, found = self._room
            if state[at.N_EVENTS] < len(found):
                break
            self._room = self._program.room(2 * len(found))
        owned = [
            self._counts(state, at.OWN + seat * at.SEAT_SIZE)
            for seat in range(self._program.players)
        ]
        turns = tuple(self._turns(found[: state[at.N_EVENTS]].tolist()))
        return TracedGame(turns, tuple(owned), self._counts(state, at.TRASH))

    def _counts(self, state: NDArray[np.int64], first: int) -> Counter[Card]:
        counts = state[first : first + len(self._columns)].tolist()
        return Counter({card: n for card, n in zip(self._columns, counts, strict=True) if n})

    def _turns(self, found: list[int]) -> Iterator[TracedTurn]:
        kinds = (event % events.SEAT_UNIT for event in found)
        begins = [place for place, kind in enumerate(kinds) if kind == events.TURN]
        for begin, end in zip(begins, [*begins[1:], len(found)], strict=True):
            coins, moves = 0, []
            for event in found[begin + 1 : end]:
                if event % events.SEAT_UNIT == events.COINS:
                    coins = event // events.CARD_UNIT
                else:
                    moves.append(move_of(event, self._columns))
            yield TracedTurn(found[begin] // events.SEAT_UNIT, tuple(moves), coins)
