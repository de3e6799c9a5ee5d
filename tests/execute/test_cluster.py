"""The same bits from a Dask cluster, whatever happens to its workers and its scheduler.

Scheduler and workers are started by hand, as the README shows: a process each, on this machine.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from fastsim.execute.cluster import ClusterExecutor
from fastsim.runs.audit import audit
from fastsim.runs.kept import KeptRun
from fastsim.text.errors import FastsimError, InvalidInput
from tests.execute.played import CHUNK, digest_of, play

pytest.importorskip("distributed")

ROOT = Path(__file__).parent.parent.parent
CHUNKS = 300
GAMES = CHUNKS * CHUNK
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}


@pytest.fixture(scope="module")
def expected() -> str:
    return digest_of(play(GAMES, threads=2))


class Cluster:
    """A scheduler and workers of one thread."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._opened = ExitStack()
        self.address = ""
        self.scheduler: subprocess.Popen[str] | None = None

    def start_scheduler(self) -> None:
        file = self._folder / "scheduler.json"
        file.unlink(missing_ok=True)
        self.scheduler = self._start(
            "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
            "--scheduler-file", str(file),
        )  # fmt: skip
        self.address = wait_for(
            lambda: json.loads(file.read_text())["address"] if file.exists() else ""
        )

    def start_worker(self) -> subprocess.Popen[str]:
        return self._start(
            "worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard"
        )

    def _start(self, role: str, *options: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{role}", *options],
            env=ENVIRONMENT, cwd=self._folder, text=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self._opened.callback(process.wait)
        self._opened.callback(process.kill)
        return process

    def close(self) -> None:
        self._opened.close()


def wait_for(found: Callable[[], str | int | bool]) -> str:
    last = time.monotonic() + 120
    while time.monotonic() < last:
        value = found()
        if value:
            return str(value)
        time.sleep(0.02)
    raise TimeoutError


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    cluster = Cluster(tmp_path)
    try:
        cluster.start_scheduler()
        yield cluster
    finally:
        cluster.close()


def started(directory: Path, address: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.execute.played", str(directory), str(GAMES), address],
        env=ENVIRONMENT, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def wait_until_kept(directory: Path, chunks: int) -> None:
    def kept() -> bool:
        try:
            with KeptRun(directory) as run:
                return sum(job.finished for job in run.jobs()) >= chunks
        except InvalidInput:
            return False  # not made yet

    wait_for(kept)


def check(run: subprocess.Popen[str], directory: Path, expected: str) -> None:
    out, told = run.communicate(timeout=240)
    assert run.returncode == 0, told
    assert out.split()[-1] == expected
    with KeptRun(directory) as kept:
        found = audit(kept, sample=3)
    assert found.chunks == CHUNKS
    assert found.faults == ()


def test_workers_that_come_and_go(tmp_path: Path, cluster: Cluster, expected: str) -> None:
    first = cluster.start_worker()
    directory = tmp_path / "run"
    run = started(directory, cluster.address)
    wait_until_kept(directory, 20)
    cluster.start_worker()  # one that joins late
    wait_until_kept(directory, 100)
    first.kill()
    check(run, directory, expected)


@pytest.mark.deep
def test_a_scheduler_that_is_started_again(tmp_path: Path, cluster: Cluster, expected: str) -> None:
    cluster.start_worker()
    directory = tmp_path / "run"
    run = started(directory, cluster.address)
    wait_until_kept(directory, 50)
    assert cluster.scheduler is not None
    cluster.scheduler.kill()
    _, told = run.communicate(timeout=240)
    assert run.returncode == 1
    assert "is gone" in told
    cluster.start_scheduler()
    cluster.start_worker()
    check(started(directory, cluster.address), directory, expected)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(5))
def test_many_workers_lost(tmp_path: Path, cluster: Cluster, expected: str, seed: int) -> None:
    workers = [cluster.start_worker() for _ in range(2)]
    directory = tmp_path / "run"
    run = started(directory, cluster.address)
    for kept in range(20 + seed, CHUNKS - 50, 50):
        wait_until_kept(directory, kept)
        workers.pop(0).kill()
        workers.append(cluster.start_worker())
    check(run, directory, expected)


@pytest.mark.deep
def test_workers_of_our_own(tmp_path: Path, expected: str) -> None:
    check(started(tmp_path, "local:2"), tmp_path, expected)


def test_a_local_cluster_is_quiet_and_starts_lost_workers_again(expected: str) -> None:
    """Although somebody has the port that Dask would like, and one of two workers is killed."""
    code = (
        "import os, signal, socket, time\n"
        "from fastsim.execute.cluster import ClusterExecutor\n"
        "from tests.execute.played import digest_of, play\n"
        "taken = [socket.socket() for _ in range(2)]\n"
        "for port, one in zip((8786, 8787), taken):\n"
        "    try:\n"
        "        one.bind(('127.0.0.1', port)); one.listen()\n"
        "    except OSError:\n"
        "        pass\n"
        "with ClusterExecutor('local:2') as cluster:\n"
        "    cluster._client.wait_for_workers(2, timeout=120)\n"
        "    lost, kept = cluster._client.run(os.getpid).values()\n"
        "    os.kill(lost, signal.SIGKILL)\n"
        "    last = time.monotonic() + 120\n"
        "    while time.monotonic() < last:\n"
        "        pids = {v for v in cluster._client.run(os.getpid, on_error='ignore').values()}\n"
        "        if len(pids - {lost}) == 2:\n"
        "            break\n"
        "        time.sleep(0.2)\n"
        "    assert len(pids - {lost}) == 2, pids\n"
        f"    print(digest_of(play({GAMES}, cluster)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=ENVIRONMENT, cwd=ROOT,
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == [expected]


def test_workers_start_light() -> None:
    code = (
        "import sys, fastsim.execute.worker, fastsim.execute.cluster, fastsim.play.matchups; "
        "import fastsim.play.telemetry; "
        "print(sorted({'pandas', 'matplotlib', 'distributed', 'rich'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=ENVIRONMENT, cwd=ROOT,
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("address", ["local:", "local:0", "local:two", "nowhere at all"])
def test_addresses_that_are_none(address: str) -> None:
    with pytest.raises(FastsimError):
        ClusterExecutor(address)
