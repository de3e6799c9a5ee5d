"""Where the quantities of the rule language are found: their registers in either kind of kernel."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Final, Protocol

from fastsim import kingdom_registers as kingdom
from fastsim import registers as six
from fastsim.cards import DRAW_ORDER, PROVINCE, SIX_CARDS, Card, column_of
from fastsim.cards.kinds import KINDS
from fastsim.rules.model import Quantity
from fastsim.setup import GameSetup

#: Registers, what each is multiplied with, and what is added to their sum.
Weighted = tuple[dict[int, int], int]

#: What each card owned adds to the quantities that are sums over all of them.
_SUMS: Final[Mapping[str, Callable[[Card], int]]] = {
    **{name: kind.has for name, kind in KINDS.items()},
    "deck_size": lambda card: 1,
    "total_money": lambda card: card.money,
    "coins_owned": lambda card: card.coin_value,
}


class Layout(Hashable, Protocol):
    """The registers that a rule is compiled for."""

    def column(self, card: Card) -> int:
        """Return the column of a card of the game."""

    def registers(self, quantity: Quantity) -> Weighted:
        """Return the registers whose weighted sum is `quantity`, and what is to be added to it."""


class SixCardLayout:
    """The registers of `fastsim.registers`, for games of the six cards."""

    #: Quantities that never change in such a game: one buy a turn, no Actions.
    _CONSTANTS: Final = {"buys": 1}
    _BLOCKS: Final = {"own": six.OWN, "supply": six.SUPPLY, "hand": six.HAND}
    _SINGLE: Final = {
        "money": six.MONEY,
        "turn": six.TURN,
        "seat": six.SEAT,
        "vp": six.VP,
        "opponent_vp": six.OPPONENT_VP,
        "empty_piles": six.EMPTY_PILES,
        "gains_to_end": six.GAINS_TO_END,
    }

    def __init__(self, setup: GameSetup) -> None:
        self._setup = setup

    def column(self, card: Card) -> int:
        """Return the column of a card of the game."""
        return column_of(card)

    def registers(self, quantity: Quantity) -> Weighted:
        """Return the registers whose weighted sum is `quantity`, and what is to be added to it."""
        name, card = quantity.name, quantity.card
        if card is not None and name == "opponents":
            # no card ever leaves the game: they own what is neither in the pile nor one's own
            own, pile = six.OWN + column_of(card), six.SUPPLY + column_of(card)
            return {own: -1, pile: -1}, _all_cards(card, self._setup)
        if card is not None and name in self._BLOCKS:
            return {self._BLOCKS[name] + column_of(card): 1}, 0
        if name in self._SINGLE:
            return {self._SINGLE[name]: 1}, 0
        if name == "provinces":
            return {six.SUPPLY + column_of(PROVINCE): 1}, 0
        if name == "lead":
            return {six.VP: 1, six.OPPONENT_VP: -1}, 0
        if name in _SUMS:
            return {six.OWN + column_of(c): int(_SUMS[name](c)) for c in SIX_CARDS}, 0
        return {}, self._CONSTANTS.get(name, 0)


class KingdomLayout:
    """The registers of `fastsim.kingdom_registers`, for any game.

    Parameters
    ----------
    setup : GameSetup
    known : mapping of Quantity to int, optional
        Quantities whose values are known beforehand; no register is looked at for them.
    """

    _BLOCKS: Final = {
        "own": kingdom.OWN,
        "supply": kingdom.SUPPLY,
        "hand": kingdom.HAND,
        "in_play": kingdom.IN_PLAY,
        "resolving": kingdom.RESOLVING,
    }
    _SINGLE: Final = {
        "treasures": kingdom.TREASURES,
        "actions": kingdom.ACTIONS,
        "victories": kingdom.VICTORIES,
        "terminals": kingdom.TERMINALS,
        "deck_size": kingdom.DECK_SIZE,
        "total_money": kingdom.TOTAL_MONEY,
        "money": kingdom.MONEY,
        "turn": kingdom.TURN,
        "seat": kingdom.SEAT,
        "vp": kingdom.VP,
        "opponent_vp": kingdom.OPPONENT_VP,
        "empty_piles": kingdom.EMPTY_PILES,
        "gains_to_end": kingdom.GAINS_TO_END,
        "buys": kingdom.BUYS,
        "actions_left": kingdom.ACTIONS_LEFT,
        "action_phase": kingdom.ACTION_PHASE,
        "hand_size": kingdom.HAND_SIZE,
        "hand_actions": kingdom.HAND_ACTIONS,
        "actions_needed": kingdom.ACTIONS_NEEDED,
        "forced": kingdom.FORCED,
    }

    def __init__(self, setup: GameSetup, known: Mapping[Quantity, int] | None = None) -> None:
        self._setup = setup
        self._known = known or {}
        self._columns = {card: column for column, card in enumerate(kingdom_columns(setup))}

    def column(self, card: Card) -> int:
        """Return the column of a card of the game."""
        return self._columns[card]

    def registers(self, quantity: Quantity) -> Weighted:
        """Return the registers whose weighted sum is `quantity`, and what is to be added to it."""
        name, card = quantity.name, quantity.card
        if quantity in self._known:
            return {}, self._known[quantity]
        if card is not None and name == "opponents":
            # they own what is neither in the pile nor in the trash nor one's own
            column = self.column(card)
            places = (kingdom.OWN, kingdom.SUPPLY, kingdom.TRASH)
            return {place + column: -1 for place in places}, _all_cards(card, self._setup)
        if card is not None:
            return {self._BLOCKS[name] + self.column(card): 1}, 0
        if name == "provinces":
            return {kingdom.SUPPLY + kingdom.PROVINCE: 1}, 0
        if name == "lead":
            return {kingdom.VP: 1, kingdom.OPPONENT_VP: -1}, 0
        if name == "coins_owned":  # most games have few Actions that count, or none
            extra = self._owned(lambda card: card.coin_value - card.money)
            return {kingdom.TOTAL_MONEY: 1, **extra}, 0
        if name in self._SINGLE:
            return {self._SINGLE[name]: 1}, 0
        return self._owned(_SUMS[name]), 0

    def _owned(self, count: Callable[[Card], int]) -> dict[int, int]:
        """Return the registers of cards owned for which there is something to count."""
        columns = self._columns.items()
        return {kingdom.OWN + c: int(count(card)) for card, c in columns if count(card)}


def kingdom_columns(setup: GameSetup) -> tuple[Card, ...]:
    """Return the card of each column of the kingdom kernel, for this game."""
    return (*DRAW_ORDER[: kingdom.KINGDOM], *setup.kingdom)


def _all_cards(card: Card, setup: GameSetup) -> int:
    return setup.supply.get(card, 0) + setup.players * setup.deck.get(card, 0)
