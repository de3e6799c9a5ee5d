"""What is played: setups, and rules from the smallest to a large one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from fastsim.cards.base.smithy import SMITHY
from fastsim.game.kingdoms import RECOMMENDED, base
from fastsim.game.setup import GameSetup, basic, simplified
from fastsim.rules.load import load_rule
from fastsim.rules.model import BuyRule

#: Sixteen entries; eight of their conditions compare sums of two or more quantities.
LARGE_RULE: Final = """
Province if total_money > 18
Province if 2*own(Gold) + own(Silver) >= 5
Duchy if provinces <= 4
Duchy if opponents(Province) >= own(Province) + 3
Estate if provinces <= 2
Gold if own(Gold) <= 2*own(Duchy) + 12
Gold if provinces > 2
Duchy if provinces + supply(Duchy) <= 8
Duchy if provinces <= 6
Silver if own(Silver) <= own(Gold) + 4
Silver if treasures <= 3*victories + 20
Silver if turn <= 12
Estate if supply(Estate) + provinces <= 6
Estate if vp + 2*own(Estate) < opponent_vp
Silver if own(Gold) > 0
Copper
"""


@dataclass(frozen=True)
class Case:
    """Games of which the speed is measured.

    Attributes
    ----------
    rules_name : str
        How a table names the rules; ``A``, ``B``, and ``L`` for `LARGE_RULE`.
    setup : GameSetup
    rules : tuple of BuyRule
        One a seat.
    """

    rules_name: str
    setup: GameSetup
    rules: tuple[BuyRule, ...]

    @property
    def entries(self) -> int:
        """Entries of the longest rule."""
        return max(len(rule.entries) for rule in self.rules)


def one_thread() -> list[Case]:
    """Return the cases that are measured on one thread."""
    return [
        _case(simplified(), "A", "A"),
        _case(simplified(), "A", "B"),
        reference_case(),
        _case(simplified(), "L", "L"),
        *(_case(basic(players), *["B"] * players) for players in (2, 3, 4)),
        _case(base([SMITHY], size=1), "Big Money + Smithy", "Big Money + Smithy"),
        _case(base(RECOMMENDED["first-game"], name="first-game"), "First Game", "First Game"),
    ]


def reference_case() -> Case:
    """Return the case that other figures are for: rule B against itself, the simplified game."""
    return _case(simplified(), "B", "B")


def _case(setup: GameSetup, *names: str) -> Case:
    texts = {"L": LARGE_RULE}
    rules = tuple(load_rule(texts.get(name, name), setup) for name in names)
    shown = " v ".join(names) if len(names) == 2 else f"{len(names)} × {names[0]}"
    return Case(shown, setup, rules)
