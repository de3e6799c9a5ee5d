"""Chunks on the workers of a Dask cluster: other processes, on this machine or on others.

Workers load the kernels and what compiles rules, and nothing else of the project. A chunk travels
as its job, packed once, and two numbers, and comes back as packed counts, which are the same as
this process would have counted.

A job is unpickled on the workers, as all that Dask sends is: whoever can reach a scheduler can have
its workers run anything, and a cluster is as private as its network.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import logging
import pickle
import re
import time
import zlib
from collections.abc import Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import ExitStack
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple

from fastsim import __version__, chunks
from fastsim.errors import EngineFault, FastsimError, InvalidInput
from fastsim.execute.jobs import C, Chunk, Job, add_up
from fastsim.execute.paces import Paces
from fastsim.execute.packing import pack, unpack
from fastsim.execute.worker import QUIET, LocalWorkers
from fastsim.pace import Pace

if TYPE_CHECKING:
    from distributed import Client, Future

#: Packed counts, and the seconds that they took.
_Played = tuple[bytes, float]
#: How many workers may be lost over one chunk before the chunk is blamed.
_LOSSES: Final = 10
#: Seconds to wait for the scheduler, and for a first worker.
_PATIENCE: Final = 30
_LOCAL: Final = re.compile(r"local:([1-9][0-9]{0,3})")


class ClusterExecutor:
    """Plays chunks on a Dask cluster, and keeps nothing.

    Parameters
    ----------
    address : str
        Of the scheduler, ``tcp://10.0.0.1:8786``; or ``local:4`` for four worker processes of one
        thread each, that are started here and end with this executor.

    Raises
    ------
    InvalidInput
        When Dask is not installed, the address is none, or nobody answers there.
    """

    def __init__(self, address: str) -> None:
        try:
            import dask
            import distributed
        except ImportError:
            raise InvalidInput(
                "a cluster needs Dask, which is not installed", "Run: pip install distributed"
            ) from None
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # we say what matters
        settings = {**QUIET, "distributed.comm.timeouts.connect": f"{_PATIENCE}s"}
        self._address = address
        self._threads, self._counted = 0, 0.0
        self._paces = Paces(are_sent=True)
        with ExitStack() as opened:
            opened.enter_context(dask.config.set(settings))
            where: Any = address
            if local := _LOCAL.fullmatch(address):
                where = opened.enter_context(
                    distributed.LocalCluster(
                        n_workers=0, host="127.0.0.1", dashboard_address=None,
                        # any free port: 8787, where Dask would say how it is, may be another's
                        scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
                        silence_logs=logging.CRITICAL,
                    )
                )  # fmt: skip
                opened.enter_context(LocalWorkers(int(local[1]), where.scheduler_address))
            elif address.startswith("local:"):
                raise InvalidInput(f"{address!r}: no number of workers", "Write local:4.")
            try:
                client = distributed.Client(where, timeout=_PATIENCE, set_as_default=False)
                self._client: Client = opened.enter_context(client)
            except (OSError, ValueError) as error:
                raise InvalidInput(
                    f"no Dask scheduler answers at {address}: {error}",
                    "Start one with: dask scheduler",
                ) from None
            self._open = opened.pop_all()

    def __enter__(self) -> ClusterExecutor:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with contextlib.suppress(OSError, TimeoutError):  # a scheduler that is gone
            self._open.close()

    def run(
        self, spans: Iterable[Chunk[C]], size: int | None = None
    ) -> Iterator[tuple[Chunk[C], C]]:
        """Yield the counts of parts of the spans, as they finish, each with the span it is of.

        Parts take about a second, which hides what it costs to send them. A worker that is lost
        costs the parts it was playing: others play them again. Workers that join get their share.

        Raises
        ------
        InvalidInput
            When no worker is there, or one has another version of this project.
        ClusterLost
            When the scheduler is.
        """
        from distributed import as_completed

        under_way: dict[Future[_Played], _Task[C]] = {}
        # the queue of futures raises what the future does when the scheduler goes
        with self._lost_is_explained():
            self._wait_for_workers()
            waiting = self._tasks(spans, size)
            done = as_completed(loop=self._client.loop)

            def begin(task: _Task[C]) -> None:
                part = task.part
                future = self._client.submit(
                    _play, __version__, _packed(part.job), part.first, part.stop, pure=False
                )
                under_way[future] = task
                done.add(future)

            try:
                while True:
                    room = max(0, 2 * self._workers() - len(under_way))
                    for task in itertools.islice(waiting, room):
                        begin(task)
                    if not under_way:
                        return
                    future = next(done)
                    task = under_way.pop(future)
                    counts = self._counts(future, task)
                    if counts is None:
                        begin(task._replace(losses=task.losses + 1))
                    else:
                        yield task.span, counts
            finally:
                for future in under_way:
                    future.release()

    def worker_seconds(self) -> float:
        """Return the processor time that all workers have taken since they were started."""
        return float(sum(self._client.run(time.process_time).values()))

    def _tasks(self, spans: Iterable[Chunk[C]], size: int | None) -> Iterator[_Task[C]]:
        for span in spans:
            for part, pace in self._paces.cut(span, size, self._workers()):
                yield _Task(span, part, pace)

    def _counts(self, future: Future[_Played], task: _Task[C]) -> C | None:
        """Return what a part came back with, or None when it is to be played again."""
        from distributed import KilledWorker

        part = task.part
        try:
            packed, seconds = future.result()
        except KilledWorker:
            if task.losses < _LOSSES:
                return None
            raise EngineFault(
                f"games {part.first} to {part.stop - 1} ended every worker that played them"
            ) from None
        self._paces.took(part, task.pace, seconds)
        return part.job.from_arrays(part.first, part.stop, unpack(packed))

    def _wait_for_workers(self) -> None:
        try:
            self._client.wait_for_workers(1, timeout=_PATIENCE)
        except TimeoutError:
            raise InvalidInput(
                f"the scheduler at {self._address} has no workers",
                f"Start some with: dask worker {self._address} --nworkers=-1 --nthreads 1",
            ) from None

    def _workers(self) -> int:
        """Return how many parts can be played at a time; counts once a second."""
        if time.monotonic() > self._counted + 1:
            self._counted = time.monotonic()
            self._threads = sum(self._client.nthreads().values())
        return max(1, self._threads)

    @contextlib.contextmanager
    def _lost_is_explained(self) -> Iterator[None]:
        """Turn what Dask says of a scheduler that is gone into our error."""
        try:
            yield
        except (CancelledError, OSError, TimeoutError) as error:
            raise ClusterLost(
                f"the scheduler at {self._address} is gone ({error or type(error).__name__})",
                "Start it again and give the same command; with --run DIR it goes on from there.",
            ) from None


class ClusterLost(FastsimError):
    """The scheduler of a cluster is gone in the middle of a run."""


@functools.lru_cache(maxsize=16)
def _packed(job: Job[Any]) -> bytes:
    """Return a job as it travels."""
    return zlib.compress(pickle.dumps(job), 1)


@functools.lru_cache(maxsize=16)
def _unpacked(packed: bytes) -> Job[Any]:
    """Return a job that has arrived: the same object for all chunks of it that are played here."""
    job: Job[Any] = pickle.loads(zlib.decompress(packed))
    return job


def _play(version: str, packed: bytes, first: int, stop: int) -> _Played:
    """Play a part on a worker; return its packed counts, and the seconds it took."""
    if version != __version__:
        raise InvalidInput(
            f"a worker has fastsim {__version__}, and this is {version}", "Install the same."
        )
    begun = time.thread_time()  # how busy the machine is otherwise says nothing of the games
    job = _unpacked(packed)
    ranges = chunks.split(first, stop - first, job.largest_chunk)
    counts = add_up(Chunk(job, *bounds).play() for bounds in ranges)
    return pack(job.to_arrays(counts)), time.thread_time() - begun


class _Task(NamedTuple, Generic[C]):
    """A part that workers are to play, and how many of them were lost over it."""

    span: Chunk[C]
    part: Chunk[C]
    pace: Pace
    losses: int = 0
