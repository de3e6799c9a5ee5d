"""How many games make a chunk: as many as take the wanted time, learnt from the chunks before.

A game may take a tenth of a microsecond or a millisecond, by setup, rules and kernel. So the first
chunk is small, and each one that comes back says how large the next may be. Counts of chunks add to
the same sum however the games were cut.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

#: Seconds that a chunk should take: progress and Ctrl-C wait no longer.
SECONDS: Final = 0.1
#: Seconds that it may take where fewer games are not worth what each of its parts costs to begin.
LONGEST: Final = 1.0
#: The share of the wanted time that is worth a chunk: less work is not divided among threads.
WORTH: Final = 1 / 20
#: How many times the games of a chunk the next one may have.
_GROWTH: Final = 4
#: Lanes, and words of bits, hold this many games.
_WORD: Final = 64


@dataclass(slots=True)
class Pace:
    """The size of chunks, which follows the time that they take.

    Safe in several threads: what they say is taken one by one, in any order.

    Attributes
    ----------
    games : int
        Game indices of the next chunk.
    least : int
        Below this many game indices, a chunk costs more than its games: it has as many unless they
        take longer than `LONGEST`.
    most : int
        Game indices that a chunk has memory for.
    seconds : float
        That a chunk should take.
    turns : int
        Chunks into which a thread's share of what is left is divided, as long as each takes
        `WORTH` of the wanted time.
    """

    games: int
    least: int
    most: int
    seconds: float = SECONDS
    turns: int = 2
    _worth: int = field(init=False)

    def __post_init__(self) -> None:
        self.games = self._worth = max(1, min(self.games, self.most))

    def took(self, games: int, seconds: float) -> None:
        """Learn that a chunk of `games` game indices took that long."""
        a_second = games / max(seconds, 1e-9)
        self._worth = max(self.least, int(WORTH * self.seconds * a_second))
        wanted = max(self.seconds * a_second, min(self.least, LONGEST * a_second))
        if wanted >= games:
            wanted = max(self.games, min(wanted, _GROWTH * games))
        else:
            wanted = min(self.games, wanted)
        self.games = max(1, min(_whole_words(int(wanted)), self.most))

    def ranges(self, first: int, stop: int, threads: int) -> Iterator[tuple[int, int]]:
        """Yield half-open ranges that cover game indices `first` up to `stop`.

        Each has the size that is right when it is asked for. Towards the end they become smaller,
        so that no thread is left with a large one when the others are done.
        """
        size = 0
        while first < stop:
            left, before = stop - first, size
            share = left if threads == 1 else _whole_words(-(-left // (self.turns * threads)))
            size = min(self.games, max(share, self._worth))
            if left <= max(size + size // 2, before):  # no crumbs
                size = min(left, self.most)
            yield first, first + size
            first += size


def _whole_words(games: int) -> int:
    return games if games < _WORD else games - games % _WORD
