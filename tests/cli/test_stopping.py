"""Ctrl-C and SIGTERM at any moment: exit code 130 within a second, and no traceback."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
SIGNALS = [signal.SIGINT, signal.SIGTERM]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


@contextmanager
def started(cache: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A command from its first own line on; before that the process is Python's alone."""
    process = subprocess.Popen(
        [sys.executable, "-m", "fastsim", *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT), "FASTSIM_CACHE_DIR": str(cache)},
        text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    try:
        _wait_for_handlers(process)
        yield process
    finally:
        process.kill()
        process.communicate()


def _wait_for_handlers(process: subprocess.Popen[str]) -> None:
    status = Path(f"/proc/{process.pid}/status")
    if not status.exists():  # no such files on macOS: about as long as Python itself takes
        time.sleep(0.5)
        return
    caught = sum(1 << (number - 1) for number in SIGNALS)
    while process.poll() is None:
        lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
        if int(lines["SigCgt"], 16) & caught == caught:
            return
        time.sleep(0.001)


def stop(process: subprocess.Popen[str], number: signal.Signals) -> tuple[str, str, float]:
    """Send a signal; return what the process said and how long it took to go."""
    begun = time.monotonic()
    process.send_signal(number)
    out, told = process.communicate(timeout=60)
    return out, told, time.monotonic() - begun


def _moments(count: int, last: float) -> list[float]:
    """Return moments, in seconds, more of them early: imports take one, the compiler ten."""
    luck = random.Random(5)
    return [last * luck.random() ** 2 for _ in range(count)]


def check_a_cold_duel(cache: Path, moment: float, number: signal.Signals) -> float:
    with started(cache, "duel", "BMU", "BM", "--games", "100G") as process:
        time.sleep(moment)
        out, told, seconds = stop(process, number)
    assert process.returncode == 130, (moment, told)
    assert "Traceback" not in told
    assert "ignored" not in told
    assert "error: stopped before anything was finished" in told or "A wins" in out
    return seconds


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("moment", [0.0, 0.4, 3.0])
def test_a_cold_command_leaves_at_once(
    tmp_path: Path, moment: float, number: signal.Signals
) -> None:
    check_a_cold_duel(tmp_path, moment, number)


BEGIN = "from fastsim.execute import stopping; stopping.take_over()\n"
READY = "print('ready', flush=True)\n"
RESULTS = "stopping.has_results()\n"
#: Takes interrupts, and goes on all the same.
STUBBORN = """
import os, time
said = b"ready\\n"
while True:
    try:
        os.write(1, said)  # past the buffer
        time.sleep(60)
    except KeyboardInterrupt:
        said = b"asked\\n"
"""
IN_C = "import ctypes; ctypes.CDLL(None).sleep(60)\n"
COMPILING = """
import sys, types
sys.modules["fastsim.kernels.cache"] = types.SimpleNamespace(is_compiling=lambda: True)
"""
CALLBACK = """
import ctypes, os, signal
@ctypes.CFUNCTYPE(None)
def callback():
    os.kill(os.getpid(), signal.SIGINT)
    for _ in range(1000):
        pass
callback()
print("not lost", flush=True)
"""


@contextmanager
def running(code: str) -> Iterator[subprocess.Popen[str]]:
    """A process of some lines, when it says that it is ready."""
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": ""},
        text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield process
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("number", SIGNALS)
def test_a_command_with_results_is_asked_first(number: signal.Signals) -> None:
    with running(BEGIN + RESULTS + STUBBORN) as process:
        process.send_signal(number)
        assert process.stdout is not None
        assert process.stdout.readline() == "asked\n"
        assert process.poll() is None
        _, told, _ = stop(process, number)
    assert process.returncode == 130
    assert told == "error: stopped at once; what was neither shown nor kept yet is lost\n"


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (BEGIN + READY + IN_C, "error: stopped before anything was finished\n"),
        (BEGIN + RESULTS + COMPILING + READY + IN_C,
         "error: stopped at once; what was neither shown nor kept yet is lost\n"),
        (BEGIN + RESULTS + "stopping.is_over()\n" + READY + IN_C, ""),
    ],
    ids=["nothing yet", "the compiler", "all is done"],
)  # fmt: skip
def test_c_code_holds_no_process_up(code: str, told: str) -> None:
    with running(code) as process:
        _, said, _ = stop(process, signal.SIGTERM)
    assert (process.returncode, said) == (130, told)


def test_an_interrupt_in_a_callback_is_not_lost() -> None:
    with running(BEGIN + RESULTS + READY + CALLBACK) as process:
        out, told = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert told.startswith("error: stopped at once")


def test_a_full_pipe_that_nobody_reads_holds_no_process_up() -> None:
    flood = "import sys; sys.stdout.write('x' * 10_000_000)\n"
    with running(BEGIN + READY + flood) as process:
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) == 130


def test_what_is_printed_is_still_shown() -> None:
    with running(BEGIN + "print('kept')\n" + STUBBORN) as process:
        out, _, _ = stop(process, signal.SIGTERM)
    assert (process.returncode, out) == (130, "kept\n")


def test_a_signal_that_is_ignored_stays_so() -> None:
    ignoring = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
    with running(ignoring + BEGIN + STUBBORN) as process:
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) == 130


@pytest.mark.deep
@pytest.mark.parametrize("number", SIGNALS)
def test_a_cold_command_leaves_at_once_at_any_moment(
    tmp_path: Path, number: signal.Signals
) -> None:
    took = [
        check_a_cold_duel(tmp_path / str(count), moment, number)
        for count, moment in enumerate(_moments(20, last=30.0))
    ]
    print(
        f"{number.name}: gone after {sorted(took)[len(took) // 2]:.2f} s, at most {max(took):.2f}"
    )
    assert max(took) < 10  # a second on a machine of one's own; other work may slow it down
