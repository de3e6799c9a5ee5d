"""Processes killed at random moments: what is gone on with ends as if nothing had happened."""

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fastsim.runs.audit import audit
from fastsim.runs.kept import KeptRun
from tests.execute.played import CHUNK, digest_of, play

CHUNKS = 400
GAMES = CHUNKS * CHUNK
SCRIPT = [sys.executable, "-m", "tests.execute.played"]


@pytest.fixture(scope="module")
def expected() -> str:
    return digest_of(play(GAMES, threads=2))


def started(directory: Path, count: int, *more: str) -> list[subprocess.Popen[str]]:
    return [
        subprocess.Popen(
            [*SCRIPT, str(directory), str(GAMES), *more],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for _ in range(count)
    ]  # fmt: skip


def finished(processes: list[subprocess.Popen[str]]) -> tuple[list[str], list[str]]:
    """The digests that processes end with, and the chunks that all of them played."""
    digests, played = [], []
    for process in processes:
        out, told = process.communicate(timeout=300)
        assert process.returncode == 0, told
        digests.append(out.split()[-1])
        played += told.splitlines()
    return digests, played


def check_kept(directory: Path) -> None:
    with KeptRun(directory) as run:
        found = audit(run, sample=5)
        assert found.faults == ()
        assert found.chunks == CHUNKS
        (job,) = run.jobs()
        assert job.chunks == CHUNKS


@pytest.mark.parametrize("count", [2, pytest.param(4, marks=pytest.mark.deep)])
def test_processes_that_start_at_once_share_the_work(
    tmp_path: Path, expected: str, count: int
) -> None:
    digests, played = finished(started(tmp_path, count))
    assert digests == [expected] * count
    assert len(played) == len(set(played)) == CHUNKS  # no chunk twice, and none missing
    check_kept(tmp_path)


def kill_and_go_on(
    directory: Path, expected: str, kills: int, count: int, seed: int, *more: str
) -> None:
    """Start processes, kill them at a random moment; after all kills, go on to the end."""
    moments = random.Random(seed)
    for _ in range(kills):
        processes = started(directory, count, *more)
        for process in processes:
            assert process.stdout is not None
            process.stdout.readline()  # the store is open
        time.sleep(moments.random() * 0.5)
        for process in moments.sample(processes, len(processes)):
            process.kill()
            process.communicate()
            time.sleep(moments.random() * 0.02)
    digests, _ = finished(started(directory, count, *more))
    assert digests == [expected] * count
    check_kept(directory)


@pytest.mark.parametrize(("count", "kills"), [(1, 3), (2, 1)])
def test_kills_lose_nothing(tmp_path: Path, expected: str, count: int, kills: int) -> None:
    kill_and_go_on(tmp_path, expected, kills, count, count)


@pytest.mark.deep
@pytest.mark.parametrize(("count", "kills"), [(1, 80), (2, 60), (4, 60)])
def test_many_kills_lose_nothing(tmp_path: Path, expected: str, count: int, kills: int) -> None:
    for part in range(kills // 5):
        kill_and_go_on(tmp_path / str(part), expected, 5, count, random.randrange(2**32))
