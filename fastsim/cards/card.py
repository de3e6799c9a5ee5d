"""What a card is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fastsim.reference.turn import Turn


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
    effect : callable, optional
        What else happens when it is played, in the slow engine, after those lines.
    cards_per_vp : int
        The owner has 1 more VP for each full so many cards owned; 0 for none.
    rated_coins : int, optional
        What a sum of coins owned (`coin_value`) counts it as, when its effect gives coins, too.
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
    effect: Callable[[Turn], None] | None = None
    cards_per_vp: int = 0
    rated_coins: int | None = None

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<{self.name}>"

    def __reduce__(self) -> tuple[object, ...]:
        # a card that travels to another process is that process's own object again
        from fastsim.cards import find_card

        return find_card, (self.name,)

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
        """Whether playing it lets others reveal a Moat."""
        return "Attack" in self.types

    @property
    def is_terminal(self) -> bool:
        """Whether it is an Action that lets its player play no other one after it.

        Throne Room gives no Action, but it plays one: it is not counted as terminal.
        """
        return self.is_action and not self.actions and self.name != "Throne Room"

    @property
    def actions_needed(self) -> int:
        """The Actions that playing it takes beyond those that it gives; of a Village -1.

        Throne Room takes one, but plays a card that would have taken another: 0.
        """
        return int(self.is_terminal) - max(0, self.actions - 1)
