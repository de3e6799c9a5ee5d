"""What a card is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from fastsim.cards.steps import HAND, IN_PLAY, Move, PerCards, Steps, Unaffected


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Card:
    """One card. There is one object for each, so cards compare and hash by identity.

    Attributes
    ----------
    name : str
        Name as printed.
    cost : int
        Price in coins.
    money : int
        Coins that it is worth when it is played as a Treasure.
    vp : int
        Victory points at the end.
    types : tuple of str
        Any of ``"Treasure"``, ``"Victory"``, ``"Curse"``, ``"Action"``, ``"Attack"``,
        ``"Reaction"``.
    cards, actions, buys, coins : int
        What its first lines give the player when it is played as an Action: +Cards, +Actions,
        +Buys and +coins, in this order.
    steps : tuple of Step
        What else happens when it is played, after those lines.
    when_attacked : Unaffected, optional
        What it does in the hand of a player whom an Attack would affect.
    scoring : PerCards, optional
        What it is worth at the end beside `vp`.
    rated_coins : int, optional
        What a sum of coins owned (`coin_value`) counts it as, when its steps give coins, too.
    kinds : tuple of str
        What players call it beside what its lines say: names of `fastsim.cards.kinds.KINDS`.
    defaults : mapping of str to str
        How players decide about it, and at its steps, if not told otherwise: entries of the default
        lists, by kind of decision. Each line is a rank and an entry; a list has the entries of all
        cards in the order of their ranks.
    notes : str
        What its rules say in cases of doubt.
    """

    name: str
    cost: int
    money: int = 0
    vp: int = 0
    types: tuple[str, ...] = ()
    cards: int = 0
    actions: int = 0
    buys: int = 0
    coins: int = 0
    steps: Steps = ()
    when_attacked: Unaffected | None = None
    scoring: PerCards | None = None
    rated_coins: int | None = None
    kinds: tuple[str, ...] = ()
    defaults: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    notes: str = ""

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<{self.name}>"

    def __reduce__(self) -> tuple[object, ...]:
        # a card that travels to another process is that process's own object again
        return _made, (self.name,)

    def __post_init__(self) -> None:
        _MADE.setdefault(self.name, self)

    @property
    def text(self) -> tuple[object, ...]:
        """All that games depend on: what is printed on it, as values whose ``repr`` tells them."""
        lines = (self.cards, self.actions, self.buys, self.coins)
        worth = (self.money, self.vp, self.scoring)
        return self.name, self.cost, self.types, worth, lines, self.steps, self.when_attacked

    @property
    def coin_value(self) -> int:
        """What it counts in a sum of the coins that a player owns, Actions too.

        The coins that it gives by itself, and for an effect what the community's simulator counts.
        """
        return self.money + self.coins if self.rated_coins is None else self.rated_coins

    @property
    def is_action(self) -> bool:
        """Whether it can be played in the Action phase."""
        return "Action" in self.types

    @property
    def is_treasure(self) -> bool:
        """Whether it is played for coins in the Buy phase."""
        return "Treasure" in self.types

    @property
    def is_victory(self) -> bool:
        """Whether it is a Victory card; a Curse is not one."""
        return "Victory" in self.types

    @property
    def is_attack(self) -> bool:
        """Whether others may be unaffected by it (see `when_attacked`)."""
        return "Attack" in self.types

    @property
    def is_terminal(self) -> bool:
        """Whether it is an Action that lets its player play no other one after it.

        One that gives no Action, but plays one from the hand, is not counted as terminal.
        """
        return self.is_action and not self.actions and not any(map(_plays_from_hand, self.steps))

    @property
    def actions_needed(self) -> int:
        """The Actions that playing it takes beyond those that it gives; of a Village -1.

        0 for one that takes one, but plays a card that would have taken another.
        """
        return int(self.is_terminal) - max(0, self.actions - 1)


#: The card of each name, the first that was made.
_MADE: Final[dict[str, Card]] = {}


def _made(name: str) -> Card:
    return _MADE[name]


def _plays_from_hand(step: object) -> bool:
    return isinstance(step, Move) and step.source is HAND and step.to is IN_PLAY
