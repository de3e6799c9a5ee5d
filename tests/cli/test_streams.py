"""Output that is full, closed, or read by nobody: one message or none, and never a traceback."""

import contextlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from analysis.cli.streams import OutputLost, guarded

ROOT = Path(__file__).parent.parent.parent
FULL = Path("/dev/full")
T = "Province; Duchy if provinces <= {duchy}; Gold; Silver"

#: One of each kind: text that Python, typer and rich print, JSON, tables, bad input, progress.
COMMANDS = {
    "version": ["--version"],
    "help": ["--help"],
    "help of a command": ["duel", "--help"],
    "help of a group": ["rules", "--help"],
    "duel": ["duel", "BMU", "BM", "--games", "2000"],
    "duel, JSON": ["duel", "BMU", "BM", "--games", "2000", "--json"],
    "tournament": ["tournament", "BMU", "BM", "Greedy", "--games", "400"],
    "match": ["match", "BMU", "BM", "--games", "2000"],
    "replay": ["replay", "BMU", "BM"],
    "verify": ["verify", "--games", "20"],
    "cards": ["cards"],
    "cards, JSON": ["cards", "Mine", "--json"],
    "rules list": ["rules", "list"],
    "rules show": ["rules", "show", "BMU"],
    "rules convert": ["rules", "convert", "{tmp}/good.toml"],
    "heatmap": ["heatmap", T, "--x", "duchy=2:3", "--against", "BM", "--games", "40", "--out",
                "{tmp}/map"],
}  # fmt: skip
#: Those that end differently in the streams they use, without what takes long to import.
QUICK = {name: COMMANDS[name] for name in (
    "version", "help", "help of a command", "replay", "cards", "cards, JSON", "rules convert",
    "duel, JSON",
)}  # fmt: skip

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="redirections of a POSIX shell")


def run(
    tmp_path: Path, redirected: str, arguments: list[str], buffered: str = ""
) -> tuple[int, str, str]:
    """Run a command with redirections, and return its exit code, stdout and stderr."""
    (tmp_path / "good.toml").write_text('[rules.One]\nbuy = "Gold"', encoding="utf-8")
    ran = subprocess.run(
        ["bash", "-c", f'"$@" {redirected}', "-", sys.executable, "-m", "fastsim",
         *(argument.replace("{tmp}", str(tmp_path)) for argument in arguments)],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": buffered},
        text=True, capture_output=True, check=False,
    )  # fmt: skip
    return ran.returncode, ran.stdout, ran.stderr


def only_notices(told: str) -> bool:
    """Whether nothing stands there but that kernels are compiled."""
    return all(line.startswith("compiling the kernels") for line in told.splitlines())


@pytest.mark.skipif(not FULL.exists(), reason="no device that is always full")
@pytest.mark.parametrize("arguments", COMMANDS.values(), ids=COMMANDS)
def test_a_full_disk_is_one_message_and_a_failure(tmp_path: Path, arguments: list[str]) -> None:
    code, _, told = run(tmp_path, "> /dev/full", arguments)
    assert code == 1
    lines = [line for line in told.splitlines() if not only_notices(line)]
    assert lines == ["error: the output cannot be written: No space left on device"]


@pytest.mark.skipif(not FULL.exists(), reason="no device that is always full")
@pytest.mark.parametrize("arguments", [COMMANDS[name] for name in ("version", "help", "cards")])
def test_a_full_disk_is_noticed_without_a_buffer(tmp_path: Path, arguments: list[str]) -> None:
    code, _, told = run(tmp_path, "> /dev/full", arguments, buffered="1")
    assert code == 1
    assert told == "error: the output cannot be written: No space left on device\n"


@pytest.mark.parametrize("arguments", QUICK.values(), ids=QUICK)
def test_a_reader_that_has_gone_is_not_told(tmp_path: Path, arguments: list[str]) -> None:
    code, _, told = run(tmp_path, "> >(exec 0<&-; sleep 0)", arguments)
    assert only_notices(told)
    assert code in (0, 1)  # a small output may be in the pipe before its reader goes


@pytest.mark.parametrize("arguments", QUICK.values(), ids=QUICK)
def test_closed_streams_are_done_without(tmp_path: Path, arguments: list[str]) -> None:
    code, out, told = run(tmp_path, ">&-", arguments)
    assert (code, out) == (0, "")
    assert only_notices(told)


@pytest.mark.parametrize("redirected", ["2>&-", "2> /dev/full", "<&- >&- 2>&-"])
def test_an_error_that_cannot_be_told_is_in_the_exit_code(tmp_path: Path, redirected: str) -> None:
    for arguments, expected in (
        (["duel", "BM"], 2), (["nonsense"], 2), (["duel", "BMU", "BM", "--games", "200"], 0),
    ):  # fmt: skip
        code, out, _ = run(tmp_path, redirected, arguments)
        assert code == expected
        assert ("A wins" in out) == (expected == 0 and ">&- 2" not in redirected)
        assert "error" not in out


def test_a_file_never_gets_the_number_of_a_closed_stream(tmp_path: Path) -> None:
    code, _, _ = run(tmp_path, ">&- 2>&-", COMMANDS["heatmap"])
    assert code == 0
    assert (tmp_path / "map" / "heatmap.png").read_bytes().startswith(b"\x89PNG")


def test_a_pipe_that_is_not_to_be_waited_for_is_waited_for(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    process = subprocess.Popen(
        [sys.executable, "-m", "fastsim", "cards", "--json"],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=writing, stderr=subprocess.PIPE,
    )  # fmt: skip
    os.close(writing)
    with os.fdopen(reading, "rb") as file:
        out = file.read()
    _, told = process.communicate(timeout=60)
    assert (process.returncode, told) == (0, b"")
    assert out.rstrip().endswith(b"}")


def test_output_that_is_lost_is_told_again_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    with FULL.open("w") as full:
        monkeypatch.setattr(sys, "stdout", full)
        monkeypatch.setattr(sys, "__stdout__", full)
        with pytest.raises(OutputLost, match="No space left"):
            print_twice()
        assert sys.stdout is full


def print_twice() -> None:
    with guarded():
        print("x")
        with contextlib.suppress(OutputLost):
            sys.stdout.flush()
        print("y")
        sys.stdout.flush()
