"""The points of a game at which something is decided: they belong to the steps that ask."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from fastsim.cards import Card
from fastsim.cards.steps import ANYTHING, Choice, Filter, Gain, Zone, choices
from fastsim.game.setup import GameSetup
from fastsim.rules.model import Decision, Quantity

_BY_GOAL: Final = {
    Zone.IN_PLAY: Decision.PLAY,
    Zone.DISCARD: Decision.DISCARD,
    Zone.SET_ASIDE: Decision.DISCARD,
    Zone.TRASH: Decision.TRASH,
    Zone.DECK: Decision.TOPDECK,
}


def decision_at(step: Choice) -> Decision:
    """Return what kind of decision a step asks for."""
    return Decision.GAIN if isinstance(step, Gain) else _BY_GOAL[step.to]


@dataclass(frozen=True, slots=True)
class Point:
    """What is known beforehand of a point at which something is decided.

    Attributes
    ----------
    kind : Decision
    card : Card or None
        The card whose step asks; None for buys, and for Actions of the Action phase.
    forced : bool
        Whether a card must be chosen.
    among : Filter
        Which cards can ever be chosen.
    coins : int or None
        What they can cost at most, where that is known.
    of_others : bool
        Whether the players who are not on turn decide.
    """

    kind: Decision
    card: Card | None = None
    forced: bool = False
    among: Filter = ANYTHING
    coins: int | None = None
    of_others: bool = False

    def choosable(self, card: Card) -> bool:
        """Return whether a card can ever be chosen."""
        return self.among(card) and (self.coins is None or card.cost <= self.coins)

    def known(self, setup: GameSetup) -> dict[Quantity, int]:
        """Return the quantities that have one value whenever this is decided."""
        in_actions = self.kind is not Decision.BUY and not self.of_others
        return {
            Quantity("forced"): int(self.forced),
            Quantity("action_phase"): int(in_actions),
            **{Quantity("resolving", card): int(card is self.card) for card in setup.in_game},
        }


TO_BUY: Final = Point(Decision.BUY)
TO_PLAY: Final = Point(Decision.PLAY, among=Filter("Action"))


def points_of(card: Card) -> Iterator[Point]:
    """Yield the points of a card's steps, in the order of `fastsim.cards.steps.choices`."""
    for step, of_others in choices(card.steps):
        if isinstance(step, Gain):
            coins = None if step.more else step.coins
            yield Point(Decision.GAIN, card, True, step.kind, coins, of_others)
        else:
            yield Point(decision_at(step), card, not step.may, step.kind, None, of_others)
