"""What the kingdom kernel asks of players, point by point, and what it calls the cards' effects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from fastsim.cards import COPPER, Card
from fastsim.cards.base.artisan import ARTISAN
from fastsim.cards.base.bandit import BANDIT
from fastsim.cards.base.bureaucrat import BUREAUCRAT
from fastsim.cards.base.cellar import CELLAR
from fastsim.cards.base.chapel import CHAPEL
from fastsim.cards.base.council_room import COUNCIL_ROOM
from fastsim.cards.base.harbinger import HARBINGER
from fastsim.cards.base.library import LIBRARY
from fastsim.cards.base.merchant import MERCHANT
from fastsim.cards.base.militia import MILITIA
from fastsim.cards.base.mine import MINE
from fastsim.cards.base.moneylender import MONEYLENDER
from fastsim.cards.base.poacher import POACHER
from fastsim.cards.base.remodel import REMODEL
from fastsim.cards.base.sentry import SENTRY
from fastsim.cards.base.throne_room import THRONE_ROOM
from fastsim.cards.base.vassal import VASSAL
from fastsim.cards.base.witch import WITCH
from fastsim.cards.base.workshop import WORKSHOP
from fastsim.kernels.kingdom import layout as at
from fastsim.rules.model import Decision, Quantity
from fastsim.setup import GameSetup

#: What each card does beyond its first lines, as the kernel calls it.
EFFECTS: Final = {
    CELLAR: at.CELLAR,
    CHAPEL: at.CHAPEL,
    HARBINGER: at.HARBINGER,
    MERCHANT: at.MERCHANT,
    VASSAL: at.VASSAL,
    WORKSHOP: at.WORKSHOP,
    BUREAUCRAT: at.BUREAUCRAT,
    MILITIA: at.MILITIA,
    MONEYLENDER: at.MONEYLENDER,
    POACHER: at.POACHER,
    REMODEL: at.REMODEL,
    THRONE_ROOM: at.THRONE_ROOM,
    BANDIT: at.BANDIT,
    COUNCIL_ROOM: at.COUNCIL_ROOM,
    LIBRARY: at.LIBRARY,
    MINE: at.MINE,
    SENTRY: at.SENTRY,
    WITCH: at.WITCH,
    ARTISAN: at.ARTISAN,
}


@dataclass(frozen=True, slots=True)
class Point:
    """What is known beforehand of a point at which something is decided.

    Attributes
    ----------
    kind : Decision
    asks : Card or None
        The card whose effect asks.
    forced : bool
    choosable : callable
        Which cards can ever be chosen.
    of_others : bool
        Whether the players who are not on turn decide.
    """

    kind: Decision
    asks: Card | None
    forced: bool
    choosable: Callable[[Card], bool]
    of_others: bool = False

    @property
    def asking(self) -> frozenset[Card]:
        """The cards without which the point is never reached."""
        return frozenset() if self.asks is None else frozenset({self.asks})

    def known(self, setup: GameSetup) -> dict[Quantity, int]:
        """Return the quantities that have one value whenever this is decided."""
        in_actions = self.kind is not Decision.BUY and not self.of_others
        return {
            Quantity("forced"): int(self.forced),
            Quantity("action_phase"): int(in_actions),
            **{Quantity("resolving", card): int(card is self.asks) for card in setup.in_game},
        }


def _any(card: Card) -> bool:
    return True


def up_to(coins: int) -> Callable[[Card], bool]:
    """Return whether a card costs at most so much, as a function."""
    return lambda card: card.cost <= coins


def _is_action(card: Card) -> bool:
    return card.is_action


def _is_treasure(card: Card) -> bool:
    return card.is_treasure


#: The points at which something is decided.
POINTS: Final = {
    at.TO_BUY: Point(Decision.BUY, None, False, _any),
    at.TO_PLAY: Point(Decision.PLAY, None, False, _is_action),
    at.THRONE_ROOM_PLAYS: Point(Decision.PLAY, THRONE_ROOM, False, _is_action),
    at.VASSAL_PLAYS: Point(Decision.PLAY, VASSAL, False, _is_action),
    at.CELLAR_DISCARDS: Point(Decision.DISCARD, CELLAR, False, _any),
    at.MILITIA_DISCARDS: Point(Decision.DISCARD, MILITIA, True, _any, of_others=True),
    at.POACHER_DISCARDS: Point(Decision.DISCARD, POACHER, True, _any),
    at.LIBRARY_SETS_ASIDE: Point(Decision.DISCARD, LIBRARY, False, _is_action),
    at.SENTRY_DISCARDS: Point(Decision.DISCARD, SENTRY, False, _any),
    at.CHAPEL_TRASHES: Point(Decision.TRASH, CHAPEL, False, _any),
    at.MONEYLENDER_TRASHES: Point(Decision.TRASH, MONEYLENDER, False, lambda c: c is COPPER),
    at.REMODEL_TRASHES: Point(Decision.TRASH, REMODEL, True, _any),
    at.BANDIT_TRASHES: Point(
        Decision.TRASH, BANDIT, True, lambda c: c.is_treasure and c is not COPPER, of_others=True
    ),
    at.MINE_TRASHES: Point(Decision.TRASH, MINE, False, _is_treasure),
    at.SENTRY_TRASHES: Point(Decision.TRASH, SENTRY, False, _any),
    at.WORKSHOP_GAINS: Point(Decision.GAIN, WORKSHOP, True, up_to(4)),
    at.REMODEL_GAINS: Point(Decision.GAIN, REMODEL, True, _any),
    at.MINE_GAINS: Point(Decision.GAIN, MINE, True, _is_treasure),
    at.ARTISAN_GAINS: Point(Decision.GAIN, ARTISAN, True, up_to(5)),
    at.HARBINGER_PUTS_BACK: Point(Decision.TOPDECK, HARBINGER, False, _any),
    at.BUREAUCRAT_PUTS_BACK: Point(
        Decision.TOPDECK, BUREAUCRAT, True, lambda c: c.is_victory, of_others=True
    ),
    at.SENTRY_PUTS_BACK: Point(Decision.TOPDECK, SENTRY, True, _any),
    at.ARTISAN_PUTS_BACK: Point(Decision.TOPDECK, ARTISAN, True, _any),
}
