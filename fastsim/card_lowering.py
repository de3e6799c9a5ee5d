"""From the texts of cards to the programs that the kingdom kernel runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
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
    Zone.IT: at.IT,
}
_COUNTS: Final = {
    Count.ANY: at.ANY_NUMBER,
    Count.MOVED: at.AS_MOVED,
    Count.EMPTY_PILES: at.AS_EMPTY_PILES,
}
_SHOWN: Final = {
    Showing.LOOK: events.LOOK,
    Showing.REVEAL: events.REVEAL,
    Showing.TAKE: at.NOT_SHOWN,
}


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
        self._points: Iterator[int] = iter(())

    def write(self, card: Card, points: Sequence[int]) -> int:
        """Append the program of a card and return its address.

        Parameters
        ----------
        card : Card
        points : sequence of int
            Where the lists stand by which players choose, for each step that asks.
        """
        address = len(self._words)
        self._points = iter(points)
        self._steps(card.steps)
        self._add(at.END)
        return address

    def _steps(self, steps: Steps) -> None:
        for step in steps:
            self._step(step)

    def _step(self, step: Step) -> None:
        match step:
            case Plus(cards, actions, buys, coins, times):
                self._add(at.GET, cards, actions, buys, coins, *_counted(times))
            case Move(amount, source, kind, to):
                self._add(
                    at.MOVE, next(self._points), self._set_of(kind), _ZONES[source], _ZONES[to],
                    *_counted(amount),
                )  # fmt: skip
            case MoveRest(source, to):
                self._add(at.MOVE_REST, 0, 0, _ZONES[source], _ZONES[to])
            case Gain(coins, kind, to, more):
                self._add(
                    at.CHOOSE_GAIN, next(self._points), self._set_of(kind), int(more), _ZONES[to],
                    coins,
                )  # fmt: skip
            case GainNamed(card, to):
                self._add(at.GAIN_CARD, 0, self._columns[card], 0, _ZONES[to])
            case Take(cards, showing):
                self._add(at.TAKE, 0, _SHOWN[showing], 0, 0, cards)
            case RevealHand():
                self._add(at.REVEAL_HAND)
            case PlayIt(times):
                self._add(at.PLAY_IT, 0, 0, 0, 0, times)
            case AtFirstPlay(card, coins):
                self._add(at.AT_FIRST_PLAY, 0, self._columns[card], 0, 0, coins)
            case If(then, otherwise):
                self._if(then, otherwise)
            case EachOther(steps):
                begin = self._add(at.EACH_OTHER)
                self._steps(steps)
                self._add(at.NEXT_OTHER, begin + at.STEP_SIZE)
                self._words[begin + at.JUMP] = len(self._words)
            case DrawTo(cards, steps):
                begin = self._add(at.DRAW_TO, 0, 0, 0, 0, cards)
                self._steps(steps)
                self._add(at.GO_TO, begin)
                self._words[begin + at.JUMP] = len(self._words)

    def _if(self, then: Steps, otherwise: Steps) -> None:
        begin = self._add(at.IF_MOVED)
        self._steps(then)
        if otherwise:
            end = self._add(at.GO_TO)
            self._words[begin + at.JUMP] = len(self._words)
            self._steps(otherwise)
            begin = end
        self._words[begin + at.JUMP] = len(self._words)

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
            return 0, _COUNTS[amount]
