"""What needs no games is answered before anything is imported that takes long."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.doors import DOORS

ROOT = Path(__file__).parent.parent.parent
HEAVY = {"numpy", "numba", "llvmlite", "pandas", "scipy", "matplotlib", "jinja2", "pyarrow", "dask"}
ASKED = """
import sys
from fastsim.__main__ import main
try:
    main()
finally:
    print("imported", *sorted(set(sys.modules) & set({heavy!r})), file=sys.stderr)
"""


def process(code: list[str], folder: Path = ROOT) -> tuple[int, str, str]:
    ran = subprocess.run(
        [sys.executable, *code],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, cwd=folder,
        text=True, capture_output=True, check=False,
    )  # fmt: skip
    return ran.returncode, ran.stdout, ran.stderr


@pytest.mark.parametrize(("arguments", "code"), DOORS.values(), ids=DOORS)
def test_an_answer_without_games_imports_nothing_heavy(arguments: list[str], code: int) -> None:
    found, _, told = process(["-c", ASKED.format(heavy=HEAVY), *arguments])
    assert found == code, told
    assert told.splitlines()[-1] == "imported"
    assert "Traceback" not in told


@pytest.mark.parametrize("module", ["fastsim", "analysis.cli"])
def test_both_packages_can_be_run(module: str) -> None:
    code, out, told = process(["-m", module, "--version"])
    assert (code, told) == (0, "")
    assert out.startswith("fastsim ")


@pytest.mark.parametrize("place", ["analysis.py", "analysis/__init__.py"])
def test_another_package_named_analysis_is_named(tmp_path: Path, place: str) -> None:
    other = tmp_path / place
    other.parent.mkdir(exist_ok=True)
    other.write_text("import this_is_not_there_either\n" if "init" in place else "")
    # Python looks there first
    code, out, told = process(["-m", "fastsim", "--version"], folder=tmp_path)
    assert (code, out) == (1, "")
    assert "the package 'analysis' that Python finds is not fastsim's" in told
    assert str(other) in told
    assert "Traceback" not in told
