"""A game told in words, line by line."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from fastsim.cards import CARDS, Card
from fastsim.reference.events import GAINS, EndReason, Event, EventKind
from fastsim.reference.table import vp_of

if TYPE_CHECKING:
    from fastsim.reference.log import GameLog, TurnRecord

#: In front of the moves of a turn.
_MARGIN: Final = " " * 8


def lines(log: GameLog) -> Iterator[str]:
    """Yield the game as text: one line a turn with the six cards, else one a move."""
    for seat, name in enumerate(log.players):
        yield f"Seat {seat + 1}: {name}"
    account = _Account(log)
    for turn in log.turns:
        notes = account.follow(turn.events)
        told = _short if log.setup.is_simple else _long
        yield from told(turn, account.score, notes)
    yield f"The game ends: {_reason(log)}."
    for seat, (name, points) in enumerate(zip(log.players, log.vp, strict=True)):
        yield f"Seat {seat + 1}, {name}: {points} VP ({counted(log.owned[seat].elements())})"
    if log.trash:
        yield f"Trash: {counted(log.trash.elements())}"
    who = " and ".join(f"seat {seat + 1} ({log.players[seat]})" for seat in log.winners)
    yield f"{'Shared by' if len(log.winners) > 1 else 'Won by'} {who}."


class _Account:
    """What everybody owns and what is left in the piles, kept up with the events."""

    def __init__(self, log: GameLog) -> None:
        self._left = Counter(log.setup.supply)
        self._owned = [Counter(log.setup.deck) for _ in log.players]

    @property
    def score(self) -> str:
        """Victory points by seat."""
        return ":".join(str(vp_of(list(cards.elements()))) for cards in self._owned)

    def follow(self, events: Iterable[Event]) -> str:
        """Take in a turn's events; return a note of what is worth one."""
        note = ""
        for event in events:
            if event.card is None:
                continue
            if event.kind in GAINS:
                self._owned[event.seat][event.card] += 1
                self._left[event.card] -= 1
                if self._left[event.card] == 0:
                    note += f" - the {event.card} pile is empty"
            elif event.kind is EventKind.TRASH:
                self._owned[event.seat][event.card] -= 1
        return note


def _short(turn: TurnRecord, score: str, note: str) -> Iterator[str]:
    """Yield a turn of the six cards as one line."""
    bought = "passes" if turn.bought is None else f"buys {turn.bought}"
    shuffle = " (reshuffled)" if turn.reshuffled else ""
    yield (
        f"{_head(turn)}{counted(turn.hand):38s} {turn.money:2d} coins, {bought:15s} "
        f"VP {score}{shuffle}{note}"
    )


def _long(turn: TurnRecord, score: str, note: str) -> Iterator[str]:
    """Yield a turn move by move, each indented by the cards that are being played around it."""
    played, cleaned = _split(turn.events)
    yield f"{_head(turn)}{counted(turn.hand)}"
    for depth, move in _moves(played, turn.seat):
        yield _MARGIN + "  " * depth + move
    bought = f"buys {_named(turn.buys)}" if turn.buys else "passes"
    coins = "1 coin" if turn.money == 1 else f"{turn.money} coins"
    yield f"{_MARGIN}has {coins}, {bought} - VP {score}{note}"
    if cleaned:
        yield _MARGIN + ", ".join(move for _, move in _moves(cleaned, turn.seat))


def _head(turn: TurnRecord) -> str:
    return f"{turn.number:4d}. seat {turn.seat + 1}, turn {turn.player_turn:2d}: "


def _split(events: Sequence[Event]) -> tuple[list[Event], list[Event]]:
    """Return what comes before the buys, and the clean-up that comes after them."""
    cleaned = list(itertools.dropwhile(lambda e: e.kind is not EventKind.CLEAN_UP, events))
    before = events[: len(events) - len(cleaned)]
    return [event for event in before if event.kind is not EventKind.BUY], cleaned


def _moves(events: Iterable[Event], seat: int) -> Iterator[tuple[int, str]]:
    """Yield each move with its depth; cards to which the same happens are told together."""
    for (depth, who, kind, _), group in itertools.groupby(events, _same_move):
        cards = [event.card for event in group if event.card is not None]
        name = "" if who == seat else f"seat {who + 1} "
        yield depth, name + kind.format(_named(cards))


def _same_move(event: Event) -> tuple[int, int, EventKind, Card | None]:
    alone = event.card if event.card is not None and event.card.is_action else None
    return (
        event.depth,
        event.seat,
        event.kind,
        alone if event.kind in (EventKind.PLAY, EventKind.PLAY_AGAIN) else None,
    )


def _named(cards: Sequence[Card]) -> str:
    return cards[0].name if len(cards) == 1 else counted(cards)


def counted(cards: Iterable[Card]) -> str:
    """Return cards in words, by column: ``3 Copper, 2 Estate``."""
    counts = Counter(cards)
    return ", ".join(f"{counts[card]} {card}" for card in CARDS if counts[card]) or "no cards"


def _reason(log: GameLog) -> str:
    return {
        EndReason.PROVINCES: "the Province pile is empty",
        EndReason.PILES: "enough other piles are empty",
        EndReason.CUT: f"cut after {log.setup.max_turns} turns",
    }[log.end]
