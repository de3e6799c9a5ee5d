"""What the tests of execution play, and how they tell that it came out the same to the last bit.

As a script, one process of a run: ``python played.py DIRECTORY GAMES [ADDRESS]`` plays the games
with a store and prints their digest; a line of stderr a chunk that it has played itself.
"""

import hashlib
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from fastsim.execute.jobs import C, Chunk, Executor
from fastsim.execute.local import LocalExecutor
from fastsim.execute.store import Store
from fastsim.execute.stored import StoredExecutor
from fastsim.matchups import Matchup, MatchupTally, tally_matchups
from fastsim.rules.parse import parse_rule
from fastsim.setup import simplified

RULES = [
    parse_rule(text, name=text)
    for text in (
        "Province; Gold; Silver",
        "Province; Duchy if provinces <= 4; Gold; Silver",
        "Copper",
    )
]
PAIRS = [Matchup(RULES[0], RULES[1]), Matchup(RULES[1], RULES[2]), Matchup(RULES[0], RULES[0])]
SEED = 8
CHUNK = 128
#: Short, so that what a killed process had claimed is soon free even if that is not seen.
LEASE = 1.0


def play(games: int, executor: Executor | None = None, **options: Any) -> MatchupTally:
    return tally_matchups(
        simplified(), PAIRS, games=games, seed=SEED, chunk=CHUNK, executor=executor, **options
    )


def digest_of(total: MatchupTally) -> str:
    """Of every number in it."""
    digest = hashlib.sha256()
    for tally in (*total.a_first, *total.b_first):
        digest.update(tally.to_bytes())
    digest.update(total.order_products.tobytes())
    digest.update(b"" if total.products is None else total.products.tobytes())
    return digest.hexdigest()


class Watched:
    """Plays with another executor, and knows which spans of games it has played."""

    def __init__(self, inner: Executor) -> None:
        self._inner = inner
        self.played: list[tuple[int, int]] = []

    def run(
        self, spans: Iterable[Chunk[C]], size: int | None = None
    ) -> Iterator[tuple[Chunk[C], C]]:
        games: Counter[Chunk[C]] = Counter()
        for span, counts in self._inner.run(spans, size):
            games[span] += counts.games
            if games[span] == span.games:
                self.played.append((span.first, span.stop))
            yield span, counts


def main(directory: str, games: str, address: str | None = None) -> None:
    with ExitStack() as opened:
        inner: Executor = LocalExecutor(1)
        if address:
            from fastsim.execute.cluster import ClusterExecutor

            inner = opened.enter_context(ClusterExecutor(address))
        watched = Watched(inner)
        store = opened.enter_context(Store(Path(directory), lease=LEASE))
        print("open", flush=True)
        total = play(int(games), StoredExecutor(watched, store))
    print(digest_of(total))
    for first, stop in watched.played:
        print(first, stop, file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])
