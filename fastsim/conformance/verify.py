"""The kernels held against the slow engine: the same game must be the same, move by move."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np

from fastsim.cards import SIX_CARDS, Card
from fastsim.conformance.traces import KingdomTracer, Move
from fastsim.game.setup import GameSetup
from fastsim.game.streams import seed_key
from fastsim.kernels import deck, general
from fastsim.kernels import registers as reg
from fastsim.lower.six_cards import lower_rules, lower_setup
from fastsim.play.games import replay, simulate
from fastsim.play.results import END_REASONS, GameBatch
from fastsim.reference.events import EventKind
from fastsim.reference.log import GameLog, TurnRecord
from fastsim.rules.model import BuyRule
from fastsim.rules.values import RuleLike, SetupLike, as_rules, as_setup
from fastsim.text.numbers import CountLike, WholeLike, as_whole


@dataclass(frozen=True)
class Difference:
    """Two engines disagree about a game.

    Attributes
    ----------
    seed, game : int
    what : str
        What differs: a turn's hand or buy or any other move, the end, the score, or the winners.
    reference, kernel : str
        What the slow engine says, and the kernel.
    """

    seed: int
    game: int
    what: str
    reference: str
    kernel: str

    def __str__(self) -> str:
        return (
            f"game {self.game} of seed {self.seed}: {self.what}: "
            f"the slow engine says {self.reference}, the kernel {self.kernel}"
        )


def compare(
    setup: SetupLike,
    rules: Sequence[RuleLike],
    *,
    games: CountLike,
    seed: WholeLike = 0,
    start: WholeLike = 0,
    kernel: str | None = None,
) -> Iterator[Difference | None]:
    """Yield, game by game, the first difference between the engines, or None.

    Compared are the end, the score and the winners by the kernel asked for, or the fastest. Beside
    them stands what only a kernel that plays one game at a time can tell: every hand, buy and pass
    by the general kernel; or, for games with a kingdom and where the kingdom kernel is asked for,
    every move by that.

    Parameters and errors as `fastsim.simulate`.
    """
    setup = as_setup(setup)
    rules = as_rules(rules, setup)
    seed, start = as_whole("seed", seed), as_whole("start", start)
    batch = simulate(setup, rules, games=games, seed=seed, start=start, threads=1, kernel=kernel)
    of_kingdom = batch.kernel == "kingdom"
    tracer: _Tracer = (_Moves if of_kingdom else _Hands)(setup, rules, seed)
    for row in range(len(batch)):
        log = replay(setup, rules, seed=seed, game=start + row)
        facts = (*_result_facts(log, batch, row), *tracer.facts(log, start + row))
        yield next(
            (
                Difference(seed, start + row, what, str(expected), str(found))
                for what, expected, found in facts
                if expected != found
            ),
            None,
        )


Fact = tuple[str, object, object]


class _Tracer(Protocol):
    """Plays single games with one kernel and keeps their turns."""

    def facts(self, log: GameLog, game: int) -> Iterator[Fact]:
        """Yield what the slow engine and the kernel say of a game."""


def _result_facts(log: GameLog, batch: GameBatch, row: int) -> Iterator[Fact]:
    """Yield what the slow engine and the kernel say of a game's result."""
    seats = range(log.setup.players)
    yield "turns", len(log.turns), int(batch.turns[row])
    yield "end", str(log.end), END_REASONS[batch.end[row]]
    yield "VP", list(log.vp), [int(points) for points in batch.vp[row]]
    winners = [seat for seat in seats if batch.winners[row] >> seat & 1]
    yield "winning seats", list(log.winners), winners


class _Hands:
    """By the general kernel: hands and buys."""

    def __init__(self, setup: GameSetup, rules: Sequence[BuyRule], seed: int) -> None:
        self._table = lower_setup(setup)
        self._program = lower_rules(rules, setup)
        self._key = np.uint64(seed_key(seed))
        self._room = general.scratch(setup.players, setup.max_turns)

    def facts(self, log: GameLog, game: int) -> Iterator[Fact]:
        """Yield what the slow engine and the kernel say of each turn."""
        turns, end = general.trace(self._table, self._program, self._key, game, self._room)
        yield "turns of the general kernel", len(log.turns), int(turns)
        yield "end by the general kernel", str(log.end), END_REASONS[end]
        vp = [int(self._room.registers[reg.VP + s * reg.N_EACH]) for s in range(len(log.vp))]
        yield "VP by the general kernel", list(log.vp), vp
        for turn in log.turns[:turns]:
            where = f"turn {turn.number}"
            hand = self._hand(turn.number - 1)
            yield f"{where}, hand", _named(Counter(turn.hand)), _named(hand)
            column = int(self._room.buys[turn.number - 1])
            bought = "nothing" if column < 0 else SIX_CARDS[column].name
            yield f"{where}, buy", turn.bought.name if turn.bought else "nothing", bought

    def _hand(self, turn: int) -> Counter[Card]:
        prefixes, size = self._room.hands[turn]
        counts = {
            card: int(deck.count_of(prefixes, int(size), column))
            for column, card in enumerate(SIX_CARDS)
        }
        return Counter({card: n for card, n in counts.items() if n})


def _named(hand: Counter[Card]) -> str:
    return ", ".join(f"{hand[card]} {card}" for card in SIX_CARDS if hand[card]) or "no cards"


class _Moves:
    """By the kingdom kernel: every move of every card."""

    def __init__(self, setup: GameSetup, rules: Sequence[BuyRule], seed: int) -> None:
        self._tracer = KingdomTracer(setup, rules, seed)

    def facts(self, log: GameLog, game: int) -> Iterator[Fact]:
        """Yield what the slow engine and the kernel say of each move."""
        trace = self._tracer.play(game)
        yield "turns of the traced game", len(log.turns), len(trace.turns)
        for turn, found in zip(log.turns, trace.turns, strict=False):
            where = f"turn {turn.number}"
            yield f"{where}, seat", turn.seat, found.seat
            both = itertools.zip_longest(_in_order(_moves(turn)), _in_order(found.moves))
            for number, (one, other) in enumerate(both, start=1):
                yield f"{where}, move {number}", _told(one), _told(other)
            yield f"{where}, coins", turn.money, found.coins
        yield "cards at the end", log.owned, trace.owned
        yield "trash at the end", log.trash, trace.trash


#: Moves of several cards at a time, of which no order is known.
_AT_ONCE: Final = frozenset({EventKind.REVEAL, EventKind.DISCARD})


def _moves(turn: TurnRecord) -> Iterator[Move]:
    """Yield the moves of a turn of the slow engine, as a kernel's trace tells them."""
    for event in turn.events:
        kind = EventKind.PLAY if event.kind is EventKind.PLAY_AGAIN else event.kind
        if not (kind is EventKind.PLAY and event.card and event.card.is_treasure):
            yield Move(kind, event.seat, event.card)


def _in_order(moves: Iterable[Move]) -> Iterator[Move]:
    """Yield moves with cards that move at once sorted."""
    for (kind, _), group in itertools.groupby(moves, key=lambda move: move[:2]):
        together = list(group)
        yield from sorted(together, key=_name_of) if kind in _AT_ONCE else together


def _name_of(move: Move) -> str:
    return "" if move.card is None else move.card.name


def _told(move: Move | None) -> str:
    """Return a move in words."""
    if move is None:
        return "nothing more"
    return f"seat {move.seat} {move.kind.format(move.card)}"
