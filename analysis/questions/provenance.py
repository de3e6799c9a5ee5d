"""What made a result: enough to make it again, and to know it for the same."""

from __future__ import annotations

import functools
import itertools
import platform
import subprocess
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from fastsim import __version__
from fastsim.game.setup import GameSetup
from fastsim.game.streams import GENERATOR
from fastsim.play.games import kernel_for
from fastsim.rules.describe import describe, digest
from fastsim.rules.model import BuyRule


@dataclass(frozen=True)
class Provenance:
    """The origin of a result.

    Attributes
    ----------
    version, commit : str
        Of this project; the commit is empty outside a git checkout.
    setup, setup_digest : str
    rules, rule_digests : tuple of str
        Text on one line, and digest, of each rule.
    seed, games : int
    generator, kernel : str
    python, numba, numpy, machine : str
    seconds : float
        Time that the games took.
    """

    version: str
    commit: str
    setup: str
    setup_digest: str
    rules: tuple[str, ...]
    rule_digests: tuple[str, ...]
    seed: int
    games: int
    generator: str
    kernel: str
    python: str
    numba: str
    numpy: str
    machine: str
    seconds: float

    @classmethod
    def of(
        cls,
        setup: GameSetup,
        rules: Sequence[BuyRule],
        seed: int,
        games: int,
        seconds: float,
        *,
        kernel: str | None = None,
    ) -> Provenance:
        """Return the origin of a result of this process.

        Parameters
        ----------
        setup : GameSetup
        rules : sequence of BuyRule
        seed, games : int
        seconds : float
        kernel : str, optional
            What played; when not given, what plays these rules two at a time (`kernels_of`).
        """
        return cls(
            setup=setup.name,
            setup_digest=setup.digest,
            rules=tuple(describe(rule, separator="; ") for rule in rules),
            rule_digests=tuple(map(digest, rules)),
            seed=seed,
            games=games,
            kernel=kernel or kernels_of((setup, pair) for pair in itertools.combinations(rules, 2)),
            seconds=round(seconds, 3),
            **environment(),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the fields as plain values."""
        return asdict(self)


def kernels_of(matchups: Iterable[tuple[GameSetup, Sequence[BuyRule]]]) -> str:
    """Return the names of the kernels that play these matchups, the most used first.

    Which kernel plays follows from setup and rules alone; games are the same with any.
    """
    found = Counter(kernel_for(setup, rules) for setup, rules in matchups)
    return ", ".join(name for name, _ in found.most_common())


def environment() -> dict[str, str]:
    """Return what this process runs on: versions, commit, generator and machine."""
    from importlib.metadata import version

    return {
        "version": __version__,
        "commit": _commit(),
        "generator": GENERATOR,
        "python": platform.python_version(),
        "numba": version("numba"),
        "numpy": version("numpy"),
        "machine": f"{_processor()}, {platform.system()}",
    }


@functools.cache
def _commit() -> str:
    """Return the commit of the checkout this code runs from, or nothing."""
    here = Path(__file__).resolve().parent
    try:
        run = subprocess.run(
            ["git", "describe", "--always", "--dirty", "--exclude", "*"],
            cwd=here, capture_output=True, text=True, timeout=5, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return run.stdout.strip() if run.returncode == 0 else ""


@functools.cache
def _processor() -> str:
    """Return the processor's name as the system gives it."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
