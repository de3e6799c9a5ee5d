"""Very many matchups: played a block at a time, and kept packed.

A tally of one matchup takes some ten kilobytes, nearly all of them zeros. Of many thousand, only
the few that are being looked at are unpacked. What all matchups have in common is not counted:
beyond `fastsim.play.matchups.MAX_PAIRED` there are too many pairs of them.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, Final, Unpack

import numpy as np
from numpy.typing import NDArray

from fastsim.execute import chunks
from fastsim.execute.jobs import Chunk, prepared
from fastsim.execute.local import LocalExecutor
from fastsim.execute.packing import pack, unpack
from fastsim.play.matchups import Matchup, MatchupJob, MatchupTally
from fastsim.play.results import Tally
from fastsim.play.settings import How, Settings
from fastsim.play.tallies import TallyRows
from fastsim.rules.values import SetupLike, as_setup
from fastsim.text.errors import Stopped
from fastsim.text.numbers import CountLike

#: Matchups of a block: a chunk of all of them is worth keeping, and quickly unpacked.
BLOCK: Final = 256


def tally_blocks(
    setup: SetupLike,
    matchups: Sequence[Matchup],
    *,
    games: CountLike,
    **how: Unpack[How],
) -> MatchupTally:
    """Play any number of matchups in both seat orders over the same game indices.

    Parameters
    ----------
    setup, matchups, games
        As `fastsim.play.matchups.tally_matchups`.
    **how
        Keywords, as `fastsim.play.settings.Settings` describes them; `progress` is told of games
        of all matchups in both orders.

    Returns
    -------
    MatchupTally
        Without `products`; its tallies are unpacked when they are looked at.

    Raises
    ------
    InvalidInput
        As `tally_matchups`.
    Stopped
        When the run is interrupted (Ctrl-C): matchups would not have the same games.
    """
    setup, settings = as_setup(setup), Settings.of(how, games=games)
    start, stop, size = settings.start, settings.start + settings.games, settings.chunk
    jobs = [
        MatchupJob(
            setup, tuple(matchups[first : first + BLOCK]), settings.seed, settings.kernel,
            paired=False,
        )
        for first in range(0, len(matchups), BLOCK)
    ]  # fmt: skip
    chunks.check(start, settings.games, 1 if size is None else size)
    executor = settings.executor or LocalExecutor(settings.threads)
    prepared(jobs[0])  # a template that cannot be played is refused at once
    work = (Chunk(job, start, stop) for job in jobs)
    place = {id(job): k for k, job in enumerate(jobs)}
    under_way: dict[int, MatchupTally] = {}
    packed: list[bytes | None] = [None] * len(jobs)
    done = 0
    try:
        for chunk, counts in executor.run(work, size):
            k = place[id(chunk.job)]
            total = under_way.pop(k) + counts if k in under_way else counts
            if total.games == settings.games:
                packed[k] = pack(jobs[k].to_arrays(total))
            else:
                under_way[k] = total
            done += counts.games * jobs[k].games_each
            if settings.progress:
                settings.progress(done)
    except KeyboardInterrupt:
        complete = sum(len(jobs[k].matchups) for k, part in enumerate(packed) if part)
        raise Stopped(
            f"stopped when {complete:,} of {len(matchups):,} matchups had all their games"
        ) from None
    blocks = _Blocks(jobs, [part for part in packed if part is not None], start, stop)
    each = [blocks[k] for k in range(len(jobs))]
    return MatchupTally(
        tuple(matchups),
        _PackedRows(blocks, np.concatenate([t.a_first.outcomes for t in each]), first_is_a=True),
        _PackedRows(blocks, np.concatenate([t.b_first.outcomes for t in each]), first_is_a=False),
        np.concatenate([t.order_products for t in each]),
        None,
    )


class _Blocks:
    """Packed tallies of all blocks."""

    def __init__(
        self, jobs: Sequence[MatchupJob], packed: Sequence[bytes], first: int, stop: int
    ) -> None:
        self._jobs, self._packed, self._range = jobs, packed, (first, stop)
        # one for those who read in order, and some for those who do not
        self._unpack = functools.lru_cache(maxsize=4)(self._unpack_now)

    def __reduce__(self) -> tuple[Any, ...]:
        # what is unpacked stays here
        return _Blocks, (self._jobs, self._packed, *self._range)

    def __getitem__(self, k: int) -> MatchupTally:
        return self._unpack(k)

    def _unpack_now(self, k: int) -> MatchupTally:
        return self._jobs[k].from_arrays(*self._range, unpack(self._packed[k]))


class _PackedRows(TallyRows):
    """The tallies of one seat order of all matchups; what most look at is not packed."""

    def __init__(self, blocks: _Blocks, outcomes: NDArray[np.int64], *, first_is_a: bool) -> None:
        self._blocks, self._first_is_a = blocks, first_is_a
        self.outcomes = outcomes

    def _row(self, place: int) -> Tally:
        k, row = divmod(place, BLOCK)
        block = self._blocks[k]
        return (block.a_first if self._first_is_a else block.b_first)[row]
