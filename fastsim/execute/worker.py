"""A worker process of a cluster on this machine: ``python -m fastsim.execute.worker ADDRESS``.

Dask starts its own by importing the program that asks for them, all of it, once a worker, and has
every process sample what it is doing a hundred times a second. These import what plays games.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from types import TracebackType
from typing import Any, Final

import fastsim

#: What costs processor time in every process of a cluster, and helps nobody here.
QUIET: Final[dict[str, Any]] = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "2s",
}
#: Seconds that a worker waits for its scheduler, and before one that has ended is started again.
_PATIENCE: Final = 30
_AGAIN: Final = 1.0


class LocalWorkers:
    """Worker processes of one thread each; one that ends is started again.

    Parameters
    ----------
    count : int
    address : str
        Of their scheduler.
    """

    def __init__(self, count: int, address: str) -> None:
        self._address = address
        self._over = threading.Event()
        self._lock = threading.Lock()
        self._processes: dict[int, subprocess.Popen[bytes]] = {}
        self._threads = [
            threading.Thread(target=self._keep, args=(number,), name=f"fastsim-worker-{number}")
            for number in range(count)
        ]
        for thread in self._threads:
            thread.daemon = True
            thread.start()

    def __enter__(self) -> LocalWorkers:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._over.set()
        with self._lock:
            for process in self._processes.values():
                process.kill()  # it has nothing to lose, and takes a second to end by itself
        for thread in self._threads:
            thread.join()

    def _keep(self, number: int) -> None:
        while True:
            with self._lock:
                if self._over.is_set():
                    return
                process = self._processes[number] = self._start()
            process.wait()
            self._over.wait(_AGAIN)

    def _start(self) -> subprocess.Popen[bytes]:
        home = str(Path(str(fastsim.__file__)).parents[1])
        path = os.pathsep.join(filter(None, (home, os.environ.get("PYTHONPATH"))))
        return subprocess.Popen(
            [sys.executable, "-P", "-m", __name__, self._address],
            env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip


async def _work(address: str) -> None:
    from distributed import Worker

    worker = Worker(address, nthreads=1, host="127.0.0.1", dashboard=False, death_timeout=_PATIENCE)
    async with worker:
        await worker.finished()


def main(address: str) -> None:
    """Work for a scheduler until it is gone."""
    import dask

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # of a terminal; who started us ends us
    dask.config.set(QUIET)
    asyncio.run(_work(address))


if __name__ == "__main__":
    main(sys.argv[1])
