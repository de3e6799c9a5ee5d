"""From the texts of cards to the programs that the kingdom kernel runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from fastsim.cards import Card
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
from fastsim.kernels.kingdom import events
from fastsim.kernels.kingdom import layout as at

_ZONES: Final = {
    Zone.HAND: at.IN_HAND,
    Zone.DISCARD: at.IN_DISCARD,
    Zone.DECK: at.ON_DECK,
    Zone.IN_PLAY: at.PLAYED,
    Zone.TRASH: at.IN_TRASH,
    Zone.LOOKED_AT: at.LOOKED_AT,
    Zone.SET_ASIDE: at.SET_ASIDE,
    Zone.IT: at.WITH_IT,
}
#: What moves cards that are chosen, by where they are, and what moves all of them.
_MOVES: Final = {
    Zone.HAND: at.MOVE_FROM_HAND,
    Zone.LOOKED_AT: at.MOVE_LOOKED_AT,
    Zone.DISCARD: at.MOVE_BETWEEN,
    Zone.IT: at.MOVE_BETWEEN,
}
_MOVES_OF_ALL: Final = {Zone.LOOKED_AT: at.MOVE_REST, Zone.SET_ASIDE: at.MOVE_SET_ASIDE}
_COUNTS: Final = {
    Count.ANY: (at.ANY_NUMBER, at.AS_IT_STANDS),
    Count.MOVED: (0, at.AS_MOVED),
    Count.EMPTY_PILES: (0, at.AS_EMPTY_PILES),
}
_SHOWN: Final = {
    Showing.LOOK: events.LOOK,
    Showing.REVEAL: events.REVEAL,
    Showing.TAKE: at.NOT_SHOWN,
}


#: Addresses of what follows when no card was moved, and when one was.
_Next = tuple[int, int]


class ProgramWriter:
    """Writes the programs of cards, one behind the other.

    Parameters
    ----------
    words : list of int
        The tables so far; programs are appended.
    columns : mapping of Card to int
        The column of each card of the game.
    set_of : callable
        Returns the set of the cards that a filter lets through.
    """

    def __init__(
        self,
        words: list[int],
        columns: Mapping[Card, int],
        set_of: Callable[[Filter], int],
    ) -> None:
        self._words = words
        self._columns = columns
        self._set_of = set_of
        self._points: list[int] = []
        self._end = 0

    def write(self, card: Card, points: Sequence[int]) -> int:
        """Append the program of a card and return its address.

        Parameters
        ----------
        card : Card
        points : sequence of int
            Where the lists stand by which players choose, for each step that asks.
        """
        self._points = list(points)
        self._end = self._add(at.END)
        when_none, _ = self._steps(card.steps, (self._end, self._end))
        return when_none

    def _steps(self, steps: Steps, after: _Next) -> _Next:
        """Append steps; return where they begin.

        Written from the last one to the first: a step says which one follows.
        """
        for step in reversed(steps):
            after = self._step(step, after)
        return after

    def _step(self, step: Step, after: _Next) -> _Next:
        match step:
            case Plus(cards, actions, buys, coins, times):
                begin = self._add(at.GET, cards, actions, buys, coins, *_counted(times), *after)
            case Move(amount, source, kind, to):
                hand_to_deck = source is Zone.HAND and to is Zone.DECK
                op = at.MOVE_BETWEEN if hand_to_deck else _MOVES[source]
                begin = self._add(
                    op, self._points.pop(), self._set_of(kind), _ZONES[source], _ZONES[to],
                    *_counted(amount), *after,
                )  # fmt: skip
            case MoveRest(source, to):
                begin = self._add(_MOVES_OF_ALL[source], 0, 0, 0, _ZONES[to], 0, 0, *after)
            case Gain(coins, kind, to, more):
                begin = self._add(
                    at.CHOOSE_GAIN, self._points.pop(), self._set_of(kind), int(more), _ZONES[to],
                    coins, 0, *after,
                )  # fmt: skip
            case GainNamed(card, to):
                begin = self._add(at.GAIN_CARD, 0, self._columns[card], 0, _ZONES[to], 0, 0, *after)
            case Take(cards, showing):
                begin = self._add(at.TAKE, 0, _SHOWN[showing], 0, 0, cards, 0, *after)
            case RevealHand():
                begin = self._add(at.REVEAL_HAND, 0, 0, 0, 0, 0, 0, *after)
            case PlayIt(times):
                when_none, when_moved = after
                begin = self._add(at.PLAY_IT, when_moved, 0, 0, 0, times, 0, when_none, self._end)
            case AtFirstPlay(card, coins):
                begin = self._add(at.AT_FIRST_PLAY, 0, self._columns[card], 0, 0, coins, 0, *after)
            case If(then, otherwise):
                return self._steps(otherwise, after)[0], self._steps(then, after)[1]
            case EachOther(steps):
                begin = self._add(at.EACH_OTHER, 0, 0, 0, 0, 0, 0, after[0])
                self._words[begin + at.THEN] = self._steps(steps, (begin, begin))[0]
            case DrawTo(cards, steps):
                begin = self._add(at.DRAW_TO, 0, 0, 0, 0, cards, 0, after[0])
                self._words[begin + at.THEN] = self._steps(steps, (begin, begin))[1]
        return begin, begin

    def _add(self, *words: int) -> int:
        """Append a step and return its address."""
        address = len(self._words)
        self._words += words + (0,) * (at.STEP_SIZE - len(words))
        return address


def _counted(amount: int | Count | DownTo) -> tuple[int, int]:
    """Return a number and how it is to be taken."""
    match amount:
        case int():
            return amount, at.AS_IT_STANDS
        case DownTo(cards):
            return cards, at.DOWN_TO
        case _:
            return _COUNTS[amount]
