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
    from fastsim.game.setup import GameSetup as GameSetup
    from fastsim.game.setup import basic as basic
    from fastsim.game.setup import simplified as simplified
    from fastsim.game.setup_file import load_setup as load_setup
    from fastsim.play.games import replay as replay
    from fastsim.play.games import simulate as simulate
    from fastsim.play.games import tally as tally
    from fastsim.play.results import GameBatch as GameBatch
    from fastsim.play.results import Tally as Tally
    from fastsim.play.telemetry import Telemetry as Telemetry
    from fastsim.play.telemetry import observe as observe
    from fastsim.rules.describe import describe as describe
    from fastsim.rules.load import load_rule as load_rule
    from fastsim.rules.model import BuyRule as BuyRule
    from fastsim.rules.parse import parse_rule as parse_rule
    from fastsim.text.errors import FastsimError as FastsimError
    from fastsim.text.errors import InvalidInput as InvalidInput

__version__: Final = "0.1.0"

_HOME: Final = {
    "CARDS": "fastsim.cards",
    "Card": "fastsim.cards",
    "FastsimError": "fastsim.text.errors",
    "InvalidInput": "fastsim.text.errors",
    "GameBatch": "fastsim.play.results",
    "Tally": "fastsim.play.results",
    "describe": "fastsim.rules.describe",
    "load_rule": "fastsim.rules.load",
    "BuyRule": "fastsim.rules.model",
    "parse_rule": "fastsim.rules.parse",
    "GameSetup": "fastsim.game.setup",
    "basic": "fastsim.game.setup",
    "simplified": "fastsim.game.setup",
    "load_setup": "fastsim.game.setup_file",
    "replay": "fastsim.play.games",
    "simulate": "fastsim.play.games",
    "tally": "fastsim.play.games",
    "Telemetry": "fastsim.play.telemetry",
    "observe": "fastsim.play.telemetry",
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
