"""The kernels, and which of them plays what."""

from __future__ import annotations

from collections.abc import Sequence

from fastsim.game.setup import GameSetup
from fastsim.play.engines import KERNELS as KERNELS
from fastsim.play.games import tally
from fastsim.rules.model import BuyRule
from fastsim.text.errors import InvalidInput


def can_play(kernel: str, setup: GameSetup, rules: Sequence[BuyRule]) -> bool:
    """Return whether a kernel plays this setup and these rules, by playing a game."""
    try:
        tally(setup, rules, games=1, threads=1, kernel=kernel)
    except InvalidInput:
        return False
    return True
