"""How strong the rules of the library are: win rates that were measured once and are kept.

``python -m benchmarks.library_rates`` plays them and writes `library_rates.json` beside this file.
A rate is given only for what was measured: a rule, an opponent and a setup that still read the
same, and in kingdoms the same default plays.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any, Final

from analysis.questions.duel import duel
from analysis.statistics import Estimate
from fastsim.game.setup import GameSetup
from fastsim.rules.decisions import defaults_digest
from fastsim.rules.describe import digest
from fastsim.rules.library import library
from fastsim.rules.load import playable
from fastsim.rules.model import BuyRule

#: The rule that all others are measured against.
AGAINST: Final = "Big Money"
#: What measures them.
COMMAND: Final = "python -m benchmarks.library_rates"
FILE: Final = "library_rates.json"


@dataclass(frozen=True)
class LibraryRates:
    """Win rates of library rules against `AGAINST` in one setup.

    Attributes
    ----------
    rates : mapping of str to Estimate
        By the rule's name.
    games : int
        Of each rule, half in each seat order.
    date : str
        When they were played.
    """

    rates: Mapping[str, Estimate[float]]
    games: int
    date: str


def measure(setup: GameSetup, *, games: int, seed: int = 0) -> dict[str, Any]:
    """Play every library rule that a setup allows against `AGAINST`; return what is kept of it.

    Parameters
    ----------
    setup : GameSetup
        For two players.
    games, seed : int
        As `analysis.questions.duel.duel`.
    """
    against = library().get(AGAINST)
    rates = {}
    for name, rule in playable(library(), setup).rules.items():
        if rule != against:
            found = duel(setup, rule, against, games=games, seed=seed).win_rate
            rates[name] = {
                "rule": digest(rule),
                "win_rate": found.value,
                "standard_error": found.standard_error,
                "low": found.low,
                "high": found.high,
            }
    return {"key": _key(setup), "games": games, "seed": seed, "level": 0.95, "rates": rates}


def library_rates(setup: GameSetup) -> LibraryRates | None:
    """Return what was measured in this setup, or None where nothing was."""
    kept = _kept()
    for part in kept.get("setups", {}).values():
        if part["key"] == _key(setup):
            known = library().rules
            rates = {
                name: Estimate(
                    row["win_rate"], row["standard_error"], row["low"], row["high"], part["level"]
                )
                for name, row in part["rates"].items()
                if name in known and digest(known[name]) == row["rule"]
            }
            return LibraryRates(rates, part["games"], kept["date"])
    return None


def unmeasured(setup: GameSetup, rules: Iterable[BuyRule]) -> list[str]:
    """Return the names of those rules that a setup allows and that have no rate there."""
    found = library_rates(setup)
    known = set() if found is None else {AGAINST, *found.rates}
    return [rule.name for rule in rules if rule.name not in known]


def _key(setup: GameSetup) -> str:
    """Return what is equal where the same games are played between equal rules."""
    plays = "" if setup.is_simple else f" {defaults_digest(setup)}"
    return f"{setup.digest} {digest(library().get(AGAINST))}{plays}"


@functools.cache
def _kept() -> dict[str, Any]:
    try:
        text = (resources.files("analysis.questions") / FILE).read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    kept: dict[str, Any] = json.loads(text)
    return kept
