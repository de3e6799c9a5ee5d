"""fastsim: Monte Carlo analysis of Dominion buy rules, millions of games a second.

The names below are the public API. They are imported when first used, so that ``import fastsim``
stays cheap and workers never load what they do not need: the questions, with pandas, SciPy and
matplotlib behind them, when one is asked.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from analysis.questions.asked import curves as curves
    from analysis.questions.asked import duel as duel
    from analysis.questions.asked import lineups as lineups
    from analysis.questions.asked import match as match
    from analysis.questions.asked import sweep as sweep
    from analysis.questions.asked import tournament as tournament
    from analysis.questions.asked import until as until
    from analysis.questions.optimise.asked import evolve as evolve
    from analysis.questions.optimise.asked import search as search
    from analysis.questions.optimise.asked import solve as solve
    from analysis.questions.refine import refine as refine
    from analysis.report.asked import report as report
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
    "curves": "analysis.questions.asked",
    "duel": "analysis.questions.asked",
    "evolve": "analysis.questions.optimise.asked",
    "lineups": "analysis.questions.asked",
    "match": "analysis.questions.asked",
    "refine": "analysis.questions.refine",
    "report": "analysis.report.asked",
    "search": "analysis.questions.optimise.asked",
    "solve": "analysis.questions.optimise.asked",
    "sweep": "analysis.questions.asked",
    "tournament": "analysis.questions.asked",
    "until": "analysis.questions.asked",
}

__all__ = ["__version__", *_HOME]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'fastsim' has no attribute {name!r}")
    if _HOME[name].startswith("analysis."):
        importlib.import_module("fastsim.door").check_own_analysis()
    value = getattr(importlib.import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})
