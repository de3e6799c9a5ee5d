"""Kernels made of vectors play the same games on every instruction set, as the general kernel."""

import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest
from llvmlite import binding

from tests.kernels.digest_of_games import digest

SCRIPT = Path(__file__).parent / "digest_of_games.py"
HOST = binding.get_host_cpu_features()
ON_X86 = platform.machine().lower() in ("x86_64", "amd64")
_SSE = "+sse,+sse2,+sse3,+ssse3,+sse4.1,+sse4.2,+popcnt"
_AVX2 = _SSE + ",+avx,+avx2,+fma,+bmi,+bmi2"
_AVX512 = _AVX2 + ",+avx512f,+avx512bw,+avx512dq,+avx512vl,+avx512cd"
SETS = {
    "AVX-512": ("skylake-avx512", _AVX512, "avx512bw"),
    "AVX2": ("haswell", _AVX2, "avx2"),
    "SSE4.2": ("nehalem", _SSE, "sse4.2"),
    "generic": ("generic", "", None),
}


@pytest.mark.skipif(not ON_X86, reason="these are instruction sets of x86")
@pytest.mark.parametrize("kernel", ["lanes", pytest.param("kingdom", marks=pytest.mark.deep)])
@pytest.mark.parametrize("name", SETS)
def test_the_games_are_the_same_on_every_instruction_set(
    name: str, kernel: str, tmp_path: Path
) -> None:
    processor, features, needed = SETS[name]
    if needed is not None and not HOST.get(needed, False):
        pytest.skip(f"this processor has no {name}")
    run = subprocess.run(
        [sys.executable, str(SCRIPT), kernel],
        env={
            **os.environ,
            "NUMBA_CPU_NAME": processor,
            "NUMBA_CPU_FEATURES": features,
            "FASTSIM_CACHE_DIR": str(tmp_path),
        },
        capture_output=True, text=True, timeout=300, check=True,
    )  # fmt: skip
    assert run.stdout.strip() == digest()


@pytest.mark.parametrize("kernel", ["general", "kingdom"])
def test_the_other_kernels_give_the_same_digest(kernel: str) -> None:
    assert digest(kernel) == digest("lanes")
