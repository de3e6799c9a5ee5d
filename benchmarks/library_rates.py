"""Measure how strong the rules of the library are, for ``fastsim rules list``.

``python -m benchmarks.library_rates`` plays each rule against Big Money in the setups below, and
writes `analysis/library_rates.json`. Run it when the library, the default plays or a kernel's games
have changed; some minutes.
"""

from __future__ import annotations

import argparse
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import analysis.questions.library_rates as kept
from fastsim import __version__
from fastsim.game.kingdoms import RECOMMENDED
from fastsim.game.setup_file import load_setup

#: Games of each rule, by setup.
GAMES: Final = {
    "simplified": 1_000_000,
    "basic": 1_000_000,
    **dict.fromkeys(RECOMMENDED, 100_000),
}


def main(out: Path, games: dict[str, int]) -> None:
    """Measure in every setup, and write one document."""
    setups = {}
    for name, number in games.items():
        print(f"{name}: {number:,} games a rule")
        setups[name] = kept.measure(load_setup(name), games=number)
    document = {
        "command": kept.COMMAND,
        "date": datetime.now(UTC).date().isoformat(),
        "version": __version__,
        "against": kept.AGAINST,
        "setups": setups,
    }
    out.write_text(json.dumps(document, indent=1, allow_nan=False) + "\n", encoding="utf-8")
    print(f"wrote {out}")


if __name__ == "__main__":
    argparse.ArgumentParser(description="Measure how strong the library's rules are.").parse_args()
    main(Path(kept.__file__).with_name(kept.FILE), GAMES)
