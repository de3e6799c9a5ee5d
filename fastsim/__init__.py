"""fastsim: Monte Carlo analysis of Dominion buy rules, millions of games a second.

The names below are the public API. They are imported when first used, so that ``import fastsim``
stays cheap and workers never load what they do not need.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from fastsim.cards import CARDS as CARDS
    from fastsim.cards import Card as Card
    from fastsim.errors import FastsimError as FastsimError
    from fastsim.errors import InvalidInput as InvalidInput
    from fastsim.results import GameBatch as GameBatch
    from fastsim.results import Tally as Tally
    from fastsim.rules.describe import describe as describe
    from fastsim.rules.load import load_rule as load_rule
    from fastsim.rules.model import BuyRule as BuyRule
    from fastsim.rules.parse import parse_rule as parse_rule
    from fastsim.setup import GameSetup as GameSetup
    from fastsim.setup import basic as basic
    from fastsim.setup import simplified as simplified
    from fastsim.setup_file import load_setup as load_setup
    from fastsim.simulation import replay as replay
    from fastsim.simulation import simulate as simulate
    from fastsim.simulation import tally as tally
    from fastsim.telemetry import Telemetry as Telemetry
    from fastsim.telemetry import observe as observe

__version__: Final = "0.1.0"

_HOME: Final = {
    "CARDS": "fastsim.cards",
    "Card": "fastsim.cards",
    "FastsimError": "fastsim.errors",
    "InvalidInput": "fastsim.errors",
    "GameBatch": "fastsim.results",
    "Tally": "fastsim.results",
    "describe": "fastsim.rules.describe",
    "load_rule": "fastsim.rules.load",
    "BuyRule": "fastsim.rules.model",
    "parse_rule": "fastsim.rules.parse",
    "GameSetup": "fastsim.setup",
    "basic": "fastsim.setup",
    "simplified": "fastsim.setup",
    "load_setup": "fastsim.setup_file",
    "replay": "fastsim.simulation",
    "simulate": "fastsim.simulation",
    "tally": "fastsim.simulation",
    "Telemetry": "fastsim.telemetry",
    "observe": "fastsim.telemetry",
}

__all__ = ["__version__", *_HOME]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'fastsim' has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})
