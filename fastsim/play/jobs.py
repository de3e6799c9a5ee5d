"""A job's games, played as settings say."""

from __future__ import annotations

from collections.abc import Iterator

from fastsim.execute import chunks
from fastsim.execute.jobs import C, Chunk, Job, prepared
from fastsim.execute.local import LocalExecutor
from fastsim.play.settings import Progress, Settings
from fastsim.text.errors import InvalidInput


def play_job(job: Job[C], settings: Settings) -> Iterator[C]:
    """Yield the counts of a job's chunks as they finish.

    What was yielded is whole: a consumer that is interrupted can keep the sum so far.

    Parameters
    ----------
    job : Job
    settings : Settings
        `games` are game indices, at least 1, and so are those that `progress` is told of: when the
        next chunk is asked for.

    Raises
    ------
    InvalidInput
        Before anything is played, as `Job.prepare`, and for numbers out of range.
    """
    games, start, size = settings.games, settings.start, settings.chunk
    if games > job.most_games:
        raise InvalidInput(
            f"{games:,} game indices", f"Counts of such games hold at most {job.most_games:,}."
        )
    chunks.check(start, games, 1 if size is None else size)
    prepared(job)  # what cannot be played is refused here, not by the first chunk
    executor = settings.executor or LocalExecutor(settings.threads)
    spans = [Chunk(job, start, start + games)]
    parts = (counts for _, counts in executor.run(spans, size))
    return _telling(parts, settings.progress) if settings.progress else parts


def _telling(parts: Iterator[C], progress: Progress) -> Iterator[C]:
    """Yield the parts, and tell of each as soon as the consumer has it."""
    played = 0
    for part in parts:
        yield part
        played += part.games
        progress(played)
