"""The kernel cache: a directory that is broken in any way costs a compilation, never a failure."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

TINY = Path(__file__).parent / "tiny.py"
TOTAL = sum(k * k for k in range(10))


def run(cache: Path, **environment: str) -> dict[str, Any]:
    """Run the tiny kernel in a new process; return what it says."""
    done = subprocess.run(
        [sys.executable, str(TINY)],
        env={**os.environ, "FASTSIM_CACHE_DIR": str(cache), **environment},
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    result: dict[str, Any] = json.loads(done.stdout)
    assert result["total"] == TOTAL
    return result


def files(cache: Path) -> list[Path]:
    return sorted(path for path in cache.rglob("*") if path.is_file())


def test_compiled_kernels_are_kept(tmp_path: Path) -> None:
    first = run(tmp_path)
    assert not first["kept"]
    before = [(path, path.stat().st_mtime_ns) for path in files(tmp_path)]
    assert {path.suffix for path, _ in before} == {".nbi", ".nbc"}
    second = run(tmp_path)
    assert second["kept"]
    assert [(path, path.stat().st_mtime_ns) for path in files(tmp_path)] == before


def test_processes_that_start_at_once_compile_once(tmp_path: Path) -> None:
    code = (
        "import logging, runpy; logging.basicConfig(level=logging.INFO); "
        f"runpy.run_path({str(TINY)!r}, run_name='__main__')"
    )
    environment = {**os.environ, "FASTSIM_CACHE_DIR": str(tmp_path)}
    at_once = [
        subprocess.Popen(
            [sys.executable, "-c", code], env=environment, stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL, text=True,
        )
        for _ in range(3)
    ]  # fmt: skip
    told = [process.communicate(timeout=120)[1] for process in at_once]
    assert sum("compiling the kernels" in text for text in told) == 1
    assert [process.returncode for process in at_once] == [0, 0, 0]


def test_another_processor_has_a_cache_of_its_own(tmp_path: Path) -> None:
    ours = run(tmp_path)
    other = run(tmp_path, NUMBA_CPU_NAME="generic", NUMBA_CPU_FEATURES="")
    assert other["directory"] != ours["directory"]
    assert not other["kept"]


@pytest.mark.parametrize("damage", ["flipped", "cut", "noise"])
@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
def test_damaged_files_are_noticed(tmp_path: Path, suffix: str, damage: str) -> None:
    run(tmp_path)
    (path,) = [path for path in files(tmp_path) if path.suffix == suffix]
    content = bytearray(path.read_bytes())
    flipped = bytes(content[:-9]) + bytes([content[-9] ^ 0xFF]) + bytes(content[-8:])
    path.write_bytes(
        {
            "flipped": flipped,
            "cut": bytes(content[: len(content) // 3]),
            "noise": b"\x80\x05noise" * 50,
        }[damage]
    )
    assert not run(tmp_path)["kept"]
    if suffix == ".nbi":
        run(tmp_path)  # the first one found a damaged index and threw it away
    assert run(tmp_path)["kept"]


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a directory")
    result = run(blocked)
    assert not result["kept"]
    assert blocked.read_text() == "not a directory"


@pytest.mark.parametrize("writable", [True, False])
def test_it_is_known_when_the_compiler_runs(tmp_path: Path, writable: bool) -> None:
    cache = tmp_path / "cache"
    if not writable:
        cache.write_text("not a directory")
    code = f"""
import logging, runpy
from fastsim.kernels import cache

class Asking(logging.Handler):
    def emit(self, record):
        print(cache.is_compiling())

cache.COMPILING.setLevel(logging.INFO)
cache.COMPILING.addHandler(Asking())
runpy.run_path({str(TINY)!r})["add_up"](10)
print(cache.is_compiling())
"""
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "FASTSIM_CACHE_DIR": str(cache)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.split() == ["True", "False"]
